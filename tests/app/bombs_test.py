"""Compressed files and large scenes: what is read of them, and that what they cost is bounded.

Usage: bombs_test.py PATH_OF_SCREE [unittest arguments]
"""
import gzip
import json
import shutil
import struct
import unittest
import zlib

from scree_case import GLASS, SANITIZED, SPHERES, ScreeCase

FROM_FILE = """
[[data_file]]
path = "bodies.data.gz"
materials = [{name}]
"""
DATA = """LAMMPS data file

{count} atoms
1 atom types

0 100 xlo xhi
0 1 ylo yhi
0 1 zlo zhi

Atoms # sphere

{rows}"""


def data_text(count):
    rows = "".join(f"{i + 1} 1 0.5 2500 {i + 0.5} 0.5 0.5\n" for i in range(count))
    return DATA.format(count=count, rows=rows).encode()


class Compressed(ScreeCase):
    def check_bodies(self, content, *words):
        self.write_bytes("bodies.data.gz", content)
        return self.run_scree("check", self.spheres(FROM_FILE), *words)

    def test_all_members_of_a_gzip_file_are_read(self):
        text = data_text(50)
        for cut in (1, len(text) // 2, len(text) - 1):
            result = self.check_bodies(gzip.compress(text[:cut]) + gzip.compress(b"") + gzip.compress(text[cut:]))
            self.assert_done(result)
            self.assertIn("50 bodies at the start", result.stdout)

    def test_bytes_behind_the_last_member_are_refused_unless_they_are_zeros(self):
        content = gzip.compress(data_text(3))
        self.assert_done(self.check_bodies(content + bytes(512)))
        for garbage in (b"more", b"\x1f", b"\0\0\0x"):
            result = self.check_bodies(content + garbage)
            self.assert_refused(result, 3, "bodies.data.gz", f"{len(garbage)} bytes after")

    def test_a_second_member_that_is_cut_or_damaged_is_refused(self):
        text = data_text(50)
        first, second = gzip.compress(text[:400]), gzip.compress(text[400:])
        self.assert_refused(self.check_bodies(first + second[:-5]), 3, "cut short")
        self.assert_refused(self.check_bodies(first + second[:40] + b"\xff" + second[41:]), 3, "damaged")

    def test_a_file_that_unpacks_to_more_than_the_limit_is_refused_before_it_fills_the_memory(self):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        first, again = (packer.compress(bytes(1 << 24)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
        content = first + 79 * again  # 1.25 GiB in 1.3 MB, in one member; the limit is met before its end
        result, memory = self.measured("check", self.bomb(content))
        self.assert_refused(result, 3, "bodies.data.gz", "1 GiB", "--unpacked-limit")
        if not SANITIZED:
            self.assertLess(memory, 200 << 20)

    def test_the_limit_of_unpacked_bytes_is_an_option(self):
        content = gzip.compress(data_text(50))
        self.assert_refused(self.check_bodies(content, "--unpacked-limit", "1KiB"), 3, "1 KiB", "--unpacked-limit")
        self.assert_done(self.check_bodies(content, "--unpacked-limit", "1MiB"))
        self.write_bytes("a.data.gz", content)
        small = ("--unpacked-limit", "1KiB")
        self.assert_refused(self.run_scree("convert", "a.data.gz", "a.dump", *small), 3, "1 KiB")
        self.assert_done(self.run_scree("convert", "a.data.gz", "a.vtp"))
        for words in (("convert", "a.vtp", "a.dump"), ("analyse", "a.vtp")):
            self.assert_refused(self.run_scree(*words, *small), 3, "a.vtp", "1 KiB", "--unpacked-limit")
        self.assert_done(self.run_scree("analyse", "a.vtp"))

    def test_a_sweep_keeps_the_limit_of_unpacked_bytes(self):
        self.write_bytes("bodies.data.gz", gzip.compress(data_text(5)))
        self.spheres(FROM_FILE)
        self.write("study.toml",
                   'scene = "scene.toml"\n[[vary]]\nkey = "contact.normal.restitution"\nvalues = [0.3, 0.5]\n')
        words = ("sweep", "study.toml", "--out", "sweep", "--quiet", "--unpacked-limit")
        self.assert_refused(self.run_scree(*words, "100"), 3, "100 bytes", "--unpacked-limit")
        self.assert_done(self.run_scree(*words, "1KiB"))
        with open(self.path("sweep", "sweep.json")) as file:
            plan = json.load(file)
        self.assertEqual(plan["unpacked_limit"], 1024)
        plan["unpacked_limit"] = 100
        self.write("sweep/sweep.json", json.dumps(plan))
        shutil.rmtree(self.path("sweep", "runs"))
        self.assert_refused(self.run_scree("sweep", "--resume", "sweep", "--quiet"), 9, "100 bytes", "--unpacked-limit")

    def test_a_vtp_file_that_unpacks_to_more_than_the_limit_is_refused_before_it_fills_the_memory(self):
        self.write_bytes("a.data", data_text(3))
        self.assert_done(self.run_scree("convert", "a.data", "a.vtp"))
        content = self.bytes_of("a.vtp")
        begin = content.index(b'<AppendedData encoding="raw">\n_') + len(b'<AppendedData encoding="raw">\n_')
        end = content.index(b"\n</AppendedData>", begin)
        block = zlib.compress(bytes(1 << 24), 9)
        count = 80  # 1.25 GiB, where the array of points begins
        bomb = struct.pack("<3Q", count, 1 << 24, 0) + struct.pack(f"<{count}Q", *[len(block)] * count) + block * count
        header = content[:begin]
        at = header.index(b'Name="Points"')
        offset = header.index(b'offset="', at) + len(b'offset="')
        old = header[offset:header.index(b'"', offset)]
        header = header[:offset] + str(end - begin).encode() + header[offset + len(old):]
        self.write_bytes("bomb.vtp", header + content[begin:end] + bomb + content[end:])
        result, memory = self.measured("convert", "bomb.vtp", "b.csv")
        self.assert_refused(result, 3, "bomb.vtp", "1 GiB", "--unpacked-limit")
        if not SANITIZED:
            self.assertLess(memory, 200 << 20)

    def bomb(self, content):
        self.write_bytes("bodies.data.gz", content)
        return self.spheres(FROM_FILE)


class LargeScenes(ScreeCase):
    def test_many_tables_of_one_list_take_little_memory(self):
        # 9.9 MB, in which each table lacks all its keys.
        scene = self.write("many.toml", (SPHERES.format(name=GLASS)) + "[[sphere]]\n" * 900_000)
        result, memory = self.measured("check", scene)
        self.assertEqual(result.returncode, 3)
        self.assertIn("sphere has no `position`, which it needs", result.stderr)
        if not SANITIZED:
            self.assertLess(memory, 400 << 20)

    def test_a_scene_beyond_the_limit_is_refused_and_an_option_raises_it(self):
        scene = self.spheres(head="#" + "x" * (17 << 20) + "\n")
        for words in (("check", scene), ("run", scene, "--out", "run", "--quiet")):
            self.assert_refused(self.run_scree(*words), 3, "scene.toml", "16 MiB", "[[data_file]]", "--scene-limit")
        self.assert_done(self.run_scree("run", scene, "--out", "run", "--quiet", "--scene-limit", "20MiB"))
        # The scene in a checkpoint was accepted before.
        for words in (("convert", "run/checkpoint.h5", "a.csv"), ("analyse", "run")):
            self.assert_done(self.run_scree(*words))


if __name__ == "__main__":
    unittest.main()
