"""One running server: it carries out commands, serves viewers, moves for computer players and runs
the clocks.

``node.Node`` puts the parts together. Several nodes can share a database and a broker.
"""
