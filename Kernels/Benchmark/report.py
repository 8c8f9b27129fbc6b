"""What the scripts beside it share: running the benchmark, reading its report, printing tables."""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys


def parser(description):
    """The options that all have; options() reads them."""
    result = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("program", nargs="?", help="trabecula_benchmark")
    result.add_argument("--from", dest="report", type=pathlib.Path, help="a report of before")
    result.add_argument("--device", choices=["host", "cuda"], default="host")
    result.add_argument("--output", type=pathlib.Path, default=pathlib.Path("."))
    return result


def options(of):
    """The arguments of a parser(); the output folder exists then."""
    arguments = of.parse_args()
    if (arguments.program is None) == (arguments.report is None):
        of.error("give the program or --from a report")
    arguments.output.mkdir(parents=True, exist_ok=True)
    return arguments


def run(arguments, name, pattern, options=()):
    """Runs the benchmarks whose names match the pattern; returns the report, output/NAME.json."""
    report = arguments.output / f"{name}.json"
    command = [
        arguments.program,
        *options,
        f"--benchmark_filter={pattern}",
        f"--benchmark_out={report}",
        "--benchmark_out_format=json",
    ]
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return report


def measurements(report):
    """Name and numbers of each measurement of a report, times in seconds, and what ran them."""
    content = json.loads(report.read_text(encoding="utf-8"))
    seconds = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    rows = []
    for entry in content["benchmarks"]:
        if entry.get("error_occurred"):
            print(f"{entry['name']}: {entry['error_message']}", file=sys.stderr)
            continue
        if entry.get("run_type", "iteration") != "iteration":
            continue  # means and deviations of repetitions
        numbers = {key: value for key, value in entry.items() if isinstance(value, (int, float))}
        for key in ("real_time", "cpu_time"):
            if key in numbers:
                numbers[key] *= seconds[entry.get("time_unit", "ns")]
        rows.append((entry["name"], numbers))
    return rows, content["context"]


def read(report, pattern, family):
    """The measurements of a report whose names match, and what ran them.

    A measurement is a dictionary of its numbers, with the named groups of the pattern; one of them
    is "device".
    """
    found, context = measurements(report)
    rows = []
    for name, numbers in found:
        match = re.match(pattern, name)
        if match:
            rows.append({**numbers, **match.groupdict()})
    if not rows:
        sys.exit(f"{report} holds no measurement of {family}/...")
    return rows, context.get(rows[0]["device"].lower(), ""), context["date"]


def table(title, head, lines):
    """Prints a table whose first column is text."""
    if not lines:
        return
    widths = [max(len(str(line[i])) for line in [head] + lines) for i in range(len(head))]
    print(f"\n{title}\n")
    for line in [head] + lines:
        cells = [str(line[0]).ljust(widths[0])]
        cells += [str(cell).rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print("  ".join(cells))


def write_csv(rows, path, first):
    """All measurements, the columns of `first` before the others."""
    keys = sorted({key for row in rows for key in row})
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, first + [key for key in keys if key not in first])
        writer.writeheader()
        writer.writerows(rows)


def pyplot():
    """matplotlib for files, or None with a message."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot as result
    except ImportError:
        print("\nNo figures: matplotlib is not there.")
        return None
    return result
