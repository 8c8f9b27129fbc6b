"""Image data as the design domain, with two load cases: a bracket pulled up or pushed sideways.

    pvpython two_load_cases.py Trabecula.so [output.vtu]

Every point array whose name starts with "Force" is a load case. The design is the stiffest for
both, one at a time, which is not the stiffest for the two loads together.
"""

import sys

import numpy as np
from paraview.simple import *
from vtkmodules.numpy_interface import dataset_adapter
from vtkmodules.vtkCommonDataModel import vtkImageData

LoadPlugin(sys.argv[1], remote=False, ns=globals())
output = sys.argv[2] if len(sys.argv) > 2 else "two_load_cases.vtu"

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

design = TopologyOptimize(Input=block, YoungsModulus=70000.0, VolumeFraction=0.2)
SaveData(output, proxy=OutputPort(design, 1), DataMode="Binary")
for name in ("Displacement_ForceUp", "Displacement_ForceSideways"):
    low, high = OutputPort(design, 1).PointData[name].GetRange(-1)
    print(f"{name}: up to {high:.4g} mm")
