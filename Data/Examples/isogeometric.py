"""The examples of the isogeometric level-set paper (Xia, Wang, Wang and Mei, 2017).

    xvfb-run -a pvpython isogeometric.py Trabecula.so [--example cantilever] [--output out]

optimizes the cantilever, the MBB beam or the quarter annulus with a level set on a NURBS patch. It
prints the compliance of each iteration and leaves convergence.csv, design.vtu (Bezier cells with
degrees and rational weights), the boundary of the material, closed curves, as boundary.vtp, and a
picture of the start and the result.
"""

import argparse
import os

from common import paper_example as common
from paraview import simple as pv

# Elements of the paper; radius of the smoothing.
EXAMPLES = {
    "cantilever": ("Cantilever", [128, 64, 1], 0.1),
    "mbb": ("MBB Beam", [192, 32, 1], 0.1),
    "annulus": ("Quarter Annulus", [64, 64, 1], None),
}
BONE, INK = [0.96, 0.91, 0.80], [0.15, 0.15, 0.15]
FINAL_DESIGN, CONVERGENCE, BOUNDARY = 1, 2, 3


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plugin", help="path of Trabecula.so")
    parser.add_argument("--example", choices=EXAMPLES, default="cantilever")
    parser.add_argument("--elements", type=int, nargs=2, help="in each direction, for any other")
    parser.add_argument("--degree", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--output", default="out", help="folder for the results (default: out)")
    parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
    return parser.parse_args()


def make_patch(arguments):
    preset, elements, _ = EXAMPLES[arguments.example]
    patch = pv.NURBSPatch(Preset=preset, Degree=arguments.degree)
    patch.Elements = [*arguments.elements, 1] if arguments.elements else elements
    patch.UpdatePipeline()
    if patch.GetDataInformation().GetNumberOfPoints() == 0:
        raise SystemExit(1)  # the source has reported why
    return patch


def make_design(patch, arguments):
    recommended = {name: patch.FieldData["Recommended" + name].GetRange()[0]
                   for name in ("VolumeFraction", "HoleRows", "HolesPerRow", "HoleRadius",
                                "SmoothingRadius")}
    radius = EXAMPLES[arguments.example][2]
    if radius is not None:
        recommended["SmoothingRadius"] = radius
    for name in ("HoleRows", "HolesPerRow"):
        recommended[name] = int(recommended[name])
    return pv.IsogeometricLevelSet(Input=patch, MaximumIterations=arguments.iterations,
                                   Scheme="Paper",
                                   ObjectiveChangeTolerance=0.0, Device=arguments.device,
                                   **recommended)


def show(design, iteration, text, view):
    """The part of the patch where the level set is positive, and its boundary."""
    view.UseColorPaletteForBackground, view.Background = 0, [0.985, 0.985, 0.985]
    view.OrientationAxesVisibility = 0
    view.ViewTime = iteration
    # Clip would take the coefficients at points of Bezier cells for values.
    fine = pv.ExtractSurface(Input=pv.OutputPort(design, 0), NonlinearSubdivisionLevel=2)
    material = pv.Clip(Input=fine, ClipType="Scalar", Invert=0, Scalars=["POINTS", "LevelSet"],
                       Value=0.0)
    shown = pv.Show(material, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = BONE
    shown.Ambient, shown.Diffuse = 0.6, 0.5
    curve = pv.Show(pv.OutputPort(design, 4), view)
    curve.ColorArrayName, curve.LineWidth = [None, ""], 2.5
    curve.AmbientColor = curve.DiffuseColor = INK
    caption = pv.Show(pv.Text(Text=text), view)
    caption.Color, caption.FontSize = INK, 18
    caption.WindowLocation = "Upper Left Corner"
    view.InteractionMode = "2D"
    pv.ResetCamera(view)


def picture(design, iterations, compliance, filename):
    layout = pv.CreateLayout("Level set")
    views = [pv.CreateView("RenderView") for _ in range(2)]
    pv.AssignViewToLayout(views[0], layout)
    layout.SplitHorizontal(0, 0.5)
    pv.AssignViewToLayout(views[1], layout, hint=2)
    show(design, 0, "start", views[0])
    show(design, iterations, f"after {iterations} iterations: {compliance:.4g}", views[1])
    layout.SetSize(1600, 640)
    for view in views:
        pv.ResetCamera(view)
    pv.SaveScreenshot(filename, layout, ImageResolution=[1600, 640])


def main():
    arguments = parse_arguments()
    pv.LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=vars(pv))
    os.makedirs(arguments.output, exist_ok=True)
    patch = make_patch(arguments)
    design = make_design(patch, arguments)
    compliance = common.compute(design)
    boundary = pv.OutputPort(design, BOUNDARY)
    print(f"compliance {compliance:.6g}, area {boundary.FieldData['Area'].GetRange()[0]:.6g} inside "
          f"of {boundary.GetDataInformation().GetNumberOfCells()} closed curves")

    def result(name):
        return os.path.join(arguments.output, name)

    pv.SaveData(result("convergence.csv"), proxy=pv.OutputPort(design, CONVERGENCE))
    pv.SaveData(result("design.vtu"), proxy=pv.OutputPort(design, FINAL_DESIGN), DataMode="Binary")
    pv.SaveData(result("boundary.vtp"), proxy=boundary, DataMode="Binary")
    if "DISPLAY" in os.environ:
        picture(design, arguments.iterations, compliance, result("isogeometric.png"))
    else:
        print("No display: isogeometric.png is left out; run under xvfb-run -a.")


main()
