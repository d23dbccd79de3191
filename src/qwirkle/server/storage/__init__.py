"""The database: the event log, which is the truth, and everything that is worked out from it.

Storage never creates events: what happens is decided by its callers.
"""
