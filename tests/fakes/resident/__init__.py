"""The resident program with its worker on a desktop that is not there, one step at a time.

The daemon, its supervisor, the worker and the pilot are the real ones, in threads of their own as usual. What is fake
is what they wait for: time, the queue of decisions, the pipe, and the moment between two looks at the screen. There
each thread stays until the test lets it go, so that whatever may happen in between can, and a seed does the same twice.
"""
