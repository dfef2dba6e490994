#!/usr/bin/env python3
"""Mean and standard error of a measure for each value of a key, from the table of a sweep. Runs without that measure,
and heaps that are not at rest (if the table has repose.at_rest), are left out and counted.

  scree sweep scenes/heap_envelope_study.toml --out envelope
  python3 tools/means_by_value.py envelope/table.csv nonsmooth.envelope repose.psi_s_deg
"""
import csv
import statistics
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    table, key, measure = sys.argv[1:]
    with open(table, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["state"] == "finished"]
    if not rows or key not in rows[0] or measure not in rows[0]:
        has = ", ".join(rows[0]) if rows else "none"
        sys.exit(f"{table}: no finished run, or no column {key} or {measure}; it has: {has}")
    groups = {}
    for row in rows:
        usable = row.get("repose.at_rest") != "false" and row[measure] != ""
        groups.setdefault(row[key], []).append(float(row[measure]) if usable else None)
    for value, all_runs in groups.items():
        found = [x for x in all_runs if x is not None]
        if len(found) < 2:
            print(f"{key} = {value}: {len(found)} of {len(all_runs)} runs to be used, too few")
            continue
        deviation = statistics.stdev(found)
        print(f"{key} = {value}: {measure} {statistics.fmean(found):.2f} +- {deviation / len(found) ** 0.5:.2f} "
              f"({len(found)} of {len(all_runs)} runs, deviation {deviation:.2f})")


main()
