#!/usr/bin/env python3
"""Measures on this machine what Sanfui and Sharma, "A three-stage GPU-based FEA matrix generation
strategy for unstructured meshes", report in section 5.

    assembly.py build/Benchmark/trabecula_benchmark [--device cuda] [--meshes REGEX] [--output folder]
    assembly.py --from folder/assembly.json [--output folder]

Tables 1 to 5, the value stage by each method beside Cecka's SharedNZ and sorted entries, products
beside cuSPARSE, on the host assembly beside Eigen's setFromTriplets. Written as tables on the
screen, as assembly.csv, and as figures 9 to 12 and 14 to 17 if there is matplotlib.

Stage 1 is the neighbour matrix, stage 2 the indices, stage 3 the values (by the rows' own kernel,
by_row, unless a method is named). Times are medians in seconds; "of triad" is the least traffic over
time and measured bandwidth.
"""

import report

METHODS = ["by_row", "by_element", "separate", "coloured", "shared_nonzeros", "sorted"]
FORMATS = ["bsr", "csr", "coo", "ell"]
# Of the paper, on a K40c: type, elements and seconds of table 1; stages of table 3, by elements.
PAPER_TABLE_1 = {"TET4": (732007, 0.201), "TET10": (732129, 0.813), "HEX20": (175550, 0.110)}
PAPER_TABLE_3 = {
    64000: (0.07, 0.03, 0.05), 125000: (0.10, 0.06, 0.13), 216000: (0.15, 0.11, 0.23),
    343000: (0.20, 0.17, 0.35), 512000: (0.30, 0.26, 0.55), 729000: (0.43, 0.38, 0.78),
    1000000: (0.54, 0.52, 1.07), 90630: (0.04, 0.00, 0.03), 311963: (0.09, 0.01, 0.10),
    732007: (0.20, 0.03, 0.22), 1568610: (0.36, 0.07, 0.49),
}
PAPER_TABLE_5 = {
    4134: (0.04, 0.01, 0.02), 13958: (0.07, 0.01, 0.06), 11988: (0.08, 0.03, 0.10),
    15483: (0.12, 0.04, 0.13), 18163: (0.11, 0.05, 0.15), 23547: (0.14, 0.06, 0.20),
}


NAMES = r"assembly/(?P<device>Host|Cuda)/(?P<example>\w+?)_(?P<type>[A-Z]+\d+)_(?P<wanted>\d+)" \
    r"(?:/tables(?P<tables>\d+))?"


def complete(rows):
    """Adds stages and sorts by mesh."""
    for row in rows:
        row["wanted"] = int(row["wanted"])
        row["tables"] = row["tables"] or ""
        row["stage1_s"] = row["lists_s"] + row["count_s"] + row["fill_s"]
        for name in ("ell", "bsr"):
            row[f"stage2_{name}_s"] = row["places_s"] + row[f"index_{name}_s"]
    rows.sort(key=lambda row: (row["example"], row["type"], row["elements"]))


def in_table(rows, number):
    """The meshes that the paper's table has."""
    return [row for row in rows if str(number) in row["tables"]]


def milliseconds(seconds):
    """A time for a table; - where there is none."""
    return "-" if seconds is None else f"{1e3 * seconds:.3g}"


def share(row, stage, seconds):
    """Of the measured bandwidth."""
    return f"{100 * row[stage + '_B'] / seconds / row['triad_B/s']:.0f} %"


def label(row):
    """What a mesh is called in tables."""
    return f"{row['example']} {row['type']} {row['elements']:.0f}"


def print_neighbours(rows):
    """Tables 1, 2 and 4."""
    lines = []
    for row in in_table(rows, 1):
        paper = PAPER_TABLE_1.get(row["type"], (None, None))[1]
        lines.append([label(row), f"{row['nodes']:.0f}", milliseconds(row["stage1_s"]),
                      milliseconds(row["stage1_s"] + row["stage2_bsr_s"]),
                      share(row, "stage1", row["stage1_s"]), milliseconds(paper)])
    report.table("Table 1: neighbour matrix, ms",
                 ["mesh", "nodes", "stage 1", "with stage 2", "of triad", "paper, K40c"], lines)
    for number in (2, 4):
        lines = [[f"{row['nodes']:.0f} nodes"] + [
            milliseconds(row[key]) for key in ("lists_s", "count_s", "fill_s", "stage1_s")
        ] for row in in_table(rows, number)]
        report.table(f"Table {number}: steps of stage 1, ms",
                     ["mesh", "elements of nodes", "count rows", "fill rows", "all"], lines)


def print_stages(rows):
    """Tables 3 and 5."""
    for number, paper in ((3, PAPER_TABLE_3), (5, PAPER_TABLE_5)):
        lines = []
        for row in in_table(rows, number):
            line = [label(row), f"{row['nodes']:.0f}"]
            for name in ("ell", "bsr"):
                line += [milliseconds(row["stage1_s"]), milliseconds(row[f"stage2_{name}_s"]),
                         milliseconds(row.get(f"{name}_by_row_s")),
                         f"{row[f'memory_{name}_B'] / 1e6:.0f}"]
            line += [milliseconds(seconds) for seconds in paper.get(row["wanted"], [None] * 3)]
            lines.append(line)
        report.table(f"Table {number}: stages, ms, and memory, MB; padded rows, then blocks; the paper's",
                     ["mesh", "nodes", "S1", "S2", "S3", "MB", "S1", "S2", "S3", "MB", "S1", "S2", "S3"],
                     lines)


def print_values(rows):
    """The value stage by each method."""
    for name in FORMATS:
        lines = []
        for row in rows:
            times = [row.get(f"{name}_{method}_s") for method in METHODS]
            if not any(times[1:]):
                continue
            line = [label(row)]
            line += ["-" if not t else f"{row['elements'] / t / 1e6:.4g}" for t in times]
            line.append(share(row, "stage3", times[0]) if times[0] else "-")
            best = min(t for t in times[:4] if t)
            for base in times[4:]:
                line.append("-" if not base else f"{base / best:.1f}")
            lines.append(line)
        report.table(f"Value stage in {name}, million elements a second; the best over the last two",
                     ["mesh"] + METHODS + ["by_row of triad", "over shared", "over sorted"], lines)


def print_solver(rows):
    """Products, and conjugate gradients with blocks (figure 16)."""
    lines = []
    for row in rows:
        line = [label(row)]
        for name in FORMATS + ["cusparse"]:
            seconds = row.get(f"product_{name}_s")
            line.append("-" if not seconds else f"{3 * row['nodes'] / seconds / 1e9:.2f}")
        generation = row["stage1_s"] + row["stage2_bsr_s"] + row["bsr_by_row_s"]
        line += [milliseconds(generation), milliseconds(row["solve_s"]),
                 f"{row['iterations']:.0f}{'' if row['converged'] else ' (not converged)'}"]
        lines.append(line)
    report.table("Products, billion unknowns a second; generation and solution to 1e-6, ms (figure 16)",
                 ["mesh"] + FORMATS + ["cusparse", "generation", "solution", "iterations"], lines)


def print_eigen(rows):
    """On the host, beside Eigen."""
    lines = []
    for row in rows:
        if "eigen_s" not in row:
            continue
        ours = row["stage1_s"] + row["places_s"] + row["index_csr_s"]
        best = min(row[f"csr_{method}_s"] for method in METHODS if f"csr_{method}_s" in row)
        theirs = row["integrate_s"] + row["eigen_s"]
        lines.append([label(row), milliseconds(ours), milliseconds(best),
                      milliseconds(row["integrate_s"]), milliseconds(row["eigen_s"]),
                      f"{theirs / (ours + best):.1f}", f"{row['eigen_s'] / (ours + best):.1f}"])
    report.table("Assembly in compressed rows beside Eigen's setFromTriplets, ms",
                 ["mesh", "S1 and S2", "S3", "Eigen: elements", "triplets", "ratio", "without elements"],
                 lines)


def lines_over_nodes(plot, rows, series, ylabel, scale=1.0):
    """One line for each of the series; a series is a name and a value of a row."""
    for name, value in series:
        points = [(row["nodes"], value(row)) for row in rows if value(row) is not None]
        if points:
            points.sort()
            plot.plot([p[0] for p in points], [scale * p[1] for p in points], "o-", label=name)
    plot.set_xlabel("nodes")
    plot.set_ylabel(ylabel)
    plot.legend()


def figures(rows):
    """Number, title, meshes and how to draw each figure."""
    def bandwidth(stage, seconds):
        return lambda row: row[stage + "_B"] / row[seconds] / 1e9 if seconds in row else None

    def ratio(base, other):
        return lambda row: row[base] / row[other] if base in row and other in row else None

    def get(key):
        return lambda row: row.get(key)

    stages = [("stage 1", get("stage1_s")), ("stage 2", get("stage2_ell_s")),
              ("stage 3", get("ell_by_row_s"))]
    rates = [("stage 1", bandwidth("stage1", "stage1_s")),
             ("stage 3", bandwidth("stage3", "ell_by_row_s")),
             ("stage 3, blocks", bandwidth("stage3", "bsr_by_row_s"))]
    speed_ups = [(name, ratio("ell_shared_nonzeros_s", f"ell_{method}_s")) for name, method in (
        ("by row", "by_row"), ("same kernel", "by_element"), ("separate kernels", "separate"))]
    kernels = [("same kernel", get("ell_by_element_s")), ("separate", get("ell_separate_s"))]
    total = [("generation", lambda row: row["stage1_s"] + row["stage2_bsr_s"] + row["bsr_by_row_s"]),
             ("solution", get("solve_s"))]
    memory = [("padded rows", get("memory_ell_B")), ("blocks", get("memory_bsr_B"))]
    for example, type_, numbers in (("cylinder", "HEX20", "a"), ("cylinder", "TET4", "b")):
        some = [row for row in rows if row["example"] == example and row["type"] == type_]
        yield f"9{numbers}", "neighbour matrix", some, [stages[0]], "ms", 1e3
        yield f"10{numbers}", "stages", some, stages, "ms", 1e3
        yield f"11{numbers}", "bandwidth", some, rates, "GB/s", 1.0
        yield f"12{numbers}", "speed-up over SharedNZ", some, speed_ups, "", 1.0
        yield f"17{numbers}", "kernels of stage 3", some, kernels, "ms", 1e3
    rod = [row for row in rows if row["example"] == "rod"]
    yield "14a", "memory", rod, memory, "MB", 1e-6
    yield "14b", "stages", rod, stages, "ms", 1e3
    yield "15", "bandwidth", rod, rates, "GB/s", 1.0
    yield "16b", "generation and solution", rod, total, "ms", 1e3


def draw(rows, device, output):
    """The figures that there are measurements for."""
    pyplot = report.pyplot()
    if not pyplot:
        return
    for number, title, some, series, ylabel, scale in figures(rows):
        if not some:
            continue
        figure, plot = pyplot.subplots(figsize=(6, 4))
        lines_over_nodes(plot, some, series, ylabel, scale)
        plot.set_title(f"{some[0]['example']}, {some[0]['type']}: {title}\n{device}", fontsize=9)
        figure.tight_layout()
        figure.savefig(output / f"assembly_{number}.png", dpi=120)
        pyplot.close(figure)


def main():
    parser = report.parser(__doc__)
    parser.add_argument("--meshes", default="", help="pattern of names, as cylinder_TET10")
    arguments = report.options(parser)
    written = arguments.report or report.run(
        arguments, "assembly", f"^assembly/{arguments.device.capitalize()}/{arguments.meshes}")
    rows, device, date = report.read(written, NAMES, "assembly")
    complete(rows)
    print(f"\n{device}, {date}; triad {rows[0]['triad_B/s'] / 1e9:.0f} GB/s")
    print_neighbours(rows)
    print_stages(rows)
    print_values(rows)
    print_solver(rows)
    print_eigen(rows)
    report.write_csv(rows, arguments.output / "assembly.csv",
                     ["device", "example", "type", "elements", "nodes"])
    draw(rows, device, arguments.output)


if __name__ == "__main__":
    main()
