"""From a design to files that can be printed: optimizes, cuts the surface, checks the STL, reports.

    xvfb-run -a pvpython printable_part.py Trabecula.so [--design rocker_arm] [--resolution 24]
                         [--iterations 60] [--output .]

The design is the rocker arm of Data/Meshes, an unstructured mesh with solid rings (mm, N, MPa), or
an example of Topology Benchmark: cantilever, l_beam, michell_cantilever or connecting_rod, at a
resolution. Writes part.stl and, with a display, part.png; with fewer triangles, where it is flat,
part.3mf and, if they are 10,000 at most and OpenCASCADE was there, part.step; and report.html, with
the loads, the material, the history and the stresses of the part. Prints the threshold, the volume
inside and that of the densities, the number of pieces, and whether the file, read again, is
watertight.
"""

import argparse
import os

EXAMPLES = {
    "cantilever": "3-D cantilever",
    "l_beam": "3-D L-beam",
    "michell_cantilever": "Michell cantilever",
    "connecting_rod": "Connecting rod",
}

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--design", default="rocker_arm", choices=["rocker_arm", *EXAMPLES])
parser.add_argument("--resolution", type=int, default=24, help="elements along the height")
parser.add_argument("--iterations", type=int, default=60, help="at most")
parser.add_argument("--output", default=".", help="folder for the results")
arguments = parser.parse_args()
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from paraview.simple import *

LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)


def make_design():
    if arguments.design == "rocker_arm":
        here = os.path.dirname(os.path.abspath(__file__))
        arm = OpenDataFile(os.path.join(here, "..", "Meshes", "rocker_arm.vtu"))
        return TopologyOptimize(Input=arm, YoungsModulus=210000.0, VolumeFraction=0.4,
                                FilterRadius=5.0)
    domain = TopologyBenchmark(Example=EXAMPLES[arguments.design],
                               Resolution=arguments.resolution)
    domain.UpdatePipeline()
    recommended = {name: domain.FieldData["Recommended" + name].GetRange()[0]
                   for name in ("VolumeFraction", "MinimumDensity", "FilterRadius")}
    return TopologyOptimize(Input=domain, **recommended)


def open_edges(surface):
    """Edges that do not have a triangle on each of their two sides."""
    edges = FeatureEdges(Input=surface, BoundaryEdges=1, NonManifoldEdges=1, FeatureEdges=0,
                         ManifoldEdges=0)
    edges.UpdatePipeline()
    return edges.GetDataInformation().GetNumberOfCells()


def picture(part, filename):
    view = CreateView("RenderView", ViewSize=[1000, 620])
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    view.KeyLightIntensity, view.HeadLightKHRatio, view.FillLightKFRatio = 0.85, 1.8, 2.2
    shown = Show(part, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = [0.60, 0.63, 0.68]
    shown.Ambient, shown.Diffuse = 0.15, 0.85
    x0, x1, y0, y1, z0, z1 = part.GetDataInformation().GetBounds()
    is_plate = z1 - z0 < 0.5 * (y1 - y0)
    direction = (-0.15, -0.55, 1.6) if is_plate else (0.85, -1.5, 0.6)
    view.CameraFocalPoint = [0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)]
    view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, direction)]
    view.CameraViewUp = [0, 1, 0] if is_plate else [0, 0, 1]
    view.CameraViewAngle = 15.0
    ResetCamera(view)
    height = y1 - y0 if is_plate else z1 - z0
    GetActiveCamera().Dolly(1.5 if x1 - x0 > 1.4 * height else 1.1)
    SaveScreenshot(filename, view, ImageResolution=view.ViewSize, CompressionLevel="9")


design = make_design()
design.MaximumIterations = arguments.iterations

# The whole of the last design; the surface encloses the volume of its densities.
surface = TopologySurface(Input=OutputPort(design, 1), Keep="Large pieces")
surface.UpdatePipeline()
filename = os.path.join(arguments.output, "part.stl")
SaveData(filename, proxy=surface)

# A slicer reads triangles without connectivity in single precision, and merges equal points.
part = Clean(Input=OpenDataFile(filename))
part.UpdatePipeline()
if "DISPLAY" in os.environ:
    picture(part, os.path.join(arguments.output, "part.png"))
else:
    print("No display: part.png is left out; run under xvfb-run -a.")

surface.UpdatePropertyInformation()
volume, wanted = surface.Volume, surface.FieldVolume
print(f"threshold   {surface.ThresholdUsed:.4f}")
print(f"volume      {volume:.6g}, of the densities {wanted:.6g} ({100 * (volume / wanted - 1):+.2f} %)")
print(f"area        {surface.Area:.6g}")
print(f"pieces      {surface.Pieces}")
print(f"triangles   {part.GetDataInformation().GetNumberOfCells()}")
print(f"watertight  {'yes' if open_edges(part) == 0 else 'no'}")

# The same surface within a bound of the deviation, for files that state their unit.
surface.Decimate = 1
body = BodyAnalysis(Input=[OutputPort(design, 1)], Surface=surface)
body.UpdatePipeline()
surface.UpdatePropertyInformation()
count = surface.GetDataInformation().GetNumberOfCells()
print(f"decimated   {count} triangles, at most {surface.FieldData['Deviation'].GetRange()[0]:.3g} away")
SaveData(os.path.join(arguments.output, "part.3mf"), proxy=surface, LengthUnit="Millimetre")
if count <= 10000 and os.path.exists(os.path.join(os.path.dirname(arguments.plugin), "trabecula_cad")):
    SaveData(os.path.join(arguments.output, "part.step"), proxy=surface, LengthUnit="Millimetre")

from trabecula.report import write_report  # which the plugin has brought

print("report     ", write_report(os.path.join(arguments.output, "report.html"), surface))
