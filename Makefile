# Each verb sets up what it needs, once: a second call starts at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.tools
READY := $(VENV)/.ready
SERVICES := $(VENV)/.services
WASM := build/kernel.wasm
CLIENT := src/qwirkle/server/client/index.html
CLIENT_SOURCES := $(shell find web/src web/public -type f) $(wildcard web/*.json web/*.ts web/*.html src/qwirkle/locales/*.json)
KERNEL := $(filter-out kernel/wasm.cpp, $(wildcard kernel/*.h kernel/*.cpp))

.DEFAULT_GOAL := help
.PHONY: setup play terminal client test check unit browser kernel sanitize wasm stub protocol fuzz bench docs lock help FORCE

setup: $(READY) $(SERVICES)  ## everything that the other verbs need, into .venv

$(TOOLS): requirements/dev.lock tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh tools $(VENV)
	@touch $@

# What was installed without a compiler is installed again once there is one.
LATE := $(shell [ "$$(cat $(READY) 2>&1)" = pure ] && [ "$$QWIRKLE_PURE" != 1 ] && command -v c++ g++ clang++ | head -n 1)

$(READY): $(TOOLS) pyproject.toml CMakeLists.txt $(KERNEL) $(if $(LATE),FORCE)
	@sh tools/setup.sh package $(VENV)

$(SERVICES): $(READY)
	@sh tools/setup.sh services $(VENV)
	@touch $@

play: $(READY) $(CLIENT)  ## both games in the browser; ARGS="--host 0.0.0.0" lets other devices in
	@$(BIN)/qwirkle serve --open $(ARGS)

terminal: $(READY)  ## a game in the terminal; ARGS="--game cards --lang pl" passes options on
	@$(BIN)/qwirkle play $(ARGS)

client: $(CLIENT)  ## the browser client, built into the package

$(CLIENT): tools/web.sh $(CLIENT_SOURCES) | $(READY)
	@sh tools/web.sh build $(VENV)
	@touch $@

test: check unit browser  ## everything that a commit must keep

check: $(READY) sanitize  ## types, lint, format, the docs without a warning, the kernel with sanitizers
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy
	$(BIN)/sphinx-build -W -q -b html docs build/docs
	@sh tools/web.sh check $(VENV)
	@sh tools/web.sh test $(VENV)

# Coverage slows the tests down, so the compiled run counts only what the pure run cannot reach.
COMPILED_ONLY := tests/test_kernel.py tests/test_kernel_boards.py -k "garbage or hold or lockstep or selfplay or illegal or trades or follow"

unit: $(READY) $(SERVICES) kernel $(WASM)  ## the tests, compiled and pure, with the coverage of levels 0 to 2 over both
	@if grep -q pure $(READY); then echo "Only the pure tests can run: the kernel is not built."; else set -ex; \
	  QWIRKLE_PURE= $(BIN)/pytest -n auto --ignore tests/e2e; \
	  QWIRKLE_PURE= $(BIN)/pytest -q --cov --cov-report= --cov-fail-under=0 $(COMPILED_ONLY); fi
	QWIRKLE_PURE=1 $(BIN)/pytest -n auto --ignore tests/e2e --ignore tests/server $$(grep -q pure $(READY) || echo --cov --cov-append --cov-report=term-missing:skip-covered)

browser: $(READY) $(CLIENT)  ## whole games in a real browser
	@sh tools/setup.sh browser $(VENV)
	QWIRKLE_PURE= $(BIN)/pytest -q tests/e2e

kernel: $(READY)  ## the tests of the kernel in C++
	@sh tools/kernel_tests.sh plain $(VENV)

sanitize: $(READY)  ## the same with AddressSanitizer and UndefinedBehaviorSanitizer
	@sh tools/kernel_tests.sh sanitize $(VENV)

wasm: $(WASM)  ## the kernel for browsers: build/kernel.wasm

$(WASM): $(TOOLS) tools/wasm.sh $(filter-out kernel/bind%.cpp, $(KERNEL)) kernel/wasm.cpp
	@sh tools/wasm.sh $(VENV) $@

stub: $(READY)  ## write src/qwirkle/_kernel.pyi again, after a change of kernel/bind*.cpp
	$(BIN)/python -m nanobind.stubgen -q -m qwirkle._kernel -o src/qwirkle/_kernel.pyi

protocol: $(READY)  ## write docs/protocol.md and web/src/lib/wire.ts again, after a change of the server's structs
	$(BIN)/python -m tools.protocol
	$(BIN)/python -m tools.typescript

FUZZ_SECONDS ?= 60
fuzz: $(READY)  ## random texts and numbers for the notation and the kernel, FUZZ_SECONDS=60 each
	$(BIN)/uv pip install -q --python $(BIN)/python atheris
	$(BIN)/python -m fuzz.notation -max_total_time=$(FUZZ_SECONDS) -timeout=20
	$(BIN)/python -m fuzz.kernel -max_total_time=$(FUZZ_SECONDS) -timeout=20

bench: $(READY)  ## how fast it is on this machine; LONG=1 also compares kernel and reference at length
	$(BIN)/python -m bench $(if $(LONG),--long)

docs: $(READY)  ## the documentation as pages in build/docs
	$(BIN)/sphinx-build -W -q -b html docs build/docs
	@echo "Open build/docs/index.html"

lock: $(TOOLS)  ## choose the newest versions of the tools again
	$(BIN)/uv pip compile -q pyproject.toml --group dev --extra server --extra postgres --extra redis --universal --generate-hashes --no-header --upgrade \
	  -o requirements/dev.lock
	$(BIN)/uv pip compile -q pyproject.toml --extra server --extra postgres --extra redis --universal --generate-hashes --no-header --upgrade \
	  -c requirements/dev.lock -o requirements/server.lock

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
