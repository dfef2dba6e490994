#!/usr/bin/env python3
"""What is a mean over a few seeds worth as a check? From the table of a sweep over many seeds.

  scree sweep scenes/packing_scatter_study.toml --out scatter
  tools/means_of_seeds.py scatter/table.csv packing.rattler_share 0.32 0.03

prints mean and deviation of that column, and how many of 20,000 random choices of three and of six seeds have a mean within 0.03 of 0.32.
"""
import csv
import random
import statistics
import sys

CHOICES = 20000


def share_within(values, seeds, expected, tolerance):
    chosen = random.Random(seeds)
    hits = sum(abs(statistics.fmean(chosen.sample(values, seeds)) - expected) <= tolerance for _ in range(CHOICES))
    return hits / CHOICES


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    table, column, expected, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
    with open(table, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["state"] == "finished"]
    if not rows or column not in rows[0]:
        sys.exit(f"{table}: no finished run, or no column {column}; it has: {', '.join(rows[0]) if rows else 'none'}")
    values = [float(row[column]) for row in rows]
    if len(values) < 6:
        sys.exit(f"{table}: {len(values)} finished runs; at least six are needed")
    deviation = statistics.stdev(values)
    print(f"{column}: {len(values)} seeds, mean {statistics.fmean(values):.4f} +- {deviation / len(values) ** 0.5:.4f}, deviation {deviation:.4f}")
    for seeds in (3, 6):
        print(f"  means of {seeds} within {tolerance} of {expected}: {100 * share_within(values, seeds, expected, tolerance):.0f} %")


main()
