"""The tile game: 108 wooden tiles, lines of one colour or one shape, points."""
