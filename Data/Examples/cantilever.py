"""The cantilever of the EbE paper (Ratnakar, Sanfui and Sharma, section 5.1), mesh CB1.

    pvpython cantilever.py Trabecula.so [--resolution 25] [--iterations 50]

Prints the compliance of each iteration as it is computed; the paper's Table 2 gives 4945 after 50
for CB1, without saying which filter radius that belongs to. The meshes CB2 to CB5 are 35, 45, 60
and 80 elements high.
"""

import argparse

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--resolution", type=int, default=25, help="elements along the height")
parser.add_argument("--iterations", type=int, default=50)
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())

beam = TopologyBenchmark(Example="3-D cantilever", Resolution=arguments.resolution)

design = TopologyOptimize(Input=beam)
design.YoungsModulus = 1.0
design.PoissonsRatio = 0.3
design.VolumeFraction = 0.3
design.Penalization = 3.0
design.MinimumDensity = 0.1
design.FilterType = "Sensitivity"
design.FilterRadius = 3.0 * beam.ElementLength
design.MaximumIterations = arguments.iterations
design.DensityChangeTolerance = 0.0  # a fixed number of iterations, as in the paper
design.SolverTolerance = 1e-5

# An iteration is a time step: asking for a time computes up to it. A filter on the iterations asks
# for one at a time; design.UpdatePipeline(step) updates the final design too, which takes them all.
iterations = PassThrough(Input=OutputPort(design, 0))
design.UpdatePipelineInformation()
for step in design.TimestepValues:
    iterations.UpdatePipeline(step)
    print(f"{step:4.0f}  {iterations.FieldData['Compliance'].GetRange()[0]:12.6g}", flush=True)
