"""The first script: optimizes your own hexahedral mesh.

    pvpython your_own_mesh.py Trabecula.so mesh.vtu

The mesh brings the point arrays Supports and Force; see the README. Lengths in mm, forces in N.
"""

import sys

from paraview.simple import *

LoadPlugin(sys.argv[1], remote=False, ns=globals())

part = OpenDataFile(sys.argv[2])
design = TopologyOptimize(Input=part, YoungsModulus=210000, VolumeFraction=0.4)

# A filter on the iterations requests one at a time, which shows the progress; the last line
# updates the other outputs, and would compute all iterations if the loop had not.
iterations = PassThrough(Input=OutputPort(design, 0))
design.UpdatePipelineInformation()
for step in design.TimestepValues:
    iterations.UpdatePipeline(step)
    print(step, iterations.FieldData["Compliance"].GetRange()[0], flush=True)
design.UpdatePipeline(step)

solid = Threshold(Input=OutputPort(design, 1), Scalars=["CELLS", "Density"])
solid.LowerThreshold, solid.UpperThreshold = 0.5, 1.0
SaveData("optimized.vtu", proxy=solid, DataMode="Binary")
SaveData("convergence.csv", proxy=OutputPort(design, 2))
