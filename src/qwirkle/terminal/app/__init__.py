"""The application: both games on the whole screen of a terminal, with a cursor and a mouse.

It is drawn with Textual, which is installed only where it is wanted. What it shows and what it
lets people do comes from the same places as at the prompt: sessions, tellers, presentations, and
the judge of the library. ``app/NAME.py`` gives the ``DESK`` on which the edition of that name is
played.
"""
