"""The cantilever of the EbE paper, optimized through the plugin from first mesh to picture.

    xvfb-run -a pvpython Data/demo.py --plugin <path>/Trabecula.so --output out

leaves in the output folder

    topology.pvd      the design of every iteration (one .vtu each, in topology/): cell array
                      Density, point array Displacement, on the whole mesh
    convergence.csv   one row an iteration: compliance, volume fraction, solver iterations, seconds
    topology.png      the optimized structure, its supports and its loads
    convergence.png   compliance and volume fraction over the iterations

Rendering needs a display, which xvfb-run -a provides; without one the pictures are left out.

The problem is that of Ratnakar, Sanfui and Sharma, section 5.1: E = 1, nu = 0.3, p = 3, a minimum
density of 0.1, a volume fraction of 0.3, 50 iterations. The paper does not give its filter radius;
three elements come closest to its compliances.
"""

import argparse
import os
import sys
import time

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from paraview.simple import *
from vtkmodules.util import numpy_support

DENSITY_SHOWN = 0.5


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plugin", required=True, help="path of Trabecula.so")
    parser.add_argument("--output", default="out", help="folder for the results (default: out)")
    parser.add_argument("--resolution", type=int, default=20, help="elements along the height")
    parser.add_argument("--iterations", type=int, default=50, help="iterations of optimization")
    parser.add_argument("--device", choices=["auto", "host", "cuda"], default="auto")
    return parser.parse_args()


def make_pipeline(arguments):
    """The source and the filter, as a user would set them in the panel."""
    beam = TopologyBenchmark(Resolution=arguments.resolution)
    design = TopologyOptimize(
        Input=beam,
        YoungsModulus=1.0,
        PoissonsRatio=0.3,
        VolumeFraction=0.3,
        Penalization=3.0,
        MinimumDensity=0.1,
        FilterType="Sensitivity",
        FilterRadius=3.0 * beam.ElementLength,
        MaximumIterations=arguments.iterations,
        DensityChangeTolerance=0.0,  # the paper runs a fixed number of iterations
        DensityThreshold=0.0,  # the whole mesh; the picture leaves out what is thin
        Device={"auto": "Automatic", "host": "Processor", "cuda": "CUDA"}[arguments.device],
    )
    return beam, design


def write_iterations(design, folder):
    """Computes one iteration after the other and writes each as soon as it is there."""
    os.makedirs(os.path.join(folder, "topology"), exist_ok=True)
    # Only a consumer of the iterations asks for one at a time: design.UpdatePipeline(step) updates
    # the final design too, which takes all of them.
    iterations = PassThrough(Input=OutputPort(design, 0))
    # Inline data: ParaView 5.11 with a recent libexpat cannot read its own appended data.
    writer = CreateWriter(os.path.join(folder, "topology", "design.vtu"), proxy=iterations)
    writer.DataMode, writer.CompressorType = "Binary", "ZLib"
    entries = []
    print("iteration   compliance  volume fraction", flush=True)
    for number, step in enumerate(design.TimestepValues):
        iterations.UpdatePipeline(step)
        now = iterations.FieldData
        if "Compliance" not in now.keys():
            design.UpdatePropertyInformation()
            sys.exit(f"Nothing was computed: {design.Status}")
        name = f"topology/topology_{number:04d}.vtu"
        writer.FileName = os.path.join(folder, name)
        writer.UpdatePipeline(step)
        entries.append(f'    <DataSet timestep="{step}" part="0" file="{name}"/>\n')
        compliance, volume = (now[key].GetRange()[0] for key in ("Compliance", "VolumeFraction"))
        print(f"{number:9d} {compliance:12.6g} {volume:16.4f}", flush=True)
    with open(os.path.join(folder, "topology.pvd"), "w", encoding="utf-8") as pvd:
        pvd.write('<VTKFile type="Collection" version="0.1">\n  <Collection>\n')
        pvd.writelines(entries)
        pvd.write("  </Collection>\n</VTKFile>\n")


def show_domain(beam, view):
    """The outline of the design domain, a slab for the fixed face, arrows for the loads."""
    outline = Show(Outline(Input=beam), view)
    outline.AmbientColor = outline.DiffuseColor = [0.45, 0.47, 0.5]
    outline.LineWidth = 1.5

    x0, x1, y0, y1, z0, z1 = beam.GetDataInformation().GetBounds()
    height = z1 - z0
    wall = Box(
        XLength=0.04 * height,
        YLength=1.1 * (y1 - y0),
        ZLength=1.1 * height,
        Center=[x0 - 0.025 * height, 0.5 * (y0 + y1), 0.5 * (z0 + z1)],
    )
    shown = Show(wall, view)
    shown.AmbientColor = shown.DiffuseColor = [0.70, 0.73, 0.76]
    shown.Ambient = 0.3

    loaded_nodes = SelectionQuerySource(QueryString="mag(Force) > 0", ElementType="Point Data")
    loaded = ExtractSelection(Input=beam, Selection=loaded_nodes)
    loaded.UpdatePipeline()
    arrows = Glyph(Input=loaded, GlyphType="Arrow", GlyphMode="Every Nth Point")
    arrows.Stride = max(1, loaded.GetDataInformation().GetNumberOfPoints() // 7)
    arrows.OrientationArray = ["POINTS", "Force"]
    arrows.ScaleArray = ["POINTS", "Force"]
    arrows.ScaleFactor = 0.25 * height
    arrows.GlyphType.ShaftRadius = 0.02
    arrows.GlyphType.TipRadius = 0.07
    arrows.GlyphType.TipLength = 0.3
    shown = Show(arrows, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = [0.8, 0.15, 0.12]


def picture_of_topology(beam, final, caption, filename):
    view = CreateView("RenderView")
    view.ViewSize = [1600, 1000]
    view.UseColorPaletteForBackground = 0
    view.Background = [0.985, 0.985, 0.985]
    view.KeyLightIntensity = 0.85
    view.HeadLightKHRatio = 1.8
    view.FillLightKFRatio = 2.2
    view.OrientationAxesLabelColor = [0.2, 0.2, 0.2]

    solid = Threshold(Input=final, Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = DENSITY_SHOWN, 1.0
    shown = Show(solid, view)
    small = beam.GetDataInformation().GetNumberOfCells() < 100000
    shown.Representation = "Surface With Edges" if small else "Surface"
    shown.EdgeColor = [0.2, 0.25, 0.3]
    shown.Ambient, shown.Diffuse = 0.25, 0.8
    ColorBy(shown, ("CELLS", "Density"))
    colors = GetColorTransferFunction("Density")
    colors.ColorSpace = "Lab"
    colors.RGBPoints = [0.0, 0.97, 0.98, 0.99, 0.5, 0.60, 0.78, 0.90, 1.0, 0.10, 0.37, 0.62]
    bar = GetScalarBar(colors, view)
    bar.Visibility = 1
    bar.Title = "Density"
    bar.ComponentTitle = ""
    bar.HorizontalTitle = 1
    bar.TitleColor = bar.LabelColor = [0.15, 0.15, 0.15]
    bar.TitleFontSize, bar.LabelFontSize = 24, 20
    bar.AutomaticLabelFormat = 0
    bar.LabelFormat = bar.RangeLabelFormat = "%.1f"
    bar.WindowLocation = "Any Location"
    bar.Position = [0.91, 0.3]
    bar.ScalarBarLength = 0.4

    show_domain(beam, view)
    text = Show(Text(Text=caption), view)
    text.Color = [0.15, 0.15, 0.15]
    text.FontSize = 28
    text.Justification = "Left"
    text.WindowLocation = "Any Location"
    text.Position = [0.02, 0.9]

    x0, x1, y0, y1, z0, z1 = beam.GetDataInformation().GetBounds()
    view.CameraFocalPoint = [0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)]
    direction = (0.75, -1.6, 0.65)
    view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, direction)]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    view.CameraViewAngle = 15.0  # little perspective
    ResetCamera(view)
    GetActiveCamera().Dolly(1.25)
    SaveScreenshot(filename, view)


def picture_of_convergence(history, filename):
    """Drawn by matplotlib, which ParaView depends on, as it needs no display."""
    iteration, compliance, volume = (
        numpy_support.vtk_to_numpy(history.GetColumnByName(name))
        for name in ("Iteration", "Compliance", "VolumeFraction")
    )
    figure = Figure(figsize=(16, 10), dpi=100)
    FigureCanvasAgg(figure)
    left = figure.add_subplot()
    right = left.twinx()
    (line,) = left.plot(iteration, compliance, "o-", color="#15538f", linewidth=2.5, markersize=5)
    (dashes,) = right.plot(iteration, volume, "--", color="#c8571b", linewidth=2.5)
    left.legend([line, dashes], ["Compliance", "Volume fraction"], fontsize=20, framealpha=1.0)

    left.set_xlabel("Iteration", fontsize=22, labelpad=10)
    left.set_ylabel("Compliance", fontsize=22, labelpad=10, color=line.get_color())
    right.set_ylabel("Volume fraction", fontsize=22, labelpad=10, color=dashes.get_color())
    left.set_xlim(iteration[0], max(iteration[-1], iteration[0] + 1))
    left.set_ylim(0.0, 1.05 * compliance.max())
    right.set_ylim(0.0, 1.0)
    left.xaxis.get_major_locator().set_params(integer=True)
    left.grid(color="0.88")
    for axes in (left, right):
        axes.tick_params(labelsize=18)
        axes.spines["top"].set_visible(False)
    left.annotate(
        f"{compliance[-1]:.5g}",
        (iteration[-1], compliance[-1]),
        xytext=(-8, 14),
        textcoords="offset points",
        horizontalalignment="right",
        fontsize=20,
        color=line.get_color(),
    )
    figure.tight_layout(pad=2.0)
    figure.savefig(filename)


def main():
    arguments = parse_arguments()
    LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
    os.makedirs(arguments.output, exist_ok=True)
    beam, design = make_pipeline(arguments)
    beam.UpdatePipeline()
    design.UpdatePipelineInformation()

    start = time.perf_counter()
    write_iterations(design, arguments.output)
    seconds = time.perf_counter() - start

    final, convergence = OutputPort(design, 1), OutputPort(design, 2)
    SaveData(os.path.join(arguments.output, "convergence.csv"), proxy=convergence, Precision=12)
    history = servermanager.Fetch(design, idx=2)
    last = history.GetNumberOfRows() - 1
    iterations = history.GetValueByName(last, "Iteration").ToInt()
    compliance = history.GetValueByName(last, "Compliance").ToDouble()
    volume = history.GetValueByName(last, "VolumeFraction").ToDouble()
    computing = numpy_support.vtk_to_numpy(history.GetColumnByName("Seconds")).sum()
    elements = beam.GetDataInformation().GetNumberOfCells()

    picture_of_convergence(history, os.path.join(arguments.output, "convergence.png"))
    if "DISPLAY" in os.environ:
        n = arguments.resolution
        caption = (
            f"3-D cantilever, {2 * n} x {n} x {n} elements, density above {DENSITY_SHOWN}\n"
            f"{iterations} iterations, compliance {compliance:.5g}, volume fraction {volume:.3f}"
        )
        picture_of_topology(beam, final, caption, os.path.join(arguments.output, "topology.png"))
    else:
        print("No display: topology.png is left out; run under xvfb-run -a.")

    design.UpdatePropertyInformation()
    print(f"device      {design.DeviceUsed}")
    print(f"elements    {elements}")
    print(f"iterations  {iterations}")
    print(f"compliance  {compliance:.6g}")
    print(f"seconds     {computing:.2f} of computing, {seconds:.2f} with writing every iteration")


if __name__ == "__main__":
    main()
