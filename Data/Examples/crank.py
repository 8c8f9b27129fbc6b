"""A crank: a hinge, a torque on it, a bearing load, and a design for both.

    pvpython crank.py Trabecula.so [--output .] [--iterations 30]

Takes the rocker arm of Data/Meshes without its arrays, as a crank: its large bore turns on a shaft, a
hinge; its tip rests on a stop in y. Load case 1 is a torque of 50 N m of the shaft, which the stop
bears. Load case 2 is a pin in the small bore that presses with 1 kN along the arm, once as a bearing
load, and for comparison as a uniform traction. Prints compliances and largest stresses, optimizes the
web for both load cases, and writes stress.vtu and crank.stl. Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
parser.add_argument("--iterations", type=int, default=30, help="at most")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

here = os.path.dirname(os.path.abspath(__file__))
arm = OpenDataFile(os.path.join(here, "..", "Meshes", "rocker_arm.vtu"))
bare = PassArrays(Input=arm, PointDataArrays=[], CellDataArrays=["DesignRegion"])


def bore(center, radius):
    """The properties of a region that is a bore along z."""
    return dict(Region="Cylinder", CylinderCenter=center, CylinderAxis=[0, 0, 1],
                CylinderRadius=radius, Tolerance=0.05)


SHAFT, PIN = bore([0, 0, 0], 16), bore([105, 30, 0], 9)
FORCE = [-961.5, -274.7, 0.0]  # 1 kN from the pin's center to the shaft's

turning = MechanicalSupport(Input=bare, SupportType="Hinge", **SHAFT)
resting = MechanicalSupport(Input=turning, HoldX=0, HoldZ=0, Region="Box",
                            BoxPosition=[122, 20, -20], BoxLength=[10, 20, 40])
torque = MechanicalLoad(Input=resting, LoadType="Remote Load", Force=[0, 0, 0],
                        RemoteMoment=[0, 0, 50000], RigidFace=1, **SHAFT)

for name, kind in (("bearing load", "Bearing Load"), ("uniform traction", "Total Force")):
    loaded = MechanicalLoad(Input=torque, LoadCase=2, LoadType=kind, Force=FORCE, **PIN)
    analysis = ElasticAnalysis(Input=loaded, YoungsModulus=210000.0, PoissonsRatio=0.3)
    analysis.UpdatePipeline()
    loaded.UpdatePropertyInformation()
    print(loaded.Status)
    table = servermanager.Fetch(analysis, idx=1)
    rows = {table.GetValue(row, 0).ToString(): row for row in range(table.GetNumberOfRows())}
    for column in range(1, table.GetNumberOfColumns() - 1):
        found = {key: table.GetValue(row, column).ToDouble() for key, row in rows.items()}
        print(f"{name}, {table.GetColumnName(column)}: compliance {found['Compliance']:.6g} N mm, "
              f"largest stress {found['LargestVonMisesStress']:.4g} MPa")
    if kind == "Bearing Load":
        SaveData(os.path.join(output, "stress.vtu"), proxy=OutputPort(analysis, 0),
                 DataMode="Binary")
        design = TopologyOptimize(Input=loaded, YoungsModulus=210000.0, PoissonsRatio=0.3,
                                  VolumeFraction=0.4, FilterRadius=5.0,
                                  MaximumIterations=arguments.iterations)

surface = TopologySurface(Input=OutputPort(design, 1))
surface.UpdatePipeline()
SaveData(os.path.join(output, "crank.stl"), proxy=surface)
history = servermanager.Fetch(design, idx=2)
for row in (0, history.GetNumberOfRows() - 1):
    print(f"iteration {history.GetValueByName(row, 'Iteration').ToInt()}: compliance "
          f"{history.GetValueByName(row, 'Compliance').ToDouble():.6g} N mm")
