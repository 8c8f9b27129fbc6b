#!/usr/bin/python3
"""Makes rocker_arm.vtu: an all-hexahedral rocker arm, meshed with Gmsh, ready to be optimized.

    ./rocker_arm.py [--size 2.6] [--output rocker_arm.vtu]

The arm turns on a shaft in its large bore and is loaded by a pin in its small one. The web between
the two is the design space; a solid ring stays round each bore and stands proud of the web on both
sides. The outline is meshed with triangles that the Blossom algorithm pairs and splits into
quadrilaterals, so that nodes have irregular valence, and is then swept through the thickness.

Units are mm, N and MPa; use E = 210000 and nu = 0.3 for steel. The arrays are those of the filter
Topology Optimize:

    Supports      points, 3 components: 1 on the surface of the large bore
    Force         points, 3 components: 1000 N in -y, as a uniform traction on the small bore
    DesignRegion  cells: 0 design, 1 solid (the rings)

Needs the Debian packages python3-gmsh, python3-numpy and python3-paraview.
"""

import argparse
import math
import os

import gmsh
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_HEXAHEDRON, vtkCellArray, vtkUnstructuredGrid
from vtkmodules.vtkFiltersCore import vtkConnectivityFilter
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

# Centre, bore radius and ring radius, mm.
SHAFT = ((0.0, 0.0), 16.0, 22.0)
PIN = ((105.0, 30.0), 9.0, 14.0)
WEB_THICKNESS = 14.0
RING_OVERHANG = 4.0
SHAFT_MARGIN, PIN_MARGIN = 40.0, 24.0  # radii of the outline round the two centres
TOTAL_FORCE = np.array([0.0, -1000.0, 0.0])  # N

GMSH_HEXAHEDRON, GMSH_QUADRANGLE = 5, 3


def ring(size, centre, bore_radius, ring_radius):
    """Four structured quarters round a bore; returns them and the loop of the outer arcs."""
    geo = gmsh.model.geo
    middle = geo.addPoint(*centre, 0.0)
    directions = [(math.cos(a), math.sin(a)) for a in np.arange(4) * math.pi / 2.0]
    inner, outer = (
        [geo.addPoint(centre[0] + r * c, centre[1] + r * s, 0.0, size) for c, s in directions]
        for r in (bore_radius, ring_radius)
    )
    inner_arcs = [geo.addCircleArc(inner[i - 1], middle, inner[i]) for i in range(4)]
    outer_arcs = [geo.addCircleArc(outer[i - 1], middle, outer[i]) for i in range(4)]
    spokes = [geo.addLine(inner[i], outer[i]) for i in range(4)]
    along = 2 * max(1, round(0.25 * math.pi * ring_radius / size)) + 1
    across = 2 * max(1, round(0.5 * (ring_radius - bore_radius) / size)) + 1
    for curve in inner_arcs + outer_arcs:
        geo.mesh.setTransfiniteCurve(curve, along)
    for curve in spokes:
        geo.mesh.setTransfiniteCurve(curve, across)
    quarters = []
    for i in range(4):
        loop = geo.addCurveLoop([spokes[i - 1], outer_arcs[i], -spokes[i], -inner_arcs[i]])
        quarters.append((2, geo.addPlaneSurface([loop])))
        geo.mesh.setTransfiniteSurface(quarters[-1][1])
    return quarters, geo.addCurveLoop(outer_arcs)


def outline(size):
    """Two arcs round the centres and their common tangents."""
    geo = gmsh.model.geo
    a, b = np.array(SHAFT[0]), np.array(PIN[0])
    along = (b - a) / np.linalg.norm(b - a)
    across = np.array([-along[1], along[0]])
    slope = math.asin((SHAFT_MARGIN - PIN_MARGIN) / np.linalg.norm(b - a))
    corners = []
    for side in (1.0, -1.0):
        normal = side * math.cos(slope) * across + math.sin(slope) * along
        corners += [a + SHAFT_MARGIN * normal, b + PIN_MARGIN * normal]
    # Gmsh's arcs are shorter than half a turn, so each arc goes by its far end.
    corners += [a - SHAFT_MARGIN * along, b + PIN_MARGIN * along]
    p = [geo.addPoint(*c, 0.0, size) for c in corners]
    ca, cb = geo.addPoint(*a, 0.0), geo.addPoint(*b, 0.0)
    curves = [
        geo.addLine(p[0], p[1]),
        geo.addCircleArc(p[1], cb, p[5]),
        geo.addCircleArc(p[5], cb, p[3]),
        geo.addLine(p[3], p[2]),
        geo.addCircleArc(p[2], ca, p[4]),
        geo.addCircleArc(p[4], ca, p[0]),
    ]
    return geo.addCurveLoop(curves)


def sweep(size, surfaces, height):
    """Sweeps meshed surfaces in z; returns the opposite surfaces, volumes and sides."""
    layers = max(1, round(abs(height) / size))
    swept = gmsh.model.geo.extrude(surfaces, 0.0, 0.0, height, numElements=[layers], recombine=True)
    # Each surface gives its opposite one, the volume, then a side per curve of its boundary.
    at = [i for i, (dim, _) in enumerate(swept) if dim == 3] + [len(swept) + 1]
    return [
        (swept[v - 1], swept[v], swept[v + 1 : nxt - 1]) for v, nxt in zip(at[:-1], at[1:])
    ]


def build_mesh(size):
    """Meshes the part; the mesh is Gmsh's current model."""
    geo = gmsh.model.geo
    gmsh.model.add("rocker_arm")
    # The rings come first, as full-quad recombination needs structured surfaces meshed before.
    shaft_ring, shaft_loop = ring(size, *SHAFT)
    pin_ring, pin_loop = ring(size, *PIN)
    rings = shaft_ring + pin_ring
    web = (2, geo.addPlaneSurface([outline(size), shaft_loop, pin_loop]))

    web_part, *middle = sweep(size, [web] + rings, WEB_THICKNESS)
    top = sweep(size, [part[0] for part in middle], RING_OVERHANG)
    bottom = sweep(size, rings, -RING_OVERHANG)
    geo.removeAllDuplicates()
    geo.synchronize()

    def bore(quarters):
        # The bore's arc is the last curve of a quarter.
        return [part[2][3][1] for layer in (middle, top, bottom) for part in layer[quarters]]

    def group(dim, tags, name):
        gmsh.model.setPhysicalName(dim, gmsh.model.addPhysicalGroup(dim, tags), name)

    group(3, [web_part[1][1]], "design")
    group(3, [part[1][1] for part in middle + top + bottom], "solid")
    group(2, bore(slice(0, 4)), "shaft bore")
    group(2, bore(slice(4, 8)), "pin bore")

    gmsh.option.setNumber("Mesh.Algorithm", 6)  # Frontal-Delaunay
    gmsh.option.setNumber("Mesh.RecombineAll", 1)
    gmsh.option.setNumber("Mesh.RecombinationAlgorithm", 3)  # Blossom full-quad
    gmsh.option.setNumber("Mesh.Smoothing", 10)
    gmsh.model.mesh.generate(3)
    gmsh.model.mesh.removeDuplicateNodes()


def physical_group(dim, name):
    for group in gmsh.model.getPhysicalGroups(dim):
        if gmsh.model.getPhysicalName(*group) == name:
            return gmsh.model.getEntitiesForPhysicalGroup(*group)
    raise KeyError(name)


def elements(dim, name, gmsh_type, nodes_each):
    """The elements of a physical group, as node tags."""
    found = []
    for entity in physical_group(dim, name):
        types, _, nodes = gmsh.model.mesh.getElements(dim, entity)
        if list(types) != [gmsh_type]:
            raise RuntimeError(f"{name}: expected elements of Gmsh's type {gmsh_type}, got {types}")
        found.append(np.asarray(nodes[0], dtype=np.int64).reshape(-1, nodes_each))
    return np.concatenate(found)


def lumped_areas(points, quads):
    """The integral of each node's bilinear shape function over the quadrilaterals."""
    areas = np.zeros(len(points))
    gauss = 1.0 / math.sqrt(3.0)
    for xi, eta in [(-gauss, -gauss), (gauss, -gauss), (gauss, gauss), (-gauss, gauss)]:
        corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=float)
        shape = 0.25 * (1 + xi * corner[:, 0]) * (1 + eta * corner[:, 1])
        d_xi = 0.25 * corner[:, 0] * (1 + eta * corner[:, 1])
        d_eta = 0.25 * corner[:, 1] * (1 + xi * corner[:, 0])
        tangents = [np.einsum("a,qad->qd", d, points[quads]) for d in (d_xi, d_eta)]
        area = np.linalg.norm(np.cross(*tangents), axis=1)
        np.add.at(areas, quads, area[:, None] * shape[None, :])
    return areas


def jacobians(points, hexes, at):
    """Determinants of the trilinear map of each hexahedron, at points of the reference cube."""
    corner = np.array(
        [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1]]
        + [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]],
        dtype=float,
    )
    result = []
    for where in at * corner:
        factor = 0.5 * (1.0 + where * corner)
        gradient = np.stack(
            [0.5 * corner[:, d] * np.prod(np.delete(factor, d, axis=1), axis=1) for d in range(3)]
        )
        result.append(np.linalg.det(np.einsum("da,hae->hde", gradient, points[hexes])))
    return np.stack(result, axis=1)


def to_grid(points, hexes, supports, force, region):
    grid = vtkUnstructuredGrid()
    grid_points = vtkPoints()
    grid_points.SetData(numpy_to_vtk(points, deep=True))
    grid.SetPoints(grid_points)
    cells = vtkCellArray()
    cells.SetData(8, numpy_to_vtkIdTypeArray(hexes.ravel(), deep=True))
    grid.SetCells(VTK_HEXAHEDRON, cells)
    wrapped = dataset_adapter.WrapDataObject(grid)
    wrapped.PointData.append(supports, "Supports")
    wrapped.PointData.append(force, "Force")
    wrapped.CellData.append(region, "DesignRegion")
    return grid


def check(grid, points, hexes, force):
    """Refuses a mesh that a finite element analysis could not use."""
    at_corners = jacobians(points, hexes, 1.0)
    at_gauss_points = jacobians(points, hexes, 1.0 / math.sqrt(3.0))
    ratio = at_corners.min(axis=1) / at_corners.max(axis=1)
    regions = vtkConnectivityFilter()
    regions.SetInputData(grid)
    regions.SetExtractionModeToAllRegions()
    regions.Update()
    valence = np.bincount(hexes.ravel(), minlength=len(points))
    places = len(np.unique(np.round(points, 6), axis=0))

    print(f"{len(hexes)} hexahedra, {len(points)} nodes")
    print(f"{valence.min()} to {valence.max()} elements at a node")
    print(f"smallest Jacobian: {at_corners.min():.4g} mm^3 at a corner, ", end="")
    print(f"{at_gauss_points.min():.4g} mm^3 at a Gauss point")
    print(f"worst ratio of smallest to largest corner Jacobian: {ratio.min():.3f}")
    print(f"volume {at_gauss_points.sum():.1f} mm^3, total force {force.sum(axis=0)} N")
    assert at_corners.min() > 0.0 and at_gauss_points.min() > 0.0, "inverted element"
    assert regions.GetNumberOfExtractedRegions() == 1, "the part is not in one piece"
    assert places == len(points), "duplicate nodes"
    assert valence.min() > 0, "a node without elements"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--size", type=float, default=2.6, help="element edge length, mm")
    parser.add_argument("--output", default=os.path.join(here, "rocker_arm.vtu"))
    arguments = parser.parse_args()

    gmsh.initialize()
    # Errors are exceptions, and the one warning is about the order of surfaces seen to above.
    gmsh.option.setNumber("General.Terminal", 0)
    build_mesh(arguments.size)
    tags, coordinates, _ = gmsh.model.mesh.getNodes()
    design = elements(3, "design", GMSH_HEXAHEDRON, 8)
    solid = elements(3, "solid", GMSH_HEXAHEDRON, 8)
    shaft = elements(2, "shaft bore", GMSH_QUADRANGLE, 4)
    pin = elements(2, "pin bore", GMSH_QUADRANGLE, 4)
    gmsh.finalize()

    # Number the nodes that elements use from zero; Gmsh's hexahedra are in VTK's order.
    hexes = np.concatenate([design, solid])
    used = np.unique(hexes)
    row = np.zeros(used.max() + 1, dtype=np.int64)
    row[used] = np.arange(len(used))
    position = np.zeros((int(tags.max()) + 1, 3))
    position[tags] = coordinates.reshape(-1, 3)
    points = position[used]
    hexes, shaft, pin = row[hexes], row[shaft], row[pin]

    supports = np.zeros((len(points), 3), dtype=np.uint8)
    supports[np.unique(shaft)] = 1
    areas = lumped_areas(points, pin)
    force = np.outer(areas / areas.sum(), TOTAL_FORCE)
    region = np.repeat(np.array([0, 1], dtype=np.uint8), [len(design), len(solid)])

    grid = to_grid(points, hexes, supports, force, region)
    check(grid, points, hexes, force)
    writer = vtkXMLUnstructuredGridWriter()
    writer.SetFileName(arguments.output)
    writer.SetInputData(grid)
    # VTK 9.2 with a recent libexpat, as on Debian 12, cannot read appended data.
    writer.SetDataModeToBinary()
    writer.SetCompressorTypeToZLib()
    writer.SetCompressionLevel(9)
    writer.Write()
    print(f"wrote {arguments.output}, {os.path.getsize(arguments.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
