# make demo   install what is missing, build, run the main job, leave a picture and a table
# make test   the same set-up, then all tests
# More: build, sanitize, bench, validate, format, clean.
BUILD ?= build
JOBS  ?= $(shell nproc)

.PHONY: demo test build setup sanitize bench validate clean

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

# Address and undefined-behaviour sanitizers over the tests (the comparison runs with LAMMPS excepted: they test numbers).
sanitize: setup
	cmake -S . -B $(BUILD)-sanitize -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSCREE_SANITIZE=ON -DSCREE_BENCH=OFF
	cmake --build $(BUILD)-sanitize -j $(JOBS)
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp ctest --test-dir $(BUILD)-sanitize --output-on-failure -j $(JOBS) -LE peers

# Particle-steps per second beside LAMMPS, in one run. BENCH_FLAGS="--quick" for a first look.
bench: build
	$(BUILD)/scree bench --peer lmp --json bench/results/latest.json $(BENCH_FLAGS)

# Slow validation against the papers comes with their experiments; until then this is the tests and the side-by-side benchmark.
validate: test bench

clean:
	rm -rf $(BUILD) $(BUILD)-sanitize demo-out
