"""What clients and the server say to each other; ``docs/protocol.md`` is made from these structs.

Commands are the domain's own (``domain.commands``). This package has the answers, views, legal
moves, questions, records and signatures.
"""
