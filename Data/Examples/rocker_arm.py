"""Optimizes the rocker arm of Data/Meshes, an unstructured all-hexahedral mesh made with Gmsh.

    pvpython rocker_arm.py Trabecula.so [output folder]

Writes rocker_arm.vtu (the whole mesh with Density and Displacement), rocker_arm.stl (the surface
where the density is 0.5, for CAD and printing) and convergence.csv. Units are mm, N and MPa.
"""

import os
import sys

from paraview.simple import *

LoadPlugin(sys.argv[1], remote=False, ns=globals())
output = sys.argv[2] if len(sys.argv) > 2 else "."
os.makedirs(output, exist_ok=True)

here = os.path.dirname(os.path.abspath(__file__))
arm = OpenDataFile(os.path.join(here, "..", "Meshes", "rocker_arm.vtu"))
design = TopologyOptimize(Input=arm)
design.YoungsModulus = 210000.0  # steel, MPa
design.PoissonsRatio = 0.3
design.VolumeFraction = 0.4  # of the whole part, its solid rings included
design.FilterRadius = 5.0  # mm
design.MaximumIterations = 80
final = OutputPort(design, 1)

# A closed surface needs the density in the nodes.
nodal = CellDatatoPointData(Input=final, ProcessAllArrays=0, CellDataArraytoprocess=["Density"])
inside = Clip(Input=nodal, ClipType="Scalar", Scalars=["POINTS", "Density"], Value=0.5, Invert=0)
surface = ExtractSurface(Input=inside)
triangles = Triangulate(Input=surface)

SaveData(os.path.join(output, "rocker_arm.vtu"), proxy=final, DataMode="Binary")
SaveData(os.path.join(output, "rocker_arm.stl"), proxy=triangles)
SaveData(os.path.join(output, "convergence.csv"), proxy=OutputPort(design, 2))

history = servermanager.Fetch(design, idx=2)
last = history.GetNumberOfRows() - 1
print(f"iterations {history.GetValueByName(last, 'Iteration').ToInt()}")
print(f"compliance {history.GetValueByName(last, 'Compliance').ToDouble():.6g} N mm")
