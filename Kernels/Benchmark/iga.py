#!/usr/bin/env python3
"""Measures on this machine what Xia, Wang, Wang and Mei, "GPU parallel strategy for parameterized
LSM-based topology optimization using isogeometric analysis", 2017, report in section 6.

    iga.py build/Benchmark/trabecula_benchmark [--device cuda] [--designs N] [--examples REGEX]
           [--output folder]
    iga.py --from folder/iga.json [--output folder]

Table 5 (seconds of the stages by the paper's strategies: threads by collocation point, element and
design variable, triplets sorted and added), table 6 (the paper's seconds over those here), table 7
(objectives at convergence); the assembly by other strategies; and what is used instead: products,
the multigrid preconditioner and whole design iterations with their solution. Written as tables on
the screen, as iga.csv, and as a figure if there is matplotlib.

Stages: 1 initial design, 2 assembly of the stiffness, 3 sensitivities, 4 update.
"""

import report

# Of the paper: seconds of stages 1 to 4 by elements of the cantilever, on the CPU by MATLAB, by C, by
# parallel MATLAB, and on a Quadro K5000.
PAPER_TABLE_5 = {
    "32x16": ((.43, .73, .04, .09), (.37, .44, .06, .07), (.47, .74, .06, .07),
              (.06, .09, .03, .04)),
    "64x32": ((1.63, 4.15, .21, .32), (1.14, 2.17, .22, .32), (1.25, 2.73, .21, .36),
              (.15, .29, .06, .07)),
    "128x64": ((6.4, 27.7, 1.1, 1.5), (3.57, 11.3, .9, 1.4), (3.53, 10.6, .8, 1.4),
               (.34, .95, .14, .17)),
    "256x128": ((44.9, 213.9, 5.7, 8.2), (14.6, 63.4, 3.9, 7.2), (13.2, 64.5, 3.3, 6.5),
                (.79, 3.2, .32, .42)),
    "512x256": ((318, 1963, 32.4, 52.3), (75.3, 378, 21.6, 36.4), (69.7, 457, 16.4, 31.9),
                (2.4, 10.8, .81, 1.2)),
    "1024x512": ((2329, 22638, 176, 384), (413, 2344, 113, 183), (389, 3564, 93.4, 169),
                 (7.9, 35.7, 2.3, 3.7)),
}
PAPER_KINDS = ["MATLAB", "C", "parallel MATLAB", "GPU"]
# Objectives on the CPU and on the GPU.
PAPER_TABLE_7 = {
    "32x16": (58.992, 58.997), "64x32": (58.991, 58.719), "128x64": (59.946, 59.864),
    "256x128": (60.871, 60.559), "512x256": (60.589, 60.845), "1024x512": (60.723, 60.962),
}
STAGES = [f"stage{number}_s" for number in (1, 2, 3, 4)]
PHASES = ["moduli", "solution", "sensitivity", "update", "total"]
NAMES = r"iga/(?P<family>\w+)/(?P<device>Host|Cuda)/(?P<example>[a-z]+)_(?P<elements>\d+(?:x\d+)+)" \
    r"(?:_p(?P<degree>\d))?"


def of(rows, family):
    return [row for row in rows if row["family"] == family]


def label(row):
    return f"{row['example']} {row['elements']}" + (
        f" p={row['degree']}" if row["degree"] else "")


def number(value):
    return f"{value:.3g}"


def milliseconds(row, key):
    return number(1e3 * row[key]) if key in row else "-"


def print_stages(rows):
    """Tables 5 and 6, and other strategies."""
    lines = []
    for row in of(rows, "stages"):
        lines.append([label(row), f"{row['unknowns']:.0f}", "here"] + [
            number(row[stage]) for stage in STAGES])
        for kind, seconds in zip(PAPER_KINDS, PAPER_TABLE_5.get(row["elements"], ())):
            lines.append(["", "", f"paper, {kind}"] + [number(s) for s in seconds])
    report.table("Table 5: seconds of the stages by the paper's strategies",
                 ["example", "unknowns", "", "1", "2", "3", "4"], lines)
    lines = []
    for row in of(rows, "stages"):
        for kind, seconds in zip(PAPER_KINDS, PAPER_TABLE_5.get(row["elements"], ())):
            lines.append([label(row), kind] + [
                number(s / row[stage]) for s, stage in zip(seconds, STAGES)])
    report.table("Table 6: the paper's seconds over those here",
                 ["example", "paper's", "1", "2", "3", "4"], lines)
    keys = ["triplets_s", "atomics_s", "coloured_s", "by_row_s", "teams_s"]
    report.table(
        "Assembly, ms: a thread an element (triplets sorted and added, atomics, colours), a thread a "
        "control point, teams by colours",
        ["example"] + [key[:-2].replace("_", " ") for key in keys],
        [[label(row)] + [milliseconds(row, key) for key in keys] for row in of(rows, "stages")])


def print_objectives(rows):
    """Table 7."""
    lines = []
    for row in of(rows, "converged"):
        cpu, gpu = PAPER_TABLE_7.get(row["elements"], (None, None))
        lines.append([label(row), f"{row['compliance']:.4f}", f"{row['designs']:.0f}"] + (
            [cpu, gpu, f"{100 * (row['compliance'] / cpu - 1):+.2f} %"] if cpu else ["-"] * 3))
    report.table("Table 7: objective at convergence",
                 ["example", "here", "designs", "paper, CPU", "paper, GPU", "to the CPU's"], lines)


def print_production(rows):
    """Products and design iterations of what is used."""
    lines = []
    for row in of(rows, "products"):
        share = row["product_B"] / row["product_s"] / row["triad_B/s"]
        lines.append([label(row), f"{row['unknowns']:.0f}"] + [
            milliseconds(row, key) for key in
            ("product_s", "single_s", "points_s", "assembled_s", "multigrid_update_s", "cycle_s")
        ] + [f"{100 * share:.0f} %"])
    report.table(
        "Products, ms: double and single precision, by Gauss points, assembled; multigrid; least "
        "traffic over time and measured bandwidth",
        ["example", "unknowns", "double", "single", "points", "assembled", "update", "cycle",
         "of triad"], lines)
    lines = [[label(row), f"{row['unknowns']:.0f}"] + [
        milliseconds(row, phase + "_s") for phase in PHASES
    ] + [f"{row['iterations']:.1f}", f"{row['most_iterations']:.0f}",
         f"{row['memory_B'] / 1e6:.0f}"] for row in of(rows, "designs")]
    report.table("Design iterations, ms; iterations of the solver, mean and most; memory, MB",
                 ["example", "unknowns"] + PHASES + ["iterations", "most", "MB"], lines)


def draw(rows, device, output):
    """Figure 20: time by unknowns."""
    stages = sorted(of(rows, "stages"), key=lambda row: row["unknowns"])
    pyplot = report.pyplot() if stages else None
    if not pyplot:
        return
    figure, plot = pyplot.subplots(figsize=(6, 4))
    for index, stage in enumerate(STAGES):
        line, = plot.plot([row["unknowns"] for row in stages], [row[stage] for row in stages], "o-",
                          label=f"stage {index + 1}")
        known = [row for row in stages if row["elements"] in PAPER_TABLE_5]
        plot.plot([row["unknowns"] for row in known],
                  [PAPER_TABLE_5[row["elements"]][3][index] for row in known], "x:",
                  color=line.get_color(), label=f"stage {index + 1}, paper's GPU")
    plot.set_xscale("log")
    plot.set_yscale("log")
    plot.set_xlabel("unknowns")
    plot.set_ylabel("seconds")
    plot.legend(fontsize=7)
    plot.set_title(f"stages of the cantilever\n{device}", fontsize=9)
    figure.tight_layout()
    figure.savefig(output / "iga_20.png", dpi=120)
    pyplot.close(figure)


def main():
    parser = report.parser(__doc__)
    parser.add_argument("--designs", type=int, default=10, help="that each measurement averages")
    parser.add_argument("--examples", default="", help="pattern of names, as cantilever_64x32")
    arguments = report.options(parser)
    written = arguments.report or report.run(
        arguments, "iga", f"^iga/[a-z]+/{arguments.device.capitalize()}/({arguments.examples})",
        [f"--designs={arguments.designs}"])
    rows, device, date = report.read(written, NAMES, "iga")
    print(f"\n{device}, {date}")
    print_stages(rows)
    print_objectives(rows)
    print_production(rows)
    report.write_csv(rows, arguments.output / "iga.csv",
                     ["family", "device", "example", "elements", "degree", "unknowns"])
    draw(rows, device, arguments.output)


if __name__ == "__main__":
    main()
