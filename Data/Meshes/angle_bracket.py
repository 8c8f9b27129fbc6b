#!/usr/bin/python3
"""Makes angle_bracket.vtu: an angle bracket of ten-node tetrahedra, meshed with Gmsh.

    ./angle_bracket.py [--size 5] [--output angle_bracket.vtu]

A steel angle, 60 x 40 x 50 mm and 6 mm thick, with a fillet inside. Two bolts hold its upright leg;
its other leg has a bore for a pin, which pulls down. Units are mm, N and MPa; use E = 210000 and
nu = 0.3. The arrays are those of the filter Elastic Analysis:

    Supports  points, 3 components: 1 on the surfaces of the two bolt holes
    Force     points, 3 components: 800 N in -z, as a uniform traction on the bore of the pin

Needs Gmsh (Debian's python3-gmsh, or gmsh from PyPI) and the Debian packages python3-numpy and
python3-paraview.
"""

import argparse
import os

import gmsh
import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_QUADRATIC_TETRA, vtkUnstructuredGrid
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

LENGTH, HEIGHT, WIDTH, THICKNESS, FILLET = 60.0, 40.0, 50.0, 6.0, 8.0
BOLT_RADIUS, BOLT_HEIGHT, BOLT_PLACES = 4.0, 26.0, (13.0, 37.0)
PIN_RADIUS, PIN_PLACE = 7.0, (44.0, 25.0)
TOTAL_FORCE = np.array([0.0, 0.0, -800.0])
# VTK has the middles of the edges 13 and 23 the other way round.
TO_VTK = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8]


def solid():
    """The angle: its base along x, its upright leg along z at x = 0."""
    make = gmsh.model.occ
    base = make.addBox(0, 0, 0, LENGTH, WIDTH, THICKNESS)
    leg = make.addBox(0, 0, 0, THICKNESS, WIDTH, HEIGHT)
    corner = make.addBox(THICKNESS, 0, THICKNESS, FILLET, WIDTH, FILLET)
    round_ = make.addCylinder(
        THICKNESS + FILLET, 0, THICKNESS + FILLET, 0, WIDTH, 0, FILLET)
    fillet, _ = make.cut([(3, corner)], [(3, round_)])
    angle, _ = make.fuse([(3, base)], [(3, leg), *fillet])
    bolts = [(3, make.addCylinder(-1, y, BOLT_HEIGHT, THICKNESS + 2, 0, 0, BOLT_RADIUS))
             for y in BOLT_PLACES]
    pin = (3, make.addCylinder(*PIN_PLACE, -1, 0, 0, THICKNESS + 2, PIN_RADIUS))
    angle, _ = make.cut(angle, [*bolts, pin])
    make.synchronize()
    return angle


def bore_faces(inside):
    """Six-node triangles of the cylinders whose centre satisfies a condition."""
    triangles = []
    for dim, tag in gmsh.model.getEntities(2):
        centre = np.array(gmsh.model.occ.getCenterOfMass(dim, tag))
        if gmsh.model.getType(dim, tag) == "Cylinder" and inside(centre):
            _, _, nodes = gmsh.model.mesh.getElements(dim, tag)
            triangles.append(nodes[0].reshape(-1, 6))
    return np.vstack(triangles)


def surface_load(points, faces):
    """Consistent nodal forces of a uniform traction with the total given, by seven points."""
    a, b = (6 + 15 ** 0.5) / 21, (6 - 15 ** 0.5) / 21
    rule = [((1 / 3, 1 / 3), 9 / 80)]
    for c, w in ((a, (155 + 15 ** 0.5) / 2400), (b, (155 - 15 ** 0.5) / 2400)):
        rule += [((c, c), w), ((1 - 2 * c, c), w), ((c, 1 - 2 * c), w)]
    weights = np.zeros(len(points))
    for (r, s), w in rule:
        t = 1 - r - s
        shapes = np.array([t * (2 * t - 1), r * (2 * r - 1), s * (2 * s - 1),
                           4 * t * r, 4 * r * s, 4 * s * t])
        dr = np.array([1 - 4 * t, 4 * r - 1, 0, 4 * (t - r), 4 * s, -4 * s])
        ds = np.array([1 - 4 * t, 0, 4 * s - 1, -4 * r, 4 * r, 4 * (t - s)])
        x = points[faces]
        area = np.linalg.norm(np.cross(np.einsum("fnc,n->fc", x, dr),
                                       np.einsum("fnc,n->fc", x, ds)), axis=1)
        np.add.at(weights, faces, w * area[:, None] * shapes)
    return np.outer(weights / weights.sum(), TOTAL_FORCE)


def to_grid(points, cells, arrays):
    grid = vtkUnstructuredGrid()
    places = vtkPoints()
    places.SetData(numpy_to_vtk(points, deep=True))
    grid.SetPoints(places)
    grid.Allocate(len(cells))
    for cell in cells:
        grid.InsertNextCell(VTK_QUADRATIC_TETRA, 10, [int(node) for node in cell])
    for name, values in arrays.items():
        array = numpy_to_vtk(np.ascontiguousarray(values), deep=True)
        array.SetName(name)
        grid.GetPointData().AddArray(array)
    return grid


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--size", type=float, default=5.0, help="element edge length, mm")
    parser.add_argument("--output", default=os.path.join(here, "angle_bracket.vtu"))
    arguments = parser.parse_args()

    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    gmsh.option.setNumber("Mesh.MeshSizeMax", arguments.size)
    gmsh.option.setNumber("Mesh.MeshSizeFromCurvature", 14)
    gmsh.option.setNumber("Mesh.ElementOrder", 2)
    gmsh.option.setNumber("Mesh.HighOrderOptimize", 1)
    solid()
    gmsh.model.mesh.generate(3)
    tags, coordinates, _ = gmsh.model.mesh.getNodes()
    _, _, nodes = gmsh.model.mesh.getElements(3)
    tetrahedra = nodes[0].reshape(-1, 10)[:, TO_VTK]
    bolts = bore_faces(lambda centre: centre[0] < THICKNESS)
    pin = bore_faces(lambda centre: centre[2] < THICKNESS and centre[0] > LENGTH / 2)
    gmsh.finalize()

    used = np.unique(tetrahedra)
    row = np.zeros(int(used.max()) + 1, dtype=np.int64)
    row[used] = np.arange(len(used))
    position = np.zeros((int(tags.max()) + 1, 3))
    position[tags] = coordinates.reshape(-1, 3)
    points = position[used]
    supports = np.zeros((len(points), 3), dtype=np.uint8)
    supports[np.unique(row[bolts])] = 1
    grid = to_grid(points, row[tetrahedra],
                   {"Supports": supports, "Force": surface_load(points, row[pin])})
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
