"""Natural frequencies of a bracket of ten-node tetrahedra, and of the same with a motor on its pin.

    pvpython bracket_modes.py Trabecula.so [--output .] [--mesh other.vtu] [--mass 0.5e-3]

Two bolts hold the bracket of Data/Meshes/angle_bracket.vtu. Prints its lowest frequencies, without
and with a mass that is divided among the points that the pin loads, and writes frequencies.csv,
modes.pvd (a time step for each mode) and, where there is a display, modes.png: four modes, colored
by their displacement. Units are mm, N and s, so that masses are in tonnes and frequencies in Hz.
"""

import argparse
import os

import numpy
from paraview.simple import *
from vtkmodules.util import numpy_support

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default=".", help="folder for the results")
parser.add_argument("--mesh", default=os.path.join(here, "..", "Meshes", "angle_bracket.vtu"),
                    help="with the point arrays Supports and Force")
parser.add_argument("--mass", type=float, default=0.5e-3, help="of the motor, t")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)

part = OpenDataFile(arguments.mesh)


def frequencies_of(source):
    analysis = NaturalFrequencies(Input=source)
    analysis.YoungsModulus = 210000.0  # steel, MPa
    analysis.PoissonsRatio = 0.3
    analysis.MassDensity = 7.85e-9  # t/mm^3
    analysis.NumberOfModes = 6
    analysis.UpdatePipeline()
    rows = servermanager.Fetch(analysis, idx=1).GetRowData()
    return analysis, numpy_support.vtk_to_numpy(rows.GetArray("Frequency"))


bare, alone = frequencies_of(part)

# The motor's mass is divided among the points of the pin as its load is.
data = servermanager.Fetch(part)
force = numpy_support.vtk_to_numpy(data.GetPointData().GetArray("Force"))
share = numpy.linalg.norm(force, axis=1)
masses = numpy_support.numpy_to_vtk(arguments.mass * share / share.sum(), deep=True)
masses.SetName("PointMass")
data.GetPointData().AddArray(masses)
loaded = TrivialProducer()
loaded.GetClientSideObject().SetOutput(data)
loaded.UpdatePipeline()
_, with_motor = frequencies_of(loaded)

print("mode   alone, Hz   with motor, Hz")
for mode, (first, second) in enumerate(zip(alone, with_motor)):
    print(f"{mode + 1:4d} {first:11.1f} {second:16.1f}")
SaveData(os.path.join(output, "frequencies.csv"), proxy=OutputPort(bare, 1))
SaveData(os.path.join(output, "modes.pvd"), proxy=OutputPort(bare, 2), WriteTimeSteps=1)

if "DISPLAY" in os.environ:
    layout = CreateLayout("Modes")
    layout.SplitVertical(0, 0.5)
    layout.SplitHorizontal(1, 0.5)
    layout.SplitHorizontal(2, 0.5)
    rest = FeatureEdges(Input=ExtractSurface(Input=part, NonlinearSubdivisionLevel=0))
    for mode in range(4):
        view = CreateView("RenderView")
        view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
        view.OrientationAxesVisibility = 0
        layout.AssignView(3 + mode, view)
        # Each view shows the deformed shape of a time of its own.
        shape = Show(ForceTime(Input=OutputPort(bare, 2), ForcedTime=mode + 1.0), view)
        ColorBy(shape, ("POINTS", "ModeShape", "Magnitude"))
        shape.SetScalarBarVisibility(view, False)
        edges = Show(rest, view)
        edges.ColorArrayName = [None, ""]
        edges.AmbientColor = edges.DiffuseColor = [0.3, 0.3, 0.3]
        title = Show(Text(Text=f"{alone[mode]:.0f} Hz"), view)
        title.Color, title.FontSize = [0.0, 0.0, 0.0], 22
        title.WindowLocation = "Upper Center"
        view.CameraFocalPoint = [30, 25, 15]
        view.CameraPosition = [150, -110, 110]
        view.CameraViewUp = [0.0, 0.0, 1.0]
        ResetCamera(view)
    SaveScreenshot(os.path.join(output, "modes.png"), layout, ImageResolution=[1200, 900])
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
