#!/usr/bin/env python3
"""Checks the layers: what each source file may include, that folders and files stay small, that each
source of the library has a header of its name.

    layering.py ROOT         check the source tree at ROOT
    layering.py --self-test  break each rule in a scratch tree and see it reported
"""

import collections
import pathlib
import re
import sys
import tempfile

HEADERS = {".h", ".hpp", ".hxx", ".cuh", ".inl", ".txx"}
SOURCES = HEADERS | {".c", ".cc", ".cpp", ".cxx", ".cu"}

# Rooms of the library; each may include itself and those before it.
ROOMS = [
    "Core", "Mesh", "Geometry", "Physics", "Element", "Operator", "Solver", "Analysis", "Design",
    "MicroFe", "Optimization", "Run",
]
# What filters may see of the library: plain structs and the facades.
ROOMS_OF_FILTERS = ["Core", "Mesh", "Geometry", "Analysis", "MicroFe", "Optimization", "Run"]

QT = r"(?:Q[A-Z]\w*|Qt\w*/.*|q[a-z_]+\.h|ui_.*|moc_.*)$"
# vtkSM is the server manager's, but vtkSMPTools and vtkSMPThreadLocal are VTK's own.
PARAVIEW = r"(?:pq\w+\.h|vtk(?:PV|SM(?!PT(?:ools|hread))|SI)\w*\.h|ParaView.*)$"
VTK = r"(?:vtk\w*(?:\.h|/.*)|VTK.*)$"
CUDA = r"(?:cuda\w*(?:\.h|/.*)?|cu(?:blas|sparse|solver|rand)\w*\.h|thrust/.*|cub/.*|nccl\.h)$"
STOREYS = r"(?:.*\.\./)*(?:Filters|Plugin|XML)/.*"

# Folder, pattern of what it may not include, why. First match is reported.
FORBIDDEN = [
    ("Kernels", STOREYS, "the library knows nothing above it"),
    ("Kernels", PARAVIEW, "the library includes no ParaView"),
    ("Kernels", VTK, "the library includes no VTK"),
    ("Kernels", QT, "the library includes no Qt"),
    ("Filters", r"(?:.*\.\./)*(?:Plugin|XML)/.*", "filters know nothing above them"),
    ("Filters", PARAVIEW, "filters include VTK only, no ParaView"),
    ("Filters", QT, "filters include VTK only, no Qt"),
    ("Filters", CUDA, "filters include no CUDA, Thrust or CUB"),
    ("Plugin", CUDA, "the plugin includes no CUDA, Thrust or CUB"),
    ("Plugin", r"(?:%s|Kernels)/.*" % "|".join(ROOMS), "the plugin goes through the filters"),
]

# Most source files and scripts that a folder itself, without its subfolders, may hold.
MOST_FILES = 25
SMALL_FOLDERS = ("Kernels", "Filters", "Plugin", "Testing/Kernels", "Testing/Filters", "Testing/Python")
# Most lines of a source, script or description of a proxy.
MOST_LINES = 400
# Sources without a header for good: a program, and loops compiled once per instruction set.
HEADERLESS = re.compile(r"Kernels/(?:Benchmark/(?:(?:Paper/)?\w+/\w*Benchmark|\w+)|.*HostKernelsSimd)\.cxx$")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# Without this header, a test of a build option silently evaluates to false.
OPTION = re.compile(r"\bTRABECULA_HAVE_CUDA\b")
OPTION_HEADER = "Core/BuildOptions.h"
USING = re.compile(r"^[ \t]*using[ \t]+namespace\b", re.MULTILINE)


def without_comments(text):
    """The text with comments blanked, so that line numbers and strings stay."""

    def blank(match):
        part = match.group(0)
        return part if part.startswith('"') else re.sub(r"[^\n]", " ", part)

    return COMMENT.sub(blank, text)


def sources(root):
    for folder in ("Kernels", "Filters", "Plugin", "Testing", "Data"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield path, path.relative_to(root)


def written(root):
    """Everything whose length is limited."""
    yield from sources(root)
    for folder in ("Kernels", "Filters", "Plugin", "Testing", "Data", "XML"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".xml") and path.is_file() and "Gui" not in path.parts:
                yield path, path.relative_to(root)


def room_of(parts):
    """The room of Kernels/<Room>/..., or None for Benchmark, cmake and everything else."""
    return parts[1] if parts[0] == "Kernels" and len(parts) > 2 and parts[1] in ROOMS else None


def check_include(relative, quote, name):
    parts = relative.parts
    for folder, pattern, why in FORBIDDEN:
        # Benchmarks and tests of the library are held to the library's rules.
        if (parts[0] == folder or parts[:2] == ("Testing", folder) and folder == "Kernels") and (
            re.match(pattern, name)
        ):
            return why
    target = name.split("/")[0] if "/" in name else None
    if quote == '"' and target == "Benchmark" and room_of(parts):
        return "the library includes nothing that only the benchmark measures"
    if quote == '"' and target in ROOMS:
        room = room_of(parts)
        if room and ROOMS.index(target) > ROOMS.index(room):
            return "Kernels/%s may not include Kernels/%s, which builds on it" % (room, target)
        if parts[0] == "Filters" and target not in ROOMS_OF_FILTERS:
            return "filters see only %s of the library" % ", ".join(ROOMS_OF_FILTERS)
    if quote == '"' and name.startswith("../") and room_of(parts):
        return "name other rooms from the library's root, as in \"Mesh/HexMesh.h\""
    return None


def check_sizes(files):
    """Folders of SMALL_FOLDERS with too many of the files."""
    sizes = collections.Counter(relative.parent.as_posix() for relative in files)
    for folder, size in sorted(sizes.items()):
        if (folder + "/").startswith(tuple(name + "/" for name in SMALL_FOLDERS)) and size > MOST_FILES:
            yield "%s: %d source files, more than %d; divide it by topic" % (folder, size, MOST_FILES)


def check_headers(files):
    """Sources of the library without a header of their name beside them."""
    names = {relative.as_posix() for relative in files}
    for name in sorted(names):
        if (
            name.startswith("Kernels/") and name.endswith(".cxx")
            and not HEADERLESS.match(name)
            and name[:-4] + ".h" not in names
        ):
            yield "%s: has no header of its name; declare there what it defines" % name


def check_lengths(root):
    """Files of more than MOST_LINES lines."""
    for path, relative in written(root):
        lines = path.read_text(encoding="utf-8", errors="replace").count("\n")
        if lines > MOST_LINES:
            yield "%s: %d lines, more than %d; divide it by topic" % (relative, lines, MOST_LINES)


def check(root):
    files = [relative for _, relative in sources(root)]
    scripts = [relative for _, relative in written(root) if relative.suffix == ".py"]
    problems = list(check_sizes(files + scripts)) + list(check_headers(files)) + list(check_lengths(root))
    count = 0
    for path, relative in sources(root):
        count += 1
        if relative.parts[0] in ("Filters", "Plugin") and path.suffix in (".cu", ".cuh"):
            problems.append("%s: CUDA sources belong in Kernels" % relative)
        text = without_comments(path.read_text(encoding="utf-8", errors="replace"))
        for match in INCLUDE.finditer(text):
            why = check_include(relative, match.group(1), match.group(2))
            if why:
                line = text.count("\n", 0, match.start(2)) + 1
                problems.append("%s:%d: includes %s: %s" % (relative, line, match.group(2), why))
        option = OPTION.search(text)
        if option and all(match.group(2) != OPTION_HEADER for match in INCLUDE.finditer(text)):
            line = text.count("\n", 0, option.start()) + 1
            problems.append("%s:%d: %s is known to those who include %s"
                            % (relative, line, option.group(0), OPTION_HEADER))
        if path.suffix in HEADERS:
            for match in USING.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                problems.append("%s:%d: 'using namespace' in a header" % (relative, line))
    return problems, count


# Each must be reported: file, its text. A header of the same name exists where one is required.
BROKEN = [
    ("Kernels/Core/A.h", '#include "vtkObject.h"'),
    ("Kernels/Core/A.h", "  #  include <vtkm/Types.h>"),
    ("Kernels/Core/A.cu", "#include <QString>"),
    ("Kernels/Core/A.cxx", '#include "pqView.h"'),
    ("Kernels/Core/A.inl", '#include "vtkSMProxy.h"'),
    ("Kernels/Core/A.cxx", '#include "Filters/vtkA.h"'),
    ("Kernels/Optimization/A.cxx", '#include "../../Plugin/A.h"'),
    ("Kernels/Benchmark/A.cxx", '#include "vtkObject.h"'),
    ("Testing/Kernels/A.cxx", '#include "vtkObject.h"'),
    ("Kernels/Core/A.h", '#include "Mesh/HexMesh.h"'),
    ("Kernels/Mesh/A.h", '#include "Optimization/A.h"'),
    ("Kernels/Operator/A.cu", '#include "Solver/A.h"'),
    ("Kernels/Mesh/A.h", '#include "../Core/Error.h"'),
    ("Kernels/Operator/A.h", '#include "Benchmark/Paper/A.h"'),
    ("Filters/A.cxx", "#include <thrust/sort.h>"),
    ("Filters/A.cxx", "#include <cuda_runtime.h>"),
    ("Filters/A.cxx", "#include <cub/cub.cuh>"),
    ("Filters/A.cxx", "#include <QWidget>"),
    ("Filters/A.h", '#include "pqApplicationCore.h"'),
    ("Filters/A.h", '#include "vtkPVView.h"'),
    ("Filters/A.cxx", '#include "Plugin/A.h"'),
    ("Filters/A.cxx", '#include "Operator/A.h"'),
    ("Filters/A.cu", "int a;"),
    ("Plugin/A.cxx", "#include <cuda.h>"),
    ("Plugin/A.h", "#include <thrust/sort.h>"),
    ("Plugin/A.cxx", '#include "Optimization/TopologyOptimizer.h"'),
    ("Kernels/Core/A.h", "using namespace std;"),
    ("Kernels/Core/A.inl", "  using  namespace std;"),
    ("Filters/A.h", "int a;\nusing namespace std;"),
    ("Plugin/A.h", "using namespace std;"),
    ("Testing/Filters/A.h", "using namespace std;"),
    ("Kernels/Core/A.cxx", '#include "Core/Device.h"\n#ifdef TRABECULA_HAVE_CUDA\n#endif'),
    ("Testing/Kernels/A.cxx", "#ifndef TRABECULA_HAVE_CUDA\n#endif"),
]

# Each set of files must be reported once.
BROKEN_SETS = [
    [("Kernels/Mesh/A%d.h" % i, "") for i in range(MOST_FILES + 1)],
    [("Filters/A%d.h" % i, "") for i in range(MOST_FILES + 1)],
    [("Plugin/A%d.h" % i, "") for i in range(MOST_FILES + 1)],
    [("Testing/Kernels/Mesh/A%d.cxx" % i, "") for i in range(MOST_FILES + 1)],
    [("Testing/Filters/Topology/A%d.cxx" % i, "") for i in range(MOST_FILES + 1)],
    [("Testing/Python/A%d.py" % i, "") for i in range(MOST_FILES + 1)],
    [("Kernels/Mesh/A.cxx", "")],
    [("Kernels/Mesh/A.h", "\n" * MOST_LINES)],
    [("Testing/Python/A.py", "\n" * MOST_LINES)],
    [("XML/A.xml", "\n" * MOST_LINES)],
    [("Kernels/Mesh/A.cxx", ""), ("Kernels/Mesh/B/A.h", "")],
    [("Kernels/Mesh/A.cxx", ""), ("Kernels/Mesh/a.h", ""), ("Kernels/Mesh/A.inl", "")],
]

# None of these may be reported.
SOUND = [
    *(("Kernels/Solver/A%d.h" % i, "") for i in range(MOST_FILES)),
    *(("Kernels/Solver/B/A%d.h" % i, "") for i in range(MOST_FILES)),
    *(("Plugin/Room/A%d.h" % i, "") for i in range(MOST_FILES)),
    ("Kernels/Solver/A0.cxx.txt", ""),
    ("Kernels/Mesh/Long.h", "\n" * (MOST_LINES - 1)),
    ("Testing/Gui/Long.xml", "\n" * MOST_LINES),
    ("Kernels/Operator/A/AHostKernelsSimd.cxx", ""),
    ("Kernels/Benchmark/Main.cxx", ""),
    ("Kernels/Benchmark/Paper/A/ABenchmark.cxx", '#include "Benchmark/Paper/A/A.h"'),
    ("Kernels/Benchmark/A/ABenchmark.cxx", ""),
    ("Kernels/Core/A.h", '#include "Core/Error.h"\n#include <vector>\n#include <thrust/sort.h>'),
    ("Kernels/Optimization/A.cu", '#include "Core/Error.h"\n#include "Design/A.h"\n#include <cub/a.h>'),
    ("Kernels/Core/A.cxx", '#include "Core/BuildOptions.h"\n#ifdef TRABECULA_HAVE_CUDA\n#endif'),
    ("Kernels/Benchmark/A.cxx", '#include "Optimization/A.h"\n#include <benchmark/benchmark.h>'),
    ("Kernels/Core/B.h", '// #include "vtkObject.h"\n/* using namespace std;\n#include <QString> */'),
    ("Kernels/Core/C.h", 'const char* url = "http://a"; // using namespace std;'),
    ("Kernels/Core/A.cxx", "using namespace std;"),
    ("Filters/A.cxx", '#include "Optimization/A.h"\n#include "vtkObject.h"\n#include "vtkA.h"'),
    ("Plugin/A.cxx", '#include <QString>\n#include "pqView.h"\n#include "vtkSMProxy.h"'),
    ("Testing/Filters/A.cxx", '#include "vtkA.h"\n#include "Optimization/A.h"'),
]


def reported(files):
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        for name, text in files:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        return check(root)[0]


def self_test():
    failures = []
    for case in BROKEN:
        header = (re.sub(r"\.cxx$", ".h", case[0]), "")
        if len(reported([header, case])) != 1:
            failures.append("not reported once: %s: %s" % case)
    for files in BROKEN_SETS:
        if len(reported(files)) != 1:
            failures.append("not reported once: %d files, %s ..." % (len(files), files[0][0]))
    failures += ["reported wrongly: " + problem for problem in reported(SOUND)]
    for failure in failures:
        print(failure)
    print("%d broken and %d sound files tried, %d failures"
          % (len(BROKEN) + len(BROKEN_SETS), len(SOUND), len(failures)))
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) != 1:
        print(__doc__)
        return 2
    problems, count = check(pathlib.Path(arguments[0]))
    for problem in problems:
        print(problem)
    print("%d files, %d problems" % (count, len(problems)))
    # An empty tree means a wrong path, not a clean one.
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
