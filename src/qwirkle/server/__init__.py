"""Both games for people and bots who are not at the same table.

``app`` alone knows the web framework; ``room`` and ``commands`` know neither network nor storage.
"""
