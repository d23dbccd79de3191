# Each verb sets up what it needs, once: a second call starts at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HAVE_PYTHON = @command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed, and \"$(PYTHON)\" was not found." \
  "On Debian or Ubuntu: sudo apt-get install python3 python3-venv" >&2; exit 1; }
SETUP = $(HAVE_PYTHON); $(PYTHON) -m tools.setup
# Programs that are started a thousand times are not compiled a thousand times.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: setup play terminal client test check wasm stub protocol fuzz bench docs lock help

setup:  ## everything that development needs, into .venv
	$(SETUP) dev

play:  ## both games in the browser; ARGS="--host 0.0.0.0" lets other devices in
	$(SETUP) play
	@$(BIN)/qwirkle serve --open $(ARGS)

terminal:  ## a game in the terminal; ARGS="--app --lang pl" passes options on
	$(SETUP) terminal
	@$(BIN)/qwirkle play $(ARGS)

client:  ## the browser client, built into the package
	$(SETUP) client

test:  ## everything that a commit must keep; ONLY=library, server, kernel, web or browser is one part, LONG=1 more of each
	$(HAVE_PYTHON); $(PYTHON) -m tools.test $(ONLY) $(if $(LONG),--long)

check:  ## what needs no suite of Python: types, lint, format, docs, the components of the client, the kernel in C++
	$(HAVE_PYTHON); $(PYTHON) -m tools.test --check

wasm:  ## the kernel for browsers: build/kernel.wasm
	$(SETUP) wasm

stub: setup  ## write src/qwirkle/_kernel.pyi again, after a change of kernel/python
	$(BIN)/python -m nanobind.stubgen -q -m qwirkle._kernel -o src/qwirkle/_kernel.pyi

protocol: setup  ## write docs/protocol.md and web/src/protocol/wire.ts again, after a change of the server's structs
	$(BIN)/python -m tools.protocol
	$(BIN)/python -m tools.typescript

FUZZ_SECONDS ?= 60
fuzz: setup  ## random texts and numbers for the notation and the kernel, FUZZ_SECONDS=60 each
	$(BIN)/uv pip install -q --python $(BIN)/python atheris
	$(BIN)/python -m fuzz.notation -max_total_time=$(FUZZ_SECONDS) -timeout=20
	$(BIN)/python -m fuzz.kernel -max_total_time=$(FUZZ_SECONDS) -timeout=20

bench: setup  ## how fast it is on this machine; LONG=1 also compares kernel and reference at length, and loads a server
	$(BIN)/python -m bench $(if $(LONG),--long)
	$(if $(LONG),$(BIN)/python -m bench.load)

docs: setup  ## the documentation as pages in build/docs
	$(BIN)/sphinx-build -W -q -b html docs build/docs
	@echo "Open build/docs/index.html"

LOCK := $(BIN)/uv pip compile -q pyproject.toml --extra tui --extra server --extra postgres --extra redis \
  --universal --generate-hashes --no-header --upgrade
lock: setup  ## choose the newest versions of all packages again
	$(LOCK) --group kernel --group node --group wasm -o requirements/play.lock
	$(LOCK) --group dev -c requirements/play.lock -o requirements/dev.lock \
	  $$(sed -n 's/^\([a-z][a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements/play.lock)

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
