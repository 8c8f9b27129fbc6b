"""Members of a minimum size, and an arch that carries its own weight.

    pvpython size_and_weight.py Trabecula.so [--output out] [--length 60] [--iterations 90]

1. A plate, held at one end and pulled down at the middle of the other, as the stiffest part of half
   its volume: once with a projection alone, once as a robust design whose members and holes have a
   minimum size.
2. A bridge that is held at both ends of its bottom: once under a load on its deck, once under its
   own weight alone, with the interpolation RAMP and the penalization raised step by step. With weight
   the volume need not reach its bound, as material is a load, too.

Prints compliance and volume of each design and writes a file .vti of it.
"""

import argparse
import os
import sys

# Spinning threads can make a run ten times slower on a busy machine. The variable must be set
# before the plugin loads the OpenMP runtime.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from paraview import servermanager
from paraview.simple import *
from vtkmodules.vtkCommonDataModel import vtkImageData

FINAL_DESIGN, CONVERGENCE = 1, 2

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--length", type=int, default=60, help="cells along the length, even")
parser.add_argument("--iterations", type=int, default=90)
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

n, height = arguments.length, arguments.length // 2
image = vtkImageData()
image.SetDimensions(n + 1, height + 1, 2)
plate = TrivialProducer()
plate.GetClientSideObject().SetOutput(image)

held = MechanicalSupport(Input=plate, Region="Side", Side="-X")
pulled = MechanicalLoad(Input=held, Region="Box", Force=[0.0, -1.0, 0.0],
                        BoxPosition=[n - 0.5, 0.4 * height, -1], BoxLength=[1, 0.2 * height, 3])

feet = MechanicalSupport(Input=plate, Region="Box", BoxPosition=[-1, -0.5, -1],
                         BoxLength=[1 + 0.05 * n, 1, 3])
feet = MechanicalSupport(Input=feet, Region="Box", BoxPosition=[0.95 * n, -0.5, -1],
                         BoxLength=[1 + 0.05 * n, 1, 3])
deck = MechanicalLoad(Input=feet, Region="Side", Side="+Y", Force=[0.0, -1.0, 0.0])

common = dict(SolidLayers="None", FilterType="Density", FilterRadius=1.8, Optimizer="MMA",
              MaximumIterations=arguments.iterations)
projection = dict(Projection="On", ProjectionSharpness=16,
                  ProjectionInterval=max(1, arguments.iterations // 6))
weight = dict(MassDensity=1.0, Acceleration=[0.0, -0.01, 0.0], Interpolation="RAMP", Penalization=8,
              MinimumModulusRatio=1e-6, PenalizationContinuation="On", PenalizationStep=1,
              PenalizationInterval=max(1, arguments.iterations // 12))
DESIGNS = {
    "plain": (pulled, dict(VolumeFraction=0.5, **projection)),
    "sized": (pulled, dict(VolumeFraction=0.5, RobustDesign="On", MinimumSize=0.1 * n,
                           RobustInterval=max(1, arguments.iterations // 9), **projection)),
    "deck": (deck, dict(VolumeFraction=0.3)),
    "heavy": (feet, dict(VolumeFraction=0.3, **weight)),
}

print("design  compliance  volume  filter radius")
for name, (body, settings) in DESIGNS.items():
    design = TopologyOptimize(Input=body, **{**common, **settings})
    design.UpdatePipeline()
    design.UpdatePropertyInformation()
    table = servermanager.Fetch(design, idx=CONVERGENCE)
    last = table.GetNumberOfRows() - 1
    if last < 0:
        sys.exit(f"Nothing was computed: {design.Status}")
    values = [table.GetValueByName(last, column).ToDouble()
              for column in ("Compliance", "VolumeFraction")]
    print(f"{name:6}  {values[0]:10.5g}  {values[1]:6.4f}  {design.FilterRadiusUsed:13.4g}")
    SaveData(os.path.join(arguments.output, f"{name}.vti"), proxy=OutputPort(design, FINAL_DESIGN),
             DataMode="Binary")
