# The same commands on a laptop and in CI. Everything lives in .venv; nothing is installed elsewhere
# except, for `make test`, the system's Chromium where apt can bring it.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
DATA   ?=
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help demo test check docs evaluate bench chromium clean

help:  ## list the commands
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/'

$(BIN)/.core: pyproject.toml hatch_build.py $(wildcard src/sectio/native/*.c)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -m pip install -q -e .
	@touch $@

$(BIN)/.dev: $(BIN)/.core
	$(BIN)/python -m pip install -q -e '.[browser,eval,train,warc,parquet,ray,dev]'
	@touch $@

demo: $(BIN)/.core  ## set up and run the guided first run
	$(BIN)/sectio demo

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "Chromium is missing and could not be installed: tests of the real browser will be skipped"

check: $(BIN)/.dev  ## lint, format, types, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: $(BIN)/.dev chromium check  ## set up everything and run all tests
	$(BIN)/python -m pytest -n 2

evaluate: $(BIN)/.dev  ## compare with the accuracy floors: make evaluate DATA=folder
	@test -n "$(DATA)" || { echo "say where the data is: make evaluate DATA=folder"; exit 2; }
	$(BIN)/python bench/floors.py $(DATA)

bench: $(BIN)/.dev  ## time and memory: make bench DATA=folder
	@test -n "$(DATA)" || { echo "say where the pages are: make bench DATA=folder"; exit 2; }
	OPENBLAS_NUM_THREADS=1 $(BIN)/python bench/speed.py $(DATA)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
