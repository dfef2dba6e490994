#!/bin/sh
# Runs every fuzzer of a build folder for a bounded time: fuzz/run.sh build-fuzz/fuzz 60. Fails on any finding.
# Inputs that reached new code are kept in <name>.corpus of that folder; a finding is left there as <name>.crash-... or the like.
set -eu
folder=$1
seconds=$2
failed=""
ran=0
for program in "$folder"/*_fuzz; do
  [ -x "$program" ] || continue
  name=$(basename "$program")
  mkdir -p "$folder/$name.corpus"
  dictionary=""
  [ -f "$folder/$name.dict" ] && dictionary="-dict=$folder/$name.dict"
  echo "fuzz: $name for $seconds s"
  "$program" -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=10 -max_len=65536 -print_final_stats=1 -print_funcs=0 -verbosity=0 \
    -artifact_prefix="$folder/$name." $dictionary "$folder/$name.corpus" "$folder/$name.seeds" || failed="$failed $name"
  ran=$((ran + 1))
done
if [ "$ran" -eq 0 ]; then
  echo "fuzz: there is no fuzzer in $folder" >&2
  exit 1
fi
if [ -n "$failed" ]; then
  echo "fuzz: findings in$failed; the inputs are in $folder" >&2
  exit 1
fi
