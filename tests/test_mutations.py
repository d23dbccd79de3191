"""The lines that ``bench/mutations.py`` breaks, which move when the code does."""

import pytest
from bench.mutations import MUTATIONS, ROOT


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.what)
def test_a_mutation_finds_its_line(mutation):
    """Once, so that it breaks what it says."""
    assert (ROOT / mutation.file).read_text(encoding="utf-8").count(mutation.right) == 1
