"""Elastic Analysis and CalculiX on one distorted mesh of each type of cells: the same displacements
and reactions, to the digits that CalculiX prints."""

import os
import subprocess
import tempfile

from checks import *
from solid_meshes import box, grid

CCX = sys.argv[2]
ELEMENTS = {"TET4": "C3D4", "TET10": "C3D10", "HEX8": "C3D8", "HEX20": "C3D20"}
E, NU = 70000.0, 0.33


def bent(points):
    """A bar that is bent, twisted and thinner at its end: cells with curved edges."""
    s, t, w = points.T
    width = 1 - 0.3 * s
    angle = 0.4 * s
    y, z = width * (t - 0.5), width * (w - 0.5)
    y, z = numpy.cos(angle) * y - numpy.sin(angle) * z, numpy.sin(angle) * y + numpy.cos(angle) * z
    return numpy.column_stack([3 * s, y + 0.5 * s * s, z])


def write(path, kind, points, cells, held, displacement, force):
    with open(path, "w", encoding="ascii") as file:
        file.write("*NODE, NSET=ALL\n")
        for i, point in enumerate(points, 1):
            file.write("%d, %.15g, %.15g, %.15g\n" % (i, *point))
        file.write(f"*ELEMENT, TYPE={ELEMENTS[kind]}, ELSET=PART\n")
        for e, cell in enumerate(cells, 1):
            words = [str(e)] + [str(node + 1) for node in cell]
            file.write(", ".join(words[:11]) + ("," if words[11:] else "") + "\n")
            if words[11:]:
                file.write(", ".join(words[11:]) + "\n")
        file.write(f"*MATERIAL, NAME=M\n*ELASTIC\n{E}, {NU}\n"
                   "*SOLID SECTION, ELSET=PART, MATERIAL=M\n*STEP\n*STATIC\n*BOUNDARY\n")
        for i, c in numpy.argwhere(held):
            file.write("%d, %d, %d, %.15g\n" % (i + 1, c + 1, c + 1, displacement[i, c]))
        file.write("*CLOAD\n")
        for i, c in numpy.argwhere(force):
            file.write("%d, %d, %.15g\n" % (i + 1, c + 1, force[i, c]))
        file.write("*NODE PRINT, NSET=ALL\nU\n*NODE PRINT, NSET=ALL\nRF\n*END STEP\n")


def read(path, count):
    """The tables of displacements and of forces at nodes."""
    tables, values = [], None
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if len(words) == 4 and words[0].isdigit():
                values[int(words[0]) - 1] = [float(word) for word in words[1:]]
            elif words:
                values = numpy.zeros((count, 3))
                tables.append(values)
    return tables


with tempfile.TemporaryDirectory() as folder:
    for kind in ELEMENTS:
        parameters, cells = box(kind, (5, 2, 3), (1, 1, 1))
        points = bent(parameters)
        # A clamped end, a lifted edge, and loads on all other nodes.
        held = numpy.repeat(parameters[:, :1] == 0, 3, axis=1)
        edge = (parameters[:, 0] == 1) & (parameters[:, 1] == 0)
        held[edge, 2] = True
        displacement = numpy.zeros_like(points)
        displacement[edge, 2] = 0.01
        force = numpy.where(held, 0.0, numpy.column_stack(
            [numpy.cos(7 * parameters[:, 0]), parameters[:, 1], -2 + parameters[:, 2]]))

        write(os.path.join(folder, kind + ".inp"), kind, points, cells, held, displacement, force)
        subprocess.run([CCX, kind], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        wanted, forces = read(os.path.join(folder, kind + ".dat"), len(points))

        producer = simple.TrivialProducer()
        producer.GetClientSideObject().SetOutput(grid(kind, points, cells, {
            "Supports": held.astype(float), "PrescribedDisplacement": displacement,
            "Force": force}))
        analysis = ElasticAnalysis(Input=producer, YoungsModulus=E, PoissonsRatio=NU,
                                   SolverTolerance=1e-12)
        analysis.UpdatePipeline()
        result = fetch(analysis, 0)
        for name, theirs, ours in (
                ("displacements", wanted, numpy.array(result.PointData["Displacement"])),
                ("reactions", forces, numpy.array(result.PointData["Reaction"]) + force)):
            error = abs(ours - theirs).max() / abs(theirs).max()
            print(f"{kind}: {name} differ by {error:.1e} of the largest")
            expect(error < 1e-6, f"{name} of {kind} are off by {error:.1e}")
