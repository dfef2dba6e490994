#!/usr/bin/env python3
"""State hashes of the determinism scenes of one or two builds.

A refactoring keeps them; a change that must alter bits names the scenes that differ.

    tools/state_hashes.py build/tests/scree_tests                   # prints name and hash of every scene
    tools/state_hashes.py old/tests/scree_tests new/tests/scree_tests  # prints the scenes that differ; exit 1 if any does
"""
import json
import os
import subprocess
import sys
import tempfile

FILTER = "*SameBits*:*Nonsmooth*bits*:*Cloud*:*Saved*"


def hashes(program):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        done = subprocess.run([program, f"--gtest_filter={FILTER}", f"--gtest_output=json:{report}", "--gtest_brief=1"],
                              stdout=subprocess.DEVNULL, env=os.environ | {"OMP_WAIT_POLICY": "passive"}, check=False)
        with open(report, encoding="utf-8") as file:
            suites = json.load(file)["testsuites"]
    if done.returncode != 0:
        print(f"{program}: some of these tests fail", file=sys.stderr)
    return {f'{suite["name"]}.{test["name"]}': test["state_hash"] for suite in suites for test in suite["testsuite"] if "state_hash" in test}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    first = hashes(sys.argv[1])
    if not first:
        sys.exit(f"{sys.argv[1]}: no test records a state hash")
    if len(sys.argv) == 2:
        for name, value in sorted(first.items()):
            print(f"{int(value):016x}  {name}")
        return
    second = hashes(sys.argv[2])
    differ = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    for name in differ:
        print(f"{name}: {first.get(name, 'absent')} {second.get(name, 'absent')}")
    print(f"{len(first.keys() & second.keys())} scenes in both, {len(differ)} differ")
    sys.exit(1 if differ else 0)


main()
