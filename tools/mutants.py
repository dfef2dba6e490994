#!/usr/bin/env python3
"""Mutation test: small changes of the physics, each of which a named test or experiment must notice.

  mutants.py check FOLDER
      every text of the list occurs exactly once, every named test exists (no compiler; part of `make test`)
  mutants.py run FOLDER --build DIR --libraries DIR
      build, run every mutant, print a table; exit code 1 if a mutant survives (`make mutants`)

FOLDER is tests/mutants; docs/mutants.md describes the entries. All mutants are compiled into one program: a copy of the
source tree (DIR/source, never the checkout) has each listed text replaced by

  (is_mutant(n) ? (changed) : (original))

and the environment variable SCREE_MUTANT chooses n at run time. So a mutant costs one run of its test, no compilation.
Only files with a mutant, the kernels and the named tests are compiled; everything else comes from the library of the
ordinary build. DIR/results.json is written after each mutant; an interrupted run continues there as long as neither the
sources nor the entry have changed.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from mutant_list import number_of, place_of, problems_of, read_list, replacement, test_names, tests_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPIED = ["include", "src", "experiments", "tests", "scenes", "bench/data"]
INCLUDE = '#include "mutants/mutant.h"\n'


def write_if_changed(path, data):
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def files_of(source):
    for entry in COPIED:
        yield from (p for p in sorted((source / entry).rglob("*")) if p.is_file())


def mutated_text(text, mutants):
    for (start, end), mutant in sorted(((place_of(m, text), m) for m in mutants), key=lambda x: x[0], reverse=True):
        text = text[:start] + replacement(mutant) + text[end:]
    mark = "#pragma once\n"
    return text.replace(mark, mark + INCLUDE, 1) if mark in text else INCLUDE + text


def write_tree(mutants, source, tree):
    """Copy the sources with all mutants in them; files that do not change keep their time and objects."""
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant["file"], []).append(mutant)
    kept = set()
    for path in files_of(source):
        name = path.relative_to(source).as_posix()
        data = path.read_bytes()
        if name in by_file:
            data = mutated_text(data.decode(), by_file[name]).encode()
        write_if_changed(tree / name, data)
        kept.add(tree / name)
    for path in [p for p in tree.rglob("*") if p.is_file() and p not in kept]:
        path.unlink()


def build(mutants, source, folder, libraries, jobs):
    tree, binary = folder / "source", folder / "build"
    write_tree(mutants, source, tree)
    where = tests_of(source)
    files = sorted({where[test] for m in mutants for test in test_names(m)})
    mutated = sorted({m["file"] for m in mutants if m["file"].endswith(".cpp")})
    subprocess.run(["cmake", "-S", tree / "tests/mutants", "-B", binary, "-G", "Ninja", f"-DSCREE_TREE={tree}",
                    f"-DSCREE_BUILD={libraries}", f"-DSCREE_MUTATED={';'.join(mutated)}",
                    f"-DSCREE_NAMED_TESTS={';'.join(files)}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", binary, "-j", str(jobs)], check=True)
    return binary


def named(mutant):
    return mutant.get("test") or mutant["experiment"]


def command_of(mutant, binary, folder):
    if "experiment" in mutant:
        options = ["--scale", "quick", "--threads", "1", "--out", f"{folder}/out"]
        return [binary / "scree", "reproduce", mutant["experiment"], *options]
    tests = ":".join(f"{test}:{test}/*:*/{test}:*/{test}/*" for test in test_names(mutant))  # with all parameters
    return [binary / "mutants_tests", f"--gtest_filter={tests}"]


def run_one(mutant, number, binary, limit):
    with tempfile.TemporaryDirectory(prefix="mutant-") as temporary:
        reached = pathlib.Path(temporary) / "reached"
        environment = os.environ | {"SCREE_MUTANT": str(number), "SCREE_MUTANT_REACHED": str(reached),
                                    "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "1"}
        begin = time.monotonic()
        try:
            done = subprocess.run(command_of(mutant, binary, temporary), cwd=temporary, env=environment, timeout=limit,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            code, output = done.returncode, done.stdout.decode(errors="replace")
        except subprocess.TimeoutExpired as late:
            code, output = "timeout", (late.stdout or b"").decode(errors="replace")
        count = re.search(r"\[==========\] (\d+) tests? from .* ran", output)
        return {"code": code, "seconds": round(time.monotonic() - begin, 2), "reached": reached.exists(),
                "output": output[-2000:], "tests": int(count.group(1)) if count else 0}


def fingerprint_of_sources():
    """Of everything but the list, which counts entry by entry."""
    digest = hashlib.sha256()
    for path in files_of(ROOT):
        if path.suffix != ".toml" or path.parent.name != "mutants":
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fingerprint(sources, entry):
    return hashlib.sha256((sources + json.dumps(entry, sort_keys=True)).encode()).hexdigest()


class Results:
    """DIR/results.json, written after each result."""

    def __init__(self, path):
        self.path, self.lock = path, threading.Lock()
        self.all = json.loads(path.read_text()) if path.is_file() else {}

    def known(self, key, mark):
        result = self.all.get(key)
        return result if result and result["fingerprint"] == mark else None

    def put(self, key, mark, result):
        with self.lock:
            self.all[key] = result | {"fingerprint": mark}
            partial = self.path.with_suffix(".partial")
            partial.write_text(json.dumps(self.all, indent=1))
            partial.replace(self.path)


def verdict(result):
    if result["code"] == 0:
        return "SURVIVED" if result["reached"] else "NOT REACHED"
    return "killed" if result["reached"] else "KILLED UNREACHED"


def base_runs(mutants, binary, results, sources, pool):
    """Without a mutant every named test passes; its time bounds the time of its mutants. Returns the failures."""
    whose = {named(m): m for m in mutants}
    marks = {key: fingerprint(sources, {"base": key}) for key in whose}
    left = [key for key, mark in marks.items() if not results.known(f"base {key}", mark)]
    print(f"{len(mutants)} mutants, {len(whose)} named tests and experiments; base runs left: {len(left)}", flush=True)
    failures = []
    for key, result in zip(left, pool.map(lambda k: run_one(whose[k], 0, binary, 1200), left)):
        if result["code"] != 0 or ("test" in whose[key] and result["tests"] == 0):
            failures.append(f"{key} fails without any mutant, or runs no test:\n{result['output']}")
        else:
            results.put(f"base {key}", marks[key], result)
    return failures


def judge(mutant, binary, results, sources):
    mark = fingerprint(sources, mutant)
    if known := results.known(mutant["name"], mark):
        return known
    limit = 60 + 10 * results.all[f"base {named(mutant)}"]["seconds"]
    result = run_one(mutant, number_of(mutant), binary, limit)
    results.put(mutant["name"], mark, result)
    print(f"{verdict(result):>16} {result['seconds']:8.1f} s  {mutant['name']}", flush=True)
    return result


def print_table(mutants, outcomes):
    print(f"\n{'mutant':<40} {'result':<16} {'time [s]':>8}  named test or experiment")
    for mutant, result in zip(mutants, outcomes):
        word = verdict(result) + (" (time)" if result["code"] == "timeout" else "")
        print(f"{mutant['name']:<40} {word:<16} {result['seconds']:8.1f}  {named(mutant)}")


def run(args):
    listed = read_list(args.folder)
    if problems := list(problems_of(listed, ROOT)):
        print("\n".join(problems))
        return 1
    begin = time.monotonic()
    args.build.mkdir(parents=True, exist_ok=True)
    binary = build(listed["mutant"], ROOT, args.build.resolve(), args.libraries.resolve(), args.jobs)
    built = time.monotonic() - begin
    sources, results = fingerprint_of_sources(), Results(args.build / "results.json")
    chosen = [m for m in listed["mutant"] if not args.only or any(part in m["name"] for part in args.only)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        if failures := base_runs(chosen, binary, results, sources, pool):
            print("\n".join(failures))
            return 1
        outcomes = list(pool.map(lambda m: judge(m, binary, results, sources), chosen))
    print_table(chosen, outcomes)
    alive = [(m, r) for m, r in zip(chosen, outcomes) if verdict(r) != "killed"]
    print(f"\n{len(outcomes) - len(alive)} of {len(outcomes)} killed; {len(listed['excluded'])} constants excluded; "
          f"build {built:.0f} s, all {time.monotonic() - begin:.0f} s")
    for mutant, result in alive:
        change = f"{mutant['file']}: {mutant['old']!r} -> {mutant['new']!r}"
        print(f"{verdict(result)}: {mutant['name']} (SCREE_MUTANT={number_of(mutant)}): {change}; {named(mutant)}")
    return 1 if alive else 0


def check(args):
    listed = read_list(args.folder)
    problems = list(problems_of(listed, ROOT))
    count = len(listed["mutant"])
    if count < args.least:
        problems.append(f"{count} mutants; the list has at least {args.least}")
    print("\n".join(problems) or f"{count} mutants fit the sources")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    one = parts.add_parser("check")
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("--least", type=int, default=60)
    one.set_defaults(run=check)
    two = parts.add_parser("run")
    two.add_argument("folder", type=pathlib.Path)
    two.add_argument("--build", type=pathlib.Path, required=True)
    two.add_argument("--libraries", type=pathlib.Path, required=True, help="folder of the ordinary build, up to date")
    two.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    two.add_argument("--only", action="append", help="mutants whose name contains this")
    two.set_defaults(run=run)
    args = parser.parse_args()
    return args.run(args)


if __name__ == "__main__":
    sys.exit(main())
