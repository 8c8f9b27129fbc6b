"""The examples of the element-free Galerkin paper (Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021).

    xvfb-run -a pvpython meshfree.py Trabecula.so [--example annulus] [--size 1] [--output out]

optimizes the plate cantilever (sizes 1 to 4 are 19,488, 49,815, 77,265 and 110,880 unknowns), the
quarter annulus or the cube, once without elements and once with hexahedra, each cell one, both without
a filter: hexahedra form checkerboards. It prints the compliance of each iteration and leaves
convergence.csv, design.vtu, the isosurface of the nodal densities as surface.stl, and a picture of
both designs, neither of them smoothed.
"""

import argparse
import os

from common import paper_example as common
from paraview import simple as pv

EXAMPLES = {
    "cantilever": ("Plate cantilever", (0.25, 0.2, 1.0), (0, 1, 0)),
    "annulus": ("Quarter annulus", (0.25, 0.2, 1.0), (0, 1, 0)),
    "cube": ("Cube", (0.9, -1.0, 0.45), (0, 0, 1)),
}
BONE = [0.96, 0.91, 0.80]


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plugin", help="path of Trabecula.so")
    parser.add_argument("--example", choices=EXAMPLES, default="annulus")
    parser.add_argument("--size", type=int, default=1, help="of the paper")
    parser.add_argument("--resolution", type=int, help="cells along the height, for any other")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--output", default="out", help="folder for the results (default: out)")
    parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
    return parser.parse_args()


def make_domain(name, arguments):
    domain = pv.TopologyBenchmark(Example=name)
    if arguments.resolution is None:
        domain.Size = f"Paper {arguments.size}"
    else:
        domain.Resolution = arguments.resolution
    domain.UpdatePipeline()
    if domain.GetDataInformation().GetNumberOfCells() == 0:
        raise SystemExit(1)  # the source has reported why
    return domain


def settings(domain, arguments):
    recommended = {name: domain.FieldData["Recommended" + name].GetRange()[0]
                   for name in ("VolumeFraction", "MinimumDensity", "YoungsModulus")}
    return dict(recommended, Input=domain, MaximumIterations=arguments.iterations,
                DensityChangeTolerance=0.0, Device=arguments.device)


def surface_of(design, **density):
    surface = pv.TopologySurface(Input=pv.OutputPort(design, 1), Smoothing=0, **density)
    surface.UpdatePipeline()
    return surface


def show(source, domain, text, position, view):
    shown = pv.Show(source, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = BONE
    shown.Ambient, shown.Diffuse, shown.Specular = 0.25, 0.85, 0.15
    common.show_domain(domain, view)
    caption = pv.Show(pv.Text(Text=text), view)
    caption.Color = [0.15, 0.15, 0.15]
    caption.FontSize, caption.Justification = 18, "Left"
    caption.WindowLocation, caption.Position = "Any Location", position


def picture(surfaces, domain, captions, example, filename):
    """Both designs, each in a view of its own."""
    _, direction, up = EXAMPLES[example]
    layout = pv.CreateLayout("Meshfree")
    views = [pv.CreateView("RenderView") for _ in surfaces]
    pv.AssignViewToLayout(views[0], layout)
    layout.SplitHorizontal(0, 0.5)
    pv.AssignViewToLayout(views[1], layout, hint=2)
    bounds = domain.GetDataInformation().GetBounds()
    for view, surface, caption in zip(views, surfaces, captions):
        view.UseColorPaletteForBackground, view.Background = 0, [0.985, 0.985, 0.985]
        view.OrientationAxesVisibility = 0
        show(surface, domain, caption, [0.03, 0.92], view)
        view.CameraFocalPoint = [0.5 * (a + b) for a, b in zip(bounds[::2], bounds[1::2])]
        view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, direction)]
        view.CameraViewUp, view.CameraViewAngle = list(up), 15.0
        pv.ResetCamera(view)
    layout.SetSize(1600, 800)
    pv.SaveScreenshot(filename, layout, ImageResolution=[1600, 800])


def main():
    arguments = parse_arguments()
    pv.LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=vars(pv))
    os.makedirs(arguments.output, exist_ok=True)
    domain = make_domain(EXAMPLES[arguments.example][0], arguments)
    design = pv.MeshfreeTopologyOptimize(**settings(domain, arguments))
    compliance = common.compute(design)
    elements = pv.TopologyOptimize(FilterType="None", **settings(domain, arguments))
    elements.UpdatePipeline(arguments.iterations)
    of_elements = pv.OutputPort(elements, 1).FieldData["Compliance"].GetRange()[0]
    print(f"compliance {compliance:.6g} with {domain.GetDataInformation().GetNumberOfPoints()} "
          f"nodes, {of_elements:.6g} with hexahedra, which their checkerboards make too small")

    def result(name):
        return os.path.join(arguments.output, name)

    pv.SaveData(result("convergence.csv"), proxy=pv.OutputPort(design, 2))
    pv.SaveData(result("design.vtu"), proxy=pv.OutputPort(design, 1), DataMode="Binary")
    surface = surface_of(design, Density=["POINTS", "Density"])
    pv.SaveData(result("surface.stl"), proxy=surface)
    if "DISPLAY" in os.environ:
        picture([surface, surface_of(elements)], domain,
                [f"element-free Galerkin: {compliance:.4g} N mm",
                 f"hexahedra, no filter either: {of_elements:.4g} N mm"],
                arguments.example, result("meshfree.png"))
    else:
        print("No display: meshfree.png is left out; run under xvfb-run -a.")


main()
