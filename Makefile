# Every task is one command. BUILD_FLAGS goes to each call of swift, as in
#   make test BUILD_FLAGS='--scratch-path /tmp/build'

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

PREFIX ?= /usr/local
DESTDIR ?=
BUILD_FLAGS ?=
BENCH_FLAGS ?=
RULE ?=
SOAK_FLAGS ?=
AIR_SCORE_FLAGS ?=
BASE ?= HEAD
SAME_FLAGS ?=
VERDICTS_FLAGS ?=
PROGRAM ?=
FUZZ_SECONDS ?= 60
SANITIZERS ?= address thread
FUZZ_STAGES ?=
FUZZ_SEED ?=
OUTPUTS ?= 200
FLEET ?= 10000
FLEET_CAPTURES ?= samples/*/capture.btsnoop
FLEET_LARGE ?=
DOCS ?= .build/docs

VERSION = $(shell sed -n 's/.*static let number = "\(.*\)"/\1/p' \
  Sources/Report/Version.swift)

# What the build needs beside Swift.
PACKAGES := pkg-config nettle-dev zlib1g-dev libpcap-dev libcap-ng-dev libjs-dygraphs

# A target may import only what the manifest says it may.
CHECKED := --explicit-target-dependency-import-check error
# Else the linker makes the program look for libraries beside itself, before the system's own.
CHECKED += --disable-local-rpath
RELEASE := --configuration release $(CHECKED) $(BUILD_FLAGS)
# The program then runs where Swift is not installed, and starts twice as fast.
ifeq ($(shell uname -s),Linux)
  RELEASE += --static-swift-stdlib
endif

ifeq ($(CI),true)
  # Built once: one process a module, which looks at each declaration and expands each macro once. Of
  # files in batches each batch does so, and one more process for the module's interface. A backtrace
  # has lines, by their tables. SwiftPM looks for tests in the index: it stays.
  CHECKED += -Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization
  CHECKED += -Xswiftc -no-emit-module-separately-wmo -Xswiftc -gline-tables-only
  CHECKED += -Xswiftc -num-threads -Xswiftc $(shell getconf _NPROCESSORS_ONLN)
else
  # Each process of the compiler expands the macros of all files of its module: as few processes as
  # there are processors, where the compiler would begin one for every 25 files.
  CHECKED += -Xswiftc -driver-batch-count -Xswiftc $(shell getconf _NPROCESSORS_ONLN)
endif

# What a comparison runs: the release build, or PROGRAM, such as .build/debug/bletrace.
TRIED = $(or $(PROGRAM),$$(swift build $(RELEASE) --show-bin-path)/bletrace)
TRIED_BUILD := $(if $(PROGRAM),,build)

.PHONY: demo build test build-tests check sanitize golden same hashes verdicts facts bench results soak \
  air-score fuzz outputs fleet fleet-growth man docs install install-unstripped \
  deb dist check-packages check-ci-examples build-flags needs

# Analyses a sample: a business card, sent from one phone to another in eight chunks. A debug build
# shows the same in a third of the time, and is what `make check` goes on from.
demo: needs
	swift run $(CHECKED) $(BUILD_FLAGS) bletrace analyze samples/bizcard-central/capture.btsnoop

build: needs
	swift build $(RELEASE) --product bletrace

# The tests, the style, and as the last lines what failed, and how the tests ended.
test: needs
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; status=0; \
	swift test --disable-xctest $(CHECKED) $(BUILD_FLAGS) 2>&1 | tee "$$log" || status=1; \
	swift format lint --strict --parallel --recursive Package.swift Sources Tests || status=1; \
	grep -E -A 2 '^✘ Test .* recorded an issue' "$$log" | cut -b -500 | head -n 80 || true; \
	grep -E 'Test run with [0-9]+ tests?' "$$log" | tail -n 1 || status=1; \
	exit $$status

# What they are built from, without running them.
build-tests: needs
	swift build --build-tests $(CHECKED) $(BUILD_FLAGS)

# What a change needs, before `make test`: the tests of a rule (RULE=credit-stall), or without one
# those of the targets with changes that are not committed; and the style of the changed files.
check: needs
	tests=$$(.ci/tests-of '$(RULE)'); \
	swift test --disable-xctest $(CHECKED) $(BUILD_FLAGS) --filter "$$tests"
	git diff --name-only --diff-filter=d HEAD -- '*.swift' \
	  | xargs --no-run-if-empty swift format lint --strict

# The tests under each sanitizer, in builds of their own; SANITIZERS=thread runs one.
sanitize: needs
	for kind in $(SANITIZERS); do \
	  swift test --disable-xctest $(CHECKED) --sanitize=$$kind $(BUILD_FLAGS) \
	    --scratch-path .build/$$kind; \
	done

# Rewrites the golden files; look at the difference before committing it.
golden: needs
	BLETRACE_UPDATE_GOLDEN=1 swift test --disable-xctest $(CHECKED) $(BUILD_FLAGS)
	git status --short

# Compares all outputs with those of the program of BASE, a commit or a program, for the samples and
# for real captures; SAME_FLAGS as `Tests/EqualOutput/same --help` lists them.
same: $(TRIED_BUILD)
	python3 -B Tests/EqualOutput/same --bletrace "$(TRIED)" --base "$(BASE)" $(SAME_FLAGS)

# Keeps the hashes of the outputs for the samples.
hashes: $(TRIED_BUILD)
	python3 -B Tests/EqualOutput/same --bletrace "$(TRIED)" --hashes write $(SAME_FLAGS)

# Holds every rule against captures in which readers judged each finding, in the folder that
# BLETRACE_JUDGED names; VERDICTS_FLAGS as `Tests/Verdicts/verdicts --help` lists them.
verdicts: $(TRIED_BUILD)
	python3 -B Tests/Verdicts/verdicts --bletrace "$(TRIED)" $(VERDICTS_FLAGS)

# What the report should state of the captures with CAPTURE in their path, beside what it states.
facts: $(TRIED_BUILD)
	python3 -B Tests/Verdicts/verdicts --bletrace "$(TRIED)" --facts "$(CAPTURE)"

# The documentation of the library, as a website in DOCS; a warning fails it.
docs: needs
	BUILD_FLAGS="$(CHECKED) $(BUILD_FLAGS)" Sources/Bletrace/document "$(DOCS)"

# Measures the release build, and the memory it takes for hostile captures; BENCH_FLAGS as
# `bletrace-bench --help` lists them.
bench: build
	swift build $(RELEASE) --product bletrace-bench
	bench="$$(swift build $(RELEASE) --show-bin-path)/bletrace-bench"; \
	"$$bench" $(BENCH_FLAGS); \
	"$$bench" bounds $(filter --markdown,$(BENCH_FLAGS))

# The same, written to RESULTS.md.
results: build
	swift build $(RELEASE) --product bletrace-bench
	bench="$$(swift build $(RELEASE) --show-bin-path)/bletrace-bench"; \
	results=$$(mktemp); trap 'rm -f "$$results"' EXIT; \
	{ \
	  printf '# How fast, and how much memory\n\nIn CPU time, at commit %s:\n\n' \
	    "$$(git rev-parse --short HEAD)"; \
	  "$$bench" --growth --markdown $(BENCH_FLAGS); printf '\n'; "$$bench" bounds --markdown; \
	} > "$$results"; \
	cat "$$results" > Sources/bletrace-bench/RESULTS.md

# Half an hour of `bletrace live` at 20 000 records a second; SOAK_FLAGS as `Tests/Soak/soak --help`
# lists them.
soak: build
	swift build $(RELEASE) --product bletrace-bench
	Tests/Soak/soak --programs "$$(swift build $(RELEASE) --show-bin-path)" $(SOAK_FLAGS)

# Scores what is said of sniffed packets against simulated connections, in 120 runs, beside tshark's
# marks; AIR_SCORE_FLAGS as `Tests/AirScore/score --help` lists them.
air-score: build
	python3 -B Tests/AirScore/score $(AIR_SCORE_FLAGS) \
	  --bletrace "$$(swift build $(RELEASE) --show-bin-path)/bletrace"

# Feeds made-up input to each layer, a minute each, and prints what was reached. FUZZ_SECONDS=1800
# is a long run; FUZZ_STAGES='att report' runs only these; FUZZ_SEED=NUMBER begins as another run did.
fuzz: needs
	FUZZ_SEED='$(FUZZ_SEED)' Sources/bletrace-fuzz/fuzz $(FUZZ_SECONDS) $(FUZZ_STAGES)

# Renders hostile texts in every form of output, and reads them with independent parsers; needs
# cmark-gfm, xmllint and python3. OUTPUTS=5000 is a long run.
outputs: needs
	rm -rf .build/outputs
	swift run $(CHECKED) $(BUILD_FLAGS) bletrace-fuzz outputs .build/outputs $(or $(FUZZ_SEED),1) $(OUTPUTS)
	Sources/bletrace-fuzz/parse-outputs .build/outputs

# Loads many captures, copies of the samples, by DuckDB and by Spark, kills workers meanwhile, and
# prints how long it took; needs Java. FLEET=100000 takes so many; FLEET_CAPTURES, copies of others.
fleet: build
	python=$$(samples/fleet/environment requirements.txt requirements-spark.txt); \
	PYTHONDONTWRITEBYTECODE=1 "$$python" samples/fleet/measure.py \
	  "$$(swift build $(RELEASE) --show-bin-path)/bletrace" $(FLEET) $(FLEET_CAPTURES)

# How that grows, and on paper what ten million captures cost.
# FLEET_LARGE='-m FOLDER' measures a folder of larger btsnoop captures, too.
fleet-growth: build
	python=$$(samples/fleet/environment requirements.txt requirements-spark.txt); \
	PYTHONDONTWRITEBYTECODE=1 "$$python" samples/fleet/growth.py $(FLEET_LARGE) \
	  "$$(swift build $(RELEASE) --show-bin-path)/bletrace" 1000,10000,100000 $(FLEET_CAPTURES)

# Rewrites the manual pages from the option table.
man: needs
	swift run $(CHECKED) $(BUILD_FLAGS) bletrace man man

# The program with its symbols, its manual pages and completions.
install-unstripped: build
	share="$(DESTDIR)$(PREFIX)/share"; \
	install -d "$(DESTDIR)$(PREFIX)/bin" "$$share"/{man/man1,bash-completion/completions} \
	  "$$share"/{zsh/site-functions,fish/vendor_completions.d}; \
	program="$$(swift build $(RELEASE) --show-bin-path)/bletrace"; \
	install -m 755 "$$program" "$(DESTDIR)$(PREFIX)/bin"; \
	install -m 644 man/*.1 "$$share/man/man1"; \
	"$$program" completions bash > "$$share/bash-completion/completions/bletrace"; \
	"$$program" completions zsh > "$$share/zsh/site-functions/_bletrace"; \
	"$$program" completions fish > "$$share/fish/vendor_completions.d/bletrace.fish"

# Two thirds of the program are symbols; they go to a file of their own in `.debug` beside it, where
# debuggers look for them.
install: install-unstripped
	@.ci/install-missing binutils
	if [[ $$(uname -s) == Linux ]]; then \
	  program="$(DESTDIR)$(PREFIX)/bin/bletrace"; symbols="$${program%/*}/.debug/bletrace.debug"; \
	  install -d "$${symbols%/*}"; \
	  objcopy --only-keep-debug "$$program" "$$symbols"; \
	  chmod 644 "$$symbols"; \
	  objcopy --strip-all --add-gnu-debuglink="$$symbols" "$$program"; \
	fi

# A Debian package, and one with the symbols, in .build/dist.
deb: needs
	@.ci/install-missing debhelper fakeroot lintian
	debian/make $(VERSION)

# A tarball that runs on Linux with glibc 2.36 or later, in .build/dist.
dist: needs
	@.ci/install-missing binutils patchelf
	.ci/make-dist $(VERSION)

# Installs both on systems that have nothing but their base, and runs the README's first example
# there; needs root, and the archives of Debian and Ubuntu.
check-packages: deb dist
	@.ci/install-missing mmdebstrap curl libcap2-bin python3-yaml
	.ci/check-packages

# Runs the README's examples for CI on a system as in Swift's container; needs root, the archive of
# Debian, and the time of a release build.
check-ci-examples:
	@.ci/install-missing mmdebstrap git libxml2-utils python3-venv python3-yaml
	.ci/jenkins-schema
	Tests/ComparisonTests/sarif-schema
	python3 .ci/check-ci-examples

# How `make test` builds, for scripts that go on from it.
build-flags:
	@echo '$(CHECKED) $(BUILD_FLAGS)'

needs:
	@.ci/install-missing $(PACKAGES)
