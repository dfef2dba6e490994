#!/usr/bin/env python3
"""Every part of a specification that a text cites exists in docs/specs.

A citation names a file and its parts, "campello.md, C12" or "tasora.md, 1.3", or says "[spec, 5]" where the file is
clear: in experiments/<paper>, or in a text that names one file only. Points of tables are also cited by their letter
and number alone: A and P of fang-negrut.md (P in texts about Walton also: paths of walton.md), C of campello.md, S of
santos.md, W of walton.md.

usage: spec_citations.py TOOLS DOCS/SPECS FOLDER_OR_FILE...
"""
import pathlib
import re
import sys

sys.path.insert(0, sys.argv[1])
from expectations import part  # noqa: E402

OF_LETTER = {"A": "fang-negrut.md", "P": "fang-negrut.md", "C": "campello.md", "S": "santos.md", "W": "walton.md"}
OF_FOLDER = {"fang": "fang-negrut.md"}  # others are called as their paper
PART = r'(?:[ACPSW]\d{1,2}\b|\d{1,2}(?:\.\d{1,2})*\b|"[A-Z][^"\n]*")'
PARTS = r"(?:chapters? |section )?(%s(?:(?:, | to | and |-)%s)*)" % (PART, PART)
SUFFIXES = {".h", ".cpp", ".py", ".md"}
# This text and the test of `part` name parts that do not exist; docs/experiments.md is generated from experiments.
LEFT_OUT = {"spec_citations.py", "expectations_test.py", "experiments.md"}


def words_of(path):
    """The text; of C++ its comments and strings, everything else as blanks."""
    text = path.read_text(encoding="utf-8")
    if path.suffix not in (".h", ".cpp"):
        return text
    blank = lambda code: re.sub(r"[^\n]", " ", code)
    pieces = re.split(r'(R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/)', text)
    return "".join(piece if i % 2 else blank(piece) for i, piece in enumerate(pieces))


def citations(path, text, specs):
    """(place in the text, files of docs/specs that may have the part, part)."""
    files = "|".join(re.escape(s) for s in specs)
    named = set(re.findall(files, text))
    folder = path.parent.name
    own = min(named) if len(named) == 1 else None
    if path.parent.parent.name == "experiments":
        own = OF_FOLDER.get(folder, folder + ".md")
    for m in re.finditer(r"(%s)\)?,? %s" % (files, PARTS), text):
        yield from ((m.start(), [m[1]], label) for label in re.findall(PART, m[2]))
    for m in re.finditer(r"(?<![\w.])spec(?:ification)?,? \(?%s" % PARTS, text):
        for label in re.findall(PART, m[1]):
            yield m.start(), [n for n in [own or OF_LETTER.get(label[0])] if n], label
    for m in re.finditer(r"(?<![\w.\"'#-])([ACPSW])(\d{1,2})(?![\w.%]|-\w*_|\+)", text):
        of_walton = m[1] == "P" and re.search("walton", text, re.IGNORECASE)
        yield m.start(), [OF_LETTER[m[1]]] + (["walton.md"] if of_walton else []), m[0]


def main(folder, *roots):
    specs = {p.name: p.read_text(encoding="utf-8") for p in folder.glob("*.md")}
    paths = [p for root in roots for p in ([root] if root.is_file() else sorted(root.rglob("*")))]
    paths = [p for p in paths if p.suffix in SUFFIXES and p.name not in LEFT_OUT]
    wrong, seen = [], set()
    for path in paths:
        text = words_of(path)
        for place, names, label in citations(path, text, specs):
            where = f"{path}:{text.count(chr(10), 0, place) + 1}"
            seen.update((name, label) for name in names)
            if not names:
                wrong.append(f"{where}: \"spec, {label}\" does not say which; write the name of the file of docs/specs")
            elif all(part(specs[name], label.strip('"')) is None for name in names):
                wrong.append(f"{where}: {' or '.join(names)} has no {label}; cite a part that it has, or add it there")
    assert {name for name, _ in seen} == set(specs), f"not every specification is cited: {sorted(seen)}"
    assert not wrong, "\n" + "\n".join(wrong)
    print(f"{len(seen)} parts of {len(specs)} specifications are cited, all of them exist")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[2:]))
