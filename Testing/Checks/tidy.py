#!/usr/bin/env python3
"""Runs clang-tidy over the C++ sources of the library, the filters and the plugin.

    tidy.py BUILD ROOT [CLANG_TIDY]
    tidy.py --self-test BUILD ROOT [CLANG_TIDY]   see a broken file reported

BUILD holds compile_commands.json and, in tidy/, a note for each file that was found clean. A file
is looked at again when it, a header of this project that it includes, its compiler flags, the
list of checks or clang-tidy itself changes.

Most of clang-tidy's time goes into the headers that a file includes, so files are examined several
at once, included by one source. If anything is found there, or names of two files clash, the files
that are named are examined alone, and that counts, and the others together again.
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

from together import partition

FOLDERS = ("Kernels", "Filters", "Plugin")
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
# Files examined at once: more save little, as names clash, and split the work among processors badly.
TOGETHER = 30
# The static analyzer looks into sources that are included by a source of this name, as into it.
UNIFIED = "UnifiedSource"
# The static analyzer takes most of the time, hence: steps in a function, a third of the default (of
# 470 blocks of code of a group of files it reached 417 instead of 420, in less than half of the
# time), and the following.
ANALYZER = ("max-nodes=75000",)
# Templates are analyzed where they are instantiated, but the analyzer does not follow calls of them:
# those of the standard library, Thrust, Eigen and VTK, and of the library's own. That saves half of
# the time. In the plugin it follows them, as Qt's templates take ownership.
NOT_INTO_TEMPLATES = "c++-template-inlining=false"
INTO_TEMPLATES = ("Plugin",)
# clang-tidy reports unused names of the main file only, hence unused_names(), and alone is who
# renames a namespace.
USED_NAME = re.compile(r"^using[ \t]+(?!namespace)[\w:]+::(\w+);", re.MULTILINE)
ALONE = re.compile(r"^[ \t]*namespace[ \t]+\w+[ \t]*=", re.MULTILINE)


def compile_commands(build, root):
    """Source file and arguments of every C++ source of ours, each file once."""
    seen = set()
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        compiled = pathlib.Path(os.path.normpath(pathlib.Path(entry["directory"]) / entry["file"]))
        arguments = shlex.split(entry["command"])
        for path in unified_sources(compiled) if compiled.parent.name == "Unity" else [compiled]:
            # CUDA sources need the toolkit's own front end; generated ones are not ours to mend.
            if path in seen or path.suffix != ".cxx" or build in path.parents:
                continue
            if any(root / folder in path.parents for folder in FOLDERS):
                seen.add(path)
                yield path, [str(path) if word == entry["file"] else word for word in arguments]


def unified_sources(path):
    """The sources that are included by one that CMake has made of several (UNITY_BUILD)."""
    names = INCLUDE.findall(path.read_bytes())
    return [pathlib.Path(os.path.normpath(path.parent / name.decode("utf-8"))) for name in names]


def flags(arguments):
    """Those of the compiler's arguments that are the same for every source of a target."""
    kept = []
    words = iter(arguments)
    for word in words:
        if word in ("-o", "-c"):
            next(words)
        else:
            kept.append(word)
    return kept


def own_includes(path, folders, found):
    """Adds path and all headers in folders that it includes, directly or not, to found."""
    if path in found:
        return
    found.add(path)
    for name in INCLUDE.findall(path.read_bytes()):
        name = name.decode("utf-8", "replace")
        for folder in [path.parent] + folders:
            header = pathlib.Path(os.path.normpath(folder / name))
            if header.is_file():
                own_includes(header, folders, found)
                break


def fingerprint(path, arguments, root, common):
    """A hash of everything in this project that decides what clang-tidy says of the file."""
    found = set()
    folders = [pathlib.Path(word[2:]) for word in arguments if word.startswith("-I")]
    own_includes(path, [folder for folder in folders if root in (folder / "x").parents], found)
    digest = hashlib.sha256(common)
    digest.update("\0".join(arguments).encode())
    for header in sorted(found):
        digest.update(str(header.relative_to(root)).encode() + b"\0" + header.read_bytes() + b"\0")
    return digest.hexdigest()


def examine(program, database, root, path, analyzer=ANALYZER):
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
        *("--extra-arg=" + word
          for option in analyzer for word in ("-Xclang", "-analyzer-config", "-Xclang", option)),
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
    entries = [{"directory": str(build), "file": str(path), "arguments": arguments}
               for path, arguments in commands]
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=1), encoding="utf-8")
    return folder


def check_lists(root):
    """The lists of checks, the project's first."""
    return [root / ".clang-tidy"] + sorted(
        path for folder in FOLDERS for path in (root / folder).rglob(".clang-tidy"))


def list_folder(path, root):
    """Where the list of checks lies that holds for path, relative to root."""
    return next(folder for folder in path.parents if (folder / ".clang-tidy").exists()
                ).relative_to(root)


def unify(build, root, number, paths):
    """A source that includes all of these, under a copy of the list of checks that is theirs."""
    for path in check_lists(root):
        copy = build / "tidy" / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    unified = build / "tidy" / list_folder(paths[0], root) / ("%s%d.cxx" % (UNIFIED, number))
    unified.write_text("".join('#include "%s" // NOLINT\n' % path for path in paths),
                       encoding="utf-8")
    return unified


def unused_names(path):
    """Names that a source takes from a namespace and does not mention again."""
    text = path.read_text(encoding="utf-8")
    return [name for name in USED_NAME.findall(text) if len(re.findall(r"\b%s\b" % name, text)) < 2]


def divided(batch, text):
    """Parts of a batch in which something was found: each file that the findings name by itself and
    the others together, or two halves if they name none, or all."""
    errors = [line for line in text.splitlines() if " error: " in line]
    named = [path for path in batch if any(line.startswith("%s:" % path) for line in errors)]
    others = [path for path in batch if path not in named]
    if not named or not others:
        return [batch[:len(batch) // 2], batch[len(batch) // 2:]]
    return [[path] for path in named] + [others]


def self_test(build, root, program):
    """A broken file is to be reported, examined alone and included by another."""
    build = build / "tidy" / "self-test"
    scratch = build / "root"
    path = scratch / "Kernels" / "broken.cxx"
    path.parent.mkdir(parents=True, exist_ok=True)
    (scratch / ".clang-tidy").write_bytes((root / ".clang-tidy").read_bytes())
    path.write_text("int broken(int* p)\n{\n  if (p == 0)\n  {\n    return *p;\n  }\n  return 0;\n}\n"
                    "#include <vector>\nint f(std::vector<int> v)\n{\n  for (auto i = 0u; i < 3; i++);\n"
                    "  return v[0] == 3 ? sizeof(v.data()) / sizeof(int) : 0;\n}\n", encoding="utf-8")
    found = []
    for source in (path, unify(build, scratch, 0, [path])):
        command = ["c++", "-std=c++17", "-c", str(source)]
        database = write_database(build, [(source, command)])
        status, text, _ = examine(
            program, database, scratch, source, ANALYZER + (NOT_INTO_TEMPLATES,))
        print(text)
        found.append(sorted(re.findall(r"broken\.cxx:.* error: .*", text)))
        # Of two checks and of the analyzer.
        if status == 0 or not all(name in text for name in (
                "modernize-use-nullptr", "clang-analyzer-core.NullDereference",
                "bugprone-sizeof-expression")):
            print("a broken file was not reported")
            return 1
    if found[0] != found[1]:
        print("a broken file was reported in another way when another included it")
        return 1
    path.write_text("using std::vector;\nusing std::size;\nvector<int> v;\n", encoding="utf-8")
    if unused_names(path) != ["size"]:
        print("an unused name was not reported")
        return 1
    print("the file above was broken on purpose and reported, twice")
    return 0


def examine_all(program, build, root, stale, arguments, notes):
    """Examines the stale files, notes those that are clean, and counts the others."""
    batches = partition(
        stale, TOGETHER, lambda path: (flags(arguments[path]), list_folder(path, root)),
        alone_if=ALONE)
    sources = {}
    commands = list(arguments.items())

    def source_of(batch):
        """The file of a batch of one, or a new one that includes those of the batch."""
        if len(batch) == 1:
            sources[batch[0]] = batch
            return batch[0]
        unified = unify(build, root, len(sources), batch)
        sources[unified] = batch
        # What a file declares is no shadow to the next one's headers; gcc looks at each file.
        command = flags(arguments[batch[0]]) + ["-Wno-shadow", "-c", str(unified)]
        commands.append((unified, command))
        return unified

    first = [source_of(batch) for batch in batches]
    database = write_database(build, commands)

    failed = 0
    workers = len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        def start(source):
            follows = sources[source][0].relative_to(root).parts[0] in INTO_TEMPLATES
            analyzer = ANALYZER + (() if follows else (NOT_INTO_TEMPLATES,))
            return pool.submit(examine, program, database, root, source, analyzer)

        runs = {start(source): source for source in first}
        while runs:
            done, _ = concurrent.futures.wait(runs, return_when="FIRST_COMPLETED")
            for run in done:
                source = runs.pop(run)
                batch = sources[source]
                status, text, seconds = run.result()
                names = ", ".join(str(path.relative_to(root)) for path in batch)
                if status and len(batch) > 1:
                    print("%s: to be examined in parts, %.1f s" % (names, seconds), flush=True)
                    print("\n".join(line for line in text.splitlines() if " error: " in line))
                    parts = [source_of(part) for part in divided(batch, text)]
                    write_database(build, commands)
                    runs.update({start(part): part for part in parts})
                    continue
                print("%s: %s, %.1f s" % (names, "PROBLEMS" if status else "clean", seconds),
                      flush=True)
                if status:
                    failed += 1
                    print(text, flush=True)
                else:
                    for path in batch:
                        notes[path].touch()
    return failed


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

    arguments = dict(compile_commands(build, root))
    if not arguments:
        print("no C++ source of this project in %s/compile_commands.json" % build)
        return 1
    folder = build / "tidy"
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True).stdout
    common = version + pathlib.Path(__file__).read_bytes()
    common += pathlib.Path(__file__).with_name("together.py").read_bytes()
    common += b"".join(path.read_bytes() for path in check_lists(root))
    notes = {path: folder / (fingerprint(path, arguments[path], root, common) + ".clean")
             for path in arguments}
    stale = [path for path in arguments if not notes[path].exists()]
    failed = examine_all(program, build, root, stale, arguments, notes)
    for path in arguments:
        for name in unused_names(path):
            print("%s: %s is not used" % (path.relative_to(root), name))
            failed += 1
    print("%d files, %d unchanged since found clean, %d with problems"
          % (len(arguments), len(arguments) - len(stale), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
