"""Input that was wrong in silence: refused, or said, by every filter that reads it."""

from checks import *
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_HEXAHEDRON, vtkUnstructuredGrid


def grid_of(boxes, further=()):
    """Hexahedra of boxes (cells in each direction, low corner, high corner) with common nodes,
    held at x = 0 and loaded at the largest x."""
    numbers, cells = {}, []
    for counts, low, high in boxes:
        def number(i, j, k):
            place = [a + (b - a) * t / n for a, b, t, n in zip(low, high, (i, j, k), counts)]
            return numbers.setdefault(tuple(round(x, 9) for x in place), len(numbers))
        for k in range(counts[2]):
            for j in range(counts[1]):
                for i in range(counts[0]):
                    cells.append([number(i + a, j + b, k + c) for a, b, c in
                                  ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0),
                                   (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))])
    cells += [cells[i] for i in further]
    places = numpy.array(list(numbers))
    grid, points = vtkUnstructuredGrid(), vtkPoints()
    points.SetDataTypeToDouble()
    for place in places:
        points.InsertNextPoint(place)
    grid.SetPoints(points)
    for cell in cells:
        grid.InsertNextCell(VTK_HEXAHEDRON, 8, cell)
    end = places[:, 0] == places[:, 0].max()
    add_array(grid.GetPointData(), "Supports", numpy.outer(places[:, 0] == 0, [1, 1, 1]).astype(float))
    add_array(grid.GetPointData(), "Force", numpy.outer(end, [0, 0, -1]) / end.sum())
    return grid


def add_array(data, name, values):
    array = numpy_to_vtk(numpy.ascontiguousarray(values), deep=1)
    array.SetName(name)
    data.AddArray(array)


def producer(grid):
    source = TrivialProducer()
    source.GetClientSideObject().SetOutput(grid)
    source.UpdatePipeline()
    return source


def message_of(proxy):
    proxy.UpdatePipeline()
    return information(proxy, "ErrorMessage")


sound = grid_of([((2, 2, 2), (0, 0, 0), (1, 1, 1)), ((2, 2, 2), (1, 0, 0), (2, 1, 1))])
hanging = grid_of([((2, 1, 1), (0, 0, 0), (1, 1, 1)), ((4, 2, 2), (1, 0, 0), (2, 1, 1))])
repeated = grid_of([((4, 2, 2), (0, 0, 0), (2, 1, 1))], further=[5])
filters = [(TopologyOptimize, {"MaximumIterations": 2}), (ElasticAnalysis, {}),
           (MeshfreeTopologyOptimize, {"MaximumIterations": 2, "SupportScale": 3})]
for make, settings in filters:
    name = make.__name__
    expect_equal(message_of(make(Input=producer(sound), **settings)), "", "a sound mesh")
    text = message_of(make(Input=producer(repeated), **settings))
    expect("Elements 5 and 16 have the same nodes" in text, f"{name}: {text}")
    text = message_of(make(Input=producer(hanging), **settings))
    # Cells are only integrated over where there are no elements.
    expect(("hanging node" in text) == (make is not MeshfreeTopologyOptimize), f"{name}: {text}")

# Void between the load and the supports, of cells and of points.
cut = grid_of([((6, 2, 2), (0, 0, 0), (3, 1, 1))])
middle = numpy.array([cut.GetCell(i).GetBounds()[0] for i in range(cut.GetNumberOfCells())])
add_array(cut.GetCellData(), "DesignRegion", numpy.where(abs(middle - 1.5) < 0.1, 2, 0))
text = message_of(TopologyOptimize(Input=producer(cut), MaximumIterations=2))
expect("cuts load case 'Force'" in text and "support" in text, text)
x = numpy.array([cut.GetPoint(i)[0] for i in range(cut.GetNumberOfPoints())])
cut.GetCellData().RemoveArray("DesignRegion")
add_array(cut.GetPointData(), "DesignRegion", numpy.where(abs(x - 1.5) < 0.6, 2, 0))
text = message_of(MeshfreeTopologyOptimize(Input=producer(cut), MaximumIterations=2))
expect("cuts load case 'Force'" in text, text)

# For inputs that change with time, the time that was read is reported.
varying = ProgrammableFilter(Input=producer(sound))
varying.RequestInformationScript = """
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as sddp
info = self.GetOutputInformation(0)
info.Set(sddp.TIME_STEPS(), [0.0, 1.0, 2.0], 3)
info.Set(sddp.TIME_RANGE(), [0.0, 2.0], 2)
"""
varying.Script = """
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as sddp
time = self.GetOutputInformation(0).Get(sddp.UPDATE_TIME_STEP())
output.ShallowCopy(inputs[0].VTKObject)
output.PointData.append((1 + time) * inputs[0].PointData["Force"], "Force")
output.GetInformation().Set(output.DATA_TIME_STEP(), time)
"""
varying.UpdatePipelineInformation()
design = TopologyOptimize(Input=varying, MaximumIterations=1)
expect_equal(message_of(design), "", "error")
first = information(design, "Compliance")
status = information(design, "Status")
expect("3 steps from 0 to 2" in status and "time 0" in status and "Force Time" in status, status)
# The advice of the message is followed.
forced = ForceTime(Input=varying, ForcedTime=1.0, IgnorePipelineTime=1)
design.Input = forced
expect_equal(message_of(design), "", "error")
expect_close(information(design, "Compliance") / first, 4, "twice the force", 1e-4)
analysis = ElasticAnalysis(Input=varying)
analysis.UpdatePipeline(2.0)
status = information(analysis, "Status")
expect("3 steps from 0 to 2" in status and "time 2" in status, status)
expect("steps from" not in information(TopologyOptimize(Input=producer(sound)), "Status"), "none")

# A prescribed displacement needs no forces, and the stiffest part is the one that resists it most.
moved = grid_of([((8, 2, 4), (0, 0, 0), (4, 1, 2))])
x = numpy.array([moved.GetPoint(i)[0] for i in range(moved.GetNumberOfPoints())])
moved.GetPointData().RemoveArray("Force")
add_array(moved.GetPointData(), "Supports", numpy.outer((x == 0) | (x == 4), [1, 1, 1]).astype(float))
add_array(moved.GetPointData(), "PrescribedDisplacement", numpy.outer(x == 4, [0, 0, -0.1]))
design = TopologyOptimize(Input=producer(moved), MaximumIterations=20, SolidLayers="None",
                          FilterRadius=0.75)
expect_equal(message_of(design), "", "error")
history = fetch(design, CONVERGENCE).RowData["Compliance"]
expect(history[-1] < 1.4 * history[0] < 0, f"work of reactions {history}")
text = message_of(MeshfreeTopologyOptimize(Input=producer(moved)))
expect("Prescribed displacement" in text and "forces" in text, text)
