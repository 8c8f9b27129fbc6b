"""A mesh whose ranks have a slab each, as they make them, with or without what tells them apart."""

import os

from paraview.simple import ProgrammableSource

# A box of cells, a slab on each rank, as the ranks make them.
MESH = """
import sys
sys.path.insert(0, {folder!r})
import numpy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as SDDP
from vtkmodules.vtkParallelCore import vtkMultiProcessController
from solid_meshes import box, grid, traction_at_end

rank = vtkMultiProcessController.GetGlobalController().GetLocalProcessId()
ranks = vtkMultiProcessController.GetGlobalController().GetNumberOfProcesses()
kind, options = {kind!r}, {options!r}
points, cells = box(kind, {counts}, {size})
force = traction_at_end(kind, points, cells, {size}[0], (0, 0, -1))
supports = numpy.repeat(points[:, :1] == 0, 3, axis=1).astype(float)
holders = [r for r in range(ranks) if r != 1 or "empty" not in options or ranks < 3]
owner = numpy.array([holders[c * len(holders) // len(cells)] for c in range(len(cells))])
mine = list(numpy.flatnonzero(owner == rank))
own = len(mine)
if "ghosts" in options:
    near = numpy.isin(cells, numpy.unique(cells[mine])).any(axis=1)
    mine += [c for c in numpy.flatnonzero(near) if owner[c] != rank]
numbers = {{}}
mesh = [[numbers.setdefault(node, len(numbers)) for node in cells[c]] for c in mine]
nodes = list(numbers)
if "NaN" in options and rank == holders[-1] and force[nodes].any():
    force[nodes[numpy.flatnonzero(force[nodes].any(axis=1))[0]], 2] = numpy.nan
if "differing" in options and rank == 0:
    supports[nodes[-1]] = 1
arrays = {{"Supports": supports[nodes], "Force": force[nodes]}} if "bare" not in options else {{}}
if "damaged" in options and rank == holders[-1]:
    mesh[0][0] = 10**6
if "hot" in options:
    fixed = numpy.isin(points[nodes, 0], [0, {size}[0]])
    arrays = {{"TemperatureSupports": fixed.astype(float),
              "PrescribedTemperature": 100.0 * (points[nodes, 0] == 0)}}
if "warm" in options:
    arrays = {{"TemperatureSupports": (points[nodes, 0] == 0).astype(float),
              "HeatFlow": (points[nodes, 0] == {size}[0]).astype(float)}}
data = grid(kind, points[nodes].reshape(-1, 3), mesh, arrays if len(mine) else {{}})
if "ids" in options and len(mine):
    ids = numpy_to_vtk(numpy.array(nodes, dtype=numpy.int64) * 7 + 3, deep=1)
    ids.SetName("GlobalNodeIds")
    data.GetPointData().SetGlobalIds(ids)
for name, values in [("Owner", owner[mine]), ("Number", numpy.array(mine, dtype=int))]:
    array = numpy_to_vtk(values.astype(numpy.int64), deep=1)
    array.SetName(name)
    if len(mine):
        data.GetCellData().AddArray(array)
if "ghosts" in options and len(mine):
    ghosts = numpy_to_vtk((numpy.arange(len(mine)) >= own).astype(numpy.uint8), deep=1)
    ghosts.SetName("vtkGhostType")
    data.GetCellData().AddArray(ghosts)
self.GetUnstructuredGridOutput().ShallowCopy(data)
"""


def mesh(*options, kind="HEX8", counts=(6, 3, 3), size=(6, 3, 3)):
    source = ProgrammableSource(OutputDataSetType="vtkUnstructuredGrid")
    fill(source, *options, kind=kind, counts=counts, size=size)
    return source


def fill(source, *options, **settings):
    source.Script = MESH.format(folder=os.path.dirname(os.path.abspath(__file__)), options=options,
                                **settings)
