"""A bone-like sample between two plates: stiffness, failure load and a picture of what is overloaded.

    xvfb-run -a pvpython bone_sample.py Trabecula.so [--voxels 80] [--surface] [--output out]

leaves bone.png, summary.csv, convergence.csv and bone.vtu in the output folder and prints the
summary; with --surface, for large samples, the surface in bone.vtp instead of the volume. Units are
mm, N and MPa.

The sample is made of noise, as the test meshes of CUDA-ParOSol are. Its edge is 4.8 mm whatever the
number of voxels along it, and so is its structure: more voxels resolve it better. It is compressed by
0.5 % between plates with full friction.
"""

import argparse
import os
import sys

from paraview import servermanager
from paraview.simple import *

EDGE = 4.8  # mm
PERIODS = 5.0  # of the noise along an edge
STRAIN = -0.005
CRITICAL_STRAIN = 0.007  # bone is overloaded beyond it

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--voxels", type=int, default=80, help="along each edge (default: 80)")
parser.add_argument("--volume-fraction", type=float, default=0.3)
parser.add_argument("--seed", type=int, default=1, help="which of many samples")
parser.add_argument("--surface", action="store_true", help="results on the surface only")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

sample = TrabecularSample(
    Dimensions=[arguments.voxels] * 3,
    VoxelSize=EDGE / arguments.voxels,
    VoxelsperPeriod=arguments.voxels / PERIODS,
    VolumeFraction=arguments.volume_fraction,
    Seed=arguments.seed,
)
bone = VoxelMicroFE(
    Input=sample,
    YoungsModulus=6829.0,
    PoissonsRatio=0.3,
    Test="Axial",
    Axis="Z",
    Strain=STRAIN,
    CriticalVolume=0.02,
    CriticalStrain=CRITICAL_STRAIN,
    Device=arguments.device,
    ResultGeometry="Surface" if arguments.surface else "Hexahedra",
)
bone.UpdatePipeline()
if bone.GetDataInformation().GetNumberOfCells() == 0:
    sys.exit(1)  # the filter has reported why


def result(name):
    return os.path.join(arguments.output, name)


table = servermanager.Fetch(bone, idx=1)
for row in range(table.GetNumberOfRows()):
    quantity, value, unit = (table.GetValueByName(row, name) for name in ("Quantity", "Result", "Unit"))
    print(f"{quantity.ToString():30s} {value.ToDouble():14.6g}  {unit.ToString()}")
solid = "bone.vtp" if arguments.surface else "bone.vtu"
SaveData(result(solid), proxy=OutputPort(bone, 0), DataMode="Binary")
SaveData(result("summary.csv"), proxy=OutputPort(bone, 1), Precision=12)
SaveData(result("convergence.csv"), proxy=OutputPort(bone, 2), Precision=12)


def picture():
    """The sample at rest, coloured by effective strain up to the critical one."""
    view = CreateView("RenderView")
    view.ViewSize = [1200, 1000]
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    shown = Show(OutputPort(bone, 0), view)
    shown.Ambient, shown.Diffuse = 0.25, 0.8
    ColorBy(shown, ("CELLS", "EffectiveStrain"))
    colors = GetColorTransferFunction("EffectiveStrain")
    colors.AutomaticRescaleRangeMode = "Never"
    colors.ColorSpace = "Lab"
    low, middle, high = 0.0, 0.5 * CRITICAL_STRAIN, CRITICAL_STRAIN
    colors.RGBPoints = [low, 0.93, 0.91, 0.84, middle, 0.94, 0.62, 0.30, high, 0.70, 0.08, 0.10]
    bar = GetScalarBar(colors, view)
    bar.Visibility, bar.Title, bar.ComponentTitle, bar.HorizontalTitle = 1, "Effective strain", "", 1
    bar.TitleColor = bar.LabelColor = [0.15, 0.15, 0.15]
    bar.TitleFontSize, bar.LabelFontSize = 18, 16
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.3f", "%.3f"
    bar.UseCustomLabels, bar.CustomLabels = 1, [0.002, 0.004, 0.006]
    bar.WindowLocation, bar.ScalarBarLength = "Lower Right Corner", 0.3

    # The plates, a little larger than the sample.
    margin, thickness = 0.06 * EDGE, 0.04 * EDGE
    for height in (-0.5 * thickness, EDGE + 0.5 * thickness):
        plate = Box(XLength=EDGE + margin, YLength=EDGE + margin, ZLength=thickness,
                    Center=[0.5 * EDGE, 0.5 * EDGE, height])
        drawn = Show(plate, view)
        drawn.ColorArrayName = [None, ""]
        drawn.AmbientColor = drawn.DiffuseColor = [0.42, 0.48, 0.55]
        drawn.Opacity = 1.0 if height < 0.0 else 0.25
    view.CameraFocalPoint = [0.5 * EDGE] * 3
    view.CameraPosition, view.CameraViewUp = [-1.2 * EDGE, -2.6 * EDGE, 1.9 * EDGE], [0.0, 0.0, 1.0]
    ResetCamera(view)
    GetActiveCamera().Dolly(1.03)
    SaveScreenshot(result("bone.png"), view)


if "DISPLAY" in os.environ:
    picture()
else:
    print("No display: bone.png is left out; run under xvfb-run -a.")
