#!/usr/bin/env python3
"""Checks, or with --fix restores, the formatting of every C++ and CUDA source.

    format.py [--fix] ROOT [CLANG_FORMAT]
    format.py --self-test ROOT [CLANG_FORMAT]   see a badly formatted file reported
"""

import pathlib
import subprocess
import sys
import tempfile

FOLDERS = ("Kernels", "Filters", "Plugin", "Testing", "Data")
SUFFIXES = {".h", ".hpp", ".hxx", ".cuh", ".inl", ".c", ".cc", ".cpp", ".cxx", ".cu"}


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def run(program, style, files, fix):
    """Exit status of clang-format over the files; what it found goes to the output."""
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    command = [program, "--style=file:%s" % style] + mode + [str(path) for path in files]
    return subprocess.run(command, check=False).returncode


def self_test(program, style):
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "broken.cxx"
        path.write_text("int f( ){return 1 ;}\n", encoding="utf-8")
        if run(program, style, [path], fix=False) == 0:
            print("a badly formatted file was not reported")
            return 1
        if run(program, style, [path], fix=True) or run(program, style, [path], fix=False):
            print("--fix did not restore the formatting")
            return 1
    print("the file above was broken on purpose, reported and restored")
    return 0


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    arguments = [argument for argument in arguments if argument not in options]
    if not 1 <= len(arguments) <= 2 or not options <= {"--fix", "--self-test"}:
        print(__doc__)
        return 2
    root = pathlib.Path(arguments[0])
    program = arguments[1] if len(arguments) > 1 else "clang-format"
    style = root / ".clang-format"
    if "--self-test" in options:
        return self_test(program, style)
    files = list(sources(root))
    status = run(program, style, files, fix="--fix" in options) if files else 1
    print("%d files %s" % (len(files), "checked" if status == 0 else "checked, see above"))
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
