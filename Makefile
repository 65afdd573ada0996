# Everything is installed into .venv, once, and again when a lock or pyproject.toml changes.
PYTHON ?= python3
BIN := .venv/bin
RUN := .venv/run.stamp
DEV := .venv/dev.stamp
TOOLS := .venv/deploy.stamp
RELEASE := .venv/release.stamp
PIP := $(BIN)/pip --disable-pip-version-check install --quiet
PROTOS := $(wildcard proto/pisyedili/v1/*.proto)

GENERATE = PATH="$(CURDIR)/$(BIN):$$PATH" python -m grpc_tools.protoc -I proto -I third_party/googleapis \
	--python_out=$(1) --grpc_python_out=$(1) --mypy_out=quiet:$(1) --mypy_grpc_out=quiet:$(1) $(PROTOS)

.PHONY: help demo serve test lint format proto bench image-test release-check

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

demo: $(RUN) ## play a game against the engine and show it
	$(BIN)/python -m pisyedili.cli.demo $(ARGS)

serve: $(RUN) ## run the service until it is stopped; ARGS are its flags
	$(BIN)/pisyedili serve $(ARGS)

test: $(DEV) $(if $(DEPLOY),$(TOOLS)) ## run all tests; ARGS go to pytest; DEPLOY=1 gets what tests/deploy asks for
	$(BIN)/pytest --numprocesses auto $(ARGS)

lint: $(DEV) ## check style, types, imports and the contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/buf lint
	$(BIN)/buf format --diff --exit-code proto
	@new=$$(mktemp -d) && trap 'rm -r "$$new"' EXIT && $(call GENERATE,"$$new") \
		&& diff -r -x '*.proto' -x __init__.py -x py.typed -x __pycache__ proto "$$new" \
		|| { echo 'The generated files are stale: run make proto.'; exit 1; }

format: $(DEV) ## rewrite Python and proto files in the house style
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/buf format --write proto

proto: $(DEV) ## generate the Python of the contract, its type stubs and, where Go is, its Go
	rm -f proto/pisyedili/v1/*_pb2*
	$(call GENERATE,proto)
	$(BIN)/python tools/descriptors.py
	if command -v go >/dev/null; then cd clients/go && go generate; fi

bench: $(DEV) ## measure speed and sizes
	$(BIN)/python -m benchmarks $(ARGS)

image-test: $(DEV) ## build the image, and run it locked up; needs podman
	IMAGE=$$(tools/build-image) && IMAGE="$$IMAGE" $(BIN)/pytest -rP tests/deploy/test_image.py $(ARGS)

release-check: $(DEV) $(RELEASE) ## build a release into dist/, and check it; WITHOUT="image audit" leaves these out
	rm -rf dist
	commit=$$(git rev-parse HEAD) && tools/build-release dist "$$commit" && DIST=dist COMMIT="$$commit" \
		$(BIN)/pytest --numprocesses auto --dist loadscope -rs tests/release $(ARGS)
ifeq ($(filter image,$(WITHOUT)),)
	$(MAKE) image-test
endif
ifeq ($(filter audit,$(WITHOUT)),)
	.venv/release/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock \
		|| { echo 'It is advised against, or not all was audited: see above. WITHOUT=audit asks nobody.'; exit 1; }
endif

$(RUN): requirements.lock pyproject.toml engine/pisyedili/engine/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Python 3.11 or newer is needed; name one by make PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo 'Python lacks its venv module; on Debian and Ubuntu install python3-venv'; exit 1; }
	@echo 'Setting up .venv ...'
	@test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --editable .
	@touch $@

$(DEV): $(RUN) requirements-dev.lock
	@echo 'Installing what tests and checks need ...'
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# What would clash with the rest has an environment of its own: .venv/deploy, .venv/release.
$(TOOLS) $(RELEASE): .venv/%.stamp: requirements-%.lock | $(RUN)
	@echo 'Installing what requirements-$*.lock lists ...'
	@test -x .venv/$*/bin/pip || $(PYTHON) -m venv --clear .venv/$*
	@.venv/$*/bin/pip --disable-pip-version-check install --quiet --require-hashes -r requirements-$*.lock
	@touch $@
