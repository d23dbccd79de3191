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
ENGINE := $(foreach part, core classic cards engine, $(wildcard kernel/$(part)/*.h kernel/$(part)/*.cpp))
KERNEL := $(ENGINE) $(wildcard kernel/envs/*.h kernel/envs/*.cpp kernel/python/*.h kernel/python/*.cpp kernel/tests/python/*.cpp)

.DEFAULT_GOAL := help
.PHONY: setup play terminal client test check check-python check-client check-kernel unit browser kernel sanitize wasm stub protocol fuzz bench docs lock help FORCE

setup: $(READY) $(SERVICES)  ## everything that the other verbs need, into .venv

$(TOOLS): requirements/dev.lock tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh tools $(VENV)
	@touch $@

# What was installed without a compiler is installed again once there is one.
LATE := $(shell [ "$$(cat $(READY) 2>&1)" = pure ] && [ "$$QWIRKLE_PURE" != 1 ] && command -v c++ g++ clang++ | head -n 1)

$(READY): $(TOOLS) pyproject.toml CMakeLists.txt $(KERNEL) $(if $(LATE),FORCE)
	@sh tools/setup.sh package $(VENV)

# The editable install remembers which names are packages.
$(READY): $(wildcard src/qwirkle/*/*/__init__.py src/qwirkle/*/*/*/__init__.py)

$(SERVICES): $(READY)
	@sh tools/setup.sh services $(VENV)
	@touch $@

play: $(READY) $(CLIENT)  ## both games in the browser; ARGS="--host 0.0.0.0" lets other devices in
	@$(BIN)/qwirkle serve --open $(ARGS)

terminal: $(READY)  ## a game in the terminal; ARGS="--app --lang pl" passes options on
	@$(BIN)/qwirkle play $(ARGS)

client: $(CLIENT)  ## the browser client, built into the package

$(CLIENT): tools/web.sh $(CLIENT_SOURCES) $(WASM) | $(READY)
	@sh tools/web.sh build $(VENV)
	@touch $@

test: check unit browser  ## everything that a commit must keep

check: $(READY)  ## types, lint, format, the docs without a warning, the components, the kernel with sanitizers
	@$(MAKE) --no-print-directory -j 2 -O check-python check-client check-kernel sanitize

check-python: $(READY)
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy
	$(BIN)/sphinx-build -W -q -b html docs build/docs

check-client: $(READY) $(WASM)
	@sh tools/web.sh check $(VENV)
	@sh tools/web.sh lint $(VENV)
	@sh tools/web.sh test $(VENV)

check-kernel: $(READY)
	@$(BIN)/clang-format --dry-run --Werror $(shell find kernel -type f)

# Coverage slows the tests down, so the compiled run counts only what the pure run cannot reach.
COMPILED_ONLY := tests/test_kernel.py tests/test_kernel_boards.py -k "garbage or hold or lockstep or selfplay or illegal or trades or follow"

# What measures levels 3 and 4, compiled. Everything else runs compiled without coverage, and so faster.
MEASURED := tests/server $(patsubst %, tests/test_%.py, analysis arena arena_games arena_stats bots cards_bots dataset engine_protocol envs envs_batch envs_openspiel guard hosting ideas levels review review_command seen terminal_app terminal_app_cards terminal_app_command terminal_app_replay terminal_play toy_edition)

# Pure, these try nothing of levels 0 to 2 that others do not: without coverage they take a third of the time.
UNMEASURED := $(patsubst %, tests/test_%.py, analysis arena arena_games arena_stats bots client_law contributing dataset engine_protocol envs envs_batch envs_openspiel hosting ideas import_law levels review seen terminal_app terminal_app_cards terminal_app_command terminal_app_replay terminal_play typing web_data)

unit: $(READY) $(SERVICES) kernel $(WASM)  ## the tests, compiled and pure, with the coverage of both together
	@if grep -q pure $(READY); then echo "Only the pure tests can run: the kernel is not built."; else set -ex; \
	  $(BIN)/coverage erase; \
	  QWIRKLE_PURE= $(BIN)/pytest -n auto --ignore tests/e2e $(MEASURED:%=--ignore %); \
	  QWIRKLE_PURE= $(BIN)/pytest -q -n auto --cov --cov-append --cov-report= $(MEASURED); \
	  QWIRKLE_PURE= $(BIN)/pytest -q --cov --cov-append --cov-report= $(COMPILED_ONLY); fi
	QWIRKLE_PURE=1 $(BIN)/pytest -q -n auto $(UNMEASURED)
	QWIRKLE_PURE=1 $(BIN)/pytest -n auto --ignore tests/e2e --ignore tests/server $(UNMEASURED:%=--ignore %) $$(grep -q pure $(READY) || echo --cov --cov-append --cov-report=)
	@grep -q pure $(READY) || sh tools/coverage.sh $(VENV)

browser: $(READY) $(CLIENT)  ## whole games in a real browser
	@sh tools/setup.sh browser $(VENV)
	QWIRKLE_PURE= $(BIN)/pytest -q -n 2 tests/e2e

kernel: $(READY)  ## the tests of the kernel in C++
	@sh tools/kernel_tests.sh plain $(VENV)

sanitize: $(READY)  ## the same with AddressSanitizer and UndefinedBehaviorSanitizer
	@sh tools/kernel_tests.sh sanitize $(VENV)

wasm: $(WASM)  ## the kernel for browsers: build/kernel.wasm

$(WASM): $(TOOLS) tools/wasm.sh $(ENGINE) $(wildcard kernel/wasm/*.cpp)
	@sh tools/wasm.sh $(VENV) $@

stub: $(READY)  ## write src/qwirkle/_kernel.pyi again, after a change of kernel/python
	$(BIN)/python -m nanobind.stubgen -q -m qwirkle._kernel -o src/qwirkle/_kernel.pyi

protocol: $(READY)  ## write docs/protocol.md and web/src/protocol/wire.ts again, after a change of the server's structs
	$(BIN)/python -m tools.protocol
	$(BIN)/python -m tools.typescript

FUZZ_SECONDS ?= 60
fuzz: $(READY)  ## random texts and numbers for the notation and the kernel, FUZZ_SECONDS=60 each
	$(BIN)/uv pip install -q --python $(BIN)/python atheris
	$(BIN)/python -m fuzz.notation -max_total_time=$(FUZZ_SECONDS) -timeout=20
	$(BIN)/python -m fuzz.kernel -max_total_time=$(FUZZ_SECONDS) -timeout=20

bench: $(READY)  ## how fast it is on this machine; LONG=1 also compares kernel and reference at length, and loads a server
	$(BIN)/python -m bench $(if $(LONG),--long)
	$(if $(LONG),$(BIN)/python -m bench.load)

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
