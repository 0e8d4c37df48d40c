"""`pip install` of this folder without a network, and the program that Java starts."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parents[1]


class InstallTest(unittest.TestCase):
    def test_pip_installs_it_without_a_network(self):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
            self.skipTest("there is no pip")
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "python")
            shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("__pycache__", "tests"))
            target = pathlib.Path(folder, "target")
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--target", target,
                 copy],
                check=True,
            )
            found = subprocess.run(
                [sys.executable, "-c", "import eyewall, eyewall.host; print(eyewall.__file__)"],
                check=True, capture_output=True, text=True, cwd=folder,
                env={"PYTHONPATH": str(target)},
            )
            self.assertTrue(found.stdout.startswith(str(target)), found.stdout)
            self.assertTrue((target / "eyewall-0.1.0.dist-info" / "RECORD").exists())

    def test_called_by_hand_it_says_what_it_is_for(self):
        said = subprocess.run(
            [sys.executable, "-m", "eyewall.host"], capture_output=True, text=True, cwd=HERE
        )
        self.assertEqual(said.returncode, 64)
        self.assertIn("started by the process that runs the topology", said.stderr)


if __name__ == "__main__":
    unittest.main()
