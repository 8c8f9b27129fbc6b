"""On several ranks: one rank's mesh is optimized, a mesh in parts is refused, never half done."""

from checks import *

ranks = servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions()
print(f"Ranks: {ranks}")

whole = TopologyOptimize(Input=TopologyBenchmark(Resolution=4), MaximumIterations=3)
whole.UpdatePipeline()
print(f"Whole: {information(whole, 'Status')}")
expect_equal(whole.GetDataInformation(FINAL_DESIGN).GetNumberOfCells(), 128, "cells")

wavelet = Wavelet(WholeExtent=[0, 8, 0, 4, 0, 4])
held = Calculator(Input=wavelet, ResultArrayName="Supports",
                  Function="if(coordsX=0,1,0)*(iHat+jHat+kHat)")
loaded = Calculator(Input=held, ResultArrayName="Force",
                    Function="if(coordsX=8,1,0)*if(coordsZ=0,-1,0)*kHat")
parts = TopologyOptimize(Input=loaded, MaximumIterations=3)
parts.UpdatePipeline()
parts.UpdatePipeline(2)
cells = parts.GetDataInformation(FINAL_DESIGN).GetNumberOfCells()
expect_equal(cells, 128 if ranks == 1 else 0, "cells of a mesh in parts")

together = TopologyOptimize(Input=AggregateDataset(Input=loaded, NumberOfTargetProcesses=1),
                            MaximumIterations=3)
together.UpdatePipeline()
expect_equal(together.GetDataInformation(FINAL_DESIGN).GetNumberOfCells(), 128, "cells together")
for port in (FINAL_DESIGN, CONVERGENCE):
    expect_equal(together.GetDataInformation(port).GetNumberOfPoints() > 0, port == FINAL_DESIGN,
                 "points")

# A mesh on one rank, its nodes on all.
parts = MeshfreeTopologyOptimize(Input=together.Input, Nodes=wavelet, MaximumIterations=1)
parts.UpdatePipeline()
cells = parts.GetDataInformation(FINAL_DESIGN).GetNumberOfCells()
expect_equal(cells, 128 if ranks == 1 else 0, "cells of nodes in parts")

parts = MechanicalSupport(Input=wavelet)
parts.UpdatePipeline()
expect_equal("Supports" in parts.PointData.keys(), ranks == 1, "supports of a mesh in parts")
marked = MechanicalLoad(
    Input=MechanicalSupport(Input=AggregateDataset(Input=wavelet, NumberOfTargetProcesses=1)))
marked.UpdatePipeline()
expect_equal(information(marked, "Status"), "Loads 16 faces.", "a mesh on one rank")

sample = TrabecularSample(Dimensions=[12, 12, 12], VoxelsperPeriod=6, VolumeFraction=0.4)
parts = VoxelMicroFE(Input=sample)
parts.UpdatePipeline()
expect_equal(parts.GetDataInformation(0).GetNumberOfCells() > 0, ranks == 1, "an image in parts")
bone = VoxelMicroFE(Input=AggregateDataset(Input=sample, NumberOfTargetProcesses=1))
bone.UpdatePipeline()
cells = bone.GetDataInformation(0).GetNumberOfCells()
stiffness = bone.GetDataInformation(0).GetArrayInformation("Stiffness", 2).GetComponentRange(0)[0]
print(f"Bone: {cells} {stiffness:.6g}")

information(whole, "Compliance")
print(f"Compliance: {information(whole, 'Compliance'):.9g}")
print("Done")
