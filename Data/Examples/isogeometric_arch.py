"""A solid arch as a NURBS patch: own supports and loads, an edited net, and densities to compare with.

    xvfb-run -a pvpython isogeometric_arch.py Trabecula.so [--elements 8 16 6] [--output out]

A quarter of an annulus, 1 high, is held at one end and loaded at the other, with the filters for
conditions. Its control points are moved, so that it becomes thinner towards its tip: the geometry
follows, and remains smooth. The script optimizes it with a level set, and the same problem by
densities on hexahedra between the corners of the elements; it leaves arch.stl, the closed surface of
the level set, design.vtu, measures.csv, a comparison of both, and a picture.
"""

import argparse
import os

from paraview.simple import *

FINAL_DESIGN, BOUNDARY = 1, 3
parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--elements", type=int, nargs=3, default=[8, 16, 6],
                    help="through the thickness, along the arch, along its height")
parser.add_argument("--iterations", type=int, default=30)
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)


def result(name):
    return os.path.join(arguments.output, name)


# The patch. The points of its net are moved before supports and loads are added.
patch = NURBSPatch(Preset="Bare 3-D Annulus", Elements=arguments.elements)
thinner = Calculator(Input=patch, CoordinateResults=1)
thinner.Function = "coords - 0.1*coordsY*(coordsZ-0.5)*kHat"
held = MechanicalSupport(Input=thinner, Region="Side", Side="-Y")
loaded = MechanicalLoad(Input=held, Region="Side", Side="-X", Force=[0, -1, 0])

design = IsogeometricLevelSet(
    Input=loaded, VolumeFraction=0.4, MaximumIterations=arguments.iterations, HoleRows=2,
    HolesPerRow=5, HoleLayers=2, ObjectiveChangeTolerance=0)
design.UpdatePipeline(arguments.iterations)
final, boundary = OutputPort(design, FINAL_DESIGN), OutputPort(design, BOUNDARY)
SaveData(result("arch.stl"), proxy=boundary)
SaveData(result("design.vtu"), proxy=final, DataMode="Binary")
print(f"compliance {final.FieldData['Compliance'].GetRange()[0]:.6g}")
print(f"volume {boundary.FieldData['Volume'].GetRange()[0]:.6g} inside of the surface")

# The same by densities, on hexahedra of the same number.
grid = ProgrammableSource(OutputDataSetType="vtkStructuredGrid")
grid.Script = f"""
import numpy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
counts = {tuple(arguments.elements)}
z, angle, r = numpy.meshgrid(*[numpy.linspace(0, 1, n + 1) for n in counts[::-1]], indexing="ij")
x, y = [(1 + r) * f(0.5 * numpy.pi * angle) for f in (numpy.cos, numpy.sin)]
places = numpy.stack([x, y, z - 0.1 * y * (z - 0.5)], axis=-1).reshape(-1, 3)
points = vtkPoints()
points.SetData(numpy_to_vtk(places, deep=1))
output.SetDimensions(*[n + 1 for n in counts])
output.SetPoints(points)
"""
hexahedra = AppendDatasets(Input=grid)
held_nodes = MechanicalSupport(Input=hexahedra, Region="Side", Side="-Y")
loaded_nodes = MechanicalLoad(Input=held_nodes, Region="Side", Side="-X", Force=[0, -1, 0])
densities = TopologyOptimize(Input=loaded_nodes, VolumeFraction=0.4,
                             MaximumIterations=arguments.iterations, DensityChangeTolerance=0)
compared = CompareTopologies(Input=[final, OutputPort(densities, FINAL_DESIGN)], KeepVoid=1)
compared.UpdatePipeline()
SaveData(result("measures.csv"), proxy=OutputPort(compared, 1))
print(f"compliance {OutputPort(densities, 1).FieldData['Compliance'].GetRange()[0]:.6g} by densities")

if "DISPLAY" in os.environ:
    view = CreateView("RenderView")
    view.ViewSize = [1000, 750]
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    for source, color in ((boundary, [0.96, 0.91, 0.80]), (OutputPort(held, 1), [0.1, 0.35, 0.75]),
                          (OutputPort(loaded, 1), [0.8, 0.15, 0.12])):
        shown = Show(source, view)
        shown.ColorArrayName = [None, ""]
        shown.AmbientColor = shown.DiffuseColor = color
    outline = Show(FeatureEdges(Input=ExtractSurface(Input=final), FeatureAngle=40.0, Coloring=0),
                   view)
    outline.ColorArrayName = [None, ""]
    outline.AmbientColor = outline.DiffuseColor = [0.6, 0.6, 0.6]
    view.CameraPosition, view.CameraFocalPoint = [4.5, 3.5, 5.0], [0.9, 0.9, 0.5]
    view.CameraViewUp = [0, 1, 0]
    ResetCamera(view)
    view.ViewTime = arguments.iterations
    SaveScreenshot(result("arch.png"), view)
else:
    print("No display: arch.png is left out; run under xvfb-run -a.")
