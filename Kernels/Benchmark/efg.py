#!/usr/bin/env python3
"""Measures on this machine what Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021, report on the
element-free Galerkin method in section 6.

    efg.py build/Benchmark/trabecula_benchmark [--device cuda] [--designs N] [--examples REGEX]
           [--output folder]
    efg.py --from folder/efg.json [--output folder]

Tables 1 and 2 for 100 design iterations from the mean of N, beside the paper's seconds (its numbers
of iterations are not in the text); the assembly by pairs of nodes by the size of a block of threads
(figure 20) beside that by rows, and products; speed-ups by unknowns (figure 21); time and iterations
by the tolerance of the solver (figure 22). Written as tables on the screen, as efg.csv, and as
figures if there is matplotlib.

Phases: assembly is that of the matrix, if there is one, and of the preconditioner.
"""

import report

PHASES = ["assembly", "solution", "sensitivity", "update", "total"]
# Seconds on an RTX 2070 and on the CPU: table 1 by example, in the order of the phases; table 2 by
# unknowns of example I.
PAPER_TABLE_1 = {
    "I": ((191, 110.5, 7.7, 6.3, 315.5), (3796, 9468, 520, 42, 13826)),
    "II": ((291.7, 150.7, 10.5, 7.0, 459.9), (4941, 11830, 736, 50, 17557)),
    "III": ((392.6, 641.1, 12.6, 4.7, 1051), (7223, 63056, 916, 47, 71242)),
}
PAPER_TABLE_2 = {
    19488: (39.8, 1163.5), 49815: (315.5, 13826.3), 77265: (938.4, 49711.2),
    110880: (1703.4, 101464),
}
BLOCK_SIZES = [32, 64, 128, 256, 512, 1024]


NAMES = r"efg/(?P<family>\w+)/(?P<device>Host|Cuda)/(?P<example>I+)_(?P<nodes>\d+x\d+x\d+)" \
    r"(?:/(?P<variant>1e-\d|auto|assembled))?"


def of(rows, family):
    return [row for row in rows if row["family"] == family]


def label(row):
    return f"{row['example']} {row['nodes']}" + (f" {row['variant']}" if row["variant"] else "")


def seconds(value):
    return f"{value:.3g}"


def print_tables(rows):
    """Tables 1 and 2, of 100 iterations."""
    lines = []
    for row in of(rows, "designs"):
        lines.append([label(row), f"{row['unknowns']:.0f}"] + [
            seconds(100 * row[phase + "_s"]) for phase in PHASES
        ] + [f"{row['iterations']:.0f}", f"{row['memory_B'] / 1e6:.0f}"])
    for example, (gpu, cpu) in PAPER_TABLE_1.items():
        lines.append([f"{example} paper, GPU", "-"] + [seconds(s) for s in gpu] + ["-", "-"])
        lines.append([f"{example} paper, CPU", "-"] + [seconds(s) for s in cpu] + ["-", "-"])
    report.table("Table 1: seconds of 100 design iterations; solver iterations of one; memory, MB",
                 ["example", "unknowns"] + PHASES + ["iterations", "MB"], lines)
    lines = []
    for row in of(rows, "designs"):
        if row["example"] == "I":
            gpu, cpu = PAPER_TABLE_2.get(int(row["unknowns"]), (None, None))
            total = 100 * row["total_s"]
            lines.append([label(row), f"{row['unknowns']:.0f}", seconds(total)] + (
                [seconds(gpu), seconds(cpu), f"{gpu / total:.1f}", f"{cpu / total:.1f}"]
                if gpu else ["-"] * 4))
    report.table("Table 2: seconds of 100 design iterations of example I, beside the paper's",
                 ["lattice", "unknowns", "here", "paper, GPU", "paper, CPU", "ratio", "ratio to CPU"],
                 lines)


def print_assembly(rows):
    """Figure 20, and products."""
    lines = []
    for row in of(rows, "assembly"):
        pairs = [row.get(f"by_pair_{size}_s") for size in BLOCK_SIZES]
        lines.append([label(row), f"{row['blocks']:.0f}"] + [
            "-" if not s else f"{1e3 * s:.3g}" for s in pairs] + [f"{1e3 * row['by_row_s']:.3g}"])
    report.table("Figure 20: assembly by pairs of nodes, ms, by threads of a block; by rows",
                 ["example", "blocks"] + [str(size) for size in BLOCK_SIZES] + ["by rows"], lines)
    lines = []
    for row in of(rows, "assembly"):
        lines.append([label(row), f"{row['unknowns']:.0f}"] + [
            f"{1e6 * row[f'product_{kind}_s']:.4g}" if f"product_{kind}_s" in row else "-"
            for kind in ("assembled", "matrix_free", "table")])
    report.table("Products, microseconds", ["example", "unknowns", "assembled", "matrix-free", "table"],
                 lines)


def print_tolerances(rows):
    """Figure 22."""
    lines = [[label(row), seconds(100 * row["total_s"]), seconds(100 * row["solution_s"]),
              f"{row['iterations']:.1f}", f"{row['compliance']:.6g}"]
             for row in of(rows, "tolerance")]
    report.table("Figure 22: by the tolerance of the solver, seconds of 100 design iterations",
                 ["example", "total", "solution", "iterations", "last compliance"], lines)


def draw(rows, device, output):
    """The figures that there are measurements for."""
    pyplot = report.pyplot()
    if not pyplot:
        return

    def save(number, title, lines, xlabel, ylabel, logarithmic=False):
        lines = [(name, sorted(points)) for name, points in lines if points]
        if not lines:
            return
        figure, plot = pyplot.subplots(figsize=(6, 4))
        for name, points in lines:
            plot.plot([p[0] for p in points], [p[1] for p in points], "o-", label=name)
        if logarithmic:
            plot.set_xscale("log")
        plot.set_xlabel(xlabel)
        plot.set_ylabel(ylabel)
        plot.legend()
        plot.set_title(f"{title}\n{device}", fontsize=9)
        figure.tight_layout()
        figure.savefig(output / f"efg_{number}.png", dpi=120)
        pyplot.close(figure)

    save("20", "assembly: speed-up of pairs over one thread block of 1024", [
        (label(row), [(size, row["by_pair_1024_s"] / row[f"by_pair_{size}_s"])
                      for size in BLOCK_SIZES if f"by_pair_{size}_s" in row])
        for row in of(rows, "assembly") if "by_pair_1024_s" in row
    ], "threads of a block", "speed-up", True)
    ones = [row for row in of(rows, "designs")
            if row["example"] == "I" and int(row["unknowns"]) in PAPER_TABLE_2]
    save("21", "speed-up over the paper's CPU", [
        (kind, [(row["unknowns"], PAPER_TABLE_2[int(row["unknowns"])][1] / (100 * row["total_s"]))
                for row in ones if row["variant"] == kind])
        for kind in ("auto", "assembled")
    ] + [("paper, GPU", [(n, cpu / gpu) for n, (gpu, cpu) in PAPER_TABLE_2.items()])],
        "unknowns", "speed-up")
    for example in ("I", "II", "III"):
        some = [row for row in of(rows, "tolerance") if row["example"] == example]
        save(f"22_{example}", f"example {example}: 100 design iterations", [
            ("total", [(float(row["variant"]), 100 * row["total_s"]) for row in some]),
            ("solution", [(float(row["variant"]), 100 * row["solution_s"]) for row in some]),
        ], "tolerance", "seconds", True)


def main():
    parser = report.parser(__doc__)
    parser.add_argument("--designs", type=int, default=10, help="that each measurement averages")
    parser.add_argument("--examples", default="I", help="pattern of names, as I_81x41x5")
    arguments = report.options(parser)
    written = arguments.report or report.run(
        arguments, "efg",
        f"^efg/[a-z]+/{arguments.device.capitalize()}/({arguments.examples})",
        [f"--designs={arguments.designs}"])
    rows, device, date = report.read(written, NAMES, "efg")
    print(f"\n{device}, {date}")
    print_tables(rows)
    print_assembly(rows)
    print_tolerances(rows)
    report.write_csv(rows, arguments.output / "efg.csv",
                     ["family", "device", "example", "nodes", "variant", "unknowns"])
    draw(rows, device, arguments.output)


if __name__ == "__main__":
    main()
