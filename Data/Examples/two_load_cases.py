"""Image data as the design domain, with two load cases: a bracket pulled up or pushed sideways.

    pvpython two_load_cases.py Trabecula.so [--output two_load_cases.vtu] [--iterations 50]
                               [--projection]

Every point array whose name starts with "Force" is a load case. The design is the stiffest for
both, one at a time, which is not the stiffest for the two loads together. With --projection its
densities are driven to 0 and 1, for which 50 iterations are too few: try --iterations 300.
"""

import argparse

import numpy as np
from paraview.simple import *
from vtkmodules.numpy_interface import dataset_adapter
from vtkmodules.vtkCommonDataModel import vtkImageData

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default="two_load_cases.vtu", help="file for the final design")
parser.add_argument("--iterations", type=int, default=50, help="at most")
parser.add_argument("--projection", action="store_true", help="for a design without grey")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())

# 32 x 16 x 16 voxels of 2.5 mm.
image = vtkImageData()
image.SetDimensions(33, 17, 17)
image.SetSpacing(2.5, 2.5, 2.5)
x, y, z = np.array([image.GetPoint(i) for i in range(image.GetNumberOfPoints())]).T

supports = np.zeros((len(x), 3), dtype=np.uint8)
supports[x == 0.0] = 1
loaded = (x == x.max()) & (abs(y - y.max() / 2) <= 5.0) & (abs(z - z.max() / 2) <= 5.0)
up, sideways = np.zeros((2, len(x), 3))
up[loaded, 2] = 500.0 / loaded.sum()  # N in all
sideways[loaded, 1] = 200.0 / loaded.sum()

arrays = dataset_adapter.WrapDataObject(image).PointData
arrays.append(supports, "Supports")
arrays.append(up, "ForceUp")
arrays.append(sideways, "ForceSideways")

block = TrivialProducer()
block.GetClientSideObject().SetOutput(image)
block.UpdatePipeline()

# The design of an image is an image, for a file with the extension .vti; .vtu is for hexahedra.
design = TopologyOptimize(
    Input=block, YoungsModulus=70000.0, VolumeFraction=0.2, MaximumIterations=arguments.iterations,
    ResultGeometry="Hexahedra" if arguments.output.endswith(".vtu") else "As Input"
)

if arguments.projection:
    design.FilterType = "Density"  # the sensitivity filter does not go with a projection
    design.Projection = "On"

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

SaveData(arguments.output, proxy=OutputPort(design, 1), DataMode="Binary")
for name in ("Displacement_ForceUp", "Displacement_ForceSideways"):
    low, high = OutputPort(design, 1).PointData[name].GetRange(-1)
    print(f"{name}: up to {high:.4g} mm")
grey = OutputPort(design, 1).FieldData["Greyness"].GetRange()[0]
print(f"greyness {grey:.3f}: 0 for solid and void, 1 for densities of 1/2")
