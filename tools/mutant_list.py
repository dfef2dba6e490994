"""The list of mutants, tests/mutants/*.toml: reading it, and comparing it with the sources (docs/mutants.md)."""
import re
import tomllib
import zlib

KEYS = {"name", "file", "within", "old", "new", "as", "test", "experiment", "why"}
FORMS = {"expression", "constant"}
CONSTANT = re.compile(r"((?:inline )?(?:static )?constexpr double \w+ = )(.*)", re.S)
TEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\((\w+),\s*(\w+)\)", re.M)


def read_list(folder):
    """All entries of the folder: mutants stand under the name of their file, [["src/law/limit.h"]]."""
    listed = {"mutant": [], "excluded": []}
    for path in sorted(folder.glob("*.toml")):
        for key, entries in tomllib.loads(path.read_text()).items():
            if key == "excluded":
                listed["excluded"] += entries
            else:
                listed["mutant"] += [{"file": key} | entry for entry in entries]
    return listed


def tests_of(source):
    """All tests of the sources, "Suite.name", and the file of each."""
    found = {}
    for path in sorted((source / "tests").rglob("*_test.cpp")):
        for suite, name in TEST.findall(path.read_text()):
            found.setdefault(f"{suite}.{name}", path.relative_to(source).as_posix())
    return found


def experiments_of(source):
    """Identifiers of the experiments that the tests carry out: those with a record at a scale that is not `medium`."""
    return {path.name.rsplit(".", 2)[0] for path in (source / "docs/results").glob("*.json")
            if path.name.rsplit(".", 2)[1] != "medium"}


def test_names(mutant):
    """The tests of an entry, as the sources spell them."""
    return mutant["test"].split(":") if "test" in mutant else []


def number_of(mutant):
    """By the name alone: a new entry changes no other, and so no file but its own."""
    return zlib.crc32(mutant["name"].encode()) % 10**6 + 1


def pattern_of(words):
    """The text with any white space where it has some: a formatter may break lines there."""
    return re.compile(r"\s+".join(re.escape(word) for word in words.split()))


def place_of(mutant, text):
    """First character of the text to be replaced, and the one behind it."""
    around = pattern_of(mutant.get("within", mutant["old"])).search(text)
    inner = pattern_of(mutant["old"]).search(around.group())
    return around.start() + inner.start(), around.start() + inner.end()


def problems_of_text(mutant, source, places):
    path = source / mutant["file"]
    if not path.is_file():
        yield f"{mutant['file']} does not exist"
        return
    text, around = path.read_text(), mutant.get("within", mutant["old"])
    if (count := len(pattern_of(around).findall(text))) != 1:
        yield (f"its text occurs {count} times in {mutant['file']}, expected once: {around!r}. "
               "The code has changed; adapt the entry")
    elif around.count(mutant["old"]) != 1:
        yield f"{mutant['old']!r} does not occur exactly once in {around!r}"
    else:
        places.setdefault(mutant["file"], []).append((*place_of(mutant, text), mutant["name"]))
    if mutant["old"] == mutant["new"]:
        yield "old and new are the same text"
    if mutant.get("as", "expression") not in FORMS:
        yield f'as = "{mutant["as"]}" is not one of {sorted(FORMS)}'
    if mutant.get("as") == "constant":
        was, becomes = CONSTANT.fullmatch(mutant["old"]), CONSTANT.fullmatch(mutant["new"])
        if not was or not becomes or was.group(1) != becomes.group(1):
            yield 'a constant reads "constexpr double NAME = VALUE", old and new alike'


def problems_of(listed, source):
    """Every reason why the list does not fit the sources."""
    names, tests, experiments, places = set(), tests_of(source), experiments_of(source), {}
    for mutant in listed["mutant"]:
        name = mutant.get("name", "?")
        problems = []
        if unknown := set(mutant) - KEYS:
            problems.append(f"unknown key {sorted(unknown)}; there are {sorted(KEYS)}")
        if missing := {"name", "file", "old", "new", "why"} - set(mutant):
            problems.append(f"lacks {sorted(missing)}")
        else:
            problems += problems_of_text(mutant, source, places)
        if name in names or number_of({"name": name}) in names:
            problems.append("the name, or its number, occurs twice; take another name")
        names |= {name, number_of({"name": name})}
        if ("test" in mutant) == ("experiment" in mutant):
            problems.append("needs either test or experiment")
        problems += [f"the test {test} does not exist in tests/" for test in test_names(mutant) if test not in tests]
        if "experiment" in mutant and mutant["experiment"] not in experiments:
            problems.append(f"no test carries out the experiment {mutant['experiment']}: it has no record in docs/results")
        yield from (f"mutant {name}: {problem}" for problem in problems)
    for file, ranges in places.items():
        ranges.sort()
        for (_, end, one), (start, _, other) in zip(ranges, ranges[1:]):
            if start < end:
                yield f"mutants {one} and {other} overlap in {file}; one program cannot hold both"
    for entry in listed["excluded"]:
        if missing := {"file", "text", "why"} - set(entry):
            yield f"excluded {entry.get('text', '?')}: lacks {sorted(missing)}"
        elif not (source / entry["file"]).is_file() or not pattern_of(entry["text"]).search((source / entry["file"]).read_text()):
            yield f"excluded {entry['text']!r}: not found in {entry['file']}; adapt the entry"


def replacement(mutant):
    """The text that holds both the original and the mutant."""
    old, new, number = mutant["old"], mutant["new"], number_of(mutant)
    if mutant.get("as", "expression") == "expression":
        return f"(::scree::is_mutant({number}) ? ({new}) : ({old}))"
    head, was = CONSTANT.fullmatch(old).groups()
    becomes = CONSTANT.fullmatch(new).group(2)
    head = head.replace("constexpr", "const")
    if "static " in head and "inline" not in head:  # a member
        head = "inline " + head
    return f"{head}::scree::is_mutant_at_start({number}) ? ({becomes}) : ({was})"
