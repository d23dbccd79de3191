"""What a table is and what can happen at it: no network, no storage, no clock of its own.

Events are stored, and a ``Room`` is what its events make of it. ``handlers`` turns a command into
events, or refuses it.
"""
