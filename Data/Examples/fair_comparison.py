"""One part, five methods: which body is stiffest, by one analysis of all bodies.

    xvfb-run -a pvpython fair_comparison.py Trabecula.so [--part cantilever|bracket]
        [--resolution 16] [--iterations 60] [--volume 0.35] [--output out]

A part is optimized by densities of hexahedra, of tetrahedra and of the voxels of an image, by the
element-free Galerkin method and by a level set on a NURBS patch. All have the same domain, material,
support, load and volume fraction, and as many elements along an edge. The compliances that the methods
report are those of different models and cannot be compared; Compare Topologies makes the body of each
design and analyses all bodies on the voxels of one grid. Writes PART_comparison.csv, its table, and
where there is a display PART_comparison.png: the bodies in the order of their stiffness.

The cantilever is 2 x 1 x 1, held at one end and loaded on the other. The bracket is a quarter of an
annulus with radii 1 and 2, half as high, held at one end and sheared at the other; its image is that
of its surface, with parts of voxels.
"""

import argparse
import os

# Spinning threads can make a run ten times slower on a busy machine. The variable must be set
# before the plugin loads the OpenMP runtime.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from paraview import servermanager
from paraview.simple import *

FINAL_DESIGN, MEASURES, BOUNDARY = 1, 1, 3
SHOWN = ["Name", "Rank", "BodyCompliance", "BodyComplianceError", "Compliance", "ComplianceRatio",
         "BodyVolume", "Greyness", "Pieces"]

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--part", choices=["cantilever", "bracket"], default="cantilever")
parser.add_argument("--resolution", type=int, default=16, help="elements along an edge of length 1")
parser.add_argument("--iterations", type=int, default=60, help="at most")
parser.add_argument("--volume", type=float, default=0.35, help="volume fraction")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)
n = arguments.resolution

GRID = """
import numpy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
counts, is_bracket = {counts}, {is_bracket}
w, v, u = numpy.meshgrid(*[numpy.linspace(0, 1, m + 1) for m in counts[::-1]], indexing="ij")
if is_bracket:
    x, y = [(1 + u) * f(0.5 * numpy.pi * v) for f in (numpy.cos, numpy.sin)]
    places = (x, y, 0.5 * w)
else:
    places = (2 * u, v, w)
points = vtkPoints()
points.SetData(numpy_to_vtk(numpy.stack(places, axis=-1).reshape(-1, 3), deep=1))
output.SetDimensions(*[m + 1 for m in counts])
output.SetPoints(points)
"""
IMAGE = """
output.SetDimensions({0} + 1, {1} + 1, {2} + 1)
output.SetSpacing(2 / {0}, 1 / {1}, 1 / {2})
"""
IMAGE_INFORMATION = """
from paraview import util
util.SetOutputWholeExtent(self, [0, {0}, 0, {1}, 0, {2}])
"""


def hexahedra(counts, is_bracket):
    grid = ProgrammableSource(OutputDataSetType="vtkStructuredGrid")
    grid.Script = GRID.format(counts=counts, is_bracket=is_bracket)
    return AppendDatasets(Input=grid)


def domains():
    """The meshes of the part by the name of the method, and the sides that are held and loaded."""
    if arguments.part == "cantilever":
        counts = (2 * n, n, n)
        mesh = hexahedra(counts, False)
        image = ProgrammableSource(OutputDataSetType="vtkImageData", Script=IMAGE.format(*counts))
        image.ScriptRequestInformation = IMAGE_INFORMATION.format(*counts)
        patch = NURBSPatch(Preset="Bare Box", Size=[2, 1, 1], Elements=counts)
        sides = ("-X", "+X", [0, 0, -1])
    else:
        counts = (n, 2 * n, max(2, n // 2))
        mesh = hexahedra(counts, True)
        image = VoxelizeSurface(Input=ExtractSurface(Input=mesh), Cells=2 * n)
        patch = NURBSPatch(Preset="Bare 3-D Annulus", Elements=counts)
        thinner = Calculator(Input=patch, CoordinateResults=1)
        thinner.Function = "coords - 0.5*coordsZ*kHat"
        patch = thinner
        sides = ("-Y", "-X", [0, -1, 0])
    meshes = {"hexahedra": mesh, "tetrahedra": Tetrahedralize(Input=mesh), "image": image,
              "meshfree": mesh, "level set": patch}
    return meshes, sides


def with_conditions(mesh, sides):
    held, loaded, force = sides
    support = MechanicalSupport(Input=mesh, Region="Side", Side=held)
    return MechanicalLoad(Input=support, Region="Side", Side=loaded, Force=force)


def optimize(name, mesh):
    settings = {"Input": mesh, "VolumeFraction": arguments.volume,
                "MaximumIterations": arguments.iterations}
    if name == "meshfree":
        design = MeshfreeTopologyOptimize(**settings)
    elif name == "level set":
        design = IsogeometricLevelSet(**settings)
    else:
        design = TopologyOptimize(FilterRadius=1.5 / n, **settings)
    design.UpdatePipeline(arguments.iterations)
    design.UpdatePropertyInformation()
    print(f"{name}: {design.GetProperty('Status').GetData()}", flush=True)
    return design


def print_table(table):
    for column in SHOWN:
        values = [table.GetValueByName(row, column).ToString()
                  for row in range(table.GetNumberOfRows())]
        print(f"{column:20s}", *(f"{value:>14.14s}" for value in values))


def show_bodies(designs, table):
    order = sorted(range(len(designs)), key=lambda i: (
        table.GetValueByName(i, "Rank").ToInt() or len(designs) + 1, i))
    layout = CreateLayout("Fair comparison")
    layout.SetSize(1500, 420)
    views = []
    names = list(designs)
    for i in order:
        view = CreateView("RenderView")
        view.OrientationAxesVisibility = 0
        view.UseColorPaletteForBackground = 0
        view.Background = [1.0, 1.0, 1.0]
        design = designs[names[i]]
        body = (OutputPort(design, BOUNDARY) if names[i] == "level set"
                else TopologySurface(Input=OutputPort(design, FINAL_DESIGN)))
        shown = Show(body, view)
        shown.ColorArrayName = [None, ""]
        shown.AmbientColor = shown.DiffuseColor = [0.96, 0.91, 0.80]
        rank = table.GetValueByName(i, "Rank").ToInt()
        compliance = table.GetValueByName(i, "BodyCompliance").ToDouble()
        text = f"{rank}. {names[i]}: {compliance:.4g}" if rank else f"{names[i]}: not ranked"
        caption = Show(Text(Text=text), view)
        caption.Color, caption.FontSize = [0.15, 0.15, 0.15], 14
        caption.WindowLocation = "Upper Center"
        if arguments.part == "cantilever":
            view.CameraPosition, view.CameraFocalPoint = [4.0, -4.0, 2.5], [1.0, 0.5, 0.5]
            view.CameraViewUp = [0, 0, 1]
        else:
            view.CameraPosition, view.CameraFocalPoint = [4.0, 2.5, 4.0], [0.9, 0.9, 0.25]
            view.CameraViewUp = [0, 1, 0]
        ResetCamera(view)
        view.GetActiveCamera().Dolly(0.6 if arguments.part == "cantilever" else 1.0)
        view.ViewTime = arguments.iterations
        views.append(view)
    cell = 0
    for i, view in enumerate(views):
        rest = len(views) - i
        if rest > 1:
            cell = layout.SplitHorizontal(cell, 1.0 / rest)
            layout.AssignView(cell, view)
            cell += 1
        else:
            layout.AssignView(cell, view)
    SaveScreenshot(os.path.join(arguments.output, f"{arguments.part}_comparison.png"), layout,
                   SaveAllViews=1, ImageResolution=[1500, 420])


meshes, sides = domains()
designs = {name: optimize(name, with_conditions(mesh, sides)) for name, mesh in meshes.items()}
comparison = CompareTopologies(
    Input=[OutputPort(design, FINAL_DESIGN) for design in designs.values()], Names=list(designs))
comparison.UpdatePipeline()
comparison.UpdatePropertyInformation()
print(comparison.GetProperty("Status").GetData())
table = servermanager.Fetch(comparison, idx=MEASURES)
print_table(table)
SaveData(os.path.join(arguments.output, f"{arguments.part}_comparison.csv"),
         proxy=OutputPort(comparison, MEASURES), Precision=12)
if "DISPLAY" in os.environ:
    show_bodies(designs, table)
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
