"""How Sphinx builds these pages: ``make docs``."""

from qwirkle import __version__

project = "Qwirkle, complete"
author = "the authors of Qwirkle, complete"
release = version = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True  # as the source writes them
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
exclude_patterns = ["_build"]

myst_heading_anchors = 3  # the anchors that GitHub makes, so that links work in both places

html_theme = "furo"
html_title = project
html_show_sphinx = False
html_copy_source = False
html_show_copyright = False
