"""Data/demo.py leaves what its documentation says, in pvpython and in pvbatch alike."""

import os
import re
import tempfile

from checks import *
from scripts import *

LAST = 3  # iteration
displayed = "DISPLAY" in os.environ
loads = fetch(TopologyBenchmark(Resolution=6), 0).PointData["Force"]


def run_demo(interpreter, folder):
    output = run(interpreter, data_file("demo.py"), "--plugin", plugin, "--output", folder,
                 "--resolution", "6", "--iterations", str(LAST))
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect_equal(list(table["Iteration"]), list(range(LAST + 1)), "iterations")
    expect(table["Compliance"][-1] < 0.8 * table["Compliance"][0], f"{table['Compliance']}")
    expect_close(table["VolumeFraction"], (LAST + 1) * [0.3], "volume fraction", 1e-3)

    # What was printed, iteration by iteration, and at the end.
    printed = numpy.array([line.split() for line in output.splitlines()
                           if re.fullmatch(r" *\d+ +\S+ +\S+", line)], dtype=float)
    expect_close(printed[:, 0], table["Iteration"], "iterations printed", 0)
    expect_close(printed[:, 1] / table["Compliance"], numpy.ones(len(table)), "printed", 1e-5)
    for words in (["elements", "432"], ["iterations", str(LAST)],
                  ["compliance", f"{table['Compliance'][-1]:.6g}"]):
        expect(words in [line.split() for line in output.splitlines()], f"{words} in {output}")

    # A design for each iteration, and the collection that makes them a series.
    files = sorted(os.listdir(os.path.join(folder, "topology")))
    expect_equal(files, [f"topology_{i:04d}.vtu" for i in range(LAST + 1)], "files")
    for row, name in zip(table, files):
        mesh = read_mesh(os.path.join(folder, "topology", name))
        expect_equal(mesh.GetNumberOfCells(), 12 * 6 * 6, "cells")
        expect_equal(mesh.PointData["Displacement"].shape, (13 * 7 * 7, 3), "displacement")
        density = numpy.array(mesh.CellData["Density"])
        expect(0.1 - 1e-6 <= density.min() and density.max() <= 1 + 1e-6, "range of the density")
        expect_close(density.mean(), row["VolumeFraction"], "mean density", 1e-5)
        # The compliance is the work of the loads.
        work = numpy.vdot(loads, mesh.PointData["Displacement"])
        expect_close(work / row["Compliance"], 1, "work of the loads", 1e-3)
    series = OpenDataFile(os.path.join(folder, "topology.pvd"))
    series.UpdatePipelineInformation()
    expect_equal(list(series.TimestepValues), list(table["Iteration"]), "times of the series")
    series.UpdatePipeline(LAST)
    expect_close(fetch(series, 0).CellData["Density"], density, "last of the series", 0)

    expect_drawn(os.path.join(folder, "convergence.png"))
    picture = os.path.join(folder, "topology.png")
    expect_equal(os.path.exists(picture), displayed, "picture of the topology")
    expect_equal("topology.png is left out" in output, not displayed, output)
    if displayed:
        expect_drawn(picture)
    return table, density


with tempfile.TemporaryDirectory() as folder:
    python, python_density = run_demo(pvpython, os.path.join(folder, "pvpython"))
    batch, batch_density = run_demo(pvbatch, os.path.join(folder, "pvbatch"))
    expect_close(batch["Compliance"] / python["Compliance"], numpy.ones(LAST + 1), "compliance",
                 1e-6)
    expect_close(batch_density, python_density, "design", 1e-6)

    # Each iteration is written and printed before the next is computed; all would take minutes.
    expect_lines_early(data_file("demo.py"), r" *2 +\S+ +\S+", "--plugin", plugin, "--output",
                       os.path.join(folder, "long"), "--resolution", "6", "--iterations", "20000")
    files = os.listdir(os.path.join(folder, "long", "topology"))
    expect("topology_0001.vtu" in files, f"{files}")
