"""From a STEP file to a printable part: an angle bracket, held and loaded at its holes.

    pvpython cad_bracket.py Trabecula.so [part.step] [--cells 48] [--iterations 40] [--volume 0.45]
             [--output .]

Reads the bracket of Data/Meshes, or another part with the same three holes. Holes of radius 4.5 are held, that
of radius 6 is pulled outwards and down by 2 kN; it is taken by its number in the CAD model, which the table of
faces gives, as a click takes it. Prints the holes, the volume of CAD, of voxels and of the
result; writes faces.csv, optimized.stl and, where there is a display, cad_bracket.png. Units are mm, N
and MPa.
"""

import argparse
import os

from paraview import servermanager
from paraview.simple import *

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("part", nargs="?", default=os.path.join(here, "..", "Meshes", "bracket.step"))
parser.add_argument("--cells", type=int, default=48, help="along the longest side")
parser.add_argument("--iterations", type=int, default=40, help="at most")
parser.add_argument("--volume", type=float, default=0.45, help="volume fraction")
parser.add_argument("--output", default=".", help="folder for the results")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

part = CADReader(FileName=os.path.abspath(arguments.part))
part.UpdatePipeline()
part.UpdatePropertyInformation()
if part.ErrorMessage:
    raise SystemExit(part.ErrorMessage)
print(part.Status)
SaveData(os.path.join(output, "faces.csv"), proxy=OutputPort(part, 1))

table = servermanager.Fetch(part, idx=1)
holes = {}  # number of the feature: radius
for row in range(table.GetNumberOfRows()):
    if table.GetValueByName(row, "Description").ToString().endswith("hole"):
        feature = table.GetValueByName(row, "CadFeature").ToInt()
        holes[feature] = table.GetValueByName(row, "Radius").ToDouble()
for feature, radius in sorted(holes.items()):
    print(f"feature {feature}: hole of radius {radius:.3g} mm")

held = MechanicalSupport(Input=part, Region="Holes", HoleRadius=[4.5, 4.5])
pulled = MechanicalLoad(Input=held, Region="Faces", Force=[1000.0, 0.0, -1732.0],
                        Faces=[f for f, radius in holes.items() if abs(radius - 6.0) < 1e-3])
voxels = VoxelizeSurface(Input=pulled, Cells=arguments.cells)
voxels.UpdatePipeline()

design = TopologyOptimize(Input=voxels, YoungsModulus=70000.0, PoissonsRatio=0.33,
                          VolumeFraction=arguments.volume,
                          MaximumIterations=arguments.iterations)
surface = TopologySurface(Input=OutputPort(design, 1))
surface.UpdatePipeline()
design.UpdatePropertyInformation()
if design.ErrorMessage:
    raise SystemExit(design.ErrorMessage)
print(design.Status)
print(f"volumes: CAD {voxels.FieldData['Volume'].GetRange()[0]:.6g}, voxels "
      f"{voxels.FieldData['SolidVolume'].GetRange()[0]:.6g}, result "
      f"{surface.FieldData['Volume'].GetRange()[0]:.6g} mm^3")
SaveData(os.path.join(output, "optimized.stl"), proxy=surface)

if os.environ.get("DISPLAY"):
    view = CreateView("RenderView", ViewSize=[1200, 560])
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    before = Show(part, view)
    ColorBy(before, ("CELLS", "CadFeature"))
    before.SetScalarBarVisibility(view, False)
    moved = Transform(Input=surface)
    moved.Transform.Translate = [0.0, 110.0, 0.0]
    after = Show(moved, view)
    after.ColorArrayName = [None, ""]
    after.AmbientColor = after.DiffuseColor = [0.78, 0.66, 0.42]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    view.CameraFocalPoint = [40.0, 85.0, 30.0]
    view.CameraPosition = [240.0, 30.0, 130.0]
    ResetCamera(view)
    GetActiveCamera().Dolly(1.4)
    SaveScreenshot(os.path.join(output, "cad_bracket.png"), view)
