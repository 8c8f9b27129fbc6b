"""Compare Topologies as scripts use it: designs of one mesh, of several, states."""

import os
import tempfile

from checks import *

DIFFERENCES, MEASURES = range(2)


def rows(proxy):
    """The table, by columns."""
    table = fetch(proxy, MEASURES)
    names = servermanager.Fetch(proxy, idx=MEASURES).GetColumnByName("Name")
    found = {name: list(map(float, table.RowData[name])) for name in table.RowData.keys()
             if name not in ("Name", "Fault", "Remark")}
    found["Name"] = [names.GetValue(i) for i in range(names.GetNumberOfValues())]
    return found


beam = TopologyBenchmark(Resolution=6)
designs = [TopologyOptimize(Input=beam, VolumeFraction=fraction, FilterRadius=1.5,
                            MaximumIterations=15)
           for fraction in (0.4, 0.5)]
finals = [OutputPort(design, FINAL_DESIGN) for design in designs]

# Two designs with every default.
comparison = CompareTopologies(Input=finals)
errors = Errors(comparison)
comparison.UpdatePipeline()
expect_equal(errors.texts, [], "errors")
found = rows(comparison)
expect_equal(found["Name"], ["Design 1", "Design 2"], "names")
first, second = density(designs[0]), density(designs[1])
expect_close(found["Volume"], [first.sum(), second.sum()], "volumes", 1e-9)
expect_close(found["VolumeFraction"], [0.4, 0.5], "volume fractions", 1e-3)
solid = [values >= 0.5 for values in (first, second)]
dice = 2 * (solid[0] & solid[1]).sum() / (solid[0].sum() + solid[1].sum())
expect_close(found["Dice"], [1, dice], "Dice")
grey = [4 * (values * (1 - values)).mean() for values in (first, second)]
expect_close(found["Greyness"], grey, "greyness", 1e-9)
compliance = [final.FieldData["Compliance"].GetRange()[0] for final in finals]
expect_close(found["Compliance"], compliance, "compliance")
expect(found["Hausdorff"][0] == 0 < found["MeanSurfaceDistance"][1] < found["Hausdorff"][1],
       f"distances {found['Hausdorff']}, {found['MeanSurfaceDistance']}")
expect(min(found["Pieces"]) >= 1 and min(found["SmallestThickness"]) >= 1, f"shapes {found}")
expect("Nothing was resampled" in information(comparison, "CommonMesh"),
       information(comparison, "CommonMesh"))

# All bodies are analysed in the same way: more material is stiffer, which is reported.
expect_equal(found["Rank"], [2, 1], "ranks")
bodies = found["BodyCompliance"]
expect(0.4 * compliance[0] < bodies[0] < compliance[0], f"bodies {bodies}, designs {compliance}")
expect_close(numpy.array(found["ComplianceRatio"]), numpy.array(compliance) / numpy.array(bodies),
             "compliance over that of the body")
expect(max(found["BodyComplianceError"]) < 0.05, f"errors {found['BodyComplianceError']}")
expect_close(numpy.array(found["BodyVolumeFraction"]), [0.4, 0.5], "volumes of bodies", 0.01)
status = information(comparison, "Status")
expect("Stiffest body: Design 2" in status and "Volumes of bodies differ by" in status, status)
# Body Analysis finds the same.
surface = TopologySurface(Input=finals[0])
body = BodyAnalysis(Input=finals[0], Surface=surface, CommonAnalysis=1)
body.UpdatePipeline()
expect_close(information(body, "CommonCompliance") / bodies[0], 1, "body of Body Analysis", 0.01)
expect("By the common analysis" in information(body, "Status"), information(body, "Status"))
comparison.AnalyseBodies = 0
comparison.UpdatePipeline()
expect_equal(rows(comparison)["Rank"], [0, 0], "ranks without analysis")
comparison.AnalyseBodies = 1
comparison.BodyResolution = 16
comparison.UpdatePipeline()
expect_equal(rows(comparison)["Rank"], [2, 1], "ranks of a coarse analysis")
comparison.BodyResolution = 0
comparison.UpdatePipeline()

expect_equal(information(comparison, "Reference"), "Design 1", "reference")
cells = fetch(comparison, DIFFERENCES).CellData
expect_equal(sorted(cells.keys()),
             ["Category_2", "Density_1", "Density_2", "Difference_2", "SolidIn"], "arrays")
category = numpy.array(cells["Category_2"])
expect_equal([int((category == c).sum()) for c in range(4)],
             [0, int((solid[0] & ~solid[1]).sum()), int((solid[1] & ~solid[0]).sum()),
              int((solid[0] & solid[1]).sum())], "cells of each category")

# All cells, and names.
comparison.KeepVoid = 1
comparison.BodyResolution = 16
comparison.Names = ["light", "heavy"]
comparison.UpdatePipeline()
cells = fetch(comparison, DIFFERENCES).CellData
expect_close(numpy.array(cells["Difference_2"]), second - first, "differences")
expect_equal(rows(comparison)["Name"], ["light", "heavy"], "names")
expect_equal(information(comparison, "Reference"), "light", "reference")

# The iterations, with the cells that a threshold leaves, fit into the same lattice.
for design in designs:
    design.DensityThreshold = 0.5
parts = CompareTopologies(Input=designs, BodyResolution=16)
parts.UpdatePipeline(15)
expect("fit into one lattice" in information(parts, "CommonMesh"), information(parts, "CommonMesh"))
for name in ("SolidVolume", "Dice", "Pieces", "Holes", "SmallestThickness"):
    expect_close(rows(parts)[name], rows(comparison)[name], name + " of parts")

# Another mesh is resampled.
fine = TopologyOptimize(Input=TopologyBenchmark(Resolution=8, ElementLength=0.75),
                        VolumeFraction=0.4, FilterRadius=1.5, MaximumIterations=15)
resampled = CompareTopologies(Input=[finals[0], OutputPort(fine, FINAL_DESIGN)], Resolution=48,
                              BodyResolution=16)
resampled.UpdatePipeline()
expect("resampled to an image of 48 x 24 x 24" in information(resampled, "CommonMesh"),
       information(resampled, "CommonMesh"))
expect(0.4 < rows(resampled)["Dice"][1] < 1, f"Dice {rows(resampled)['Dice']}")
expect_equal(rows(resampled)["MeshElements"], [2 * 6 ** 3, 2 * 8 ** 3], "elements")

# Solid voxels of an analysis beside the image that they were taken from.
sample = TrabecularSample(Dimensions=[16, 16, 16], VoxelsperPeriod=8)
bone = VoxelMicroFE(Input=sample, Parts="All")
solids = CompareTopologies(Input=[sample, bone], DensityArray="Solid")
solids.UpdatePipeline()
expect_close(rows(solids)["Dice"], [1, 1], "Dice of an image and its voxels")
expect("Not analysed" in information(solids, "Status"), information(solids, "Status"))
expect_equal(rows(solids)["Rank"], [0, 0], "ranks without supports")

# An error yields one message, and earlier results remain.
errors = Errors(comparison)
comparison.Threshold = 0
comparison.UpdatePipeline()
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("Threshold is 0" in errors.texts[0], errors.texts[0])
expect_equal(rows(comparison)["Name"], ["light", "heavy"], "names after an error")
comparison.Threshold = 0.5

# A saved state gives the same when it is loaded again.
with tempfile.TemporaryDirectory() as folder:
    simple.RenameSource("Comparison", comparison)
    comparison.UpdatePipeline()
    before = rows(comparison)
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
    comparison = simple.FindSource("Comparison")
    expect_equal(list(comparison.Names), ["light", "heavy"], "names of the state")
    comparison.UpdatePipeline()
    expect_equal(str(rows(comparison)), str(before), "table of the state")
