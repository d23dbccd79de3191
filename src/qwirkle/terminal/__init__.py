"""The games in a terminal: a game to play, a record to read, a referee for a real table."""
