"""Both games for people and bots who are not at the same table.

Six packages, each of which imports only itself and those before it: ``domain``, ``protocol``,
``storage``, ``accounts``, ``node`` and ``http``.
"""
