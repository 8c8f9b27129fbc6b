"""Structured meshes of TET4, TET10, HEX8 and HEX20 as VTK grids, for tests of analyses."""

import itertools

import numpy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid

TYPES = {"TET4": 10, "TET10": 24, "HEX8": 12, "HEX20": 25}
TET_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
HEX_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4),
             (0, 4), (1, 5), (2, 6), (3, 7)]
HEX_CORNERS = numpy.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0],
                           [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]])


def corner_cells(kind):
    """Corners of the cells that a unit cube is divided into; tetrahedra by Kuhn's division."""
    if kind.startswith("HEX"):
        return [HEX_CORNERS]
    cells = []
    for order in itertools.permutations(range(3)):
        path = [numpy.zeros(3, int)]
        for axis in order:
            path.append(path[-1] + numpy.eye(3, dtype=int)[axis])
        if numpy.linalg.det(numpy.array(path[1:], float)) < 0:
            path[1], path[2] = path[2], path[1]
        cells.append(numpy.array(path))
    return cells


def box(kind, counts, size):
    """Points and cells of a box; coordinates are exact at its ends."""
    edges = TET_EDGES if kind.startswith("TET") else HEX_EDGES
    numbers, cells = {}, []
    for low in itertools.product(*map(range, counts)):
        for corners in corner_cells(kind):
            nodes = [tuple(2 * (c + low)) for c in corners]
            if kind in ("TET10", "HEX20"):
                nodes += [tuple((numpy.array(nodes[a]) + nodes[b]) // 2) for a, b in edges]
            cells.append([numbers.setdefault(node, len(numbers)) for node in nodes])
    lattice = numpy.array(list(numbers))
    return lattice / (2.0 * numpy.array(counts)) * numpy.array(size, float), numpy.array(cells)


def traction_at_end(kind, points, cells, x, traction):
    """Consistent nodal forces of a constant traction where points have this x; flat faces of equal
    edges' halves, so that shares of the area are those of the reference face."""
    forces = numpy.zeros_like(points)
    corners = 4 if kind.startswith("TET") else 8
    edges = TET_EDGES if corners == 4 else HEX_EDGES
    for cell in cells:
        on = [a for a in range(corners) if points[cell[a], 0] == x]
        if len(on) < (3 if corners == 4 else 4):
            continue
        if corners == 4:
            a, b, c = points[cell[on]]
            area = 0.5 * numpy.linalg.norm(numpy.cross(b - a, c - a))
        else:
            area = numpy.ptp(points[cell[on], 1]) * numpy.ptp(points[cell[on], 2])
        middles = [corners + i for i, (a, b) in enumerate(edges) if a in on and b in on]
        middles = middles if len(cell) > corners else []
        share = {3: 1 / 3, 4: 1 / 4, 6: 0, 8: -1 / 12}[len(on) + len(middles)]
        for a in on:
            forces[cell[a]] += share * area * numpy.array(traction)
        for a in middles:
            forces[cell[a]] += area / 3 * numpy.array(traction)
    return forces


def grid(kind, points, cells, point_arrays):
    """A vtkUnstructuredGrid."""
    data = vtkUnstructuredGrid()
    places = vtkPoints()
    places.SetData(numpy_to_vtk(points, deep=1))
    data.SetPoints(places)
    for cell in cells:
        data.InsertNextCell(TYPES[kind], len(cell), [int(node) for node in cell])
    for name, values in point_arrays.items():
        array = numpy_to_vtk(numpy.ascontiguousarray(values), deep=1)
        array.SetName(name)
        data.GetPointData().AddArray(array)
    return data
