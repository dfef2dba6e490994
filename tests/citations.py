#!/usr/bin/env python3
"""Every work that a text cites has an entry in the bibliography, and no key stands there twice.

A citation is a key such as Santos2020: names with capital letters, a year, perhaps a letter for the second work of that year. It counts
wherever it stands, in brackets or in the `source` of a law.

usage: citations.py references.bib FOLDER...
"""
import pathlib
import re
import sys

KEY = re.compile(r"(?<![A-Za-z0-9_/.-])((?:[A-Z][a-z]+)+(?:1[6-9]|20)\d\d[a-z]?)(?![A-Za-z0-9_])")
TEXTS = {".h", ".cpp", ".md", ".py", ".toml", ".txt"}


def entries(bibliography):
    return re.findall(r"^@\w+\{\s*([^,\s]+)\s*,", bibliography.read_text(encoding="utf-8"), re.MULTILINE)


def citations(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix not in TEXTS:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for key in KEY.findall(line):
                yield key, path, number


def main(bibliography, *folders):
    keys = entries(bibliography)
    wrong = [f"{bibliography}: the key {key} stands twice" for key in sorted(set(keys)) if keys.count(key) > 1]
    cited = set()
    for folder in folders:
        for key, path, number in citations(folder):
            cited.add(key)
            if key not in keys:
                wrong.append(f"{path}:{number}: {key} has no entry in {bibliography.name}")
    if not cited:
        wrong.append("nothing is cited anywhere: is that the right folder?")
    assert not wrong, "\n" + "\n".join(wrong)
    print(f"{len(cited)} works cited, all of them known")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
