"""The build backend of pyproject.toml: it uses only the standard library to put `ebiri_bot.py` into a wheel."""

import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def field(name):
    """The value of a key in pyproject.toml; Python 3.9 and 3.10 have no TOML parser."""
    return re.search(rf'^{name} = "(.*)"$', (HERE / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517: writes the wheel and returns its name."""
    name, version = field("name").replace("-", "_"), field("version")
    info = f"{name}-{version}.dist-info"
    files = {
        "ebiri_bot.py": (HERE / "ebiri_bot.py").read_text(encoding="utf-8"),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {field('name')}\nVersion: {version}\n"
                            f"Summary: {field('description')}\nRequires-Python: {field('requires-python')}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: ebiri\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(text.encode())}\n"
    files[f"{info}/RECORD"] = record + f"{info}/RECORD,,\n"
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel
