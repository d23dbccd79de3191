"""Fuzz targets: random texts and numbers must be answered, or refused with our own exceptions.

``make fuzz`` runs each for a minute with atheris; ``make fuzz FUZZ_SECONDS=600`` for longer.
"""
