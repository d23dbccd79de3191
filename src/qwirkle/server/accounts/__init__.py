"""Who people are: their devices and passkeys, their own page, and their ratings."""
