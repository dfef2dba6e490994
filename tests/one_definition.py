#!/usr/bin/env python3
"""Finds one-definition-rule violations: two files that define the same class, inline function or inline variable.

Compilers see one file at a time and linkers keep the first of two weak symbols, so that neither reports two classes of
one qualified name; only a link with `-flto -Wodr` does (`make odr`), and that takes minutes. This script reads the
sources of one program, follows namespaces and braces, and compares qualified names. What stands in an unnamed
namespace, is static, or is local to a function belongs to its file and is left out. Two definitions under #if and
#else of one file count as one. Kernels that are compiled once for each instruction set stand in a namespace SCREE_ISA,
which is taken as a name like any other.

    one_definition.py [--either FILE,FILE] FOLDER...

All files below the folders are linked into one program, but for those in folders called `data`. Of two files behind
--either a build takes one.
"""
import pathlib
import re
import sys

# Comments, raw strings, strings, characters (not the quotes within 1'000); preprocessor lines with their continuations.
NOISE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"([^\s()\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|"""
                   r"""(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|\d[\w.']*|\S")
CLASS_WORDS = {"class", "struct", "union", "enum"}


def outer(tokens):
    """Tokens outside of parentheses, brackets and template arguments, with their places."""
    depth, kept = 0, []
    for place, token in enumerate(tokens):
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
        elif token == "<" and place > 0 and (tokens[place - 1] == "template" or re.match(r"\w", tokens[place - 1])):
            depth += 1
        elif token == ">" and depth > 0:
            depth -= 1
        elif depth == 0:
            kept.append((place, token))
    return kept


def class_name(head):
    """The name of the class that a head defines, with the arguments of a specialisation; None if it defines none."""
    words = outer(head)
    place = next((p for p, t in words if t in CLASS_WORDS), None)
    if place is None or any(t == "=" for _, t in words):
        return None
    name, depth = [], 0
    for token in head[place + 1:]:
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
        elif depth > 0 or token in ("class", "struct", "alignas"):
            continue
        elif token in (":", "final"):
            break
        else:
            name.append(token)
    return "".join(name) or None


def inline_name(head):
    """Of an inline function its name and the types of its parameters, of an inline variable its name; or None."""
    words = outer(head)
    inline = any(t == "inline" for _, t in words) or head[:1] == ["template"]
    if not inline or any(word in head for word in ("static", "friend", "using", "operator")):
        return None  # operators differ by their parameters, which are classes
    begins = (i for i, t in enumerate(head) if t == "(" and i > 0 and re.match(r"\w", head[i - 1]))
    first = next((i for i in begins if head[i - 1] not in ("alignas", "requires", "decltype")), None)
    ends = [p for p, t in words if t == "="]
    if first is None or (ends and ends[0] < first):  # a variable, perhaps with a call in its initialiser
        names = head[:ends[0]] if ends else head
        return names[-1] if "inline" in names and re.match(r"[A-Za-z_]", names[-1]) else None
    if first not in [p + 1 for p, _ in words]:
        return None
    types, depth, parameter = [], 0, []
    for token in head[first:]:
        depth += (token in "(<[{") - (token in ")>]}")
        if (token == "," and depth == 1) or depth == 0:
            named = len(parameter) > 1 and re.match(r"[A-Za-z_]", parameter[-1])
            types.append(" ".join(parameter[:-1] if named else parameter))
            parameter = []
            if depth == 0:
                break
        elif not (token == "(" and depth == 1):
            parameter.append(token)
    template = " ".join(head[:head.index(">") + 1]) + " " if head[0] == "template" and ">" in head else ""
    return f"{template}{head[first - 1]}({', '.join(types)})"


def definitions(text):
    """Qualified names of what a file defines for the whole program."""
    text = DIRECTIVE.sub(" ", NOISE.sub(lambda m: '""' if m.group()[0] in 'R"' else " ", text))
    found, scopes, head = set(), [], []  # scopes: ("namespace" or "class" or "local", name)
    for token in TOKEN.findall(text):
        outside = all(kind != "local" for kind, _ in scopes)
        in_namespace = all(kind == "namespace" for kind, _ in scopes)
        path = "::".join(name for _, name in scopes if name)
        if token == "{":
            if "namespace" in head and outside:
                name = "".join(head[head.index("namespace") + 1:])
                scopes.append(("namespace" if name else "local", name))
            elif outside and (name := class_name(head)) is not None:
                found.add(f"class {path}::{name}")
                scopes.append(("class", name))
            else:
                if outside and in_namespace and head and (name := inline_name(head)) is not None:
                    found.add(f"inline {path}::{name}")
                scopes.append(("local", ""))
            head = []
        elif token == "}":
            scopes, head = scopes[:-1], []
        elif token == ";":
            if in_namespace and "inline" in head and "(" not in head and (name := inline_name(head)) is not None:
                found.add(f"inline {path}::{name}")
            head = []
        elif token == ":" and len(head) == 1 and head[0] in ("public", "private", "protected"):
            head = []
        else:
            head.append(token)
    return found, len(scopes)


def main(arguments):
    either, folders = set(), list(arguments)
    if folders[0] == "--either":
        either, folders = set(folders[1].split(",")), folders[2:]
    all_files = ((p, p.relative_to(f).parts) for f in folders for p in pathlib.Path(f).rglob("*"))
    files = sorted(p for p, parts in all_files if p.suffix in (".h", ".cpp") and "data" not in parts)
    assert files, f"no sources under {folders}"
    where, unread = {}, []
    for path in files:
        found, open_scopes = definitions(path.read_text())
        if open_scopes:
            unread.append(path)
        for name in found:
            where.setdefault(name, []).append(str(path))
    doubled = {name: paths for name, paths in where.items() if len(paths) > 1 and set(paths) != either}
    for name, paths in sorted(doubled.items()):
        print(f"{name} is defined in {' and in '.join(paths)}; one program can hold one definition of a name. "
              "Rename one, or give it a namespace of its own")
    for path in unread:
        print(f"{path}: braces do not match as this script reads them, so that its names are not known")
    print(f"{len(files)} files, {len(where)} names, {len(doubled)} defined twice")
    return 1 if doubled or unread else 0


sys.exit(main(sys.argv[1:]))
