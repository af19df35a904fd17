# SPDX-License-Identifier: GPL-3.0-or-later
"""lossline-cli gpu-name: arguments, streams and what comes out of bad bytes."""
import json
import os
import subprocess

from program import BINARY, LIMIT_S, ProgramTest, environment, main, run

KEYS = ["name", "is_gpu", "vendor", "brand", "series", "generation", "architecture", "architecture_candidates", "tier",
        "tier_class", "suffix", "form_factor", "form_factor_candidates", "vram_gb_in_name", "matched", "confidence"]


def stream(data, *args):
    return subprocess.run([BINARY, "gpu-name", "--lines", *args], input=data, capture_output=True, timeout=LIMIT_S,
                          env=environment(), check=False)


class GpuNameTest(ProgramTest):
    def test_text_for_people(self):
        ended = run("gpu-name", "RTX 4070 Ti SUPER", "GeForce GT 730", "Microsoft Basic Render Driver")
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        self.assertRegex(ended.stdout, r"(?m)^  architecture +Ada Lovelace$")
        self.assertRegex(ended.stdout, r"(?m)^  architecture +Fermi or Kepler \(the name does not decide\)$")
        self.assertRegex(ended.stdout, r"(?m)^  what +not a GPU$")
        self.assertEqual(ended.stdout.count("A name is not a measurement"), 1)

    def test_json_is_an_object_for_one_name_and_a_list_for_several(self):
        one = json.loads(run("gpu-name", "RTX 3090", "--json").stdout)
        self.assertEqual(list(one), KEYS)
        self.assertEqual((one["generation"], one["tier"], one["tier_class"]), ("30", "90", "flagship"))
        several = json.loads(run("gpu-name", "--json", "RTX 3090", "").stdout)
        self.assertEqual([name["name"] for name in several], ["RTX 3090", ""])

    def test_one_object_a_line(self):
        for args in ((), ("--json",)):
            ended = stream(b"RTX 3090\r\n\nGeForce GT 730\nAMD Radeon VII", *args)
            self.assertEqual((ended.stderr, ended.returncode), (b"", 0))
            objects = [json.loads(line) for line in ended.stdout.decode().splitlines()]
            self.assertEqual([one["name"] for one in objects], ["RTX 3090", "", "GeForce GT 730", "AMD Radeon VII"])
            self.assertTrue(all(list(one) == KEYS for one in objects))
        self.assertEqual(stream(b"").stdout, b"")
        self.assertEqual(stream(b"\n").stdout.count(b"\n"), 1)

    def test_any_bytes_give_valid_json(self):
        noise = bytes(range(256)).replace(b"\n", b"") * 256
        lines = [noise, b"A" * 10000, b'quote " and \\', b"\xff\xfe RTX 4090", b"\x1b[31mRTX 4090\x00", "™ ® Zoë".encode()]
        ended = stream(b"\n".join(lines) + b"\n")
        self.assertEqual((ended.stderr, ended.returncode), (b"", 0))
        objects = [json.loads(line) for line in ended.stdout.decode("utf-8").split("\n")[:-1]]
        self.assertEqual(len(objects), len(lines))
        self.assertTrue(all(len(one["name"]) <= 256 for one in objects))
        self.assertEqual(objects[3]["architecture"], "Ada Lovelace")
        self.assertNotIn("\x1b", objects[4]["name"])

    def test_faults(self):
        self.assert_faults(["gpu-name"], ['error: NAME: is missing; give a name, such as "RTX 4070 Ti", or --lines'])
        self.assert_faults(["gpu-name", "RTX 3090", "--lines", "--lame"],
                           ["error: --lame: unknown option",
                            "error: NAME: can't go with --lines, which reads the names from the standard input"])

    def test_input_that_can_not_be_read(self):
        folder = os.open(".", os.O_RDONLY)
        try:
            ended = subprocess.run([BINARY, "gpu-name", "--lines"], stdin=folder, capture_output=True, timeout=LIMIT_S,
                                   env=environment(), encoding="utf-8", check=False)
        finally:
            os.close(folder)
        self.assertEqual((ended.stdout, ended.returncode), ("", 3))
        self.assertRegex(ended.stderr, r"\Aerror: the standard input can't be read: [^\n]+\n\Z")


if __name__ == "__main__":
    main()
