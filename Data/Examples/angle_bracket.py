"""Stresses in a steel bracket of ten-node tetrahedra: safety factor, mass, reactions and error estimate.

    pvpython angle_bracket.py Trabecula.so [--output .] [--mesh other.vtu]

Two bolts hold the bracket of Data/Meshes/angle_bracket.vtu, a pin pulls it down with 800 N, and it
bears its own weight. Writes result.vtu (fields on the part), summary.csv and, where there is a
display, stress.png, the deformed shape colored by the von Mises stress. Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
parser.add_argument("--mesh", default=os.path.join(here, "..", "Meshes", "angle_bracket.vtu"),
                    help="with the point arrays Supports and Force")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

part = OpenDataFile(arguments.mesh)
analysis = ElasticAnalysis(Input=part, Material="Steel", Units="mm, N, MPa, t")
analysis.Acceleration = [0.0, 0.0, -9810.0]  # mm/s^2
analysis.UpdatePipeline()

table = servermanager.Fetch(analysis, idx=1)
for row in range(table.GetNumberOfRows()):
    name, value, unit = (table.GetValue(row, column) for column in range(3))
    print(f"{name.ToString():24} {value.ToDouble():12.6g} {unit.ToString()}")
analysis.UpdatePropertyInformation()
print(analysis.Status)
SaveData(os.path.join(output, "summary.csv"), proxy=OutputPort(analysis, 1))
SaveData(os.path.join(output, "result.vtu"), proxy=OutputPort(analysis, 0), DataMode="Binary")

if "DISPLAY" in os.environ:
    view = CreateView("RenderView")
    view.ViewSize = [1000, 700]
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    shape = Show(OutputPort(analysis, 2), view)
    ColorBy(shape, ("POINTS", "VonMisesStress"))
    shape.SetScalarBarVisibility(view, True)
    bar = GetScalarBar(GetColorTransferFunction("VonMisesStress"), view)
    bar.Title, bar.ComponentTitle = "von Mises stress, MPa", ""
    bar.Orientation, bar.WindowLocation = "Horizontal", "Lower Center"
    bar.TitleColor = bar.LabelColor = [0.0, 0.0, 0.0]
    # Beside it, the edges of the part as it was.
    edges = FeatureEdges(Input=ExtractSurface(Input=part, NonlinearSubdivisionLevel=0))
    rest = Show(edges, view)
    rest.ColorArrayName = [None, ""]
    rest.AmbientColor = rest.DiffuseColor = [0.3, 0.3, 0.3]
    view.CameraFocalPoint = [30, 25, 15]
    view.CameraPosition = [150, -110, 110]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    ResetCamera(view)
    GetActiveCamera().Dolly(0.93)
    SaveScreenshot(os.path.join(output, "stress.png"), view)
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
