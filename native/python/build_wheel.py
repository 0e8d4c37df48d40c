"""The build backend of `pip install ./python` (PEP 517). The package consists of a few Python
files; zipping them needs no other package, so it can be installed without a network."""

import base64
import hashlib
import pathlib
import re
import tarfile
import zipfile

HERE = pathlib.Path(__file__).parent
PROJECT = dict(re.findall(r'^([a-z-]+) = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.M))
NAME = f"{PROJECT['name']}-{PROJECT['version']}"
FILES = sorted(HERE.glob("eyewall/*.py"))
TIME = (2025, 1, 1, 0, 0, 0)  # fixed, so that builds are reproducible


def metadata():
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {PROJECT['name']}\n"
        f"Version: {PROJECT['version']}\n"
        f"Summary: {PROJECT['description']}\n"
        f"Requires-Python: {PROJECT['requires-python']}\n"
        "License: Apache-2.0\n"
        "Description-Content-Type: text/markdown\n"
        f"\n{(HERE / 'README.md').read_text()}"
    ).encode()


def build_wheel(folder, config_settings=None, metadata_directory=None):
    file = f"{NAME}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(pathlib.Path(folder, file), "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name, content):
            wheel.writestr(zipfile.ZipInfo(name, TIME), content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{name},sha256={digest.decode()},{len(content)}")

        for source in FILES:
            add(source.relative_to(HERE).as_posix(), source.read_bytes())
        info = f"{NAME}.dist-info"
        add(f"{info}/METADATA", metadata())
        add(f"{info}/WHEEL",
            b"Wheel-Version: 1.0\nGenerator: eyewall\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        lines = "\n".join([*record, f"{info}/RECORD,,", ""])
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", TIME), lines)
    return file


def build_sdist(folder, config_settings=None):
    file = f"{NAME}.tar.gz"
    with tarfile.open(pathlib.Path(folder, file), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for source in [*FILES, HERE / "pyproject.toml", HERE / "README.md", HERE / "build_wheel.py"]:
            archive.add(source, f"{NAME}/{source.relative_to(HERE).as_posix()}")
    return file
