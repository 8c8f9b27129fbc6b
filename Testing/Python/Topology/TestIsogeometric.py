"""NURBS Patch and Isogeometric Level Set as a script uses them, with the filters for conditions."""

import os
import tempfile

from vtkmodules.vtkFiltersCore import vtkFeatureEdges

from checks import *

ITERATIONS, FINAL_DESIGN, CONVERGENCE, BOUNDARY, MOVING_BOUNDARY = range(5)


def dataset(proxy, port=0):
    return servermanager.Fetch(proxy, idx=port)


def number(proxy, name, port):
    return simple.OutputPort(proxy, port).FieldData[name].GetRange()[0]


# With the scheme of the paper, compliances of the first iterations are those of its cantilever.
patch = NURBSPatch(Elements=[32, 16, 1])
patch.UpdatePipeline()
net = fetch(patch, 0)
expect_equal(sorted(net.PointData.keys()), ["Force", "Supports", "Weight"], "arrays of a net")
expect_close(numpy.array(net.PointData["Force"]).sum(axis=0), [0, -1, 0], "load", 1e-14)
design = IsogeometricLevelSet(Input=patch)
expect_equal(choices(design, "ForceArrays"), ["Force"], "choice of force arrays")
# The virtual temperature, which is one of designs by densities, would be refused.
expect_equal(design.GetProperty("Objective").Available,
             ["Compliance", "Output Displacement", "Volume", "Largest Stress", "Worst Compliance", "Mass",
              "Centre of Gravity", "Local Volume", "Reaction", "Vibration Period"], "choice of objectives")
expect_equal((design.VolumeFraction, design.MaximumIterations, design.MoveLimit,
              design.WeakMaterialRatio, design.ObjectiveChangeTolerance),
             (0.5, 100, 0.05, 1e-4, 1e-4), "defaults of the optimization")
expect_equal((design.Scheme, design.PerimeterWeight, design.HoleRows, design.HolesPerRow,
              design.HoleLayers, design.HoleRadius, design.SmoothingRadius),
             ("Regularized", 0.01, 3, 6, 0, 0, 0), "defaults of the level set")
design.Scheme = "Paper"
design.ObjectiveChangeTolerance = 0
design.MaximumIterations = 10
errors = Errors(design)
design.UpdatePipelineInformation()
expect_equal(len(design.TimestepValues), 11, "times")
consumer = PassThrough(Input=OutputPort(design, ITERATIONS))
consumer.UpdatePipeline(2)
expect_equal(information(design, "IterationsDone"), 2, "iterations on request")
moving = PassThrough(Input=OutputPort(design, MOVING_BOUNDARY))
moving.UpdatePipeline(0)
expect_equal(number(moving, "Iteration", 0), 0, "boundary of an iteration")
expect_close(number(moving, "Area", 0), 2 - 17 * numpy.pi * 0.01, "area of the start", 0.01)
expect_equal(dataset(moving).GetNumberOfCells(), 18, "17 holes and the outside")
moving.UpdatePipeline(3)
expect_equal(information(design, "IterationsDone"), 3, "iterations on request of the boundary")
design.UpdatePipeline()
expect_close(column(design, "Compliance")[[0, 1, 2, 10]],
             [55.865920, 91.259352, 82.662323, 60.540257], "compliance", 1e-6)
expect_close(column(design, "VolumeFraction")[0], 0.751611, "volume of the start", 1e-6)
expect(column(design, "ObjectiveChange")[10] < 0.05, "change of the objective")
expect_equal(information(design, "NumberOfAnalyses"), 11, "analyses")
expect_equal(errors.texts, [], "errors")

# The Bezier cells represent the patch with its fields.
cells = dataset(design, FINAL_DESIGN)
expect_equal(cells.GetNumberOfCells(), 512, "cells")
expect_equal(cells.GetCellType(0), 77, "VTK_BEZIER_QUADRILATERAL")
expect(cells.GetPointData().GetRationalWeights() is not None, "rational weights")
expect_equal(cells.GetCellData().GetHigherOrderDegrees().GetTuple(0), (2.0, 2.0, 0.0), "degrees")
shown = fetch(design, FINAL_DESIGN)
for name in ("LevelSet", "Displacement"):
    expect(name in shown.PointData.keys(), f"{name} at points")
expect_close(numpy.array(shown.CellData["Density"]).mean(), 0.5, "mean density", 1e-3)
loaded = (numpy.abs(shown.Points[:, 0] - 2) + numpy.abs(shown.Points[:, 1] - 0.5)).argmin()
expect_close(-numpy.array(shown.PointData["Displacement"])[loaded, 1],
             column(design, "Compliance")[-1], "displacement where the load is", 1e-6)

# The boundary is a closed curve, and the level set vanishes on it inside of the patch.
boundary = dataset(design, BOUNDARY)
expect_equal(number(design, "Iteration", BOUNDARY), 10, "boundary of the final design")
for i in range(boundary.GetNumberOfCells()):
    points = boundary.GetCell(i).GetPointIds()
    expect_equal(points.GetId(0), points.GetId(points.GetNumberOfIds() - 1), "a closed curve")
expect(0.85 < number(design, "Area", BOUNDARY) < 1.15, "area of the final design")

# A state gives the same result.
simple.RenameSource("Design", design)
before = column(design, "Compliance")
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
design = simple.FindSource("Design")
design.UpdatePipeline()
expect_close(column(design, "Compliance"), before, "compliances of the state", 0)
errors = Errors(design)

# A mistake yields one message that names it, and the design remains.
for name, value, text in (("VolumeFraction", 1.0, "Volume fraction"),
                          ("HoleRadius", 1.5, "void"), ("HoleRadius", -1, "radius"),
                          ("HoleRows", 0, "hole")):
    good = getattr(design, name)
    del errors.texts[:]
    setattr(design, name, value)
    design.UpdatePipeline()
    expect_equal(len(errors.texts), 1, f"errors of {name} {errors.texts}")
    expect(text.lower() in errors.texts[0].lower(), errors.texts[0])
    expect_close(column(design, "Compliance"), before, "the last design", 0)
    setattr(design, name, good)

# The annulus by filters for conditions: sides by shape, loads consistent for the basis.
bare = NURBSPatch(Preset="Bare Annulus", Elements=[8, 8, 1])
held = MechanicalSupport(Input=bare, Region="Side", Side="-Y")
held.UpdatePipeline()
expect_equal(numpy.array(fetch(held, 0).PointData["Supports"])[:, 1].sum(), 10, "held points")
expect_close(information(held, "CaughtArea"), 1, "length of the edge", 1e-12)
pushed = MechanicalLoad(Input=held, Region="Cylinder", LoadType="Pressure", Pressure=2.0)
pushed.CylinderCenter = [0, 0, 0]
pushed.CylinderRadius = 1.0
pushed.CylinderAxis = [0, 0, 1]
pushed.UpdatePipeline()
expect_close(list(information(pushed, "ResultantForce")), [2, 2, 0], "pressure inside", 1e-6)
expect_close(information(pushed, "CaughtArea"), numpy.pi / 2, "length of the arc", 1e-6)
force = numpy.array(fetch(pushed, 0).PointData["Force"])
expect_equal(int((numpy.abs(force).sum(axis=1) > 0).sum()), 10, "loaded control points")
tip = MechanicalLoad(Input=held, Region="Sphere", Force=[-1, 0, 0])
tip.SphereCenter = [0, 2, 0]
tip.SphereRadius = 0.01
annulus = IsogeometricLevelSet(Input=tip, MaximumIterations=5, Scheme="Paper",
                               HoleRadius=0.1, SmoothingRadius=0.2, SolidLayers="None")
annulus.UpdatePipeline()
history = column(annulus, "Compliance")
expect(history.size > 3 and history[-1] < 0.95 * history.max(), f"compliances {history}")
example = NURBSPatch(Preset="Quarter Annulus", Elements=[8, 8, 1])
same = IsogeometricLevelSet(Input=example, MaximumIterations=5, Scheme="Paper",
                            HoleRadius=0.1, SmoothingRadius=0.2)
same.UpdatePipeline()
expect_close(column(same, "Compliance"), history, "the example by filters", 1e-6)

# The geometry follows the control points: a patch of twice the size has the same stiffness.
larger = Transform(Input=example, TransformAllInputVectors=0)
larger.Transform.Scale = [2, 2, 1]
scaled = IsogeometricLevelSet(Input=larger, MaximumIterations=5, Scheme="Paper",
                              SmoothingRadius=0.4, HoleRadius=0.2)
scaled.UpdatePipeline()
expect_close(column(scaled, "Compliance"), history, "compliances of a larger patch", 1e-6)
expect_close(numpy.array(dataset(scaled, FINAL_DESIGN).GetBounds()), [0, 4, 0, 4, 0, 0], "bounds",
             1e-12)
bent = Calculator(Input=NURBSPatch(Elements=[16, 8, 1]), Function="coords + 0.1*coordsX^2*jHat",
                  CoordinateResults=1)
curved = IsogeometricLevelSet(Input=bent, MaximumIterations=3)
curved_errors = Errors(curved)
curved.UpdatePipeline()
expect_equal(curved_errors.texts, [], "errors of a bent patch")
expect_close(dataset(curved, FINAL_DESIGN).GetBounds()[3], 1.4, "height of the bent patch", 1e-12)

# The boundary of a body is a closed surface, which can be written as STL.
block = NURBSPatch(Preset="3-D Cantilever", Elements=[8, 4, 4])
body = IsogeometricLevelSet(Input=block, MaximumIterations=4, HoleRows=2, HolesPerRow=4,
                            HoleLayers=2, StaggeredHoles=0)
body.UpdatePipeline()
expect_equal(dataset(body, FINAL_DESIGN).GetCellType(0), 79, "VTK_BEZIER_HEXAHEDRON")
surface = dataset(body, BOUNDARY)
edges = vtkFeatureEdges()
edges.SetInputData(surface)
edges.FeatureEdgesOff()
edges.Update()
expect_equal(edges.GetOutput().GetNumberOfCells(), 0, "open or non-manifold edges")
with tempfile.TemporaryDirectory() as folder:
    stl = os.path.join(folder, "body.stl")
    simple.SaveData(stl, proxy=OutputPort(body, BOUNDARY))
    expect(os.path.getsize(stl) > 10000, "an STL file")

# Beside the densities of the same problem, on a mesh and on the image that a patch can be, too.
image = Wavelet(WholeExtent=[0, 16, 0, 8, 0, 4])
support = MechanicalSupport(Input=image)
load = MechanicalLoad(Input=support, Force=[0, 0, -1])
densities = TopologyOptimize(Input=load, VolumeFraction=0.5, MaximumIterations=4)
levels = IsogeometricLevelSet(Input=load, MaximumIterations=4, HoleRadius=1.2, HoleRows=2,
                              HolesPerRow=4, TransitionWidth=1)
compared = CompareTopologies(
    Input=[OutputPort(levels, FINAL_DESIGN), OutputPort(densities, FINAL_DESIGN)], KeepVoid=1)
compared_errors = Errors(compared)
compared.UpdatePipeline()
expect_equal(compared_errors.texts, [], "errors of the comparison")
expect_close(density(densities).size, 512, "cells of the image")
expect_equal(dataset(levels, FINAL_DESIGN).GetNumberOfCells(), 512, "elements of the image")
expect_equal(dataset(levels, FINAL_DESIGN).GetBounds(), (0.0, 16.0, 0.0, 8.0, 0.0, 4.0), "bounds")

# Invalid control nets.
off = Transform(Input=example, TransformAllInputVectors=0)
off.Transform.Translate = [0, 0, 1]
flat = IsogeometricLevelSet(Input=off)
for filter_, text in ((flat, "z = 0"),):
    heard = Errors(filter_)
    filter_.UpdatePipeline()
    expect_equal(len(heard.texts), 1, f"errors {heard.texts}")
    expect(text in heard.texts[0], heard.texts[0])
upward = MechanicalLoad(Input=bare)
heard = Errors(upward)
upward.UpdatePipeline()
expect(len(heard.texts) == 1 and "in z" in heard.texts[0], f"errors {heard.texts}")
