# The project's commands. `make help` lists them; each installs what it needs.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include scripts/versions.env

VENV  ?= .venv
BUILD ?= build
PY    := $(VENV)/bin/python
JOBS  ?= $(shell nproc)
export VENV BUILD
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
# Arguments for the tool behind a target: make bench ARGS="--only softmax".
ARGS  ?=

.DEFAULT_GOAL := help
.PHONY: help setup setup-lint configure build demo test test-quick test-lit test-python \
  wheel test-install test-versions bench fuzz lint format docs check-docs clean distclean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing Debian packages and the project's .venv
	@scripts/bootstrap.sh

setup-lint:
	@scripts/bootstrap.sh lint

configure: setup
	@if [ ! -f $(BUILD)/build.ninja ]; then \
	  echo "[build] configuring $(BUILD) (Release, clang-$(LLVM_VERSION))"; \
	  cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release \
	    -DCMAKE_C_COMPILER=clang-$(LLVM_VERSION) -DCMAKE_CXX_COMPILER=clang++-$(LLVM_VERSION) \
	    -DPython_EXECUTABLE=$(abspath $(PY)) -DTRITON_SHARED_PYTHON=ON \
	    --log-level=WARNING; \
	fi

build: configure ## Build everything: libraries, tools, Python module
	@ninja -C $(BUILD) -j $(JOBS) --quiet || { echo "[build] failed: see the first error above"; exit 1; }
	@$(PY) scripts/dev_install.py

demo: build ## Run the Triton tutorials' kernels and compare with torch
	@$(PY) -m triton_shared.examples $(ARGS)

test: build ## Run every suite (lit and pytest); the last line counts
	@$(PY) scripts/run_tests.py $(ARGS)

test-quick: build ## As test, without the tests marked slow
	@$(PY) scripts/run_tests.py --quick $(ARGS)

test-lit: build ## Run the lit suite only: make test-lit ARGS=--filter=dot
	@$(VENV)/bin/lit -sv $(BUILD)/test $(ARGS)

test-python: build ## Run pytest only: make test-python ARGS="-k launch"
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

wheel: ## Build dist/*.whl, which needs no LLVM where it is installed
	@scripts/bootstrap.sh packages
	@scripts/build_wheel.sh

test-install: setup ## Install the wheel into a fresh environment and run kernels there
	@scripts/test_install.sh

test-versions: build ## Run the plug-in suites on Triton 3.6, 3.7, 3.8 and 3.9
	@scripts/test_versions.sh $(ARGS)

bench: build ## Time our kernels against torch; JSON and table in benchmark/results
	@$(PY) -m benchmark $(ARGS)

fuzz: build ## Differential fuzzing against the Triton interpreter
	@$(PY) -m triton_shared.fuzz $(ARGS)

lint: build setup-lint ## clang-format, clang-tidy, ruff and mypy
	@scripts/lint.sh

format: setup-lint ## Rewrite the sources in the house format
	@scripts/lint.sh --fix

docs: build ## Regenerate the generated parts of docs/ and README.md
	@$(PY) scripts/generate_docs.py

check-docs: build ## Fail when a generated document is out of date
	@$(PY) scripts/generate_docs.py --check

clean: ## Remove the build folder
	rm -rf $(BUILD)

distclean: clean ## Remove the build folder and the .venv
	rm -rf $(VENV)
