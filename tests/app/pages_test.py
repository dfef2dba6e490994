"""Examples of README.md and docs/*.md: whole scenes pass `scree check`, fragments are TOML, commands run as copied.

Usage: pages_test.py PATH_OF_SCREE ROOT_OF_THE_PROJECT [unittest arguments]
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tomllib
import unittest

from folder_case import FolderCase

SCREE, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
README = (ROOT / "README.md").read_text()
COMMANDS = (ROOT / "docs/commands.md").read_text()

# Commands of docs/commands.md that take long, and what is run in their place.
INSTEAD = {
    "bench": None,  # measures speed beside LAMMPS: minutes on an idle machine
    "sweep": lambda words: [*words[:3], "--list"],  # 36 runs take minutes: every variant is read and checked
    "run scenes/nonsmooth_crank.toml": lambda words: [words[0], "check", words[2]],  # four seconds
    "run scenes/packing.toml": lambda words: [words[0], "check", words[2]],  # six seconds
}


def blocks(text, language):
    """The fenced blocks of a language, each with the next block of the page if that is plain text."""
    found, opened = [], None
    for line in text.splitlines(keepends=True):
        if line.startswith("```"):
            if opened is None:
                opened = (line[3:].strip(), [])
            else:
                found.append((opened[0], "".join(opened[1])))
                opened = None
        elif opened is not None:
            opened[1].append(line)
    after = [content if name == "" else "" for name, content in found[1:]] + [""]
    return [(content, next_one) for (name, content), next_one in zip(found, after) if name == language]


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def is_whole_scene(toml):
    return "time" in toml and "material" in toml


class Pages(FolderCase):
    def run_scree(self, *arguments):
        return self.run_words([SCREE, *arguments])

    def run_words(self, words):
        return subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=300)

    def test_the_mistakes_that_the_page_of_commands_shows_are_what_the_program_prints(self):
        scene, printed = blocks(README, "toml")[0][0], re.findall(r"^heap\.toml:.*$", COMMANDS, re.M)
        for right, wrong in (('between = ["glass", "glass"]', 'between = ["glass", "glas"]'),
                             ('stiffness = "3 kN/m"', "stiffness = 3e3"), (', arm = "effective-radius"', "")):
            self.assertIn(right, scene)
            scene = scene.replace(right, wrong, 1)
        self.write("heap.toml", scene)
        check = self.run_scree("check", "heap.toml")
        self.assertEqual(check.returncode, 3)
        lines = check.stderr.splitlines()
        self.assertEqual(len(lines), len(printed) + 1)
        for got, due in zip(lines, printed):
            if due.endswith(" ..."):
                due, got = due.removesuffix(" ..."), got[:len(due) - 4]
            self.assertEqual(got, due)

    def test_the_first_scene_of_the_readme_runs_when_it_is_copied_and_so_do_all_commands(self):
        self.write("heap.toml", blocks(README, "toml")[0][0])
        os.mkdir(self.path("build"))
        os.symlink(SCREE, self.path("build", "scree"))
        for name in ("scenes", "tests", "docs"):
            os.symlink(ROOT / name, self.path(name))
        commands = [line for page in (README, COMMANDS) for text, _ in blocks(page, "sh") if "build/scree check" in text
                    for line in text.splitlines()]
        run = 0
        for line in commands:
            words = shlex.split(line, comments=True)
            self.assertEqual(words[0], "build/scree", line)
            keys = [key for key in (words[1], " ".join(words[1:3])) if key in INSTEAD]
            change = INSTEAD[keys[0]] if keys else lambda words: words
            if change is None:
                continue
            done = self.run_words(change(words))
            self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}\n{done.stderr}")
            if words[1] != "schema":  # which describes warnings
                self.assertNotIn("warning", (done.stdout + done.stderr).lower(), line)
            run += 1
        self.assertEqual(run, len(commands) - 1)
        with open(self.path("heap", "summary.json")) as file:
            self.assertTrue(json.load(file)["repose"]["at_rest"])

    def test_toml_of_the_pages_is_toml_and_whole_scenes_are_checked_without_a_warning(self):
        scenes = 0
        for page in pages():
            for text, after in blocks(page.read_text(), "toml"):
                toml = tomllib.loads(text)
                if not is_whole_scene(toml):
                    continue
                scenes += 1
                with self.subTest(page=page.name, scene=toml.get("title", text[:60])):
                    if "broken.toml:" in after:
                        self.write("broken.toml", text)
                        check = self.run_scree("check", "broken.toml")
                        self.assertEqual((check.returncode, check.stderr), (3, after))
                        continue
                    self.write("scene.toml", text)
                    check = self.run_scree("check", "scene.toml")
                    self.assertEqual((check.returncode, check.stderr), (0, ""))
                    self.assertNotIn("WARNING", check.stdout)
        self.assertGreaterEqual(scenes, 4)

    def test_the_study_of_the_page_about_sweeps_varies_the_scene_of_the_page_about_scenes(self):
        self.write("tray.toml", blocks((ROOT / "docs/scene.md").read_text(), "toml")[0][0])
        self.write("study.toml", blocks((ROOT / "docs/sweeps.md").read_text(), "toml")[0][0])
        listed = self.run_scree("sweep", "study.toml", "--list")
        self.assertEqual(listed.returncode, 0, listed.stderr)


if __name__ == "__main__":
    unittest.main()
