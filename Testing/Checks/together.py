#!/usr/bin/env python3
"""Which C++ sources can be compiled, or examined, as one: those that declare no name twice.

    together.py MOST FOLDERS SOURCE...   prints the number of a group before each source; headers
                                         whose names count are looked for in the folders, with colons
                                         between them, and beside sources

Used by tidy.py, and by CMake for the sources of tests: most of their time goes into headers and
templates that each of them needs. Names are found by how clang-format leaves them; a clash that is
missed is an error of the compiler.
"""

import pathlib
import re
import sys

# Another file may declare the same name itself.
ALONE = re.compile(r"^[ \t]*(?:using[ \t]+(?!namespace)[\w:]+::\w+;|namespace[ \t]+\w+[ \t]*=)", re.MULTILINE)
# What is declared at the left margin, as clang-format leaves it there in namespaces: types, names
# of values, functions, macros.
DECLARED = re.compile(
    r"^(?:(?:struct|class|enum class|enum|using(?! namespace)|#define)[ \t]+(\w+)"
    r"|(?![\s#}/{])[^\n(=;:]*?(?:::[^\n(=;:]*?)*(?<![:\w])(\w+)(?:\[[^\n]*\])?[ \t]*[({=;])",
    re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+\.h)"', re.MULTILINE)
# It must precede what instantiates it.
SPECIALIZATION = re.compile(r"^template <>", re.MULTILINE)
# Their definitions, most of them without a guard against being included twice.
BODIES = re.compile(r'^#include "([^"]+\.inl)"', re.MULTILINE)
NOT_DECLARED = {
    "static_assert", "trabecula", "testing", "vtkCxxSetObjectMacro", "vtkStandardNewMacro",
    "TRABECULA_ON_EVERY_DEVICE", "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_SUITE", "INSTANTIATE_TEST_SUITE_P"}


def names_of_headers(path, folders, seen):
    """Names that the headers of path beside it or in folders declare, and those that they include."""
    names = set()
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for header in (parent / name for parent in (path.parent, *folders)):
            if header not in seen and header.is_file():
                seen.add(header)
                text = header.read_text(encoding="utf-8")
                names |= {first or second for first, second in DECLARED.findall(text)}
                names |= names_of_headers(header, folders, seen)
    return names - NOT_DECLARED


def partition(paths, most, key_of, folders=(), alone_if=ALONE):
    """Lists of sources that can be one: at most so many, of the same key, no name declared twice,
    nor one that a header of another declares in folders, and none that alone_if finds something in."""
    groups = []
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8")
        names = {first or second for first, second in DECLARED.findall(text)} - NOT_DECLARED
        names |= set(BODIES.findall(text))
        names |= set(SPECIALIZATION.findall(text)) # one a group: it may instantiate another's
        taken = names_of_headers(path, folders, set()) if folders else set()
        key = key_of(path)
        alone = alone_if.search(text)
        for group in groups:
            if (not alone and not group["alone"] and group["key"] == key
                    and len(group["paths"]) < most and not group["names"] & (names | taken)
                    and not group["taken"] & names):
                break
        else:
            group = {"key": key, "names": set(), "taken": set(), "alone": alone, "paths": []}
            groups.append(group)
        group["names"] |= names
        group["taken"] |= taken
        group["paths"].append(path)
    for group in groups:
        group["paths"].sort(
            key=lambda path: not SPECIALIZATION.search(path.read_text(encoding="utf-8")))
    return [group["paths"] for group in sorted(groups, key=lambda group: -len(group["paths"]))]


def main(arguments):
    if len(arguments) < 3:
        print(__doc__)
        return 2
    folders = [pathlib.Path(folder) for folder in arguments[1].split(":")]
    paths = [pathlib.Path(path) for path in arguments[2:]]
    for number, group in enumerate(partition(paths, int(arguments[0]), lambda path: None, folders)):
        for path in group:
            print("%d %s" % (number, path))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
