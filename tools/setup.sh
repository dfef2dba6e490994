#!/bin/sh
# Installs the Debian packages that Scree needs and this machine lacks. Says what it does; does nothing when all is there.
# `tools/setup.sh lint` installs what only `make lint` needs, `tools/setup.sh clang` what only `make fuzz` and the threads part of `make sanitize` need,
# `tools/setup.sh ode` what only `scree bench --nonsmooth --peer ode` needs, `tools/setup.sh clusters` what runs exported sweeps in `make validate`.
set -eu

# Build: compiler and tools, then one library for each job (docs/decisions/dependencies.md).
packages="
  build-essential cmake ninja-build pkg-config python3
  libhwy-dev libtomlplusplus-dev libudunits2-dev libfmt-dev libcli11-dev nlohmann-json3-dev libcairo2-dev zlib1g-dev
  libhdf5-dev libxxhash-dev libeigen3-dev
  fonts-dejavu-core
  libgtest-dev libgmock-dev libbenchmark-dev python3-vtk9 clang-format
  lammps
"
# Fuzzing and the thread sanitizer: clang with its run-time libraries, and LLVM's OpenMP with the tool that explains it to the sanitizer.
if [ "${1:-}" = clang ]; then
  packages="clang libclang-rt-dev libomp-dev"
fi
# Static analysis.
if [ "${1:-}" = lint ]; then
  packages="clang-tidy libomp-dev"
fi
# A peer of the nonsmooth benchmark.
if [ "${1:-}" = ode ]; then
  packages="libode-dev"
fi
# What exported sweeps are run by: a workflow, and a cluster of one machine.
if [ "${1:-}" = clusters ]; then
  packages="snakemake slurmctld slurmd slurm-client munge"
fi
missing=""
for package in $packages; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
if [ -z "$missing" ]; then
  exit 0
fi
echo "setup: installing Debian packages:$missing"
if [ "$(id -u)" -eq 0 ]; then
  run=""
elif command -v sudo >/dev/null 2>&1; then
  run="sudo"
else
  echo "setup: run as root, or install sudo, or install these packages yourself:$missing" >&2
  exit 1
fi
$run apt-get update -q
DEBIAN_FRONTEND=noninteractive $run apt-get install -y -q --no-install-recommends $missing
