"""The cantilever of the EbE paper (Ratnakar, Sanfui and Sharma, section 5.1), mesh CB1.

    pvpython cantilever.py Trabecula.so [elements along the height, default 25]

Prints the compliance of each iteration; the paper's Table 2 gives 4945 after 50 for CB1, without
saying which filter radius that belongs to. The meshes CB2 to CB5 are 35, 45, 60 and 80 elements
high.
"""

import sys

from paraview.simple import *

LoadPlugin(sys.argv[1], remote=False, ns=globals())

beam = TopologyBenchmark(Example="3-D cantilever")
beam.Resolution = int(sys.argv[2]) if len(sys.argv) > 2 else 25

design = TopologyOptimize(Input=beam)
design.YoungsModulus = 1.0
design.PoissonsRatio = 0.3
design.VolumeFraction = 0.3
design.Penalization = 3.0
design.MinimumDensity = 0.1
design.FilterType = "Sensitivity"
design.FilterRadius = 3.0 * beam.ElementLength
design.MaximumIterations = 50
design.DensityChangeTolerance = 0.0  # a fixed number of iterations, as in the paper
design.SolverTolerance = 1e-5

# An iteration is a time step: asking for a time computes up to it.
design.UpdatePipelineInformation()
for step in design.TimestepValues:
    design.UpdatePipeline(time=step)
    print(f"{step:4.0f}  {design.FieldData['Compliance'].GetRange()[0]:12.6g}", flush=True)
