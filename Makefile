# make demo   install what is missing, build, run the main job, leave a picture and a table
# make test   the same set-up, then all tests
# make help   every target with one line
BUILD ?= build
JOBS  ?= $(shell nproc)

.PHONY: help demo test quick build setup format lint sanitize sanitize-address sanitize-thread fuzz odr bench bench-nonsmooth validate reproduce experiments-page clusters mutants clean

help:
	@echo "demo              install dependencies, build, pour two heaps, leave demo-out/heaps.png"
	@echo "test              install dependencies, build, run all tests (what CI runs)"
	@echo "build             the program at $(BUILD)/scree"
	@echo "quick             build, then the unit tests without the slow suites; FILTER='Explicit*:Ledger*' chooses"
	@echo "format            clang-format over the sources"
	@echo "lint              clang-tidy over src/; FILES='src/law/*.cpp' chooses"
	@echo "sanitize          address, undefined-behaviour and thread sanitizers over the tests (hours)"
	@echo "fuzz              fuzzers of the readers and of restored states, a minute each"
	@echo "odr               link with -flto -Wodr: no class has two definitions"
	@echo "mutants           changes of 1 % in the physics, each of which a named test must notice"
	@echo "bench             particle-steps per second beside LAMMPS; bench-nonsmooth: rigid contacts beside ODE"
	@echo "reproduce         all experiments of the papers; experiments-page: record the fast ones and write the page"
	@echo "clusters          exported sweeps by Snakemake and by a Slurm of this machine alone"
	@echo "validate          test, odr, bench, bench-nonsmooth, reproduce, clusters, mutants (hours)"
	@echo "clean             remove build folders and outputs"

setup:
	@tools/setup.sh

$(BUILD)/build.ninja: CMakeLists.txt
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release

build: setup $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS)

demo: build
	$(BUILD)/scree demo --out demo-out

test: build
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

# Suites that take seconds each: whole runs, checked by `make test`.
SLOW = *SameBits*:*Saved*:*Cloud*:*AppliedLoads*:*ClosedPaths*:Reproduce*:PageOfExperiments*:BoxAmongBodies*:SmoothAgainstNonsmooth*
FILTER ?= -$(SLOW)
quick: $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS) --target scree_tests
	$(BUILD)/tests/scree_tests --gtest_brief=1 --gtest_filter='$(FILTER)'

format: setup
	python3 tests/format.py . --files | xargs clang-format -i

FILES ?= $(shell find src -name '*.cpp' ! -name '*isa_kernels.cpp')
lint: setup
	@tools/setup.sh lint
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
	printf '%s\n' $(FILES) | xargs -P $(JOBS) -n 4 clang-tidy -p $(BUILD) --quiet --warnings-as-errors='*'

# Sanitizers over the tests (the comparison runs with LAMMPS excepted: they test numbers): addresses and undefined behaviour over all,
# threads over those that use some. Why with clang: docs/decisions/sanitizers.md
sanitize: sanitize-address sanitize-thread

sanitize-address: setup
	cmake -S . -B $(BUILD)-sanitize -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSCREE_SANITIZE=address -DSCREE_BENCH=OFF
	cmake --build $(BUILD)-sanitize -j $(JOBS)
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp ctest --test-dir $(BUILD)-sanitize --output-on-failure -j $(JOBS)

sanitize-thread: setup
	@tools/setup.sh clang
	cmake -S . -B $(BUILD)-threads -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSCREE_SANITIZE=thread -DSCREE_BENCH=OFF -DCMAKE_CXX_COMPILER=clang++
	cmake --build $(BUILD)-threads -j $(JOBS)
	TSAN_OPTIONS="suppressions=$(CURDIR)/tests/tsan.supp ignore_noninstrumented_modules=1" \
	  ctest --test-dir $(BUILD)-threads --output-on-failure

# Every fuzzer for FUZZ_SECONDS; fails on any finding, and leaves the input in $(BUILD)-fuzz/fuzz.
FUZZ_SECONDS ?= 60
fuzz: setup
	@tools/setup.sh clang
	cmake -S . -B $(BUILD)-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ -DSCREE_FUZZ=ON -DSCREE_TESTS=OFF -DSCREE_BENCH=OFF
	cmake --build $(BUILD)-fuzz -j $(JOBS) --target fuzzers
	fuzz/run.sh $(BUILD)-fuzz/fuzz $(FUZZ_SECONDS)

# The program linked with link-time optimisation, in which gcc compares the definitions of each class in all files (tests/one_definition.py is its quick
# substitute among the tests). Without optimisation: the comparison needs none.
odr: setup
	cmake -S . -B $(BUILD)-odr -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O0 -flto=auto -Wodr -Werror=odr" \
	  -DCMAKE_AR=$(shell command -v gcc-ar) -DCMAKE_RANLIB=$(shell command -v gcc-ranlib) -DSCREE_TESTS=OFF -DSCREE_BENCH=OFF
	cmake --build $(BUILD)-odr -j $(JOBS) --target scree_program

# Particle-steps per second beside LAMMPS, in one run. BENCH_FLAGS="--quick" for a first look.
bench: build
	$(BUILD)/scree bench --peer lmp --json bench/results/latest.json $(BENCH_FLAGS)

# A step of rigid contacts by every solver, beside ODE, in one run.
bench-nonsmooth: setup
	@tools/setup.sh ode
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release
	cmake --build $(BUILD) -j $(JOBS)
	$(BUILD)/scree bench --nonsmooth --peer ode --json bench/results/latest-nonsmooth.json $(BENCH_FLAGS)

# Every experiment of the papers at its full size (the packings of Santos2020 at the scale quick: their full size is days of many cores), the side-by-side benchmarks, and sweeps on
# clusters, and the mutation test. REPRODUCE_FLAGS="--scale quick" for a first look.
validate: test odr bench bench-nonsmooth reproduce clusters mutants

# Changes of 1 % in the physics, each of which a named test must notice; continues an interrupted run. docs/mutants.md
mutants: build
	python3 tools/mutants.py run tests/mutants --build $(BUILD)-mutants --libraries $(BUILD) -j $(JOBS)

# Exported sweeps by Snakemake and by a Slurm of this machine alone; its daemons want root.
clusters: build
	@tools/setup.sh clusters
	python3 tests/app/sweep_clusters.py $(BUILD)/scree

reproduce: build
	$(BUILD)/scree reproduce --out reproduce-out $(REPRODUCE_FLAGS)

# Carries out all experiments but the slow ones (campello-5.3 and the heap at their full size, packings), records them in docs/results and writes docs/experiments.md.
# Quick forms come first: records of the full size remember them. A slow one: scree reproduce ID --scale SCALE --record docs/results --page docs/experiments.md.
REVISION := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
RECORD = $(BUILD)/scree reproduce --out reproduce-out/page --record docs/results --revision $(REVISION)
experiments-page: build
	$(RECORD) --scale quick $(patsubst docs/results/%.quick.json,%,$(wildcard docs/results/*.quick.json))
	$(RECORD) --scale paper $$($(BUILD)/scree reproduce --list | awk 'NR > 1 { print $$1 }' | grep -vE '^(tasora-6.3-heap|campello-5.3-container|santos-fig.)$$') --page docs/experiments.md

clean:
	rm -rf $(BUILD) $(BUILD)-sanitize $(BUILD)-threads $(BUILD)-fuzz $(BUILD)-odr $(BUILD)-mutants demo-out reproduce-out
