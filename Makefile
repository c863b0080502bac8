# The same commands on a laptop and in CI. Everything lives in .venv; nothing is installed elsewhere
# except, where apt can bring it, a C compiler with Python's headers, and for `make test` the system's Chromium.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
DATA   ?=
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help demo batch-demo native test test-pure test-lowest test-integrations test-server-fuzz coverage sanitize fuzz check workflows evaluate bench figures pictures docs docs-serve dist dist-check release-check chromium clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/'

comma = ,
# An environment of its own, with a pip that can resolve what the extras ask for.
venv = test -x $(1)/bin/python || $(PYTHON) -m venv $(1); $(1)/bin/python -m pip install -q --upgrade pip
# In place, with compiled code where it can be built; else without, and a stale module must not be found.
install = if sh native/toolchain.sh $(BIN)/python; then $(BIN)/python -m pip install -q -e '$(1)'; \
  else rm -f src/sectio/_native.* && SECTIO_NATIVE=off $(BIN)/python -m pip install -q -e '$(1)'; fi
SOURCES = pyproject.toml $(wildcard native/*.c native/*.h native/CMakeLists.txt)

$(BIN)/.venv:
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	@touch $@

$(BIN)/.core: $(BIN)/.venv $(SOURCES)
	$(call install,.)
	@touch $@

$(BIN)/.dev: $(BIN)/.venv $(SOURCES)
	$(call install,.[all$(comma)eval$(comma)dev$(comma)docs])
	@touch $@ $(BIN)/.core

# The environment's cmake and ninja; works in any checkout with any environment: make native VENV=folder
cmake = PATH="$(abspath $(BIN)):$$PATH" cmake
native:  ## compile in place after a change of native/
	@mkdir -p build
	@$(cmake) -S native -B build/native -G Ninja -DPython_EXECUTABLE=$(abspath $(BIN))/python >build/native.log || { cat build/native.log; exit 1; }
	$(cmake) --build build/native

demo: $(BIN)/.core  ## set up Sectio and show what it does
	$(BIN)/sectio demo

$(BIN)/.batch: $(BIN)/.venv $(SOURCES)
	$(call install,.[warc$(comma)parquet])
	@touch $@

batch-demo: $(BIN)/.batch  ## a small crawl to Parquet: killed, resumed, and shown as a table
	$(BIN)/python bench/batch_demo.py

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "Chromium is missing and could not be installed: tests of the real browser will be skipped"

check: $(BIN)/.dev workflows  ## lint, check formatting, types and workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# actionlint, where it is installed, finds more; its Python package has to download the program.
workflows: $(BIN)/.dev  ## lint .github and CITATION.cff
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/zizmor --offline --quiet .github
	@if command -v actionlint >/dev/null; then actionlint; fi

test: $(BIN)/.dev chromium check  ## set up everything and run all tests
	$(BIN)/python -m pytest -n 2 --dist loadgroup
	sh native/sanitize.sh $(BIN) -n 2 --hypothesis-profile=quick $(TWINS)

test-integrations:  ## test the adapters against the real libraries, in an environment of their own
	$(call venv,.venv-integrations)
	SECTIO_NATIVE=off .venv-integrations/bin/python -m pip install -q '.[fetch,mcp]' pytest hypothesis langchain-core llama-index-core haystack-ai datatrove warcio orjson faust-cchardet python-magic web-poet scrapy pandas polars duckdb pyarrow
	.venv-integrations/bin/python -m pytest tests/integrations

test-server-fuzz: $(BIN)/.dev  ## schemathesis against the server's own description, in an environment of its own
	$(call venv,.venv-fuzz)
	.venv-fuzz/bin/python -m pip install -q schemathesis
	$(BIN)/python -m tests.apps.server.fuzz .venv-fuzz/bin/schemathesis

test-pure:  ## run all tests without compiled code, in an environment of its own
	$(call venv,.venv-pure)
	SECTIO_NATIVE=off .venv-pure/bin/python -m pip install -q '.[all,eval,dev,docs]'
	.venv-pure/bin/sectio --version
	.venv-pure/bin/python -m pytest -n 2 --dist loadgroup

# Lowest versions that pyproject.toml allows, of what the core needs and of the extras that read and write.
test-lowest:  ## run the core's tests with the lowest versions of its dependencies, in an environment of its own
	$(call venv,.venv-lowest)
	.venv-lowest/bin/python -m pip install -q '.[all]' pytest hypothesis selectolax zss apted markdown mistune commonmark markdown-it-py $$($(PYTHON) tools/lowest.py)
	.venv-lowest/bin/python -m pip freeze | grep -iE "^($$($(PYTHON) tools/lowest.py --names))=="
	.venv-lowest/bin/python -m pytest tests/test_api.py tests/test_options.py tests/dom tests/layout tests/output tests/model tests/sites tests/methods

coverage: $(BIN)/.dev  ## measure how much of the code the tests run
	$(BIN)/python -m pytest -n 2 --dist loadgroup --cov --cov-report=term:skip-covered --cov-report=html:build/coverage --cov-report=json:build/coverage.json
	$(BIN)/python tools/covered.py

# What calls compiled code most directly; `make sanitize` adds everything that reads pages.
TWINS = tests/test_compiled.py tests/dom/test_markup.py tests/dom/test_chars.py tests/dom/test_words.py
sanitize: $(BIN)/.dev  ## run the compiled code under AddressSanitizer and UndefinedBehaviorSanitizer
	sh native/sanitize.sh $(BIN) -n 2 $(TWINS) tests/test_twins.py tests/dom tests/model/test_features.py tests/model/test_trees.py

SEED ?= $(shell date +%s)
PAGES ?= generated
SECONDS_EACH ?= 60
fuzz: $(BIN)/.dev  ## run random inputs through every output for some minutes: make fuzz SEED=7 PAGES=folder
	$(BIN)/python -m tests.hostile.fuzz --seconds $(SECONDS_EACH) --seed $(SEED)
	$(BIN)/python -m tests.hostile.fuzz --seconds $(SECONDS_EACH) --seed $(SEED) --pages $(PAGES)
	sh native/sanitize.sh $(BIN) -m tests.hostile.fuzz --seconds $(SECONDS_EACH) --seed $(SEED) --twins

evaluate: $(BIN)/.dev  ## compare accuracy with the floors: make evaluate DATA=folder
	@test -n "$(DATA)" || { echo "say where the data is: make evaluate DATA=folder"; exit 2; }
	$(BIN)/python bench/floors.py $(DATA)

bench: $(BIN)/.dev  ## measure time and memory, and add a line to bench/history.jsonl: make bench DATA=folder
	@test -n "$(DATA)" || { echo "say where the pages are: make bench DATA=folder"; exit 2; }
	OPENBLAS_NUM_THREADS=1 $(BIN)/python bench/speed.py $(DATA) --keep

figures: $(BIN)/.dev  ## write all tables and plots of README and docs again, from measured figures
	$(BIN)/python bench/readme_table.py
	$(BIN)/python bench/default_table.py
	$(BIN)/python bench/history.py
	$(BIN)/python bench/keep.py
	$(BIN)/python bench/batch_table.py
	$(BIN)/python bench/plots.py

pictures: $(BIN)/.dev chromium  ## draw the pictures of the docs again, from current output
	$(BIN)/python -m tools.docs.pictures
	$(BIN)/python -m tools.docs.before_after

docs: $(BIN)/.dev  ## build the docs into build/docs, strictly and offline
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "open build/docs/index.html, or make docs-serve for the search"

docs-serve: $(BIN)/.dev  ## show the docs while you write them
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs serve

dist: $(BIN)/.dev  ## build source archive and wheel into dist/
	rm -rf dist
	$(BIN)/python -m build

dist-check: dist  ## install the wheel into an environment of its own, and run the demo
	rm -rf build/dist-check
	$(PYTHON) -m venv build/dist-check
	build/dist-check/bin/python -m pip install -q dist/*.whl
	cd build/dist-check && bin/sectio --version && bin/sectio demo -o demo.html

release-check:  ## check that version, tag and changelog agree: make release-check TAG=v1.2.3
	$(PYTHON) tools/release.py $(TAG)

clean:
	rm -rf $(VENV) .venv-pure .venv-lowest .venv-integrations .venv-fuzz build dist src/sectio/_native.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
