"""Whether a job may go on: its user, its window, its time."""
