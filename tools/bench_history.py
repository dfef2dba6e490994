#!/usr/bin/env python3
"""Keep bench/results/history.csv and draw it.

    tools/bench_history.py draw                            # writes bench/results/history.svg from the CSV
    tools/bench_history.py add FILE.json DATE COMMIT NOTE  # appends the rows of a `scree bench --json` file, then draws

The chart shows the ratio to LAMMPS on one thread: one line a case, one position a recorded run, oldest first.
"""
import csv
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "bench" / "results"
TABLE, CHART = FOLDER / "history.csv", FOLDER / "history.svg"
COLUMNS = ["date", "commit", "machine", "case", "threads", "particle_steps_per_second", "ratio_to_lammps",
           "ns_per_contact", "bytes_per_body", "source", "note"]
COLOURS = {"pack10k": "#1f5fa8", "pack32k": "#5aa2dc", "pack256k": "#14355c", "chute": "#c8641c",
           "chute-full": "#e6a050", "jam1k": "#3c8c46", "jam10k": "#8cbe5a"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1100, 460, 60, 130, 30, 110


def add(path, date, commit, note):
    result = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    machine = result["processor"].replace("(R)", "").replace(" Processor", "")
    with TABLE.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        for row in result["rows"]:
            writer.writerow({
                "date": date, "commit": commit, "machine": machine, "case": row["case"], "threads": row["threads"],
                "particle_steps_per_second": round(1e6 * row["million_particle_steps_per_second"]),
                "ratio_to_lammps": f"{row['ratio']:.3f}" if "ratio" in row else "",
                "ns_per_contact": f"{row['ns_per_contact']:.2f}", "bytes_per_body": round(row["bytes_per_body"]),
                "source": pathlib.Path(path).name, "note": note})


def draw():
    with TABLE.open(newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["source"].endswith(".json") and r["threads"] == "1"
                and r["ratio_to_lammps"] and r["case"] in COLOURS]
    runs = list(dict.fromkeys((r["date"], r["commit"], r["machine"]) for r in rows))
    top = max(float(r["ratio_to_lammps"]) for r in rows) * 1.05

    def x(run):
        return LEFT + (runs.index(run) + 0.5) * (WIDTH - LEFT - RIGHT) / len(runs)

    def y(ratio):
        return TOP + (1 - ratio / top) * (HEIGHT - TOP - BOTTOM)

    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
           'font-size="11">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="18" font-size="13">Particle-steps per second on one thread, over LAMMPS</text>']
    for ratio in range(int(top) + 1):
        svg.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(ratio):.1f}" y2="{y(ratio):.1f}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 8}" y="{y(ratio) + 4:.1f}" text-anchor="end">{ratio}</text>')
    for run in runs:
        for line, text in enumerate(run):
            below = HEIGHT - BOTTOM + 18 + 14 * line
            svg.append(f'<text x="{x(run):.1f}" y="{below}" text-anchor="middle">{text}</text>')
    for number, (case, colour) in enumerate(COLOURS.items()):
        best = {}  # of several results of a case in one run
        for r in (r for r in rows if r["case"] == case):
            run = (r["date"], r["commit"], r["machine"])
            best[run] = max(best.get(run, 0.0), float(r["ratio_to_lammps"]))
        points = [(x(run), y(best[run])) for run in runs if run in best]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        svg.append(f'<polyline fill="none" stroke="{colour}" points="{path}"/>')
        svg += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points]
        svg.append(f'<text x="{WIDTH - RIGHT + 20}" y="{TOP + 20 + 18 * number}" fill="{colour}">{case}</text>')
    CHART.write_text("\n".join([*svg, "</svg>"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["add"] and len(sys.argv) == 6:
        add(*sys.argv[2:])
    elif sys.argv[1:] != ["draw"]:
        sys.exit(__doc__)
    draw()
