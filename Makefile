# Each verb sets up what it needs, once: a second call starts at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: setup play test check unit bench docs lock help

setup: $(READY)  ## everything that the other verbs need, into .venv

$(READY): pyproject.toml requirements/dev.lock tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh $(VENV)
	@touch $@

play: $(READY)  ## a game in the terminal; ARGS="--game cards --lang pl" passes options on
	@$(BIN)/qwirkle play $(ARGS)

test: check unit  ## everything that a commit must keep

check: $(READY)  ## types, lint, format, and the docs without a warning
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy
	$(BIN)/sphinx-build -W -q -b html docs build/docs

unit: $(READY)  ## the tests, with the coverage of levels 0 to 2
	$(BIN)/pytest -n auto --cov --cov-report=term-missing:skip-covered

bench: $(READY)  ## how fast it is on this machine
	$(BIN)/python -m bench

docs: $(READY)  ## the documentation as pages in build/docs
	$(BIN)/sphinx-build -W -q -b html docs build/docs
	@echo "Open build/docs/index.html"

lock: $(READY)  ## choose the newest versions of the tools again
	$(BIN)/uv pip compile -q pyproject.toml --group dev --universal --generate-hashes --no-header --upgrade \
	  -o requirements/dev.lock

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
