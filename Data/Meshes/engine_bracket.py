#!/usr/bin/python3
"""Makes engine_bracket.vtu: the design space of a bracket, of four-node tetrahedra, meshed with Gmsh.

    ./engine_bracket.py [--size 4.5] [--output engine_bracket.vtu]

A block that narrows from a base of 120 x 80 mm to a lug 60 mm above it. Four bolts hold the base; a
pin through the lug pulls up and forwards. Units are mm, N and MPa. The arrays are those of the filter
Topology Optimize:

    Supports      points, 3 components: 1 on the surfaces of the four bolt holes
    Force         points, 3 components: 6 kN upwards and 3 kN in x on the half of the bore that the
                  pin touches
    DesignRegion  cells: 1, solid, around the holes and the bore; 0 elsewhere

Needs Gmsh (Debian's python3-gmsh, or gmsh from PyPI) and the Debian packages python3-numpy and
python3-paraview.
"""

import argparse
import os

import gmsh
import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_TETRA, vtkUnstructuredGrid
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

LENGTH, WIDTH, BASE = 120.0, 80.0, 14.0
LUG_LENGTH, LUG_WIDTH, TOP = 44.0, 40.0, 74.0
BOLT_RADIUS, BOLT_INSET = 6.0, 15.0
PIN_RADIUS, PIN_HEIGHT = 10.0, 56.0
RING = 2.5  # all cells stay solid around nodes that are this near to a hole
TOTAL_FORCE = np.array([3000.0, 0.0, 6000.0])


def solid():
    """The base from x = 0 to its length, the tapered block on it, the holes."""
    make = gmsh.model.occ
    base = make.addBox(0, 0, 0, LENGTH, WIDTH, BASE)

    def frame(x0, x1, y0, y1, z):
        points = [make.addPoint(x, y, z) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        return make.addCurveLoop([make.addLine(points[i - 1], points[i]) for i in range(4)])

    middle_x, middle_y = LENGTH / 2, WIDTH / 2
    taper = make.addThruSections([
        frame(0, LENGTH, 0, WIDTH, BASE),
        frame(middle_x - LUG_LENGTH / 2, middle_x + LUG_LENGTH / 2,
              middle_y - LUG_WIDTH / 2, middle_y + LUG_WIDTH / 2, TOP)], makeRuled=True)
    block, _ = make.fuse([(3, base)], [taper[0]])
    bolts = [(3, make.addCylinder(x, y, -1, 0, 0, TOP, BOLT_RADIUS)) for x, y in bolt_places()]
    pin = (3, make.addCylinder(middle_x, -1, PIN_HEIGHT, 0, WIDTH + 2, 0, PIN_RADIUS))
    make.cut(block, [*bolts, pin])
    make.synchronize()


def bolt_places():
    return [(x, y) for x in (BOLT_INSET, LENGTH - BOLT_INSET)
            for y in (BOLT_INSET, WIDTH - BOLT_INSET)]


def distance_to_bolts(points):
    return np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in bolt_places()], axis=0)


def distance_to_pin(points):
    return np.hypot(points[:, 0] - LENGTH / 2, points[:, 2] - PIN_HEIGHT)


def pin_forces(points, triangles):
    """Nodal forces of a pressure on the half of the bore that the force points to."""
    direction = TOTAL_FORCE / np.linalg.norm(TOTAL_FORCE)
    x = points[triangles]
    area = 0.5 * np.linalg.norm(np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]), axis=1)
    radial = x.mean(axis=1) - [LENGTH / 2, 0, PIN_HEIGHT]
    radial[:, 1] = 0
    share = area * np.maximum(radial @ direction, 0) / PIN_RADIUS
    weights = np.zeros(len(points))
    np.add.at(weights, triangles, share[:, None] / 3)
    return np.outer(weights / weights.sum(), TOTAL_FORCE)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--size", type=float, default=4.5, help="element edge length, mm")
    parser.add_argument("--output", default=os.path.join(here, "engine_bracket.vtu"))
    arguments = parser.parse_args()

    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    gmsh.option.setNumber("Mesh.MeshSizeMax", arguments.size)
    gmsh.option.setNumber("Mesh.MeshSizeMin", arguments.size / 2)
    solid()
    gmsh.model.mesh.generate(3)
    tags, coordinates, _ = gmsh.model.mesh.getNodes()
    _, _, nodes = gmsh.model.mesh.getElements(3)
    _, _, outer = gmsh.model.mesh.getElements(2)
    gmsh.finalize()

    tetrahedra = nodes[0].reshape(-1, 4)
    used = np.unique(tetrahedra)
    row = np.zeros(int(tags.max()) + 1, dtype=np.int64)
    row[used] = np.arange(len(used))
    position = np.zeros((int(tags.max()) + 1, 3))
    position[tags] = coordinates.reshape(-1, 3)
    points, tetrahedra = position[used], row[tetrahedra]
    triangles = row[outer[0].reshape(-1, 3)]

    on_bolts = np.abs(distance_to_bolts(points) - BOLT_RADIUS) < 1e-6
    on_pin = np.abs(distance_to_pin(points) - PIN_RADIUS) < 1e-6
    # All cells around these nodes, so that rings have no cells that touch in an edge only.
    near = ((distance_to_bolts(points) < BOLT_RADIUS + RING) & (points[:, 2] < BASE + 1e-6)) | (
        distance_to_pin(points) < PIN_RADIUS + RING)
    rings = near[tetrahedra].any(axis=1)
    arrays = {"Supports": np.repeat((on_bolts & (points[:, 2] < BASE))[:, None], 3, axis=1),
              "Force": pin_forces(points, triangles[on_pin[triangles].all(axis=1)])}

    grid = vtkUnstructuredGrid()
    places = vtkPoints()
    places.SetData(numpy_to_vtk(points, deep=True))
    grid.SetPoints(places)
    grid.Allocate(len(tetrahedra))
    for cell in tetrahedra:
        grid.InsertNextCell(VTK_TETRA, 4, [int(node) for node in cell])
    for attributes, name, values in (
            (grid.GetPointData(), "Supports", arrays["Supports"].astype(np.uint8)),
            (grid.GetPointData(), "Force", arrays["Force"]),
            (grid.GetCellData(), "DesignRegion", rings.astype(np.uint8))):
        array = numpy_to_vtk(np.ascontiguousarray(values), deep=True)
        array.SetName(name)
        attributes.AddArray(array)
    writer = vtkXMLUnstructuredGridWriter()
    writer.SetFileName(arguments.output)
    writer.SetInputData(grid)
    # VTK 9.2 with a recent libexpat, as on Debian 12, cannot read appended data.
    writer.SetDataModeToBinary()
    writer.SetCompressorTypeToZLib()
    writer.SetCompressionLevel(9)
    writer.Write()
    print(f"wrote {arguments.output}: {len(tetrahedra)} tetrahedra, {len(points)} nodes, "
          f"{os.path.getsize(arguments.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
