"""What the examples of analyses leave, on small problems: a function for each script."""

import os
import re
import subprocess

from checks import *
from hdf5_file import write_compressed_bar
from scripts import *


def cad_bracket_tetrahedra(folder):
    output = run(pvpython, data_file("Examples", "cad_bracket_tetrahedra.py"), plugin, "--output",
                 folder, "--size", "8", "--cells", "40")
    # Base and upright less holes, and the fillet.
    volume = 84000 + 60 * (64 - 16 * numpy.pi) - 10 * numpy.pi * (2 * 4.5**2 + 6**2)
    meshed = float(re.search(r"nodes, volume (\S+) mm\^3", output).group(1))
    expect(abs(meshed - volume) < 1e-3 * volume, f"volume {meshed} instead of {volume}")
    tetrahedra, voxels = (float(text) for text in re.findall(r"displacement (\S+) mm", output))
    expect(abs(tetrahedra - voxels) < 0.05 * tetrahedra, f"{tetrahedra} and {voxels} mm")
    mesh = read_mesh(os.path.join(folder, "bracket.vtu"))
    expect("VonMisesStress" in mesh.PointData.keys(), "stresses")
    if "DISPLAY" in os.environ:
        expect_drawn(os.path.join(folder, "cad_bracket_tetrahedra.png"))


def angle_bracket(folder):
    output = run(pvpython, data_file("Examples", "angle_bracket.py"), plugin, "--output", folder)
    printed = {name: float(value)
               for name, value in re.findall(r"^([A-Z]\w+) +([-+.\de]+) +\S", output, re.M)}
    weight = printed["Volume"] * 7.85e-9 * 9810
    expect_close(printed["LoadZ"], -800 - weight, "load", 1e-2)
    expect_close(printed["ReactionZ"], 800 + weight, "reaction", 1e-1)
    expect(printed["RelativeError"] < 0.2, f"error {printed['RelativeError']}")
    mesh = read_mesh(os.path.join(folder, "result.vtu"))
    expect_equal(mesh.GetNumberOfCells(), int(printed["Elements"]), "cells")
    stress = numpy.array(mesh.PointData["VonMisesStress"])
    expect_close(stress.max() / printed["LargestVonMisesStress"], 1, "largest stress", 1e-4)
    expect_close(235 / stress.max() / printed["SafetyFactor"], 1, "safety factor", 1e-4)
    picture = os.path.join(folder, "stress.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the bracket")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def bracket_modes(folder):
    output = run(pvpython, data_file("Examples", "bracket_modes.py"), plugin, "--output", folder)
    rows = [line.split() for line in output.splitlines() if line.split() and line.split()[0].isdigit()]
    expect_equal(len(rows), 6, output)
    alone, with_motor = (numpy.array([float(row[i]) for row in rows]) for i in (1, 2))
    expect((with_motor < alone).all(), f"a mass lowers frequencies: {alone}, {with_motor}")
    table = read_table(os.path.join(folder, "frequencies.csv"))
    expect_close(table["Frequency"] / alone, numpy.ones(6), "frequencies", 1e-3)
    expect((table["Residual"] <= 1e-6).all(), "residuals")
    steps = open(os.path.join(folder, "modes.pvd")).read().count("timestep=")
    expect_equal(steps, 6, "modes in the file")
    picture = os.path.join(folder, "modes.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the modes")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def rocker_arm_stress(folder):
    script = data_file("Examples", "rocker_arm_stress.py")
    output = run(pvpython, script, plugin, "--output", folder)
    mesh = read_mesh(os.path.join(folder, "stress.vtu"))
    expect_equal(mesh.GetNumberOfCells(), 9364, "cells")
    for case in ("Force", "Force_2"):
        largest = numpy.array(mesh.PointData["VonMisesStress_" + case]).max()
        expect(largest > 1, f"stress of {case}")
        line = [line for line in output.splitlines() if line.startswith(case + ":")][0]
        expect(f"largest stress {largest:.4g} MPa" in line, line)
    expect_close(numpy.array(mesh.PointData["Reaction"]).sum(axis=0), [0, 1000, 0], "reaction", 0.1)


def bone_sample(folder):
    output = run(pvpython, data_file("Examples", "bone_sample.py"), plugin, "--voxels", "24",
                 "--output", folder)
    table = numpy.genfromtxt(os.path.join(folder, "summary.csv"), delimiter=",", names=True,
                             dtype=None, encoding="utf-8")
    found = dict(zip((name.strip('"') for name in table["Quantity"]), table["Result"]))
    expect(found["Stiffness"] > 0 > found["FailureLoad"], f"{found}")
    lines = [line.split() for line in output.splitlines()]
    expect(["Stiffness", f"{found['Stiffness']:.6g}", "force", "/", "length"] in lines, output)
    expect_equal(read_mesh(os.path.join(folder, "bone.vtu")).GetNumberOfCells(), found["Elements"],
                 "cells")
    expect(read_table(os.path.join(folder, "convergence.csv"))["Residual"][-1] <= 1e-6, "residual")
    picture = os.path.join(folder, "bone.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the sample")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def several_gpus(folder):
    script = data_file("Examples", "several_gpus.py")

    def stiffness(*options):
        output = run(pvpython, script, plugin, "--voxels", "24", "--output", folder, *options)
        return float(next(line.split()[1] for line in output.splitlines() if "Stiffness" in line))

    ratio = stiffness("--devices", "2") / stiffness("--devices", "1")
    expect_close(ratio, 1.0, "stiffness of two parts over that of one", 1e-5)


def design_on_ranks(folder):
    script = data_file("Examples", "design_on_ranks.py")
    checkpoint = os.path.join(folder, "design.checkpoint")
    run(pvpython, script, plugin, "--resolution", "4", "--iterations", "2", "--output", folder)
    output = run(pvpython, script, plugin, "--resolution", "4", "--iterations", "3", "--output",
                 folder, "--resume", checkpoint)
    expect("Resumed at iteration 2" in output, output)
    history = read_table(os.path.join(folder, "history.csv"))
    expect_equal(len(history["Compliance"]), 4, "rows")
    expect(f"{history['Compliance'][-1]:14.8g}" in output, output)
    expect(os.path.exists(os.path.join(folder, "design.pvtu")), "the design")


def parosol_file(folder):
    filename = os.path.join(folder, "bar.h5")
    write_compressed_bar(filename)
    output = run(pvpython, data_file("Examples", "parosol_file.py"), plugin, filename, "--output",
                 folder, "--tolerance", "1e-10")
    printed = dict(line.split() for line in output.splitlines() if len(line.split()) == 2)
    expect_equal(printed["Elements"], "30", "elements")
    expect_equal(printed["Nodes"], "72", "nodes")
    # Half of 4 MPa on 1.5 mm^2 along 0.01 mm.
    expect_close(float(printed["ExternalWork"]), 0.03, "work", 1e-7)
    expect_close(float(printed["LargestDisplacementComponent"]), 0.01, "displacement", 1e-8)
    stress = numpy.array(read_mesh(os.path.join(folder, "solid.vtu")).CellData["Stress"])
    expect_close(stress[:, 2], numpy.full(30, -4), "stress", 1e-5)


def apparent_stiffness(folder):
    output = run(pvpython, data_file("Examples", "apparent_stiffness.py"), plugin, "--voxels", "18")
    rows = [line.split() for line in output.splitlines() if line.strip()]
    matrix = numpy.array([row for row in rows if len(row) == 6], dtype=float)
    expect_equal(matrix.shape, (6, 6), "matrix")
    expect_close(matrix, matrix.T, "symmetry", 1e-3 * abs(matrix).max())
    printed = {row[0]: float(row[1]) for row in rows if len(row) == 2}
    expect_close(printed["YoungsModulusZ"] * numpy.linalg.inv(matrix)[2, 2], 1, "modulus", 1e-2)


def heat_sink(folder):
    output = run(pvpython, data_file("Examples", "heat_sink.py"), plugin, "--output", folder)
    lines = {line.split()[0]: line.split() for line in output.splitlines()}
    expect_close(float(lines["heat"][1]), 20, "heat to the air", 1e-3)
    low, high = float(lines["temperature"][1]), float(lines["temperature"][3])
    expect(25 < low < high < 200, f"temperatures {low} to {high}")
    mesh = read_mesh(os.path.join(folder, "heat_sink.vtu"))
    temperature = numpy.array(mesh.PointData["Temperature"])
    expect_close([temperature.min(), temperature.max()], [low, high], "temperatures", 0.05)
    stress = numpy.array(mesh.PointData["VonMisesStress"])
    expect_close(stress.max() / float(lines["stress"][1]), 1, "stress", 1e-3)


def check_errors(folder):
    # The error that it is about is printed as well.
    done = subprocess.run([pvpython, data_file("Examples", "check_errors.py"), plugin],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    output = done.stdout
    expect('refused: Topology Optimize: Point array "Wall" is missing' in output, output)
    expect("went well:" in output and "iteration 3 of 3." in output, output)


def crank(folder):
    output = run(pvpython, data_file("Examples", "crank.py"), plugin, "--output", folder,
                 "--iterations", "2")
    mesh = read_mesh(os.path.join(folder, "stress.vtu"))
    points = numpy.array(mesh.Points)
    reaction = numpy.array(mesh.PointData["Reaction_Force"])
    shaft = numpy.hypot(points[:, 0], points[:, 1]) < 16.05
    stop = points[:, 0] > 121.9
    expect(abs(reaction[stop, 1].sum()) > 100, "the stop bears the torque")
    expect_close((points[stop, 0] * reaction[stop, 1]).sum() / -50000, 1, "moment of the stop", 1e-3)
    expect_close(reaction[shaft].sum(axis=0), [0, -reaction[stop, 1].sum(), 0],
                 "reaction of the shaft", 0.5)
    displacement = numpy.array(mesh.PointData["Displacement_Force"])[shaft]
    # The shaft's bore turns about z alone.
    x, y = points[shaft, 0], points[shaft, 1]
    turn = (x * displacement[:, 1] - y * displacement[:, 0]) / (x * x + y * y)
    expect(turn.mean() > 1e-5, f"turn {turn.mean()}")
    expect_close(displacement, turn.mean() * numpy.array([-y, x, 0 * x]).T, "a turn",
                 1e-6 * turn.mean())
    expect("on a cylinder of radius 9." in output, output)
    values = [float(line.split("compliance")[1].split()[0]) for line in output.splitlines()
              if line.startswith("iteration")]
    expect(0 < values[-1] < values[0], f"compliances {values}")
