"""How digits get into a program: what is known of it."""
