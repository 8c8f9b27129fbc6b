"""Optimizes the bracket of Data/Meshes/engine_bracket.vtu: tetrahedra, made quadratic by the filter.

    pvpython engine_bracket.py Trabecula.so [--output .] [--iterations 40] [--linear]

Four bolts hold the design space, a pin pulls at its lug; material around holes stays. Writes
engine_bracket.vtu (the whole mesh with Density and Displacement), engine_bracket.stl (its surface,
closed, of the same volume), convergence.csv and, where there is a display, engine_bracket.png.
--linear keeps the four-node tetrahedra of the mesh: a tenth of the time, and a stiffness that is
too large. Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
parser.add_argument("--iterations", type=int, default=40, help="at most")
parser.add_argument("--linear", action="store_true", help="keep four-node tetrahedra")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

space = OpenDataFile(os.path.join(here, "..", "Meshes", "engine_bracket.vtu"))
design = TopologyOptimize(Input=space)
design.MakeQuadratic = 0 if arguments.linear else 1
design.YoungsModulus = 110000.0  # titanium, MPa
design.PoissonsRatio = 0.31
design.VolumeFraction = 0.2
design.FilterRadius = 6.0  # mm
design.SolverTolerance = 1e-4
design.MaximumIterations = arguments.iterations
design.UpdatePipeline(arguments.iterations)

final = OutputPort(design, 1)
surface = TopologySurface(Input=final, Keep="Largest piece")
SaveData(os.path.join(output, "engine_bracket.vtu"), proxy=final, DataMode="Binary")
SaveData(os.path.join(output, "engine_bracket.stl"), proxy=surface)
SaveData(os.path.join(output, "convergence.csv"), proxy=OutputPort(design, 2))

history = servermanager.Fetch(design, idx=2)
last = history.GetNumberOfRows() - 1
print(f"iterations {history.GetValueByName(last, 'Iteration').ToInt()}")
print(f"compliance {history.GetValueByName(last, 'Compliance').ToDouble():.6g} N mm")
print(f"volume {surface.FieldData['Volume'].GetRange()[0]:.6g} mm^3")

if "DISPLAY" in os.environ:
    view = CreateView("RenderView")
    view.ViewSize = [1000, 750]
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0

    def plain(source, color, opacity=1.0):
        shown = Show(source, view)
        shown.ColorArrayName = [None, ""]
        shown.AmbientColor = shown.DiffuseColor = color
        shown.Ambient, shown.Diffuse, shown.Opacity = 0.25, 0.85, opacity
        return shown

    plain(surface, [0.72, 0.76, 0.80]).Specular = 0.2
    edges = FeatureEdges(Input=ExtractSurface(Input=space), FeatureAngle=40.0, Coloring=0)
    plain(edges, [0.6, 0.62, 0.66])
    arrow = Arrow(ShaftRadius=0.03, TipRadius=0.08)
    pull = Transform(Input=arrow)
    pull.Transform.Scale = [60.0, 60.0, 60.0]
    pull.Transform.Rotate = [0.0, -63.4, 0.0]
    pull.Transform.Translate = [60.0, 40.0, 56.0]
    plain(pull, [0.80, 0.15, 0.12])
    view.CameraFocalPoint = [60, 40, 38]
    view.CameraPosition = [-90, -220, 150]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    ResetCamera(view)
    GetActiveCamera().Dolly(1.15)
    SaveScreenshot(os.path.join(output, "engine_bracket.png"), view)
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
