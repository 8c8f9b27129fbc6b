"""Optimizes the rocker arm of Data/Meshes, an unstructured all-hexahedral mesh made with Gmsh.

    pvpython rocker_arm.py Trabecula.so [--output .] [--iterations 80]

Writes rocker_arm.vtu (the whole mesh with Density and Displacement), rocker_arm.stl (its
surface, closed, of the same volume, for CAD and printing) and convergence.csv. Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
parser.add_argument("--iterations", type=int, default=80, help="at most")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

here = os.path.dirname(os.path.abspath(__file__))
arm = OpenDataFile(os.path.join(here, "..", "Meshes", "rocker_arm.vtu"))
design = TopologyOptimize(Input=arm)
design.YoungsModulus = 210000.0  # steel, MPa
design.PoissonsRatio = 0.3
design.VolumeFraction = 0.4  # of the whole part, its solid rings included
design.FilterRadius = 5.0  # mm
design.MaximumIterations = arguments.iterations

# A filter on the iterations requests one at a time, which shows the progress; the last line
# updates the other outputs, and would compute all iterations if the loop had not.
iterations = PassThrough(Input=OutputPort(design, 0))
design.UpdatePipelineInformation()
for step in design.TimestepValues:
    iterations.UpdatePipeline(step)
    now = iterations.FieldData
    if now["Iteration"].GetRange()[0] < step:
        break  # converged: the last iteration is there for all times after it
    print(f"{step:4.0f}  {now['Compliance'].GetRange()[0]:12.6g} N mm", flush=True)
design.UpdatePipeline(step)

final = OutputPort(design, 1)

surface = TopologySurface(Input=final)

SaveData(os.path.join(output, "rocker_arm.vtu"), proxy=final, DataMode="Binary")
SaveData(os.path.join(output, "rocker_arm.stl"), proxy=surface)
SaveData(os.path.join(output, "convergence.csv"), proxy=OutputPort(design, 2))

history = servermanager.Fetch(design, idx=2)
last = history.GetNumberOfRows() - 1
print(f"iterations {history.GetValueByName(last, 'Iteration').ToInt()}")
print(f"compliance {history.GetValueByName(last, 'Compliance').ToDouble():.6g} N mm")
