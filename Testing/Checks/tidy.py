#!/usr/bin/env python3
"""Runs clang-tidy over the C++ sources of the library, the filters and the plugin.

    tidy.py BUILD ROOT [CLANG_TIDY]
    tidy.py --self-test BUILD ROOT [CLANG_TIDY]   see a broken file reported

BUILD holds compile_commands.json and, in tidy/, a note for each file that was found clean. A file
is looked at again when it, a header of this project that it includes, its compiler flags, the
list of checks or clang-tidy itself changes.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

FOLDERS = ("Kernels", "Filters", "Plugin")
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def compile_commands(build, root):
    """Source file and command of every C++ source of ours, each file once."""
    seen = set()
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(os.path.normpath(pathlib.Path(entry["directory"]) / entry["file"]))
        # CUDA sources need the toolkit's own front end; generated ones are not ours to mend.
        if path in seen or path.suffix != ".cxx" or build in path.parents:
            continue
        if any(root / folder in path.parents for folder in FOLDERS):
            seen.add(path)
            yield path, entry["command"]


def own_includes(path, root, found):
    """Adds path and all headers of this project that it includes, directly or not, to found."""
    if path in found:
        return
    found.add(path)
    for name in INCLUDE.findall(path.read_bytes()):
        name = name.decode("utf-8", "replace")
        for folder in (path.parent, root / "Kernels", root / "Filters", root / "Plugin", root):
            header = pathlib.Path(os.path.normpath(folder / name))
            if header.is_file():
                own_includes(header, root, found)
                break


def fingerprint(path, command, root, common):
    """A hash of everything in this project that decides what clang-tidy says of the file."""
    found = set()
    own_includes(path, root, found)
    digest = hashlib.sha256(common)
    digest.update(command.encode())
    for header in sorted(found):
        digest.update(str(header.relative_to(root)).encode() + b"\0" + header.read_bytes() + b"\0")
    return digest.hexdigest()


def examine(program, database, root, path):
    """Exit status, what clang-tidy printed, and seconds."""
    start = time.monotonic()
    command = [
        program,
        "-p", str(database),
        "--quiet",
        "--warnings-as-errors=*",
        "--header-filter=^%s/(%s)/" % (re.escape(str(root)), "|".join(FOLDERS)),
        # The commands are the compiler's own, gcc.
        "--extra-arg=-Wno-unknown-warning-option",
        "--extra-arg=-Wno-ignored-optimization-argument",
        str(path),
    ]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    text = result.stdout.decode("utf-8", "replace")
    if result.returncode:
        text += result.stderr.decode("utf-8", "replace")
    return result.returncode, text, time.monotonic() - start


def write_database(build, commands):
    """clang-tidy's own compile commands."""
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    entries = [{"directory": str(build), "file": str(path), "arguments": shlex.split(command)}
               for path, command in commands]
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=1), encoding="utf-8")
    return folder


def self_test(build, root, program):
    scratch = build / "tidy" / "self-test" / "Kernels"
    scratch.mkdir(parents=True, exist_ok=True)
    (scratch.parent / ".clang-tidy").write_bytes((root / ".clang-tidy").read_bytes())
    path = scratch / "broken.cxx"
    path.write_text("int broken(int* p)\n{\n  if (p == 0)\n  {\n    return *p;\n  }\n  return 0;\n}\n"
                    "#include <vector>\nint f(std::vector<int> v)\n{\n  for (auto i = 0u; i < 3; i++);\n"
                    "  return v[0] == 3 ? sizeof(v.data()) / sizeof(int) : 0;\n}\n", encoding="utf-8")
    database = write_database(build, [(path, "c++ -std=c++17 -c %s" % path)])
    status, text, _ = examine(program, database, scratch.parent, path)
    print(text)
    if status == 0 or "error:" not in text:
        print("a broken file was not reported")
        return 1
    print("the file above was broken on purpose and reported")
    return 0


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    arguments = [argument for argument in arguments if argument not in options]
    if not 2 <= len(arguments) <= 3 or not options <= {"--self-test"}:
        print(__doc__)
        return 2
    build, root = (pathlib.Path(argument).resolve() for argument in arguments[:2])
    program = arguments[2] if len(arguments) > 2 else "clang-tidy"
    if options:
        return self_test(build, root, program)

    commands = list(compile_commands(build, root))
    if not commands:
        print("no C++ source of this project in %s/compile_commands.json" % build)
        return 1
    database = write_database(build, commands)
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True).stdout
    lists = [root / ".clang-tidy"]
    lists += sorted(path for folder in FOLDERS for path in (root / folder).rglob(".clang-tidy"))
    common = version + pathlib.Path(__file__).read_bytes()
    common += b"".join(path.read_bytes() for path in lists)
    notes = {path: database / (fingerprint(path, command, root, common) + ".clean")
             for path, command in commands}
    stale = [path for path, _ in commands if not notes[path].exists()]

    failed = 0
    workers = len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        runs = {pool.submit(examine, program, database, root, path): path for path in stale}
        for run in concurrent.futures.as_completed(runs):
            path = runs[run]
            status, text, seconds = run.result()
            print("%s: %s, %.1f s" % (path.relative_to(root), "PROBLEMS" if status else "clean",
                                      seconds), flush=True)
            if status:
                failed += 1
                print(text, flush=True)
            else:
                notes[path].touch()
    print("%d files, %d unchanged since found clean, %d with problems"
          % (len(commands), len(commands) - len(stale), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
