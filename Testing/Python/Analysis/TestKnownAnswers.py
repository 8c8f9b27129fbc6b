"""Elastic Analysis on structures of known answers, with each type of cells.

Numbers are those of an independent program on the same meshes; limits are in the references: Cook
1974, NAFEMS 1990 (LE1, LE10), Lame's hollow sphere, Kirsch 1898.
"""

import itertools

from checks import *
from solid_meshes import HEX_EDGES, TET_EDGES, box, grid

RESULT, SUMMARY = 0, 1
# Corners of faces, anticlockwise seen from outside.
TET_FACES = [(0, 1, 3), (1, 2, 3), (2, 0, 3), (0, 2, 1)]
HEX_FACES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


def local_faces(kind):
    """Nodes of the faces of a cell: corners, then the middles between one and the next."""
    tetrahedron = kind.startswith("TET")
    edges = [frozenset(edge) for edge in (TET_EDGES if tetrahedron else HEX_EDGES)]
    faces = []
    for face in TET_FACES if tetrahedron else HEX_FACES:
        middles = [(4 if tetrahedron else 8) + edges.index(frozenset((a, b)))
                   for a, b in zip(face, face[1:] + face[:1])]
        faces.append(list(face) + (middles if kind in ("TET10", "HEX20") else []))
    return numpy.array(faces)


def face_shape(count, r, s):
    """Shape functions of a face of 3, 4, 6 or 8 nodes: a triangle of 0 <= r, s, r + s <= 1, or a
    square of -1 <= r, s <= 1."""
    if count in (3, 6):
        t = 1 - r - s
        if count == 3:
            return numpy.array([t, r, s])
        return numpy.array([t * (2 * t - 1), r * (2 * r - 1), s * (2 * s - 1),
                            4 * t * r, 4 * r * s, 4 * s * t])
    corners = numpy.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    values = [(1 + a * r) * (1 + b * s) / 4 for a, b in corners]
    if count == 4:
        return numpy.array(values)
    values = [v * (a * r + b * s - 1) for v, (a, b) in zip(values, corners)]
    middles = [(1 - r * r) * (1 - s) / 2, (1 + r) * (1 - s * s) / 2,
               (1 - r * r) * (1 + s) / 2, (1 - r) * (1 - s * s) / 2]
    return numpy.array(values + middles)


def face_rule(count):
    """Points and weights that integrate the products of a face's shape functions."""
    gauss, weights = numpy.polynomial.legendre.leggauss(4)
    square = [(r, s, v * w) for (r, v), (s, w) in itertools.product(zip(gauss, weights), repeat=2)]
    if count in (4, 8):
        return square
    # The square with one side collapsed.
    return [((1 + r) / 2, (1 - r) / 2 * (1 + s) / 2, w * (1 - r) / 8) for r, s, w in square]


def surface_load(kind, points, cells, on, traction):
    """Consistent nodal forces on faces all of whose nodes are on a surface; traction(x, n)."""
    faces = cells[:, local_faces(kind)].reshape(-1, local_faces(kind).shape[1])
    faces = faces[on[faces].all(axis=1)]
    count, forces, step = faces.shape[1], numpy.zeros_like(points), 1e-6
    for r, s, weight in face_rule(count):
        shape = face_shape(count, r, s)
        # Central differences of quadratic functions are exact.
        dr = (face_shape(count, r + step, s) - face_shape(count, r - step, s)) / (2 * step)
        ds = (face_shape(count, r, s + step) - face_shape(count, r, s - step)) / (2 * step)
        x = numpy.einsum("fnc,n->fc", points[faces], shape)
        area = numpy.cross(numpy.einsum("fnc,n->fc", points[faces], dr),
                           numpy.einsum("fnc,n->fc", points[faces], ds))
        size = numpy.linalg.norm(area, axis=1)[:, None]
        force = weight * size * traction(x, area / size)
        numpy.add.at(forces, faces, shape[:, None] * force[:, None, :])
    return forces


def join(meshes):
    """Several meshes as one; nodes in one place become one."""
    points = numpy.vstack([mesh[0] for mesh in meshes])
    offsets = numpy.cumsum([0] + [len(mesh[0]) for mesh in meshes])
    cells = numpy.vstack([mesh[1] + offset for mesh, offset in zip(meshes, offsets)])
    _, first, number = numpy.unique(numpy.round(points, 9), axis=0, return_index=True,
                                    return_inverse=True)
    return points[first], number.ravel()[cells]


def mapped(kind, counts, mapping):
    parameters, cells = box(kind, counts, (1, 1, 1))
    return mapping(parameters), cells


class Case:
    """An analysis; conditions are pairs of points and components that are held."""

    def __init__(self, kind, points, cells, E, nu, held, force=None, displacement=None, **settings):
        supports = numpy.zeros(points.shape)
        for where, components in held:
            for c in components:
                supports[where, c] = 1
        arrays = {"Supports": supports}
        if force is not None:
            arrays["Force"] = force
        if displacement is not None:
            arrays["PrescribedDisplacement"] = displacement
        producer = simple.TrivialProducer()
        producer.GetClientSideObject().SetOutput(grid(kind, points, cells, arrays))
        analysis = ElasticAnalysis(Input=producer, YoungsModulus=E, PoissonsRatio=nu,
                                   SolverTolerance=1e-10, **settings)
        errors = Errors(analysis)
        analysis.UpdatePipeline()
        expect_equal(errors.texts, [], f"errors of {kind}")
        self.points, self.result = points, fetch(analysis, RESULT)
        table = fetch(analysis, SUMMARY).RowData
        names = [table["Quantity"].GetValue(i) for i in range(table["Quantity"].GetNumberOfValues())]
        self.summary = dict(zip(names, numpy.array(table["Result"])))

    def at(self, name, place):
        node = numpy.linalg.norm(self.points - place, axis=1).argmin()
        expect_close(self.points[node], place, "place of a node", 1e-9)
        return numpy.array(self.result.PointData[name])[node]


def near(values, place):
    return abs(values - place) < 1e-9


def cantilever(kind):
    points, cells = mapped(kind, (20, 2, 4), lambda q: q * [10, 1, 2])
    force = surface_load(kind, points, cells, near(points[:, 0], 10),
                         lambda x, n: numpy.tile([0, 0, -500.0], (len(x), 1)))
    case = Case(kind, points, cells, 210000, 0.3, [(near(points[:, 0], 0), (0, 1, 2))], force)
    return case.summary["Compliance"]


def cook(kind):
    points, cells = mapped(kind, (16, 16, 1), lambda q: numpy.stack(
        [48 * q[:, 0], 44 * q[:, 0] + q[:, 1] * (44 - 28 * q[:, 0]), q[:, 2]], 1))
    force = surface_load(kind, points, cells, near(points[:, 0], 48),
                         lambda x, n: numpy.tile([0, 1 / 16, 0], (len(x), 1)))
    every = numpy.ones(len(points), dtype=bool)
    case = Case(kind, points, cells, 15 / 16, 0.25,
                [(near(points[:, 0], 0), (0, 1)), (every, (2,))], force)
    return case.at("Displacement", (48, 52, 0))[1]


def ellipse(thickness):
    return lambda q: numpy.stack([
        (2 + 1.25 * q[:, 0]) * numpy.cos(q[:, 1] * numpy.pi / 2),
        (1 + 1.75 * q[:, 0]) * numpy.sin(q[:, 1] * numpy.pi / 2), thickness * q[:, 2]], 1)


def is_outer(points):
    return abs((points[:, 0] / 3.25) ** 2 + (points[:, 1] / 2.75) ** 2 - 1) < 1e-9


def le1(kind):
    points, cells = mapped(kind, (16, 16, 1), ellipse(0.1))
    force = surface_load(kind, points, cells, is_outer(points), lambda x, n: 10 * n)
    every = numpy.ones(len(points), dtype=bool)
    case = Case(kind, points, cells, 210e3 * 1.6 / 1.69, 0.3 / 1.3,
                [(near(points[:, 1], 0), (1,)), (near(points[:, 0], 0), (0,)), (every, (2,))], force)
    return case.at("Stress", (2, 0, 0))[1]


def le10(kind):
    points, cells = mapped(kind, (12, 18, 6), ellipse(0.6))
    force = surface_load(kind, points, cells, near(points[:, 2], 0.6), lambda x, n: -n)
    case = Case(kind, points, cells, 210e3, 0.3, [
        (near(points[:, 1], 0), (1,)), (near(points[:, 0], 0), (0,)), (is_outer(points), (0, 1)),
        (is_outer(points) & near(points[:, 2], 0.3), (2,))], force)
    return case.at("Stress", (2, 0, 0.6))[1]


def sphere(kind):
    patches = []
    for shift in range(3):
        def mapping(q):
            d = numpy.roll(numpy.stack([numpy.ones(len(q)), q[:, 0], q[:, 1]], 1), shift, 1)
            return d / numpy.linalg.norm(d, axis=1)[:, None] * (1 + q[:, 2:])
        patches.append(mapped(kind, (4, 4, 4), mapping))
    points, cells = join(patches)
    force = surface_load(kind, points, cells, near(numpy.linalg.norm(points, axis=1), 1),
                         lambda x, n: x / numpy.linalg.norm(x, axis=1)[:, None])
    case = Case(kind, points, cells, 1, 0.3,
                [(near(points[:, c], 0), (c,)) for c in range(3)], force)
    return case.summary["StrainEnergy"]


def kirsch(kind):
    points, cells = mapped(kind, (32, 32, 1), lambda q: numpy.stack([
        4 ** q[:, 0] * numpy.cos(q[:, 1] * numpy.pi / 2),
        4 ** q[:, 0] * numpy.sin(q[:, 1] * numpy.pi / 2), q[:, 2] / 4], 1))
    r, t, k = (numpy.hypot(points[:, 0], points[:, 1]),
               numpy.arctan2(points[:, 1], points[:, 0]), 3 - 4 * 0.3)
    far = 2 / r - 2 / r ** 3
    displacement = 2.6 / 8 * numpy.stack([
        (r * (k + 1) + 2 / r * (1 + k)) * numpy.cos(t) + far * numpy.cos(3 * t),
        (r * (k - 3) + 2 / r * (1 - k)) * numpy.sin(t) + far * numpy.sin(3 * t), 0 * r], 1)
    every = numpy.ones(len(points), dtype=bool)
    case = Case(kind, points, cells, 1, 0.3, [
        (near(points[:, 1], 0), (1,)), (near(points[:, 0], 0), (0,)), (near(r, 4), (0, 1)),
        (every, (2,))], displacement=numpy.where(near(r, 4)[:, None], displacement, 0),
        StressRecovery="Direct")
    return case.at("Stress", (0, 1, 0))[0]


KINDS = ("TET4", "TET10", "HEX8", "HEX20")
ANSWERS = {
    cantilever: (1940.29073, 2426.87436, 2335.09714, 2427.05136),
    cook: (21.6058740, 23.9273763, 23.4304113, 23.9345956),
    le1: (77.43814, 91.63648, 77.84821, 92.52460),
    le10: (-4.532013, -5.272064, -4.084453, -5.388762),
    sphere: (0.582331909, 0.628008431, 0.598301003, 0.628026294),
    kirsch: (2.939663, 2.998921, 3.057540, 3.001198),
}
for structure, answers in ANSWERS.items():
    for kind, answer in zip(KINDS, answers):
        found = structure(kind)
        print(f"{structure.__name__} {kind}: {found:.9g}, known {answer:.9g}")
        expect_close(found / answer, 1, f"{structure.__name__} {kind}", 1e-6)
