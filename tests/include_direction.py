#!/usr/bin/env python3
"""Checks the direction of includes: a module may include itself and the modules above it in ARCHITECTURE.md's list."""
import pathlib
import re
import sys

MODULES = ["base", "law", "shape", "state", "search", "kernel", "contact", "solve", "step", "sim", "scene", "workbench",
         "io", "analysis", "api", "draw", "report", "experiments", "app"]

# Modules that may include these modules only.
PUBLIC = {"experiments": {"base", "sim", "workbench", "io", "analysis", "draw", "experiments"}}

# The folder of the modules, and folders that are one module each.
source, single_modules = pathlib.Path(sys.argv[1]), [pathlib.Path(a) for a in sys.argv[2:]]
wrong = []
placed = [(p, p.relative_to(source).parts[0]) for p in source.rglob("*")]
for folder in single_modules:
    placed += [(p, folder.name) for p in folder.rglob("*")]
files = sorted((p, module) for p, module in placed if p.suffix in (".h", ".cpp"))
for path, module in files:
    if module not in MODULES:
        wrong.append(f"{path}: {module}/ is not a module of ARCHITECTURE.md")
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#include "([^/"]+)/', line)
        if match and match.group(1) == "scree":  # the public interface, which any file may use
            continue
        if match and match.group(1) not in MODULES:
            wrong.append(f"{path}:{number}: {match.group(1)}/ is not a module")
        elif match and MODULES.index(match.group(1)) > MODULES.index(module):
            wrong.append(f"{path}:{number}: {module}/ includes {match.group(1)}/, which stands below it")
        elif match and match.group(1) not in PUBLIC.get(module, MODULES):
            wrong.append(f"{path}:{number}: {module}/ includes {match.group(1)}/, which is not among the modules it may include")
        elif not match and re.match(r'\s*#include "', line):
            wrong.append(f"{path}:{number}: include by the path from src/, with its module")
assert files, f"no sources under {source}"
for sentence in wrong:
    print(sentence)
print(f"{len(files)} files, {len(wrong)} wrong includes")
sys.exit(1 if wrong else 0)
