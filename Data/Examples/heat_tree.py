"""A tree that cools a plate: the least thermal compliance, "from the volume to a point".

    pvpython heat_tree.py Trabecula.so [--output out] [--cells 80] [--layers 1] [--iterations 80]
                          [--volume 0.3]

A plate of 100 x 100 mm is heated everywhere, 2 W in all, and cooled at the middle of one edge, which
stays at 25 degrees. A good conductor, 200 W/(m K), may take 30 % of the volume; the rest conducts a
thousandth of that. Topology Optimize with the objective Thermal Compliance finds where the conductor
belongs. Writes heat_tree.vti and heat_tree.csv, prints temperatures, and, where there is a display
(xvfb-run -a pvpython ...), heat_tree.png. Units are mm, mW and K (degrees Celsius).
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

ITERATIONS, FINAL_DESIGN, CONVERGENCE = range(3)
WIDTH, POWER, COLD = 100.0, 2000.0, 25.0

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--cells", type=int, default=80, help="along each edge of the plate")
parser.add_argument("--layers", type=int, default=1, help="cells across the thickness")
parser.add_argument("--iterations", type=int, default=80)
parser.add_argument("--volume", type=float, default=0.3, help="of the conductor, over that of the plate")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

size = WIDTH / arguments.cells
thickness = arguments.layers * size
image = vtkImageData()
image.SetDimensions(arguments.cells + 1, arguments.cells + 1, arguments.layers + 1)
image.SetSpacing(size, size, size)
plate = TrivialProducer()
plate.GetClientSideObject().SetOutput(image)

# The source is a power per volume in all cells; the region of the cold edge is a box around points.
cold = ThermalCondition(Input=plate, Kind="Fixed Temperature", Temperature=COLD, Region="Box",
                        BoxPosition=[-0.1, 0.449 * WIDTH, -0.1],
                        BoxLength=[0.2, 0.102 * WIDTH, thickness + 0.2])
heated = ThermalCondition(Input=cold, Kind="Source", HeatSource=POWER / (WIDTH * WIDTH * thickness),
                          Region="Box", BoxPosition=[-1, -1, -1],
                          BoxLength=[WIDTH + 2, WIDTH + 2, thickness + 2])
design = TopologyOptimize(
    Input=heated, Objective="Thermal Compliance", Conductivity=200.0, VolumeFraction=arguments.volume,
    Interpolation="Modified SIMP", MinimumModulusRatio=1e-3, FilterRadius=2.4 * size,
    MaximumIterations=arguments.iterations)
design.UpdatePipeline()
design.UpdatePropertyInformation()
table = servermanager.Fetch(design, idx=CONVERGENCE)
if table.GetNumberOfRows() == 0:
    sys.exit(f"Nothing was computed: {design.Status}")
compliances = [table.GetValueByName(row, "ThermalCompliance").ToDouble()
               for row in range(table.GetNumberOfRows())]
final = OutputPort(design, FINAL_DESIGN)
hottest = final.PointData["Temperature"].GetRange()[1]
print(design.Status)
print(f"thermal compliance {compliances[0]:.5g} of the even plate, "
      f"{compliances[-1]:.5g} mW K of the tree")
print(f"hottest            {hottest:.4g} degrees")
SaveData(os.path.join(arguments.output, "heat_tree.vti"), proxy=final, DataMode="Binary")
with open(os.path.join(arguments.output, "heat_tree.csv"), "w", encoding="utf-8") as file:
    file.write("Iteration,ThermalCompliance\n")
    file.writelines(f"{i},{value:.9g}\n" for i, value in enumerate(compliances))

if "DISPLAY" in os.environ:
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Pictures"))
    import render
    render.single("heat_tree", os.path.join(arguments.output, "heat_tree.vti"),
                  os.path.join(arguments.output, "heat_tree.png"))
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
