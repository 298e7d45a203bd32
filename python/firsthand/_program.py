"""Finds the program, which the wheel installs beside Python's own scripts."""

from __future__ import annotations

import os
import sys
import sysconfig


def program_path() -> str:
    """The path of the program.

    Raises FileNotFoundError if it is not installed.
    """
    name = "firsthand.exe" if os.name == "nt" else "firsthand"
    schemes = [None, f"{os.name}_user"]
    folders = [sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts") for scheme in schemes]
    # `pip install --target` has its own folder of scripts.
    package = os.path.dirname(os.path.abspath(__file__))
    folders.append(os.path.join(os.path.dirname(package), "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program {name} is in none of {', '.join(folders)}: install the wheel again")


def main() -> int:
    """Runs the program in place of Python, with its arguments."""
    try:
        program = program_path()
    except FileNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    arguments = [program, *sys.argv[1:]]
    if os.name == "nt":
        import subprocess

        return subprocess.call(arguments)
    os.execv(program, arguments)
