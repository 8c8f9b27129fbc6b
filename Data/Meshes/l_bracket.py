#!/usr/bin/python3
"""Makes an L-bracket, the usual test of stresses in topology optimization, ready to be optimized.

    ./l_bracket.py [--cells 40] [--layers 4] [--tetrahedra] [--output l_bracket.vtu]

The L is 1 high and 1 wide, its arms are 0.4 wide, and it is 0.1 thick. The upper end of its upright
arm is held; a force of 1 pulls down the end of the other arm, y > 0.3, where the cells stay solid. At
the inner corner, (0.4, 0.4), the stress of the full L is singular. The arrays are those of the filter
Topology Optimize:

    Supports      points, 3 components: 1 at y = 1
    Force         points, 3 components: -1 in y, as a uniform traction on x = 1, 0.3 < y < 0.4
    DesignRegion  cells: 0 design, 1 solid (x > 0.9, y > 0.3)

Needs the Debian packages python3-numpy and python3-paraview.
"""

import argparse
import itertools
import os

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_HEXAHEDRON, VTK_TETRA, vtkCellArray, vtkUnstructuredGrid
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

ARM, THICKNESS, PAD, PAD_HEIGHT = 0.4, 0.1, 0.9, 0.3
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]])


def tetrahedra_of_cube():
    """Six tetrahedra, one for each order of walking from the low to the high corner along edges."""
    number = {tuple(corner): i for i, corner in enumerate(CORNERS)}
    for order in itertools.permutations(range(3)):
        walk = [np.zeros(3, int)]
        for axis in order:
            walk.append(walk[-1] + np.eye(3, dtype=int)[axis])
        tetrahedron = [number[tuple(corner)] for corner in walk]
        if np.linalg.det(CORNERS[tetrahedron[1:]] - CORNERS[tetrahedron[0]]) < 0:
            tetrahedron[2], tetrahedron[3] = tetrahedron[3], tetrahedron[2]
        yield tetrahedron


def make_bracket(cells, layers, tetrahedra=False):
    """Points, connectivity and arrays by their names. cells: along the height, a multiple of 10."""
    counts = np.array([cells, cells, layers])
    places = np.stack(np.meshgrid(*(np.arange(n) for n in counts), indexing="ij"), -1).reshape(-1, 3)
    centres = (places + 0.5) / counts * [1, 1, THICKNESS]
    places = places[~((centres[:, 0] > ARM) & (centres[:, 1] > ARM))]
    corners = places[:, None] + CORNERS
    numbers = corners @ [1, cells + 1, (cells + 1) ** 2]
    used, first, nodes = np.unique(numbers, return_index=True, return_inverse=True)
    points = corners.reshape(-1, 3)[first] / counts * [1, 1, THICKNESS]
    nodes = nodes.reshape(-1, 8)
    # The traction on the faces of cubes, a quarter of its force at each corner.
    force = np.zeros((len(used), 3))
    at_tip = (places[:, 0] == cells - 1) & (places[:, 1] >= round(PAD_HEIGHT * cells))
    faces = nodes[at_tip][:, [1, 2, 6, 5]]
    np.add.at(force, (faces, 1), -0.25 / len(faces))
    if tetrahedra:
        nodes = nodes[:, list(tetrahedra_of_cube())].reshape(-1, 4)
    centres = points[nodes].mean(1)
    solid = (centres[:, 0] > PAD) & (centres[:, 1] > PAD_HEIGHT)
    held = np.repeat(points[:, 1:2] > 1 - 1e-9, 3, 1)
    return points, nodes, {"Supports": held.astype(np.uint8), "Force": force}, {
        "DesignRegion": solid.astype(np.uint8)}


def make_grid(points, nodes, point_arrays, cell_arrays):
    grid = vtkUnstructuredGrid()
    positions = vtkPoints()
    positions.SetData(numpy_to_vtk(points, deep=True))
    grid.SetPoints(positions)
    cells = vtkCellArray()
    cells.SetData(nodes.shape[1], numpy_to_vtkIdTypeArray(nodes.ravel().astype(np.int64), deep=True))
    grid.SetCells(VTK_HEXAHEDRON if nodes.shape[1] == 8 else VTK_TETRA, cells)
    for data, arrays in ((grid.GetPointData(), point_arrays), (grid.GetCellData(), cell_arrays)):
        for name, values in arrays.items():
            array = numpy_to_vtk(values, deep=True)
            array.SetName(name)
            data.AddArray(array)
    return grid


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", type=int, default=40, help="along the height, a multiple of 10")
    parser.add_argument("--layers", type=int, default=4, help="cells across the thickness")
    parser.add_argument("--tetrahedra", action="store_true", help="six to a cell instead of hexahedra")
    parser.add_argument("--output", default=os.path.join(here, "l_bracket.vtu"))
    arguments = parser.parse_args()
    if arguments.cells % 10:
        parser.error("the arms are 0.4 wide: --cells has to be a multiple of 10")
    writer = vtkXMLUnstructuredGridWriter()
    writer.SetFileName(arguments.output)
    writer.SetInputData(make_grid(*make_bracket(arguments.cells, arguments.layers, arguments.tetrahedra)))
    writer.Write()
