"""From a bare mesh to a design: supports, loads and solid rings marked by filters, no arrays needed.

    pvpython supports_and_loads.py Trabecula.so [--output .] [--iterations 60]

Takes the rocker arm of Data/Meshes without what that file says about it, holds it in its large bore,
pulls at the small one, keeps a ring round each solid, and optimizes what is between. Writes
marked.vtu (the mesh as Topology Optimize gets it), convergence.csv and, where there is a display,
conditions.png and topology.png. Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
parser.add_argument("--iterations", type=int, default=60, help="at most")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

here = os.path.dirname(os.path.abspath(__file__))
arm = OpenDataFile(os.path.join(here, "..", "Meshes", "rocker_arm.vtu"))
bare = PassArrays(Input=arm, PointDataArrays=[], CellDataArrays=[])

# Regions are boxes, spheres, cylinders, planes, sides, selections, face patches or arrays. Here the
# surfaces of the bores are selected by cylinders of their radii.
SHAFT = dict(Region="Cylinder", CylinderCenter=[0, 0, 0], CylinderAxis=[0, 0, 1])
PIN = dict(Region="Cylinder", CylinderCenter=[105, 30, 0], CylinderAxis=[0, 0, 1])
held = MechanicalSupport(Input=bare, CylinderRadius=16, Tolerance=0.05, **SHAFT)
pulled = MechanicalLoad(Input=held, CylinderRadius=9, Tolerance=0.05, Force=[0, -1000, 0], **PIN)
ring = DesignRegion(Input=pulled, Kind="Solid", CylinderRadius=22, **SHAFT)
marked = DesignRegion(Input=ring, Kind="Solid", CylinderRadius=14, **PIN)
marked.UpdatePipeline()


def read_out(proxy, name):
    proxy.UpdatePropertyInformation()
    return proxy.GetProperty(name).GetData()


for condition in (held, pulled, ring, marked):
    print(read_out(condition, "Status"))
print("force", *(f"{component:.6g}" for component in read_out(pulled, "ResultantForce")), "N")
print("moment", *(f"{component:.6g}" for component in read_out(pulled, "ResultantMoment")), "N mm")
SaveData(os.path.join(output, "marked.vtu"), proxy=marked, DataMode="Binary")

design = TopologyOptimize(Input=marked)
design.YoungsModulus = 210000.0  # steel, MPa
design.PoissonsRatio = 0.3
design.VolumeFraction = 0.4  # of the whole part, its solid rings included
design.FilterRadius = 5.0  # mm
design.MaximumIterations = arguments.iterations
design.UpdatePipeline(design.MaximumIterations)
SaveData(os.path.join(output, "convergence.csv"), proxy=OutputPort(design, 2))
print(f"compliance {read_out(design, 'Compliance'):.6g} N mm")


def picture(shown, filename):
    """Something with the markers of the support, blue, and of the load, red."""
    view = CreateView("RenderView")
    view.ViewSize = [1000, 620]
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    shown(view)
    for condition, color in ((held, [0.10, 0.35, 0.75]), (pulled, [0.80, 0.15, 0.12])):
        markers = Show(OutputPort(condition, 1), view)
        markers.ColorArrayName = [None, ""]
        markers.AmbientColor = markers.DiffuseColor = color
    view.CameraFocalPoint = [52, 15, 0]
    view.CameraPosition = [32, -85, 215]
    view.CameraViewUp = [0.0, 1.0, 0.0]
    ResetCamera(view)
    GetActiveCamera().Dolly(1.45)
    SaveScreenshot(os.path.join(output, filename), view)


def show_regions(view):
    mesh = Show(marked, view)
    mesh.Representation, mesh.EdgeColor = "Surface With Edges", [0.5, 0.5, 0.5]
    ColorBy(mesh, ("CELLS", "DesignRegion"))
    colors = GetColorTransferFunction("DesignRegion")
    colors.InterpretValuesAsCategories = 1
    colors.Annotations = ["0", "Design", "1", "Solid"]
    colors.IndexedColors = [0.95, 0.88, 0.74, 0.36, 0.45, 0.55]


def show_design(view):
    solid = Threshold(Input=OutputPort(design, 1), Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = 0.5, 1.0
    material = Show(solid, view)
    material.Representation, material.EdgeColor = "Surface With Edges", [0.2, 0.25, 0.3]
    material.ColorArrayName = [None, ""]
    material.AmbientColor = material.DiffuseColor = [0.30, 0.52, 0.72]


if "DISPLAY" in os.environ:
    picture(show_regions, "conditions.png")
    picture(show_design, "topology.png")
else:
    print("No display: the pictures are left out; run under xvfb-run -a.")
