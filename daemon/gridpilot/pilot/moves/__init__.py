"""Makes the moves of a sliding game, and looks what became of them."""
