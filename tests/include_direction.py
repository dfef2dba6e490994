#!/usr/bin/env python3
"""Holds the direction of includes: a room may include itself and the rooms above it in ARCHITECTURE.md's list."""
import pathlib
import re
import sys

ROOMS = ["base", "law", "shape", "state", "search", "kernel", "contact", "solve", "step", "sim", "scene", "workbench",
         "io", "analysis", "api", "draw", "report", "experiments", "app"]

# Rooms that come in by the public door only.
DOORS = {"experiments": {"base", "sim", "workbench", "io", "analysis", "draw", "experiments"}}

# Folders that hold rooms, and folders that are one.
source, rooms_of_their_own = pathlib.Path(sys.argv[1]), [pathlib.Path(a) for a in sys.argv[2:]]
wrong = []
placed = [(p, p.relative_to(source).parts[0]) for p in source.rglob("*")]
for folder in rooms_of_their_own:
    placed += [(p, folder.name) for p in folder.rglob("*")]
files = sorted((p, room) for p, room in placed if p.suffix in (".h", ".cpp"))
for path, room in files:
    if room not in ROOMS:
        wrong.append(f"{path}: {room}/ is not a room of ARCHITECTURE.md")
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#include "([^/"]+)/', line)
        if match and match.group(1) == "scree":  # the public interface, which any file may use
            continue
        if match and match.group(1) not in ROOMS:
            wrong.append(f"{path}:{number}: {match.group(1)}/ is not a room")
        elif match and ROOMS.index(match.group(1)) > ROOMS.index(room):
            wrong.append(f"{path}:{number}: {room}/ includes {match.group(1)}/, which stands below it")
        elif match and match.group(1) not in DOORS.get(room, ROOMS):
            wrong.append(f"{path}:{number}: {room}/ includes {match.group(1)}/, which is not a public room")
        elif not match and re.match(r'\s*#include "', line):
            wrong.append(f"{path}:{number}: include by the path from src/, with its room")
assert files, f"no sources under {source}"
for sentence in wrong:
    print(sentence)
print(f"{len(files)} files, {len(wrong)} wrong includes")
sys.exit(1 if wrong else 0)
