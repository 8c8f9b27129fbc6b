"""Stresses of two load cases in a part of hexahedra that is marked by filters.

    pvpython rocker_arm_stress.py Trabecula.so [--output .]

Takes the rocker arm of Data/Meshes without its arrays, holds it in its large bore, and pulls at the
small one in two directions, a load case each. Writes stress.vtu, and prints compliance, largest
stress with its place, and the estimated error of each load case. Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

here = os.path.dirname(os.path.abspath(__file__))
arm = OpenDataFile(os.path.join(here, "..", "Meshes", "rocker_arm.vtu"))
bare = PassArrays(Input=arm, PointDataArrays=[], CellDataArrays=[])

PIN = dict(Region="Cylinder", CylinderCenter=[105, 30, 0], CylinderAxis=[0, 0, 1],
           CylinderRadius=9, Tolerance=0.05)
held = MechanicalSupport(Input=bare, Region="Cylinder", CylinderCenter=[0, 0, 0],
                         CylinderAxis=[0, 0, 1], CylinderRadius=16, Tolerance=0.05)
down = MechanicalLoad(Input=held, LoadCase=1, Force=[0, -1000, 0], **PIN)
marked = MechanicalLoad(Input=down, LoadCase=2, Force=[0, 0, 200], **PIN)

analysis = ElasticAnalysis(Input=marked, YoungsModulus=210000.0, PoissonsRatio=0.3)
analysis.UpdatePipeline()
table = servermanager.Fetch(analysis, idx=1)
rows = {table.GetValue(row, 0).ToString(): row for row in range(table.GetNumberOfRows())}
for column in range(1, table.GetNumberOfColumns() - 1):
    found = {name: table.GetValue(row, column).ToDouble() for name, row in rows.items()}
    place = ", ".join(f"{found['LargestVonMisesStressAt' + axis]:.3g}" for axis in "XYZ")
    print(f"{table.GetColumnName(column)}: compliance {found['Compliance']:.6g} N mm, "
          f"largest stress {found['LargestVonMisesStress']:.4g} MPa at ({place}) mm, "
          f"estimated error {100 * found['RelativeError']:.3g} %")
SaveData(os.path.join(output, "stress.vtu"), proxy=OutputPort(analysis, 0), DataMode="Binary")
