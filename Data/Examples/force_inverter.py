"""A compliant mechanism: the force inverter of Andreassen et al. 2011 (the 88-line code).

    xvfb-run -a pvpython force_inverter.py Trabecula.so [--resolution 20] [--iterations 100]
        [--filter Sensitivity] [--filter-radius 1.2] [--optimizer MMA] [--output out]

leaves topology.png, convergence.csv and mechanism.vtu in the output folder, and prints the output
displacement beside the published one.

A thin plate is pushed in +x at one end of its axis; the other end of the axis is to move in -x.
Springs at both ends stand for the actuator and for what the mechanism moves. The source makes the
half above the axis, so the picture mirrors it. Published for 40 x 20 squares in plane stress: -1.117
with the sensitivity filter and -1.022 with the density filter.
"""

import argparse
import os
import sys

from paraview.simple import *

PUBLISHED = {"Sensitivity": -1.117, "Density": -1.022}

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--resolution", type=int, default=20, help="elements along the height")
parser.add_argument("--iterations", type=int, default=100, help="at most")
parser.add_argument("--filter", choices=list(PUBLISHED), default="Sensitivity")
parser.add_argument("--filter-radius", type=float, default=None,
                    help="length; 0 means three mean edges (default: the published one)")
parser.add_argument("--optimizer", choices=["Optimality Criteria", "MMA"], default="MMA")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

domain = TopologyBenchmark(Example="Force inverter", Resolution=arguments.resolution)
domain.UpdatePipeline()
design = TopologyOptimize(
    Input=domain,
    Objective="Output Displacement",
    Optimizer=arguments.optimizer,
    VolumeFraction=0.3,
    Interpolation="Modified SIMP",
    FilterType=arguments.filter,
    FilterRadius=domain.FieldData["RecommendedFilterRadius"].GetRange()[0]
    if arguments.filter_radius is None
    else arguments.filter_radius,
    MoveLimit=0.1,
    Damping=0.3,  # of the optimality criteria
    MaximumIterations=arguments.iterations,
    Device=arguments.device,
)

# A filter on the iterations requests one at a time, which shows the progress.
iterations = PassThrough(Input=OutputPort(design, 0))
design.UpdatePipelineInformation()
for step in design.TimestepValues:
    iterations.UpdatePipeline(step)
    if "OutputDisplacement" not in iterations.FieldData.keys():
        design.UpdatePropertyInformation()
        sys.exit(f"Nothing was computed: {design.Status}")
    if iterations.FieldData["Iteration"].GetRange()[0] < step:
        break  # converged
    output = iterations.FieldData["OutputDisplacement"].GetRange()[0]
    print(f"{step:4.0f}  {output:10.6f}", flush=True)
design.UpdatePipeline(step)


def result(name):
    return os.path.join(arguments.output, name)


final = OutputPort(design, 1)
SaveData(result("mechanism.vtu"), proxy=final, DataMode="Binary")
SaveData(result("convergence.csv"), proxy=OutputPort(design, 2), Precision=12)


def show(source, view, color, opacity=1.0):
    shown = Show(source, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = color
    shown.Opacity = opacity
    return shown


def picture():
    """At rest in grey, and pushed, as far as it moves: the whole of it, denser than one half."""
    view = CreateView("RenderView")
    view.ViewSize = [1200, 1000]
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    solid = Threshold(Input=final, Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = 0.5, 1.0
    moved = WarpByVector(Input=solid, Vectors=["POINTS", "Displacement"], ScaleFactor=1.0)
    for part, color, opacity in ((solid, [0.75, 0.77, 0.8], 0.45), (moved, [0.30, 0.52, 0.72], 1)):
        show(Reflect(Input=part, Plane="Y Min"), view, color, opacity)
    for x, label in ((0.0, "push"), (40.0, "output")):
        arrow = show(Arrow(ShaftRadius=0.05, TipRadius=0.14, TipLength=0.35), view, [0.8, 0.15, 0.12])
        arrow.Scale = [6.0, 6.0, 6.0]
        # The arrow at the input points right, towards it; the arrow at the output points left.
        arrow.Position = [-7.5, 0.0, 1.0] if label == "push" else [47.5, 0.0, 1.0]
        arrow.Orientation = [0.0, 0.0, 0.0] if label == "push" else [0.0, 0.0, 180.0]
    view.CameraFocalPoint = [20.0, 0.0, 0.5]
    view.CameraPosition, view.CameraViewUp = [20.0, -25.0, 120.0], [0.0, 1.0, 0.0]
    view.CameraViewAngle = 25.0
    ResetCamera(view)
    GetActiveCamera().Dolly(1.25)
    SaveScreenshot(result("topology.png"), view)


if "DISPLAY" in os.environ:
    picture()
else:
    print("No display: topology.png is left out; run under xvfb-run -a.")

print(f"elements   {domain.GetDataInformation().GetNumberOfCells()}")
print(f"output     {output:.4f}")
print(f"published  {PUBLISHED[arguments.filter]} at resolution 20")
