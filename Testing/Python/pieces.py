"""What a pipeline's data are on all ranks together, whatever their pieces, to be compared with one rank's."""

import os
import pickle
import time

import numpy
from paraview.simple import OutputPort, ProgrammableFilter

# What a piece is on its rank, or by which numbers it was made, and what is another in each run.
OF_PIECES = {"vtkGhostType", "GlobalNodeIds", "GlobalPointIds", "GlobalCellIds", "Owner", "Number",
             "SurfaceCell"}
OF_RUNS = {"Seconds", "SetupSeconds", "SolveSeconds", "FieldsSeconds", "Residual", "Iterations",
           "SolverIterations", "DeviceMemory", "BoundExcess"}

PIECE = "~"  # number of a value's piece, sorted after all arrays
LONGEST_WAIT = 20.0  # seconds, for the file of another rank

# Runs on each rank.
WRITING = """
import os, pickle, sys
sys.path.insert(0, {here!r})
from vtkmodules.vtkParallelCore import vtkMultiProcessController
from pieces import of_piece
output.ShallowCopy(self.GetInputDataObject(0, 0))
controller = vtkMultiProcessController.GetGlobalController()
path = {path!r} + f".{{controller.GetLocalProcessId()}}"
with open(path + "~", "wb") as file:
    pickle.dump(of_piece(self.GetInputDataObject(0, 0)), file)
os.rename(path + "~", path)
"""


def arrays_of(attributes):
    from vtkmodules.util.numpy_support import vtk_to_numpy
    arrays = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetArray(i)
        if array is not None and array.GetName() and array.GetName() not in OF_PIECES | OF_RUNS:
            values = vtk_to_numpy(array).astype(float)
            arrays[array.GetName()] = values.reshape(len(values), array.GetNumberOfComponents()).copy()
    return arrays


def of_piece(data):
    """Places and values of a piece without the cells that are another's."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkFiltersCore import vtkCellCenters
    if data.IsA("vtkTable"):
        rows, names = arrays_of(data.GetRowData()), data.GetRowData().GetAbstractArray("Quantity")
        if names is not None:  # a row for each result; several places may have the largest value
            of_results = [i for i in range(names.GetNumberOfValues()) if not names.GetValue(i).endswith(
                ("Seconds", "Iterations", "Residual", "Imbalance", "AtX", "AtY", "AtZ"))]
            rows = {name: values[of_results] for name, values in rows.items()}
        return {"rows": rows, "fields": arrays_of(data.GetFieldData()), "of_results": names is not None}
    piece = {"class": data.GetClassName(), "fields": arrays_of(data.GetFieldData())}
    points = [data.GetPoint(i) for i in range(data.GetNumberOfPoints())]
    places = numpy.zeros((0, 3))
    if data.GetNumberOfCells() > 0:
        centers = vtkCellCenters()
        plain = data.NewInstance()
        plain.CopyStructure(data)
        centers.SetInputData(plain)
        centers.Update()
        places = vtk_to_numpy(centers.GetOutput().GetPoints().GetData()).astype(float)
    own = numpy.ones(len(places), dtype=bool)
    ghosts = data.GetCellData().GetArray("vtkGhostType")
    if ghosts is not None and len(places):
        own = vtk_to_numpy(ghosts) & 1 == 0
    piece["cells"] = (places[own], {n: v[own] for n, v in arrays_of(data.GetCellData()).items()})
    piece["points"] = (numpy.array(points).reshape(-1, 3), arrays_of(data.GetPointData()))
    return piece


def gathered(proxy, port, folder, name, ranks):
    """The pieces of all ranks, in their order."""
    path = os.path.join(folder, f"{name}.{port}")
    here = os.path.dirname(os.path.abspath(__file__))
    writing = ProgrammableFilter(Input=OutputPort(proxy, port),
                                 Script=WRITING.format(here=here, path=path))
    writing.OutputDataSetType = "Same as Input"
    if proxy.GetDataInformation(port).GetDataClassName() == "vtkTable":
        writing.OutputDataSetType = "vtkTable"
    writing.UpdatePipeline()
    pieces = []
    start = time.monotonic()
    for rank in range(ranks):
        file = f"{path}.{rank}"
        while not os.path.exists(file):
            assert time.monotonic() - start < LONGEST_WAIT, f"rank {rank} has not computed {name}"
            time.sleep(0.01)
        with open(file, "rb") as stream:
            pieces.append(pickle.load(stream))
        os.remove(file)
    return pieces


def in_order(places, arrays):
    """By place, and by values where places are the same."""
    keys = numpy.floor(places * 1e5 + 0.381966)
    columns = [numpy.floor(v[:, c] * 1e4 + 0.381966) for _, v in sorted(arrays.items())
               for c in range(v.shape[1])]
    order = numpy.lexsort(columns[::-1] + [keys[:, k] for k in range(3)])
    return places[order], {name: values[order] for name, values in arrays.items()}


def together(pieces, of, tolerance):
    """Places and arrays of all pieces, in which points that pieces share come once, and sentences on values in
    which pieces do not agree there."""
    holders = [piece[of] for piece in pieces if len(piece[of][0])]
    if not holders:
        return numpy.zeros((0, 3)), {}, []
    names = set.intersection(*(set(arrays) for _, arrays in holders))
    places = numpy.concatenate([places for places, _ in holders])
    arrays = {name: numpy.concatenate([a[name] for _, a in holders]) for name in names}
    arrays[PIECE] = numpy.concatenate([numpy.full((len(p), 1), n) for n, (p, _) in enumerate(holders)])
    places, arrays = in_order(places, arrays)
    pieces, told = arrays.pop(PIECE)[:, 0], []
    if of == "points" and len(holders) > 1:
        first = numpy.concatenate(([True], numpy.abs(numpy.diff(places, axis=0)).max(axis=1) > 1e-5))
        told = unequal_copies(pieces, numpy.cumsum(first) - 1, arrays, tolerance)
        places, arrays = places[first], {name: values[first] for name, values in arrays.items()}
    return places, arrays, told


def unequal_copies(pieces, points, arrays, tolerance):
    """Sentences on arrays whose values differ among pieces that have a point.

    @param pieces, points numbers of the piece and of the point of each value"""
    count, number = points[-1] + 1, pieces.max() + 1
    pairs, times = numpy.unique(points * number + pieces, return_counts=True)
    # Points of one piece in the same place, as of a crack, need not have the same values.
    single = numpy.ones(count, dtype=bool)
    single[pairs[times > 1] // number] = False
    told = []
    for name, values in sorted(arrays.items()):
        size = max(numpy.nan_to_num(numpy.abs(values)).max(), 1e-300)
        for column in numpy.nan_to_num(values).T:
            low, high = numpy.full(count, numpy.inf), numpy.full(count, -numpy.inf)
            numpy.minimum.at(low, points, column)
            numpy.maximum.at(high, points, column)
            spread = numpy.where(single, high - low, 0.0).max()
            if spread > tolerance * size:
                told.append(f"points {name}: copies are off by {spread / size:.2g}")
    return told


def off_by(one, other, row_by_row):
    """Largest difference, relative to the largest value, or of values of several kinds to each."""
    size = numpy.nan_to_num(numpy.abs(other))
    same = (one == other) | (numpy.isnan(one) & numpy.isnan(other))
    error = numpy.where(same, 0.0, numpy.abs(one - other))
    if row_by_row:  # sums that are zero but for the tolerance of a solver say nothing
        error = numpy.where(numpy.fmax(size, numpy.abs(one)) <= 1e-6 * size.max(), 0.0, error)
        return (error / numpy.maximum(size, 1e-300)).max()
    return error.max() / max(size.max(), 1e-300)


def differences(found, wanted, tolerance):
    """Sentences on what the pieces of several ranks do not have in common with those of one."""
    told = []
    row_by_row = wanted[0].get("of_results", False)

    def compare(what, one, other):
        if one.shape != other.shape:
            told.append(f"{what}: {one.shape}, not {other.shape}")
        elif one.size and not off_by(one, other, row_by_row) <= tolerance:
            told.append(f"{what}: off by {off_by(one, other, row_by_row):.2g}")

    def compare_all(what, ones, others):
        if set(ones) != set(others):
            told.append(f"{what}: {sorted(set(ones) ^ set(others))} of only one")
        for name in sorted(set(ones) & set(others)):
            compare(f"{what} {name}", ones[name], others[name])

    def compare_fields():  # of rank 0, and of others that have a part
        for rank, piece in enumerate(found):
            if rank == 0 or piece["fields"] or any(len(piece[of][0]) for of in ("cells", "points") if of in piece):
                compare_all(f"field of rank {rank}", piece["fields"], wanted[0]["fields"])

    if "rows" in wanted[0]:
        compare_all("column", found[0]["rows"], wanted[0]["rows"])
        if any(len(v) for piece in found[1:] for v in piece["rows"].values()):
            told.append("rows on another rank")
        compare_fields()
        return told
    for of in ("cells", "points"):
        places, arrays, unequal = together(found, of, tolerance)
        others, values, _ = together(wanted, of, tolerance)
        told += unequal
        compare(f"places of {of}", places, others)
        if places.shape == others.shape:
            compare_all(of, arrays, values)
    compare_fields()
    return told


def holders(pieces):
    """The number of ranks that have cells."""
    return sum(len(piece["cells"][0]) > 0 for piece in pieces)
