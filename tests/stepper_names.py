#!/usr/bin/env python3
"""Sources ask the descriptor of a stepper for a property. Only the list of steppers, their own files, and scenes that
are made in C++ (an assignment to `.stepper`) name an enumerator of StepperKind."""
import pathlib
import re
import sys

LIST, OWN_FILES = "sim/steppers.h", "sim/steppers/"
assignment = re.compile(r"\.stepper = (?:sim::)?StepperKind::\w+[;,]")

wrong, files = [], 0
for folder in map(pathlib.Path, sys.argv[1:]):
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp")):
        files += 1
        name = path.relative_to(folder).as_posix()
        if name == LIST or name.startswith(OWN_FILES):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = assignment.sub("", line)
            if re.search(r"StepperKind::\w|using enum .*StepperKind|<(?:sim::)?StepperKind>\(", code):
                wrong.append(f"{path}:{number}: names a stepper; ask sim::stepper_of(scene) for a property")
assert files, "no sources"
for sentence in wrong:
    print(sentence)
print(f"{files} files, {len(wrong)} lines that name a stepper")
sys.exit(1 if wrong else 0)
