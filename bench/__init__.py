"""How fast it is: where the figures in docs/speed.md come from."""
