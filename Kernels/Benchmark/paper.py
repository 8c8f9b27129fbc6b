#!/usr/bin/env python3
"""Measures on this machine what section 5.6 of the EbE paper reports on its own.

    paper.py build/Benchmark/trabecula_benchmark [--device cuda] [--examples CB LB]
             [--sizes 1 2 3 4 5] [--methods ebe ebe8 csr] [--designs 3] [--output folder]
    paper.py --from folder/paper.json [--output folder]

For each example, size and method: seconds of the linear solver a design iteration and the speed-up
over `ebe` (figures 11 to 14), the share of products and of vector operations in the solver (table
3), the share of each step in an optimization of 50 iterations (figure 15), and memory. Written as
tables on the screen, as paper.csv, and as figure_11.png to figure_15.png if there is matplotlib.

Methods are the strategies of Operator/Strategy.h with the diagonal as preconditioner; `default`,
what a user gets who chooses nothing; `csr`, an assembled matrix multiplied by cuSPARSE, or on the
host by Eigen, in the same solver; and on the host `eigen`, Eigen's own conjugate gradients.
"""

import pathlib
import sys

import report

EXAMPLES = {
    "CB": (11, "3-D cantilever"),
    "LB": (12, "3-D L-beam"),
    "MC": (13, "Michell cantilever"),
    "CR": (14, "connecting rod"),
}
METHODS = ["nbn", "ebe", "ebe8", "ebe24", "ebe64", "coloured", "recompute", "congruent", "auto"]
METHODS += ["default", "csr", "eigen"]
# Steps of figure 15, and the counters whose sum they are.
STEPS = {
    "set-up": [],
    "moduli, preconditioner": ["moduli_s"],
    "solver": ["solve_s"],
    "compliance, sensitivities": ["sens_s"],
    "filter": ["filter_s"],
    "update": ["update_s"],
}
ITERATIONS = 50  # of the optimization that shares are given for


NAMES = r"paper/(?P<device>Host|Cuda)/(?P<method>.+)_(?P<example>[A-Z]{2})(?P<size>\d)/"
COLUMNS = ["device", "method", "example", "size", "elements", "dofs", "designs", "pcg", "solve_s",
           "product_s", "moduli_s", "setup_s", "sens_s", "filter_s", "update_s", "B/element",
           "compliance", "product_share"]


def pattern(arguments):
    """Of the names of what is to be measured."""
    sizes = arguments.sizes or ([1, 2] if arguments.device == "host" else [1, 2, 3, 4, 5])
    return "^paper/{}/({})_({})({})/".format(
        arguments.device.capitalize(),
        "|".join(arguments.methods or METHODS),
        "|".join(arguments.examples),
        "|".join(map(str, sizes)),
    )


def complete(rows):
    """The columns of each measurement, None where it has none."""
    for i, row in enumerate(rows):
        row["size"] = int(row["size"])
        row["product_share"] = min(1.0, row["product_s"] * row["pcg"] / row["solve_s"])
        rows[i] = {key: row.get(key) for key in COLUMNS}


def find(rows, **wanted):
    """The rows with these values."""
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def one(rows, **wanted):
    """The row with these values, or None."""
    found = find(rows, **wanted)
    return found[0] if found else None


def present(rows, key, order):
    """Which values of a column there are, in an order."""
    values = {row[key] for row in rows}
    return [value for value in order if value in values]


def speed_up(rows, row):
    """Of the solver, over ebe on the same mesh; None without ebe."""
    base = one(rows, method="ebe", example=row["example"], size=row["size"])
    return base["solve_s"] / row["solve_s"] if base else None


def shares(row):
    """Each step's share of an optimization, in STEPS' order; None where it was not measured."""
    if row["sens_s"] is None:
        return None
    seconds = [row["setup_s"]]
    seconds += [
        ITERATIONS * sum(row[key] for key in keys) for keys in list(STEPS.values())[1:]
    ]
    return [value / sum(seconds) for value in seconds]


def print_tables(rows):
    """Figures 11 to 15 and table 3, in numbers."""
    methods = present(rows, "method", METHODS)
    for example in present(rows, "example", EXAMPLES):
        figure, title = EXAMPLES[example]
        sizes = sorted({row["size"] for row in find(rows, example=example)})
        head = ["method"] + [f"{example}{size}" for size in sizes]
        solver = []
        memory = []
        for method in methods:
            found = [one(rows, method=method, example=example, size=size) for size in sizes]
            if not any(found):
                continue
            cells = []
            for row in found:
                factor = speed_up(rows, row) if row else None
                text = f"{row['solve_s']:.4g}" if row else "-"
                cells.append(text + (f" ({factor:.1f}x)" if factor else ""))
            solver.append([method] + cells)
            memory.append([method] + [f"{row['B/element']:.0f}" if row else "-" for row in found])
        report.table(
            f"Figure {figure}, {title}: seconds of the solver a design iteration "
            "(speed-up over ebe)",
            head,
            solver,
        )
        report.table(f"{title}: bytes an element", head, memory)

    largest = {
        example: max(row["size"] for row in find(rows, example=example))
        for example in present(rows, "example", EXAMPLES)
    }
    head = ["method"] + [f"{example}{size}" for example, size in largest.items()]
    products = []
    steps = []
    for method in methods:
        found = [one(rows, method=method, example=e, size=s) for e, s in largest.items()]
        products.append(
            [method]
            + [
                f"{100 * row['product_share']:.1f} / {100 - 100 * row['product_share']:.1f}"
                if row
                else "-"
                for row in found
            ]
        )
        for (example, size), row in zip(largest.items(), found):
            if row and shares(row):
                steps.append(
                    [f"{method} {example}{size}"] + [f"{100 * x:.1f}" for x in shares(row)]
                )
    report.table("Table 3: products / vector operations, % of the solver", head, products)
    if steps:
        report.table(
            f"Figure 15: steps, % of {ITERATIONS} iterations", ["method"] + list(STEPS), steps
        )


def draw(rows, machine, output):
    """Figures 11 to 15."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        print("No matplotlib: the figures are left out.", file=sys.stderr)
        return
    methods = present(rows, "method", METHODS)
    colors = {method: f"C{i}" if i < 10 else ("k", "0.6")[i - 10] for i, method in enumerate(METHODS)}
    for example in present(rows, "example", EXAMPLES):
        number, title = EXAMPLES[example]
        figure = Figure(figsize=(11, 4.5), layout="constrained")
        FigureCanvasAgg(figure)
        times, factors = figure.subplots(1, 2)
        for method in methods:
            line = sorted(find(rows, example=example, method=method), key=lambda row: row["elements"])
            if not line:
                continue
            x = [row["elements"] for row in line]
            style = {"marker": "o", "markersize": 4, "color": colors[method], "label": method}
            times.plot(x, [row["solve_s"] for row in line], **style)
            if all(speed_up(rows, row) for row in line):
                factors.plot(x, [speed_up(rows, row) for row in line], **style)
        times.set(xscale="log", yscale="log", ylabel="Solver, s a design iteration")
        factors.set(xscale="log", ylabel="Speed-up over ebe", yscale="log")
        for axes in (times, factors):
            axes.set_xlabel("Elements")
            axes.grid(True, which="both", color="0.92")
        times.legend(fontsize=8, ncols=2)
        figure.suptitle(f"{title} on {machine}")
        figure.savefig(output / f"figure_{number}.png", dpi=120)

    bars = []
    for example in present(rows, "example", EXAMPLES):
        size = max(row["size"] for row in find(rows, example=example))
        for method in methods:
            row = one(rows, method=method, example=example, size=size)
            if row and shares(row):
                bars.append((f"{method} {example}{size}", shares(row)))
    if not bars:
        return
    figure = Figure(figsize=(9, 1.2 + 0.25 * len(bars)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    names = [name for name, _ in bars][::-1]
    left = [0.0] * len(bars)
    for i, step in enumerate(STEPS):
        widths = [100 * parts[i] for _, parts in bars][::-1]
        axes.barh(names, widths, left=left, label=step, color=f"C{i}")
        left = [a + b for a, b in zip(left, widths)]
    axes.set(xlim=(0, 100), xlabel=f"% of {ITERATIONS} design iterations")
    axes.legend(ncols=3, fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    axes.margins(y=0.01)
    figure.savefig(output / "figure_15.png", dpi=120)


def main():
    parser = report.parser(__doc__)
    parser.set_defaults(output=pathlib.Path("out/benchmark"))
    parser.add_argument("--examples", nargs="+", choices=EXAMPLES, default=list(EXAMPLES))
    parser.add_argument("--sizes", nargs="+", type=int, choices=range(1, 6), metavar="1..5",
                        help="of Table 1; all on CUDA and the two smallest on the host")
    parser.add_argument("--methods", nargs="+", choices=METHODS, metavar="METHOD",
                        help=", ".join(METHODS))
    parser.add_argument("--designs", type=int, default=3,
                        help="design iterations that a measurement is the mean of (3)")
    arguments = report.options(parser)
    output = arguments.output
    written = arguments.report or report.run(
        arguments, "paper", pattern(arguments), [f"--designs={arguments.designs}"])
    rows, machine, date = report.read(written, NAMES, "paper")
    complete(rows)
    print(f"{machine}, {date[:10]}, mean of {rows[0]['designs']:.0f} design iterations")
    print_tables(rows)
    report.write_csv([{**row, "speed_up_over_ebe": speed_up(rows, row)} for row in rows],
                     output / "paper.csv", COLUMNS)
    draw(rows, machine, output)
    print(f"\nIn {output}:", ", ".join(sorted(path.name for path in output.iterdir())))


if __name__ == "__main__":
    main()
