"""Programs that use the library, larger than those of the docs."""
