#!/bin/sh
# Makes bench/data/chute.data.gz anew from bench/chute_bed.toml (about two minutes). Six decimals are enough for a benchmark.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/scree run bench/chute_bed.toml --threads 2 --data --out "$work/bed"
awk 'NF == 7 && /^[0-9]+ [12] 1 /{ printf "%d %d 1 %s %.6f %.6f %.6f\n", $1, $2, "1.909859317102744", $5, $6, $7; next }
     NF == 7 { printf "%d %.6f %.6f %.6f %.6f %.6f %.6f\n", $1, $2, $3, $4, $5, $6, $7; next } { print }' "$work/bed/final.data" \
  | gzip -9n > bench/data/chute.data.gz
ls -l bench/data/chute.data.gz
