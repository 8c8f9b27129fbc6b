"""Trabecular Sample, ParOSol Reader and Voxel Micro-FE as scripts use them."""

import os
import tempfile

from checks import *
from hdf5_file import write_compressed_bar

SOLID, SUMMARY, HISTORY = range(3)


def quantities(proxy):
    table = servermanager.Fetch(proxy, idx=SUMMARY)
    return {table.GetValueByName(row, "Quantity").ToString():
            table.GetValueByName(row, "Result").ToDouble()
            for row in range(table.GetNumberOfRows())}


# Apply with every default.
sample = TrabecularSample(Dimensions=[20, 20, 20], VoxelsperPeriod=10)
bone = VoxelMicroFE(Input=sample)
errors = Errors(bone)
bone.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
found = quantities(bone)
expect(found["Stiffness"] > 0, f"stiffness {found['Stiffness']}")
expect_close(information(bone, "Stiffness"), found["Stiffness"], "stiffness in the panel", 0)
expect_close(information(bone, "FailureLoad"), found["FailureLoad"], "failure load", 0)
expect_close(information(bone, "BoneVolumeFraction"), found["VolumeFraction"], "fraction", 0)
expect_equal(information(bone, "SolverIterations"), found["SolverIterations"], "iterations")
expect("Solved" in information(bone, "Status"), information(bone, "Status"))
expect(information(bone, "DeviceUsed"), "device in the panel")
expect_close(bone.FieldData["Stiffness"].GetRange()[0], found["Stiffness"], "field data", 0)
solid = fetch(bone, SOLID)
cells = solid.GetNumberOfCells()
expect_equal(cells, int(numpy.array(fetch(sample, 0).CellData["Solid"]).sum()), "solid voxels")
expect_equal(sorted(solid.PointData.keys()), ["Displacement", "ReactionForce"], "point arrays")
expect_equal(sorted(solid.CellData.keys()),
             ["EffectiveStrain", "Solid", "Strain", "StrainEnergyDensity", "Stress",
              "VonMisesStress", "YoungsModulus"], "cell arrays")
history = fetch(bone, HISTORY).RowData
expect(list(history["Iteration"]) == list(range(len(history["Iteration"]))), "iterations")
expect(history["Residual"][-1] <= 1e-6 < history["Residual"][0], f"{history['Residual']}")

# Energy is what the densities add up to; reactions balance.
volume = 0.06 ** 3
energy = numpy.array(solid.CellData["StrainEnergyDensity"]).sum() * volume
expect_close(energy / found["StrainEnergy"], 1, "strain energy", 1e-6)
reactions = numpy.array(solid.PointData["ReactionForce"])
expect(abs(reactions.sum(axis=0)).max() < 1e-4 * abs(reactions).sum(), "reactions balance")
expect_equal(information(bone, "NumberOfAnalyses"), 1, "analyses")

# Everything scales with the strain; stiffness and failure load do not.
bone.Strain = -0.02
bone.UpdatePipeline()
twice = quantities(bone)
expect_close(twice["ReactionForceZ"] / found["ReactionForceZ"], 2, "reaction", 1e-4)
expect_close(twice["FailureLoad"] / found["FailureLoad"], 1, "failure load", 1e-4)
expect_equal(information(bone, "NumberOfAnalyses"), 2, "analyses of two strains")

# A power law of the continuous density, and the matrix of six loads.
sample.GenerateDensity = 1
law = VoxelMicroFE(Input=sample, Scalars=["CELLS", "Density"], Material="Power law", Coefficient=1000,
                   Exponent=2, DensityThreshold=0.3, Test="Apparent stiffness")
law.UpdatePipeline()
solid = fetch(law, SOLID)
density = numpy.array(solid.CellData["Density"])
expect(density.min() >= 0.3, f"densities from {density.min()}")
expect_close(numpy.array(solid.CellData["YoungsModulus"]), 1000 * density ** 2, "moduli", 1e-3)
matrix = numpy.array(solid.FieldData["ApparentStiffness"])
expect_equal(matrix.shape, (6, 6), "matrix")
expect_close(matrix, matrix.T, "symmetry", 1e-4 * abs(matrix).max())
expect(numpy.linalg.eigvalsh(matrix).min() > 0, "definite")
rows = quantities(law)
compliance = numpy.linalg.inv(matrix)
expect_close(rows["YoungsModulusX"] * compliance[0, 0], 1, "modulus along x", 1e-6)
expect_close(rows["ShearModulusYZ"] * compliance[4, 4], 1, "shear modulus", 1e-6)

# Labels, as rows of two numbers.
labels = Calculator(Input=sample, AttributeType="Cell Data", Function="Solid * (1 + (Density > 0.8))",
                    ResultArrayName="Label")
table = VoxelMicroFE(Input=labels, Scalars=["CELLS", "Label"], Material="Labels",
                     LabelModuli=[1, 5000, 2, 8000])
table.UpdatePipeline()
moduli = numpy.array(fetch(table, SOLID).CellData["YoungsModulus"])
expect_equal(sorted(set(moduli)), [5000.0, 8000.0], "moduli of labels")

# An error yields one message, and earlier results remain.
errors = Errors(table)
table.LabelModuli = [1, 5000]
table.UpdatePipeline()
expect_equal(len(errors.texts), 1, "errors of a missing label")
expect("Label" in errors.texts[0] and "2 (" in errors.texts[0], errors.texts[0])
expect("Error: " in information(table, "Status"), information(table, "Status"))
expect_equal(numpy.array(fetch(table, SOLID).CellData["YoungsModulus"]).size, moduli.size,
             "cells after an error")

with tempfile.TemporaryDirectory() as folder:
    # ParOSol's files open like any other, and are solved with what they prescribe.
    filename = os.path.join(folder, "bar.h5")
    write_compressed_bar(filename)
    image = OpenDataFile(filename)
    expect_equal(image.GetXMLName(), "ParOSolReader", "reader of the file")
    bar = VoxelMicroFE(Input=image, Test="Free form", PoissonsRatio=0.25, SolverTolerance=1e-10)
    warnings = Errors(bar)
    bar.UpdatePipeline()
    expect_equal(warnings.texts, [], "errors")
    stress = numpy.array(fetch(bar, SOLID).CellData["Stress"])
    expect_close(stress, numpy.tile([0, 0, -4, 0, 0, 0], (30, 1)), "stress", 1e-5)

    # A scan, whose values are at points.
    scan = os.path.join(folder, "scan.mhd")
    wavelet = Wavelet(WholeExtent=[0, 9, 0, 9, 0, 9])
    SaveData(scan, proxy=wavelet)
    image = OpenDataFile(scan)
    image.UpdatePipeline()
    scanned = VoxelMicroFE(Input=image, LowerThreshold=-1000)
    expect_equal(scanned.Scalars[0], "POINTS", "voxels at points")
    scanned.UpdatePipeline()
    expect_equal(fetch(scanned, SOLID).GetNumberOfCells(), 1000, "voxels")
    expect_close(quantities(scanned)["ApparentModulus"], 6829, "modulus of a full block", 1e-2)

    # The threshold of a gray scan is chosen by its histogram, and told.
    gray = VoxelMicroFE(Input=image, Scalars=["POINTS", "MetaImage"])
    gray.UpdatePipeline()
    chosen = information(gray, "ThresholdUsed")
    values = numpy.array(fetch(image, 0).PointData["MetaImage"])
    expect(values.min() < chosen < values.max(), f"threshold {chosen}")
    expect("Otsu" in information(gray, "Status"), information(gray, "Status"))
    expect_equal(fetch(gray, SOLID).GetNumberOfCells(), int((values >= chosen).sum()), "voxels")
    expect_equal(quantities(gray)["ThresholdByHistogram"], chosen, "threshold in the summary")

    # A saved state gives the same when it is loaded again.
    simple.RenameSource("Labels", table)
    table.LabelModuli = [1, 5000, 2, 8000]
    table.Test = "Torsion"
    table.UpdatePipeline()
    stiffness = quantities(table)["Stiffness"]
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
    table = simple.FindSource("Labels")
    expect_equal(list(table.LabelModuli), [1, 5000, 2, 8000], "labels of the state")
    table.UpdatePipeline()
    expect_close(quantities(table)["Stiffness"] / stiffness, 1, "stiffness", 1e-9)

# A second filter in one script takes the array of its own input, not of the active source.
for i in range(2):
    further = VoxelMicroFE(Input=sample, Strain=-0.01)
    expect_equal(further.Scalars[1], "Solid", f"array of filter {i}")
    errors = Errors(further)
    further.UpdatePipeline()
    expect_equal(errors.texts, [], f"errors of filter {i}")
    expect_equal(information(further, "ErrorMessage"), "", "error of a good update")
# An array that was chosen but does not exist is refused.
further.Scalars = ["CELLS", "Missing"]
further.UpdatePipeline()
expect('"Missing"' in information(further, "ErrorMessage"), information(further, "ErrorMessage"))
further.Scalars = ["CELLS", "Solid"]
further.UpdatePipeline()
expect_equal(information(further, "ErrorMessage"), "", "error after it was mended")
region = MechanicalSupport(Input=sample)
expect_equal(region.RegionArray[1], "Solid", "array of a region")

# The numbers that First Steps reads off the tables, to the digits given there.
simple.ResetSession()
bone = VoxelMicroFE(Input=TrabecularSample())
bone.UpdatePipeline()
first = quantities(bone)
expect_close(first["PistoiaFactor"], 1.09, "factor of First Steps", 0.005)
expect_close(first["ApparentModulus"], 124, "apparent modulus of First Steps", 0.5)
bone.Test = "Apparent stiffness"
bone.UpdatePipeline()
first = quantities(bone)
expect_close(first["YoungsModulusZ"], 621, "Young's modulus of First Steps", 0.5)
expect_close(first["OrthotropyError"], 0.14, "orthotropy of First Steps", 0.005)

# Several devices are parts of the processor here.
bone.Device, bone.Devices = "Processor", 3
bone.UpdatePipeline()
several = quantities(bone)
expect(information(bone, "DeviceUsed").startswith("3 parts"), information(bone, "DeviceUsed"))
expect_close(several["YoungsModulusZ"] / first["YoungsModulusZ"], 1, "modulus in three parts", 1e-5)
