"""What the scripts of the EbE paper's examples share: options, optimization, tables and pictures.

Ratnakar, Sanfui and Sharma, "GPU-based Element-by-Element Strategies for Accelerating Topology
Optimization of 3D Continuum Structures Using Unstructured All-Hexahedral Mesh", section 5.
"""

import argparse
import os
import sys

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from paraview import servermanager
from paraview import simple as pv
from vtkmodules.util import numpy_support

DENSITY_SHOWN = 0.9  # as in the paper's figures
PAPER_ITERATIONS = 50


def parse_arguments(documentation):
    parser = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("plugin", help="path of Trabecula.so")
    parser.add_argument("--size", type=int, choices=range(1, 6), default=1, help="of Table 1")
    parser.add_argument("--resolution", type=int, help="elements along the height, for any other")
    parser.add_argument("--iterations", type=int, default=PAPER_ITERATIONS)
    parser.add_argument("--output", default="out", help="folder for the results (default: out)")
    parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
    return parser.parse_args()


def make_pipeline(example, arguments):
    """The source and the filter, with the settings that the source recommends."""
    domain = pv.TopologyBenchmark(Example=example)
    if arguments.resolution is None:
        domain.Size = f"Paper {arguments.size}"
    else:
        domain.Resolution = arguments.resolution
    domain.UpdatePipeline()
    if domain.GetDataInformation().GetNumberOfCells() == 0:
        sys.exit(1)  # the source has reported why

    def recommended(name):
        return domain.FieldData["Recommended" + name].GetRange()[0]

    design = pv.TopologyOptimize(
        Input=domain,
        YoungsModulus=1.0,
        PoissonsRatio=0.3,
        Penalization=3.0,
        VolumeFraction=recommended("VolumeFraction"),
        MinimumDensity=recommended("MinimumDensity"),
        FilterType="Sensitivity",
        FilterRadius=recommended("FilterRadius"),
        MaximumIterations=arguments.iterations,
        DensityChangeTolerance=0.0,  # a fixed number of iterations, as in the paper
        SolverTolerance=1e-5,
        Device=arguments.device,
    )
    return domain, design


def compute(design):
    """Prints the compliance of each iteration as it is computed."""
    # Only a filter on the iterations asks for one at a time: design.UpdatePipeline(step) updates
    # the final design too, which takes them all.
    iterations = pv.PassThrough(Input=pv.OutputPort(design, 0))
    design.UpdatePipelineInformation()
    for step in design.TimestepValues:
        iterations.UpdatePipeline(step)
        if "Compliance" not in iterations.FieldData.keys():
            design.UpdatePropertyInformation()
            sys.exit(f"Nothing was computed: {design.Status}")
        compliance = iterations.FieldData["Compliance"].GetRange()[0]
        print(f"{step:4.0f}  {compliance:12.6g}", flush=True)
    design.UpdatePipeline(step)
    return compliance


def show_domain(domain, view):
    """The edges of the design domain, and arrows for the loads."""
    surface = pv.ExtractSurface(Input=domain)
    edges = pv.FeatureEdges(Input=surface, FeatureAngle=40.0, NonManifoldEdges=0, Coloring=0)
    shown = pv.Show(edges, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = [0.45, 0.47, 0.5]
    shown.LineWidth = 1.5

    x0, x1, y0, y1, _, _ = domain.GetDataInformation().GetBounds()
    nodes = pv.SelectionQuerySource(QueryString="mag(Force) > 0", ElementType="Point Data")
    loaded = pv.ExtractSelection(Input=domain, Selection=nodes)
    loaded.UpdatePipeline()
    arrows = pv.Glyph(Input=loaded, GlyphType="Arrow", GlyphMode="Every Nth Point")
    arrows.Stride = max(1, loaded.GetDataInformation().GetNumberOfPoints() // 25)
    arrows.OrientationArray = ["POINTS", "Force"]
    arrows.ScaleArray = ["POINTS", "No scale array"]
    arrows.ScaleFactor = 0.12 * max(x1 - x0, y1 - y0)
    arrows.GlyphType.ShaftRadius = 0.02
    arrows.GlyphType.TipRadius = 0.07
    shown = pv.Show(arrows, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = [0.8, 0.15, 0.12]


def picture_of_topology(domain, design, caption, filename):
    view = pv.CreateView("RenderView")
    view.ViewSize = [1400, 1100]
    view.UseColorPaletteForBackground = 0
    view.Background = [0.985, 0.985, 0.985]
    view.OrientationAxesLabelColor = [0.2, 0.2, 0.2]

    solid = pv.Threshold(Input=pv.OutputPort(design, 1), Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = DENSITY_SHOWN, 1.0
    shown = pv.Show(solid, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = [0.30, 0.52, 0.72]
    shown.Ambient, shown.Diffuse = 0.25, 0.8
    if domain.GetDataInformation().GetNumberOfCells() < 100000:
        shown.Representation = "Surface With Edges"
        shown.EdgeColor = [0.2, 0.25, 0.3]

    show_domain(domain, view)
    text = pv.Show(pv.Text(Text=caption), view)
    text.Color = [0.15, 0.15, 0.15]
    text.FontSize = 22
    text.Justification = "Left"
    text.WindowLocation = "Any Location"
    text.Position = [0.02, 0.93]

    x0, x1, y0, y1, z0, z1 = domain.GetDataInformation().GetBounds()
    view.CameraFocalPoint = [0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)]
    view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, (0.35, 0.3, 1.0))]
    view.CameraViewUp = [0.0, 1.0, 0.0]
    view.CameraViewAngle = 15.0  # little perspective
    pv.ResetCamera(view)
    pv.GetActiveCamera().Dolly(0.9)  # room for the caption
    pv.SaveScreenshot(filename, view)


def picture_of_convergence(history, published, filename):
    iteration, compliance = (
        numpy_support.vtk_to_numpy(history.GetColumnByName(name))
        for name in ("Iteration", "Compliance")
    )
    figure = Figure(figsize=(12, 8), dpi=100)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.semilogy(iteration, compliance, "o-", label="Trabecula")
    if published:
        axes.plot([PAPER_ITERATIONS], [published], "k*", markersize=14, label="paper, Table 2")
    axes.set_xlabel("Iteration", fontsize=16)
    axes.set_ylabel("Compliance", fontsize=16)
    axes.grid(color="0.88", which="both")
    axes.legend(fontsize=16)
    figure.tight_layout()
    figure.savefig(filename)


def run(example, published, documentation):
    """
    Optimizes an example of the source Topology Benchmark.

    published: compliances of the paper's Table 2 for its sizes 1 to 5.
    """
    arguments = parse_arguments(documentation)
    pv.LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=vars(pv))
    os.makedirs(arguments.output, exist_ok=True)

    domain, design = make_pipeline(example, arguments)
    compliance = compute(design)
    elements = domain.GetDataInformation().GetNumberOfCells()
    paper = published[arguments.size - 1] if arguments.resolution is None else None

    def result(name):
        return os.path.join(arguments.output, name)

    pv.SaveData(result("convergence.csv"), proxy=pv.OutputPort(design, 2), Precision=12)
    picture_of_convergence(servermanager.Fetch(design, idx=2), paper, result("convergence.png"))
    if "DISPLAY" in os.environ:
        caption = (
            f"{example}, {elements} elements, density above {DENSITY_SHOWN}\n"
            f"compliance {compliance:.5g} after {arguments.iterations} iterations"
        )
        picture_of_topology(domain, design, caption, result("topology.png"))
    else:
        print("No display: topology.png is left out; run under xvfb-run -a.")

    print(f"elements    {elements}")
    print(f"iterations  {arguments.iterations}")
    print(f"compliance  {compliance:.6g}")
    if paper:
        print(f"paper       {paper} after {PAPER_ITERATIONS} iterations")
