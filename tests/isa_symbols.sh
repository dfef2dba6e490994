#!/bin/sh
# The kernels are compiled several times with different instruction sets. If two such objects defined the same weak symbol, the
# linker could take the wide one for a machine that cannot run it. So: every symbol that these objects share with the rest of
# the program (weak or global) must carry the name of its instruction set.
set -eu
bad=0
for object in "$@"; do
  shared=$(nm --defined-only "$object" | awk '$2 ~ /[WVuTDB]/ { print $3 }')
  [ -n "$shared" ] || { echo "$object defines nothing: is this the right file?"; exit 1; }
  foreign=$(echo "$shared" | grep -v 'isa_\(avx2\|avx512\)' || true)
  if [ -n "$foreign" ]; then
    echo "$object shares symbols with other instruction sets:"
    echo "$foreign" | c++filt
    bad=1
  fi
done
echo "$# objects, shared symbols: $([ $bad = 0 ] && echo none || echo some)"
exit $bad
