"""What the examples of optimizations leave, on small problems: a function for each script."""

import os
import re
import subprocess
import zipfile

from checks import *
from scripts import *


def cantilever(folder):
    script = data_file("Examples", "cantilever.py")
    output = run(pvpython, script, plugin, "--resolution", "6", "--iterations", "4")
    rows = numpy.array([line.split() for line in output.splitlines()], dtype=float)
    expect_equal(list(rows[:, 0]), list(range(5)), "iterations")
    expect(rows[-1, 1] < 0.8 * rows[0, 1], f"compliance {rows[:, 1]}")
    # Each is printed before the next is computed; all would take many minutes.
    expect_lines_early(script, r" *2 +\S+", plugin, "--resolution", "6", "--iterations", "20000")


def rocker_arm(folder):
    output = run(pvpython, data_file("Examples", "rocker_arm.py"), plugin, "--output", folder,
                 "--iterations", "2")
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect_equal(list(table["Iteration"]), [0, 1, 2], "iterations")
    expect(table["Compliance"][-1] < 0.8 * table["Compliance"][0], f"{table['Compliance']}")
    expect(f"compliance {table['Compliance'][-1]:.4g}" in output, output)

    mesh = read_mesh(os.path.join(folder, "rocker_arm.vtu"))
    expect_equal(mesh.GetNumberOfCells(), 9364, "cells")
    expect_equal(mesh.PointData["Displacement"].shape, (12210, 3), "displacement")
    density = numpy.array(mesh.CellData["Density"])
    region = numpy.array(mesh.CellData["DesignRegion"])
    expect(0 < (region == 1).sum() < region.size, "some cells are solid")
    expect_close(density[region == 1], numpy.ones((region == 1).sum()), "density of the rings")

    expect_watertight(os.path.join(folder, "rocker_arm.stl"))


def expect_watertight(filename):
    """Each edge belongs to two triangles, joined by their coordinates."""
    surface = Clean(Input=OpenDataFile(filename))
    triangles = fetch(surface, 0)
    expect(triangles.GetNumberOfCells() > 1000, f"{triangles.GetNumberOfCells()} triangles")
    edges = FeatureEdges(Input=surface, BoundaryEdges=1, FeatureEdges=0, NonManifoldEdges=1,
                         ManifoldEdges=0)
    edges.UpdatePipeline()
    expect_equal(edges.GetDataInformation().GetNumberOfCells(), 0, "edges of holes and crossings")


def supports_and_loads(folder):
    output = run(pvpython, data_file("Examples", "supports_and_loads.py"), plugin, "--output",
                 folder, "--iterations", "8")
    # What the filters mark is what the file says about the arm, which its own script made.
    marked = read_mesh(os.path.join(folder, "marked.vtu"))
    known = read_mesh(data_file("Meshes", "rocker_arm.vtu"))
    for name in ("Supports", "Force"):
        expect_close(marked.PointData[name], known.PointData[name], name, 1e-12)
    expect_close(marked.CellData["DesignRegion"], known.CellData["DesignRegion"], "region", 0)
    lines = [line.split() for line in output.splitlines()]
    force = numpy.array([line[1:4] for line in lines if line[:1] == ["force"]][0], dtype=float)
    expect_close(force, [0, -1000, 0], "force", 1e-3)
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect(table["Compliance"][-1] < 0.8 * table["Compliance"][0], f"{table['Compliance']}")
    for name in ("conditions.png", "topology.png"):
        picture = os.path.join(folder, name)
        expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, name)
        if "DISPLAY" in os.environ:
            expect_drawn(picture)


def two_load_cases(folder):
    filename = os.path.join(folder, "two.vtu")
    output = run(pvpython, data_file("Examples", "two_load_cases.py"), plugin, "--output",
                 filename, "--iterations", "1")
    mesh = read_mesh(filename)
    expect_equal(mesh.GetNumberOfCells(), 32 * 16 * 16, "cells")
    density = numpy.array(mesh.CellData["Density"])
    expect_close(density.mean(), 0.2, "volume fraction", 1e-3)
    expect(density.std() > 0.01, "a design that is not uniform")
    compliances = [float(mesh.FieldData[name][0])
                   for name in ("Compliance", "Compliance_ForceUp", "Compliance_ForceSideways")]
    expect_close(compliances[1] + compliances[2], compliances[0], "load cases",
                 1e-9 * compliances[0])
    for case in ("ForceUp", "ForceSideways"):
        field = mesh.PointData["Displacement_" + case]
        largest = numpy.linalg.norm(field, axis=1).max()
        expect(largest > 0, f"{case} displaces")
        expect(f"Displacement_{case}: up to {largest:.4g} mm" in output, output)
    expect(f"greyness {float(mesh.FieldData['Greyness'][0]):.3f}" in output, output)
    run(pvpython, data_file("Examples", "two_load_cases.py"), plugin, "--output", filename,
        "--iterations", "1", "--projection")
    projected = numpy.array(read_mesh(filename).CellData["Density"])
    expect_close(projected.mean(), 0.2, "volume fraction", 0.02)
    expect(abs(projected - density).max() > 0.01, "another design")


def printable_part(folder):
    script = data_file("Examples", "printable_part.py")
    # After fewer iterations the cantilever is in pieces, which the analysis of its body refuses.
    for design in (["rocker_arm", "--iterations", "3"],
                   ["cantilever", "--resolution", "8", "--iterations", "12"]):
        output = run(pvpython, script, plugin, "--output", folder, "--design", *design)
        printed = dict(line.split(None, 1) for line in output.splitlines() if len(line.split()) > 1)
        expect_equal(printed["watertight"], "yes", "watertight")
        expect(0 < float(printed["threshold"]) < 1, printed["threshold"])
        expect(int(printed["pieces"]) >= 1, printed["pieces"])
        share = float(re.search(r"\((.*) %\)", printed["volume"]).group(1))
        expect(abs(share) < 1, f"volume off by {share} %")
        expect_watertight(os.path.join(folder, "part.stl"))
        expect(int(printed["decimated"].split()[0]) < 0.5 * int(printed["triangles"]),
               f"{printed['decimated']} of {printed['triangles']}")
        with zipfile.ZipFile(os.path.join(folder, "part.3mf")) as container:
            expect("3D/3dmodel.model" in container.namelist(), "3MF")
        with open(os.path.join(folder, "report.html"), encoding="utf-8") as file:
            expect("Largest von Mises stress (Body Analysis)" in file.read(), "report")
        picture = os.path.join(folder, "part.png")
        expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the part")
        if "DISPLAY" in os.environ:
            expect_drawn(picture)


def stl_part(folder):
    script = data_file("Examples", "stl_part.py")
    output = run(pvpython, script, plugin, "--output", folder, "--iterations", "3", "--cells", "20")
    ring = os.path.join(folder, "ring.stl")
    # A regular polygon of 96 corners less another.
    volume = 0.5 * 96 * numpy.sin(2 * numpy.pi / 96) * (40**2 - 12**2) * 12
    printed = float(re.search(r"ring.stl: volume (\S+),", output).group(1))
    expect_close(printed / volume, 1, "volume of the ring", 1e-5)
    expect(output.rstrip().endswith(" 0 bad edges"), output)
    expect_watertight(os.path.join(folder, "optimized.stl"))
    again = run(pvpython, script, plugin, ring, "--output", folder, "--iterations", "3", "--cells",
                "20")
    expect_equal(again, output, "the same of a file")


def cad_bracket(folder):
    output = run(pvpython, data_file("Examples", "cad_bracket.py"), plugin, "--output", folder,
                 "--iterations", "3", "--cells", "24")
    expect(output.startswith("1 solid, 18 faces, 80 x 60 x 70 mm, volume 82420.8 mm^3."), output)
    expect_equal(re.findall(r"hole of radius (\S+) mm", output), ["4.5", "4.5", "6"], "holes")
    expect("Sound: " in output or "Not sound: " in output, output)
    expect_watertight(os.path.join(folder, "optimized.stl"))
    with open(os.path.join(folder, "faces.csv"), encoding="utf-8") as table:
        expect_equal(len(table.readlines()), 19, "rows of faces")
    if "DISPLAY" in os.environ:
        expect_drawn(os.path.join(folder, "cad_bracket.png"))


def your_own_mesh(folder):
    SaveData(os.path.join(folder, "mesh.vtu"), proxy=TopologyBenchmark(Resolution=4),
             DataMode="Binary")
    run(pvpython, data_file("Examples", "your_own_mesh.py"), plugin, "mesh.vtu", folder=folder)
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect(table["Compliance"][-1] < 0.8 * table["Compliance"][0], f"{table['Compliance']}")
    mesh = read_mesh(os.path.join(folder, "optimized.vtu"))
    expect(0 < mesh.GetNumberOfCells() < 8 * 4 * 4, f"{mesh.GetNumberOfCells()} cells")
    density = numpy.array(mesh.CellData["Density"])
    expect(density.min() >= 0.5 and density.max() <= 1, "density of what is left")


def paper_example(folder, name, smallest, published):
    script = data_file("Examples", name + ".py")
    displayed = "DISPLAY" in os.environ

    # Coarse, until something is dense enough for the picture; nothing is published for it.
    output = run(pvpython, script, plugin, "--resolution", "40", "--iterations", "12", "--output",
                 folder)
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect_equal(list(table["Iteration"]), list(range(13)), "iterations")
    expect(table["Compliance"][-1] < 0.8 * table["Compliance"][0], f"{table['Compliance']}")
    lines = [line.split() for line in output.splitlines()]
    expect(["compliance", f"{table['Compliance'][-1]:.6g}"] in lines, output)
    expect("paper" not in [words[0] for words in lines if words], output)
    expect_drawn(os.path.join(folder, "convergence.png"))
    picture = os.path.join(folder, "topology.png")
    expect_equal(os.path.exists(picture), displayed, "picture of the topology")
    if displayed:
        expect_drawn(picture)

    # The paper's smallest mesh, beside its compliance.
    output = run(pvpython, script, plugin, "--iterations", "1", "--output", folder)
    lines = [line.split() for line in output.splitlines()]
    expect(["elements", str(smallest)] in lines, output)
    expect(["paper", str(published), "after", "50", "iterations"] in lines, output)


def l_beam(folder):
    paper_example(folder, "l_beam", 32768, 2107)


def michell_cantilever(folder):
    paper_example(folder, "michell_cantilever", 38364, 149)


def connecting_rod(folder):
    paper_example(folder, "connecting_rod", 33204, 436350)


def force_inverter(folder):
    script = data_file("Examples", "force_inverter.py")
    output = run(pvpython, script, plugin, "--resolution", "10", "--iterations", "40", "--output",
                 folder)
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect(table["OutputDisplacement"][-1] < -0.5, f"{table['OutputDisplacement']}")
    lines = [line.split() for line in output.splitlines()]
    expect(["output", f"{table['OutputDisplacement'][-1]:.4f}"] in lines, output)
    expect("Density" in read_mesh(os.path.join(folder, "mechanism.vtu")).CellData.keys(), "density")
    picture = os.path.join(folder, "topology.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the topology")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def engine_bracket(folder):
    output = run(pvpython, data_file("Examples", "engine_bracket.py"), plugin, "--output", folder,
                 "--iterations", "1")
    table = read_table(os.path.join(folder, "convergence.csv"))
    expect(table["Compliance"][-1] < 0.9 * table["Compliance"][0], f"{table['Compliance']}")
    expect(f"compliance {table['Compliance'][-1]:.6g}" in output, output)
    mesh = read_mesh(os.path.join(folder, "engine_bracket.vtu"))
    expect_equal(mesh.GetNumberOfCells(), 24009, "cells")
    expect_equal(mesh.VTKObject.GetCell(0).GetNumberOfPoints(), 10, "nodes of a cell")
    density = numpy.array(mesh.CellData["Density"])
    solid = numpy.array(mesh.CellData["DesignRegion"]) == 1
    expect_close(density[solid], numpy.ones(solid.sum()), "density around the holes")
    expect_watertight(os.path.join(folder, "engine_bracket.stl"))
    picture = os.path.join(folder, "engine_bracket.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def meshfree(folder):
    for example, points in (("cantilever", 17 * 9 * 2), ("annulus", 5 * 17 * 2), ("cube", 6**3)):
        resolution = {"cantilever": 8, "annulus": 4, "cube": 5}[example]
        output = run(pvpython, data_file("Examples", "meshfree.py"), plugin, "--output", folder,
                     "--example", example, "--resolution", str(resolution), "--iterations", "4")
        table = read_table(os.path.join(folder, "convergence.csv"))
        expect_equal(list(table["Iteration"]), list(range(5)), "iterations")
        expect(table["Compliance"][-1] < 0.8 * table["Compliance"][0], f"{table['Compliance']}")
        printed = re.search(r"compliance (\S+) with (\d+) nodes", output)
        expect_close(float(printed[1]) / table["Compliance"][-1], 1, "compliance", 1e-3)
        expect_equal(int(printed[2]), points, "nodes")
        mesh = read_mesh(os.path.join(folder, "design.vtu"))
        expect_equal(mesh.PointData["NodalDensity"].shape, (points,), "nodal densities")
        surface = fetch(OpenDataFile(os.path.join(folder, "surface.stl")), 0)
        expect(surface.GetNumberOfCells() > 100, f"{surface.GetNumberOfCells()} triangles")
        picture = os.path.join(folder, "meshfree.png")
        expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture")
        if "DISPLAY" in os.environ:
            expect_drawn(picture)
            os.remove(picture)


def isogeometric(folder):
    for example in ("cantilever", "mbb", "annulus"):
        output = run(pvpython, data_file("Examples", "isogeometric.py"), plugin, "--output", folder,
                     "--example", example, "--elements",
                     *{"cantilever": ("32", "16"), "mbb": ("96", "16"),
                       "annulus": ("16", "16")}[example], "--iterations", "6")
        table = read_table(os.path.join(folder, "convergence.csv"))
        expect_equal(list(table["Iteration"]), list(range(7)), "iterations")
        expect_close(table["VolumeFraction"][-1], 0.5, "volume fraction", 1e-3)
        if example == "cantilever":
            expect_close(table["Compliance"][[0, 1, 2]], [55.86592, 91.259352, 82.662323],
                         "published compliances", 1e-3)
        expect(re.search(r"area \S+ inside of \d+ closed curves", output), output)
        curves = fetch(OpenDataFile(os.path.join(folder, "boundary.vtp")), 0)
        expect(curves.GetNumberOfCells() > 1, f"{curves.GetNumberOfCells()} curves")
        cells = read_mesh(os.path.join(folder, "design.vtu"))
        expect(cells.GetCellType(0) == 77, f"cells of type {cells.GetCellType(0)}")
        picture = os.path.join(folder, "isogeometric.png")
        expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture")
        if "DISPLAY" in os.environ:
            expect_drawn(picture)
            os.remove(picture)


def isogeometric_arch(folder):
    output = run(pvpython, data_file("Examples", "isogeometric_arch.py"), plugin, "--output", folder,
                 "--elements", "4", "8", "4", "--iterations", "3")
    expect(re.search(r"volume \S+ inside of the surface", output), output)
    surface = fetch(OpenDataFile(os.path.join(folder, "arch.stl")), 0)
    expect(surface.GetNumberOfCells() > 500, f"{surface.GetNumberOfCells()} triangles")
    with open(os.path.join(folder, "measures.csv"), encoding="utf-8") as file:
        expect_equal(len(file.read().splitlines()), 3, "rows of the comparison")
    if "DISPLAY" in os.environ:
        expect_drawn(os.path.join(folder, "arch.png"))


def isogeometric_half_ring(folder):
    output = run(pvpython, data_file("Examples", "isogeometric_half_ring.py"), plugin, "--output",
                 folder, "--elements", "4", "16", "--iterations", "8")
    rows = numpy.genfromtxt(os.path.join(folder, "half_ring.csv"), delimiter=",", names=True)
    expect(rows["asymmetry"][0] > 0.1 and max(rows["asymmetry"][1:]) < 1e-12, output)


def compare_topologies(folder):
    script = data_file("Examples", "compare_topologies.py")
    for vary, names in (("radius", ["radius 1.5", "radius 2.5", "radius 4"]),
                        ("optimizer", ["OC", "MMA", "OC density filter"])):
        output = run(pvpython, script, plugin, "--resolution", "6", "--iterations", "6", "--vary",
                     vary, "--output", folder)
        table = numpy.genfromtxt(os.path.join(folder, "measures.csv"), delimiter=",", names=True,
                                 dtype=None, encoding="utf-8", usecols=range(1, 16))
        with open(os.path.join(folder, "measures.csv"), encoding="utf-8") as file:
            expect_equal([line.split('"')[1] for line in file][1:], names, "names")
        expect_equal(table["Dice"][0], 1, "Dice of the reference")
        expect(0 < table["Dice"][2] < 1 <= table["Pieces"].min(), f"{table}")
        expect_close(table["VolumeFraction"], [0.4] * 3, "volume fraction", 5e-3)
        lines = [line.split() for line in output.splitlines()]
        expect(["MeshElements"] + 3 * ["432"] in lines, output)
        picture = os.path.join(folder, "comparison.png")
        expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the layout")
        if "DISPLAY" in os.environ:
            expect_drawn(picture)
            os.remove(picture)


def moulded_and_printed(folder):
    output = run(pvpython, data_file("Examples", "moulded_and_printed.py"), plugin, "--height", "8",
                 "--iterations", "18", "--output", folder)
    rows = {line.split()[0]: [float(word) for word in line.split()[1:]]
            for line in output.splitlines() if line.split()[0] in
            ("free", "symmetric", "extruded", "moulded", "printed")}
    # What each has, and the free design has not. Columns: compliance, halves, sections, growing,
    # unsupported.
    expect(min(rows["free"][1:]) > 0, f"{rows['free']}")
    for column, name in enumerate(("symmetric", "extruded", "moulded", "printed"), 1):
        expect(rows[name][column] <= (0 if column > 2 else 1e-12), f"{name}: {rows[name]}")
        expect(rows[name][0] > 0.98 * rows["free"][0], f"compliances {rows}")
    picture = os.path.join(folder, "moulded_and_printed.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def size_and_weight(folder):
    output = run(pvpython, data_file("Examples", "size_and_weight.py"), plugin, "--length", "20",
                 "--iterations", "24", "--output", folder)
    rows = {line.split()[0]: [float(word) for word in line.split()[1:]]
            for line in output.splitlines() if line.split()[0] in ("plain", "sized", "deck", "heavy")}
    expect_equal(len(rows), 4, f"designs {output}")
    expect_close(rows["sized"][2], 2 / 0.88, "filter radius of the minimum size", 1e-3)
    expect(rows["sized"][0] > rows["plain"][0], f"{rows}")  # it is that of the eroded design
    expect(rows["heavy"][1] < 0.3 + 1e-3, f"{rows}")


def stress_bracket(folder):
    run(pvpython, data_file("Examples", "stress_bracket.py"), plugin, "--cells", "20", "--layers", "1",
        "--iterations", "60", "--output", folder)
    table = numpy.genfromtxt(os.path.join(folder, "stress.csv"), delimiter=",", names=True,
                             dtype=None, encoding="utf-8")
    expect_equal(list(table["Design"]), ["stiffest", "bounded"], "designs")
    expect(table["LargestStress"][1] < 0.9 * table["LargestStress"][0], f"{table}")
    expect(table["CutLargestStress"].min() > 100, f"{table}")
    picture = os.path.join(folder, "stress_bracket.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of both designs")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)


def fair_comparison(folder):
    # So coarse, it is warned of stiff tetrahedra, holes that vanish and loose pieces.
    done = subprocess.run([pvpython, data_file("Examples", "fair_comparison.py"), plugin, "--part",
                           "bracket", "--resolution", "5", "--iterations", "12", "--volume", "0.6",
                           "--output", folder],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    output = done.stdout
    names = ["hexahedra", "tetrahedra", "image", "meshfree", "level set"]
    with open(os.path.join(folder, "bracket_comparison.csv"), encoding="utf-8") as file:
        expect_equal([line.split('"')[1] for line in file][1:], names, "names")
    rows = {line.split()[0]: line.split()[1:] for line in output.splitlines()
            if line.split()[:1] in (["Rank"], ["BodyCompliance"])}
    ranks = [int(rank) for rank in rows["Rank"]]
    # A design that is not ranked says why.
    for name, rank in zip(names, ranks):
        expect(rank > 0 or f"{name} fails and is not ranked: " in output, f"{name}: {output}")
    ranked = [float(value) for rank, value in sorted(zip(ranks, rows["BodyCompliance"]))
              if rank > 0]
    expect(len(ranked) >= 2, output)
    expect_equal(ranked, sorted(ranked), "compliances in the order of ranks")
    if "DISPLAY" in os.environ:
        expect_drawn(os.path.join(folder, "bracket_comparison.png"))


def heat_tree(folder):
    output = run(pvpython, data_file("Examples", "heat_tree.py"), plugin, "--cells", "24",
                 "--iterations", "30", "--output", folder)
    table = numpy.genfromtxt(os.path.join(folder, "heat_tree.csv"), delimiter=",", names=True)
    expect(len(table) > 15, f"{len(table)} designs")  # it converges before the last one
    expect(table["ThermalCompliance"][-1] < 0.25 * table["ThermalCompliance"][0], f"{table}")
    expect("Sound: " in output, output)
    picture = os.path.join(folder, "heat_tree.png")
    expect_equal(os.path.exists(picture), "DISPLAY" in os.environ, "picture of the tree")
    if "DISPLAY" in os.environ:
        expect_drawn(picture)
