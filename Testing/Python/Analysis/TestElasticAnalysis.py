"""Elastic Analysis as scripts use it: all types of cells, load cases, summary, image, state."""

import math
import os
import tempfile

from checks import *
from vtkmodules.vtkCommonDataModel import vtkImageData
from solid_meshes import box, grid, traction_at_end

RESULT, SUMMARY, DEFORMED = range(3)
# Compliance of the cantilever 10 x 1 x 2 on box(10, 1, 2) by an independent program.
CANTILEVER = {"TET4": 1269.50706, "TET10": 2410.79666, "HEX8": 2108.43729, "HEX20": 2414.44438}


def summary(proxy, column="Result"):
    table = fetch(proxy, SUMMARY)
    names = table.RowData["Quantity"]
    names = [names.GetValue(i) for i in range(names.GetNumberOfValues())]
    return dict(zip(names, numpy.array(table.RowData[column])))


def source(data):
    producer = simple.TrivialProducer()
    producer.GetClientSideObject().SetOutput(data)
    return producer


def cantilever(kind, **arrays):
    points, cells = box(kind, (10, 1, 2), (10, 1, 2))
    held = numpy.repeat(points[:, :1] == 0, 3, axis=1).astype(float)
    force = traction_at_end(kind, points, cells, 10, (0, 0, -500))
    return grid(kind, points, cells, {"Supports": held, "Force": force, **arrays})


# Known answers.
for kind, compliance in CANTILEVER.items():
    analysis = ElasticAnalysis(Input=source(cantilever(kind)), YoungsModulus=210000,
                               SolverTolerance=1e-10)
    errors = Errors(analysis)
    analysis.UpdatePipeline()
    expect_equal(errors.texts, [], f"errors of {kind}")
    found = summary(analysis)
    expect_close(found["Compliance"] / compliance, 1, f"compliance of {kind}", 1e-8)
    expect_close(found["ReactionZ"], 1000, f"reaction of {kind}", 1e-5)
    expect_close(information(analysis, "Compliance"), found["Compliance"], "compliance in the panel")
    analysis.Device, analysis.Devices = "Host", 2  # a former name of the processor
    expect_equal(analysis.Device, "Processor", "name of the processor")
    analysis.UpdatePipeline()
    found = summary(analysis)
    expect_close(found["Compliance"] / compliance, 1, f"compliance of {kind} in two parts", 1e-8)
    expect_close(found["ReactionZ"], 1000, f"reaction of {kind} in two parts", 1e-5)
    analysis.Device, analysis.Devices = "Automatic", 1
    analysis.UpdatePipeline()

# The defaults work without changes, for the last type.
expect_equal(list(analysis.Supports), ["POINTS", "Supports"], "default supports")
expect_equal(list(analysis.YoungsModulusArray), ["CELLS", "YoungsModulus"], "default moduli")
expect_equal(analysis.StressRecovery, "Extrapolated", "default recovery")
expect(math.isnan(information(analysis, "SafetyFactor")), "no safety factor without yield stress")

# Reactions balance the loads; the deformed shape is 10 % of the diagonal, its arrays are not scaled.
result = fetch(analysis, RESULT)
reaction = numpy.array(result.PointData["Reaction"])
expect_close(reaction.sum(axis=0), [0, 0, 1000], "sum of reactions", 1e-5)
expect_equal(numpy.array(result.CellData["PrincipalStress"]).shape[1], 3, "principal stresses")
shape = fetch(analysis, DEFORMED)
displacement = numpy.array(result.PointData["Displacement"])
expect_close(shape.PointData["Displacement"], displacement, "displacement of the deformed shape", 0)
scale = 0.1 * math.sqrt(105) / numpy.linalg.norm(displacement, axis=1).max()
expect_close(information(analysis, "DeformationScaleUsed") / scale, 1, "scale")
expect_close(numpy.array(shape.Points), numpy.array(result.Points) + scale * displacement,
             "deformed shape", 1e-9)
analysis.AutomaticDeformationScale = 0
analysis.DeformationScale = 3
analysis.UpdatePipeline()
expect_close(numpy.array(fetch(analysis, DEFORMED).Points),
             numpy.array(result.Points) + 3 * displacement, "scaled by the user", 1e-9)

# Gravity, a yield stress, several load cases.
weight = ElasticAnalysis(Input=source(cantilever("TET10", ForceUp=0 * reaction[:1].repeat(
    len(box("TET10", (10, 1, 2), (10, 1, 2))[0]), axis=0) + 1e-6)), YoungsModulus=210000,
    MassDensity=7.85e-9, Acceleration=[0, 0, -9810], YieldStress=235)
weight.UpdatePipeline()
own = 20 * 7.85e-9 * 9810
expect_close(summary(weight, "Force")["LoadZ"], -1000 - own, "loads with gravity", 1e-9)
factor = numpy.array(fetch(weight, RESULT).CellData["SafetyFactor"])
expect_close(factor.min(), summary(weight, "Force")["SafetyFactor"], "safety factor", 1e-9)
expect("VonMisesStress_ForceUp" in fetch(weight, RESULT).PointData.keys(), "a load case of its own")

# A mistake yields one message, and the last result remains.
errors = Errors(weight)
weight.PoissonsRatio = 0.6
weight.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Poisson's ratio" in errors.texts[0], errors.texts[0])
expect("Error" in information(weight, "Status"), information(weight, "Status"))
expect(fetch(weight, RESULT).GetNumberOfCells() > 0, "the last result")

# An image stays one; supports and loads by filters.
block = vtkImageData()
block.SetDimensions(9, 5, 5)
held = MechanicalSupport(Input=source(block), Region="Side", Side="-X")
pulled = MechanicalLoad(Input=held, Region="Side", Side="+X", Force=[0, 0, -1])
voxels = ElasticAnalysis(Input=pulled)
errors = Errors(voxels)
voxels.UpdatePipeline()
expect_equal(errors.texts, [], "errors of the image")
expect_close(summary(voxels)["LoadZ"], -1, "load on the image", 1e-9)
expect_equal(fetch(voxels, RESULT).GetClassName(), "vtkImageData", "the result of an image")

# A state gives the same result, but the sources here cannot recreate their inputs from it.
simple.ResetSession()
beam = ElasticAnalysis(Input=TopologyBenchmark(Resolution=4), YoungsModulus=3, StressRecovery="Direct",
                       BodyForce=[0, 1, 0])
beam.UpdatePipeline()
compliance = summary(beam)["Compliance"]
simple.RenameSource("Part", beam)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
beam = simple.FindSource("Part")
beam.UpdatePipeline()
expect_close(summary(beam)["Compliance"] / compliance, 1, "compliance of the state")

# The assembled matrix, in the solver and in a file: with it, displacements give loads and reactions.
with tempfile.TemporaryDirectory() as folder:
    for kind in CANTILEVER:
        path = os.path.join(folder, kind + ".mtx")
        springs = numpy.full((len(box(kind, (10, 1, 2), (10, 1, 2))[0]), 3), 2.0)
        plain = ElasticAnalysis(Input=source(cantilever(kind, Springs=springs)),
                                YoungsModulus=210000, SolverTolerance=1e-12)
        plain.UpdatePipeline()
        assembled = ElasticAnalysis(Input=source(cantilever(kind, Springs=springs)),
                                    YoungsModulus=210000, SolverTolerance=1e-12,
                                    Strategy="Assembled", MatrixFile=path)
        assembled.UpdatePipeline()
        result = fetch(assembled, RESULT)
        u = numpy.array(result.PointData["Displacement"]).ravel()
        expect_close(u, numpy.array(fetch(plain, RESULT).PointData["Displacement"]).ravel(),
                     f"displacement with the assembled matrix of {kind}", 1e-8 * abs(u).max())
        with open(path, encoding="ascii") as file:
            expect_equal(file.readline(), "%%MatrixMarket matrix coordinate real symmetric\n",
                         "header")
            rows, columns, entries = map(int, file.readline().split())
            lines = numpy.loadtxt(file)
        expect_equal((rows, columns), (len(u), len(u)), f"size of the matrix of {kind}")
        expect_equal(len(lines), entries, f"entries of {kind}")
        i, j, k = lines[:, 0].astype(int) - 1, lines[:, 1].astype(int) - 1, lines[:, 2]
        expect((i >= j).all(), "lower triangle")
        product = numpy.zeros_like(u)
        numpy.add.at(product, i, k * u[j])
        below = i != j
        numpy.add.at(product, j[below], k[below] * u[i[below]])
        forces = (numpy.array(result.PointData["Force"]) +
                  numpy.array(result.PointData["Reaction"])).ravel()
        free = numpy.array(result.PointData["Supports"]).ravel() == 0
        # Reactions are also those of the springs, which the matrix has.
        forces += springs.ravel() * u
        expect_close(product[free], forces[free], f"equilibrium of {kind}", 1e-4)
    assembled.MatrixFile = os.path.join(folder, "missing", "K.mtx")
    errors = Errors(assembled)
    assembled.UpdatePipeline()
    expect("missing" in errors.texts[0], "a folder that is not there is named")
