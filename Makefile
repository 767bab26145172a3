# make site    build content/ and results/ into site/
# make test    run all tests
# make serve   build, watch and show in the browser
# make torture  cut and damage all files of the tests in every way; takes hours
# make lint    ruff and mypy
# make bench-parse  how fast raw files are read
# make bench-workers  what other processes cost that read raw files, and what they gain
# make bench-charts  what a static chart costs, beside matplotlib
# make bench       how long builds take, beside other generators with the same pages
# make bench-peers   install those generators, and matplotlib, in .peers/
# make bench-serve   how long it takes from saving a file until the changed page is served
# make bench-record  measure all that again, for benchmarks/RESULTS.md and results/generators/;
#                  SIZES="100 1000" and MINUTES=12 say how many reports and about how long
# make bench-compare  how fast the compare page of 10,000 runs is
# make docs    build the documentation into docs/site/
# make clean   back to a fresh clone
#
# Each sets itself up in .venv first. PYTHON=python3.12 chooses another Python (3.11 or newer).

PYTHON ?= python3
SIZES ?= 100 1000
MINUTES ?= 12
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --constraint constraints.txt

.PHONY: site test torture serve docs lint clean browser \
  bench bench-peers bench-serve bench-record bench-charts bench-parse bench-workers bench-compare

site: .venv/installed
	@$(BIN)/sitegen build

serve: .venv/installed
	@$(BIN)/sitegen serve

docs: .venv/installed
	@$(BIN)/sitegen manual --pages docs/content/pages/reference
	@$(BIN)/sitegen --project docs build

test: .venv/installed-dev browser
	@$(BIN)/python -m pytest

torture: .venv/installed-dev
	@$(BIN)/python -m pytest --torture tests/parsers/test_cut_off.py tests/parsers/test_torture.py

lint: .venv/installed-dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

bench-charts: .venv/installed-dev
	@$(BIN)/python -m benchmarks.charts

bench-parse: .venv/installed-dev
	@$(BIN)/python -m benchmarks.parse

bench-workers: .venv/installed-dev
	@$(BIN)/python -m benchmarks.workers

bench: .venv/installed-dev
	@$(BIN)/python -m benchmarks.run

bench-peers: .venv/installed-dev
	@$(BIN)/python -m benchmarks.peers.installed

bench-serve: .venv/installed-dev
	@$(BIN)/python -m benchmarks.serve

bench-record: .venv/installed-dev
	@$(BIN)/python -m benchmarks.run $(SIZES) --serve $(SIZES) --minutes $(MINUTES) --record .

bench-compare: .venv/installed-dev browser
	@$(BIN)/python -m benchmarks.compare

clean:
	rm -rf .venv dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf docs/site
	find site -mindepth 1 ! -path site/.gitignore -delete

# The build backend comes from constraints.txt too, so that nothing unpinned is fetched.
.venv/installed: .venv/bin/pip pyproject.toml constraints.txt
	@echo "installing sitegen in .venv"
	@$(INSTALL) hatchling editables
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/installed-dev: .venv/installed
	@echo "installing the tools for tests in .venv"
	@$(INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sitegen needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv .venv

# The tests of pages drive Chromium. Where it cannot be installed they are skipped, saying so.
browser:
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing chromium"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null \
	    || echo "chromium could not be installed: the browser tests will be skipped"; \
	fi
