#!/usr/bin/env python3
"""The sources obey .clang-format, their lines have at most 120 columns, and no file has more than 350 lines.

    tests/format.py ROOT           # prints every violation; exit 1 if there is one
    tests/format.py ROOT --files   # the files that are checked
"""
import pathlib
import re
import subprocess
import sys

COLUMNS, LINES = 120, 350
FOLDERS = ["src", "include", "tests", "experiments", "fuzz", "bench"]
# Text of other languages, whose lines cannot be broken.
RAW_STRING = re.compile(r'R"([^()\s\\]{0,16})\(.*?\)\1"', re.S)


def files_of(root):
    return sorted(p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in (".h", ".cpp"))


def violations_of(path):
    text = path.read_text(encoding="utf-8")
    of_raw_strings = set()
    for match in RAW_STRING.finditer(text):
        first = text.count("\n", 0, match.start())
        of_raw_strings |= set(range(first, first + match.group().count("\n") + 1))
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if len(line) > COLUMNS and number not in of_raw_strings:
            yield f"{path}:{number + 1}: {len(line)} columns; at most {COLUMNS}"
    if len(lines) > LINES:
        yield f"{path}: {len(lines)} lines; at most {LINES}: divide the file by its subjects"


def main():
    root = pathlib.Path(sys.argv[1])
    files = files_of(root)
    assert files, f"no sources under {root}"
    if "--files" in sys.argv:
        print(*files, sep="\n")
        return 0
    violations = [v for path in files for v in violations_of(path)]
    done = subprocess.run(["clang-format", "--dry-run", "--ferror-limit=1", *files], capture_output=True, text=True,
                          check=True)
    unformatted = sorted(set(re.findall(r"^(.*?):\d+:\d+: warning: code should be clang-formatted", done.stderr, re.M)))
    violations += [f"{path}: is not formatted; `make format` does it" for path in unformatted]
    print(*violations, sep="\n")
    print(f"{len(files)} files, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
