"""A heat sink under a chip: its temperature, and the stresses of its thermal expansion.

    pvpython heat_sink.py Trabecula.so [--size 1.0] [--output .]

A plate of aluminium with fins, made of voxels; a chip of 15 x 15 mm below it gives 20 W, air of 25
degrees cools the fins and the upper side. Heat Conduction finds the temperature, which Elastic
Analysis takes for the stresses of the plate, whose corners are screwed to a board of 25 degrees.
Writes heat_sink.vtu, and prints temperatures, the balance of heat, and stress. Units are mm, mW,
K (degrees Celsius), N and MPa.
"""

import argparse
import os

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--size", type=float, default=1.0, help="edge of a voxel in mm: 1 or 0.5")
parser.add_argument("--output", default=".", help="folder for the results")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

WIDTH, PLATE, HEIGHT, FIN, GAP = 42, 4, 20, 2, 6  # mm; fins along y, with a gap between them
AIR = 25.0

# A block of voxels, from which the plate and the fins are kept.
block = ProgrammableSource(OutputDataSetType="vtkImageData", Script=f"""
import numpy
size = {arguments.size}
cells = [round(length / size) for length in ({WIDTH}, {WIDTH}, {HEIGHT})]
output.SetDimensions(*[n + 1 for n in cells])
output.SetSpacing(size, size, size)
x, z = [(numpy.arange(n) + 0.5) * size for n in (cells[0], cells[2])]
solid = (z[:, None] < {PLATE}) | (x[None] % ({FIN} + {GAP}) < {FIN})
output.CellData.append(numpy.repeat(solid[:, None], cells[1], axis=1).ravel().astype(float), "Solid")
""", ScriptRequestInformation=f"""
from paraview import util
cells = [round(length / {arguments.size}) for length in ({WIDTH}, {WIDTH}, {HEIGHT})]
util.SetOutputWholeExtent(self, [0, cells[0], 0, cells[1], 0, cells[2]])
""")
sink = Threshold(Input=block, Scalars=["CELLS", "Solid"])
sink.LowerThreshold, sink.UpperThreshold = 0.5, 1.0

CHIP = dict(Region="Box", BoxPosition=[13.5, 13.5, 0], BoxLength=[15, 15, 0])
COOLED = dict(Region="Box", BoxPosition=[-1, -1, PLATE], BoxLength=[WIDTH + 2, WIDTH + 2, HEIGHT])
heated = ThermalCondition(Input=sink, Kind="Heat Flow", HeatFlow=20000.0, **CHIP)
cooled = ThermalCondition(Input=heated, Kind="Film", FilmCoefficient=0.05,  # 50 W/(m^2 K), a fan
                          AmbientTemperature=AIR, **COOLED)
heat = HeatConduction(Input=cooled, Conductivity=200.0)
heat.UpdatePipeline()
heat.UpdatePropertyInformation()
print(f"temperature  {heat.LowestTemperature:.4g} to {heat.HighestTemperature:.4g} degrees")
print(f"heat         {-heat.HeatThroughFilms / 1000:.6g} W to the air, "
      f"imbalance {heat.Imbalance:.1g}")

# The corners are held at the lower side; the plate expands between them.
held = heat
for x, y in ((0, 0), (WIDTH - 3, 0), (0, WIDTH - 3), (WIDTH - 3, WIDTH - 3)):
    held = MechanicalSupport(Input=OutputPort(held, 0), Region="Box",
                             BoxPosition=[x - 0.1, y - 0.1, -0.1], BoxLength=[3.2, 3.2, 0.2])
stress = ElasticAnalysis(Input=held, YoungsModulus=70000.0, PoissonsRatio=0.33,
                         ThermalExpansion=23e-6, ReferenceTemperature=AIR)
stress.UpdatePipeline()
stress.UpdatePropertyInformation()
print(f"stress       {stress.LargestVonMisesStress:.4g} MPa")
print(f"displacement {stress.LargestDisplacement:.4g} mm")
SaveData(os.path.join(arguments.output, "heat_sink.vtu"), proxy=OutputPort(stress, 0),
         DataMode="Binary")
