"""Meshfree Topology Optimize as a script uses it, fed by the filters for conditions."""

from checks import *

# The defaults work without changes.
plate = TopologyBenchmark(Example="Plate cantilever", Resolution=10)
design = MeshfreeTopologyOptimize(Input=plate)
expect_equal(list(design.Supports), ["POINTS", "Supports"], "default supports")
expect_equal(list(design.DesignRegion), ["POINTS", "DesignRegion"], "default design region")
expect_equal(list(design.ForceArrays), [], "default force arrays")
expect_equal(design.Nodes, None, "default nodes")
expect_equal(design.MaximumIterations, 100, "default iterations")
expect_equal(design.FilterType, "None", "default filter")
expect_equal(design.Operator, "Auto", "default operator")
expect_equal(design.Preconditioner, "Auto", "default preconditioner")
expect_equal((design.SupportScale, design.PenaltyFactor, design.GaussPoints), (2.0, 100.0, 2),
             "default method")
expect_equal((design.ConsistentIntegration, design.SolverTolerance), (0, 1e-5), "other defaults")
expect_equal(design.ResultGeometry, "As Input", "default geometry of results")
design.UpdatePipelineInformation()
expect_equal(len(design.TimestepValues), 101, "times")

# Iterations one by one, and the table.
design.YoungsModulus = 200000
design.VolumeFraction = 0.4
design.MaximumIterations = 6
design.DensityChangeTolerance = 0
errors = Errors(design)
consumer = PassThrough(Input=OutputPort(design, ITERATIONS))
consumer.UpdatePipeline(2)
expect_equal(information(design, "IterationsDone"), 2, "iterations on request")
design.UpdatePipeline()
compliance = column(design, "Compliance")
expect_equal(compliance.size, 7, "iterations in the table")
expect(compliance[-1] < 0.7 * compliance[0], f"compliance {compliance}")
expect_close(column(design, "VolumeFraction"), 7 * [0.4], "volume fraction", 1e-3)
shown = fetch(design, FINAL_DESIGN)
for name in ("Density", "NodalDensity", "Displacement", "Supports"):
    expect(name in shown.PointData.keys(), f"{name} at points")
for name in ("Density", "StrainEnergyDensity"):
    expect(name in shown.CellData.keys(), f"{name} in cells")
expect_close(numpy.array(shown.CellData["Density"]).mean(), 0.4, "mean density", 1e-3)
# ParaView averages cell arrays where a filter asks for point arrays; this one must not be.
expect("DesignRegion" not in shown.PointData.keys(), f"arrays {shown.PointData.keys()}")
expect_equal(information(design, "NumberOfAnalyses"), 7, "analyses")

# A surface that needs no smoothing, of the volume of the field.
surface = TopologySurface(Input=OutputPort(design, FINAL_DESIGN), Density=["POINTS", "Density"],
                          Smoothing=0)
surface.UpdatePipeline()
expect_equal(information(surface, "Closed"), "yes", "surface")
expect_close(information(surface, "Volume") / 20000, 0.4, "volume of the surface", 0.01)

# The body inside of it, by finite elements on the same cells.
body = BodyAnalysis(Input=OutputPort(design, FINAL_DESIGN), Surface=surface)
body.UpdatePipeline()
ratio = numpy.array(fetch(body, 1).RowData["Compliance"])[2]
expect(0.5 < ratio < 1.0, f"compliance of the body over that of the densities: {ratio}")

# Only arrays that can be forces are offered.
expect_equal(choices(design, "ForceArrays"), ["Force"], "choice of force arrays")
mechanism = TopologyBenchmark(Example="Force inverter", Resolution=4)
mechanism.UpdatePipeline()
inverter = TopologyOptimize(Input=mechanism)
expect_equal(choices(inverter, "ForceArrays"), ["Force"], "choice of force arrays of a mechanism")
expect_equal(choices(inverter, "Supports"), ["Force", "OutputWeights", "Springs", "Supports"],
             "choice of supports")
inverter.Springs = ["POINTS", "None"]
expect_equal(choices(inverter, "ForceArrays"), ["Force", "Springs"],
             "choice of force arrays, springs being something else")
again = ElasticAnalysis(Input=OutputPort(design, FINAL_DESIGN))
expect_equal(choices(again, "ForceArrays"), ["Force"], "choice of force arrays in a result")

# Comparison with the same problem with elements.
elements = TopologyOptimize(Input=plate, YoungsModulus=200000, VolumeFraction=0.4,
                            MaximumIterations=6, DensityChangeTolerance=0)
compared = CompareTopologies(
    Input=[OutputPort(design, FINAL_DESIGN), OutputPort(elements, FINAL_DESIGN)], KeepVoid=1)
compared.UpdatePipeline()
cells = fetch(compared, 0).CellData
expect_close(numpy.array(cells["Density_1"]), density(design), "densities that are compared", 0)
expect("Nothing was resampled" in information(compared, "CommonMesh"),
       information(compared, "CommonMesh"))

# The mean displacement of a region of points is that of the field.
marked = Calculator(Input=plate, AttributeType="Point Data", ResultArrayName="PointRegion",
                    Function="coordsX > 80")
regional = MeshfreeTopologyOptimize(Input=marked, YoungsModulus=200000, VolumeFraction=0.4, Optimizer="MMA",
                                    MaximumIterations=1, DensityChangeTolerance=0,
                                    Constraints=["OutputDisplacement", ">=", "-0.05", "1", "", "DirectionY=1"])
regional.UpdatePipeline()
final = fetch(regional, FINAL_DESIGN)
inside = numpy.array(final.PointData["PointRegion"]) == 1
moved = numpy.array(final.PointData["Displacement"])[inside, 1].mean()
expect_close(column(regional, "OutputDisplacement_1_Y")[-1] / moved, 1, "displacement of a region", 1e-6)
kinds = list(information(regional, "ResponseKinds"))[::7]
expect("OutputDisplacement" in kinds and "Reaction" not in kinds and "VibrationPeriod" in kinds,
       f"responses {kinds}")

# A robust design under its weight alone, whose material stays connected, with the Helmholtz filter.
shelf = MechanicalSupport(Input=Wavelet(WholeExtent=[0, 12, 0, 6, 0, 2]))
robust = MeshfreeTopologyOptimize(Input=shelf, YoungsModulus=1000, MassDensity=2, Acceleration=[0, 0, -3],
                                  Optimizer="MMA", FilterType="Helmholtz", FilterRadius=2, Projection="On",
                                  RobustDesign="On", RobustAnalysis="All Three Designs", MaximumIterations=4,
                                  Constraints=["VirtualTemperature", "<=", "3", "", "", ""])
robust_errors = Errors(robust)
robust.UpdatePipeline()
expect_equal(robust_errors.texts, [], "errors of a robust design")
expect_equal(information(robust, "Conflicts") + information(robust, "StageConflicts"), "", "conflicts")
table = fetch(robust, CONVERGENCE).RowData
for name in ("DilatedVolumeFraction", "VirtualTemperature", "ProjectionSharpness"):
    expect(name in table.keys(), f"{name} in {table.keys()}")
expect(column(robust, "DilatedVolumeFraction")[-1] > column(robust, "VolumeFraction")[-1], "volume of the dilated design")
weight = numpy.array(fetch(robust, FINAL_DESIGN).FieldData["WeightPerVolume"]).ravel()
expect_close(weight, [0, 0, -6], "weight per volume", 0)
robust.Nodes = PointSource(Center=[6, 3, 1], NumberOfPoints=50, Radius=1)
robust.UpdatePipeline()
expect_equal(len(robust_errors.texts), 1, f"errors {robust_errors.texts}")
expect("Helmholtz" in robust_errors.texts[0] and "Nodes" in robust_errors.texts[0], robust_errors.texts[0])

# An image with conditions by filters; the results are an image.
bare = Wavelet(WholeExtent=[0, 12, 0, 6, 0, 3])
support = MechanicalSupport(Input=bare)
load = MechanicalLoad(Input=support, Force=[0, 0, -1])
layer = DesignRegion(Input=load, Region="Side", Side="+Z")
image = MeshfreeTopologyOptimize(Input=layer, VolumeFraction=0.5, MaximumIterations=3)
image.UpdatePipeline()
shown = servermanager.Fetch(image, idx=FINAL_DESIGN)
expect(shown.IsA("vtkImageData"), f"design of an image is {shown.GetClassName()}")
shown = fetch(image, FINAL_DESIGN)
nodal = numpy.array(shown.PointData["NodalDensity"])
kinds = numpy.array(shown.PointData["DesignRegion"])
expect_equal(int((kinds == 1).sum()), 13 * 7, "points that stay solid")
expect_close(nodal[kinds == 1], numpy.ones(13 * 7), "density of the layer", 0)

# Free nodes, with their own design region, where the background is an image.
cloud = ProgrammableSource(OutputDataSetType="vtkPolyData")
cloud.Script = """
import numpy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
x, y, z = numpy.meshgrid(*[numpy.linspace(0, n, 2 * n + 1) for n in (6, 3, 2)], indexing="ij")
places = numpy.column_stack([x.ravel(), y.ravel(), z.ravel()])
inside = numpy.all((places > 0) & (places < (6, 3, 2)), axis=1)
places[inside] += 0.05 * numpy.sin(7 * places[inside])
points = vtkPoints()
points.SetData(numpy_to_vtk(places, deep=1))
output.SetPoints(points)
region = numpy_to_vtk((places[:, 2] == 2).astype(float), deep=1)
region.SetName("DesignRegion")
output.GetPointData().AddArray(region)
"""
background = Wavelet(WholeExtent=[0, 6, 0, 3, 0, 2])
held = MechanicalSupport(Input=background)
pulled = MechanicalLoad(Input=held, Force=[0, 0, -1])
free = MeshfreeTopologyOptimize(Input=pulled, Nodes=cloud, VolumeFraction=0.5, MaximumIterations=2,
                                SupportScale=2.5, GaussPoints=3, ConsistentIntegration=1)
free_errors = Errors(free)
free.UpdatePipeline()
expect_equal(free_errors.texts, [], "errors")
shown = fetch(free, FINAL_DESIGN)
nodal = numpy.array(shown.FieldData["NodalDensity"])
expect_equal(nodal.size, 13 * 7 * 5, "nodes")
expect("NodalDensity" not in shown.PointData.keys(), "nodal densities at other points")
expect_equal(int((nodal == 1).sum()) >= 13 * 7, True, "solid nodes")
first = information(free, "Compliance")

# Nodes can be disconnected again.
free.Nodes = None
free.UpdatePipeline()
expect("NodalDensity" in fetch(free, FINAL_DESIGN).PointData.keys(), "nodes are points again")
expect(abs(information(free, "Compliance") / first - 1) > 1e-3, "compliance of other nodes")

# A mistake yields one message with the remedy, and the design remains.
before = density(design)
design.SupportScale = 1.05
design.UpdatePipeline()
design.UpdatePipeline(2)
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Raise Support Scale" in errors.texts[0], errors.texts[0])
expect_close(density(design), before, "design after a mistake", 0)
design.SupportScale = 2
design.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
points = PointSource(NumberOfPoints=50)
vertices = AppendDatasets(Input=points)
alone = MeshfreeTopologyOptimize(Input=vertices)
alone_errors = Errors(alone)
alone.UpdatePipeline()
expect_equal(len(alone_errors.texts), 1, f"errors {alone_errors.texts}")
expect("no cells" in alone_errors.texts[0] and "Nodes" in alone_errors.texts[0],
       alone_errors.texts[0])
