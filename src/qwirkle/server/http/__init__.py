"""The web side: the only package that knows the web framework.

``app.make_app`` makes the application of a node, ``routes`` has its addresses by subject, and
``run`` serves it until it is stopped.
"""
