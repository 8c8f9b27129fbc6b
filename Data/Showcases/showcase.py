"""What the showcases share: options, the look of their pictures, checks, results."""

import argparse
import math
import os
import sys

from paraview import simple as pv

INK = [0.16, 0.18, 0.21]
STEEL = [0.36, 0.45, 0.55]
BONE = [0.96, 0.91, 0.80]
HELD = [0.10, 0.35, 0.75]
LOAD = [0.80, 0.15, 0.12]
FINAL_DESIGN = 1  # port of Topology Optimize
BOUNDARY, MOVING_BOUNDARY = 3, 4  # ports of Isogeometric Level Set
MARKERS = 1  # port of Mechanical Support and Mechanical Load
FEW_ITERATIONS = 2

optimizations = []


def parse_arguments(documentation, resolution, iterations=40):
    """Options of every showcase; loads the plugin."""
    parser = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("plugin", help="path of Trabecula.so")
    parser.add_argument("--resolution", type=int, default=resolution,
                        help=f"elements along the height (default: {resolution})")
    parser.add_argument("--iterations", type=int, default=iterations,
                        help=f"of the optimization (default: {iterations})")
    parser.add_argument("--output", default="out", help="folder for the results (default: out)")
    parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
    parser.add_argument("--state-only", action="store_true",
                        help="write the state file alone, for which few iterations are computed")
    arguments = parser.parse_args()
    arguments.computed = arguments.iterations
    if arguments.state_only:
        arguments.computed = min(arguments.iterations, FEW_ITERATIONS)
    pv.LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=vars(pv))
    os.makedirs(arguments.output, exist_ok=True)
    return arguments


def result(arguments, name):
    return os.path.join(arguments.output, name)


def field_value(source, name, port=0):
    """The value of a field data array of a source's port that has one."""
    array = pv.OutputPort(source, port).FieldData[name]
    return array.GetRange()[0] if array else math.nan


def stop_if_empty(source, port=0):
    """Ends the script where a filter has reported an error instead of a result."""
    if pv.OutputPort(source, port).GetDataInformation().GetNumberOfCells() == 0:
        sys.exit(1)


def mesh(name):
    """The path of a file of Data/Meshes."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Meshes", name)


# --- Pipelines ---


def benchmark(example, arguments):
    domain = pv.TopologyBenchmark(
        registrationName="Domain", Example=example, Resolution=arguments.resolution)
    domain.UpdatePipeline()
    stop_if_empty(domain)
    return domain


def recommended(domain, *names):
    """Settings that the source of an example recommends for it."""
    return {name: field_value(domain, "Recommended" + name) for name in names}


def optimize(domain, arguments, name="Optimization", method="TopologyOptimize", **settings):
    design = getattr(pv, method)(
        registrationName=name, Input=domain, MaximumIterations=arguments.computed,
        DensityChangeTolerance=0.0, Device=arguments.device, **settings)
    optimizations.append(design)
    design.UpdatePipeline(arguments.computed)
    stop_if_empty(design)
    print(f"{name}: {domain.GetDataInformation().GetNumberOfCells()} elements, compliance "
          f"{field_value(design, 'Compliance'):.6g} after {arguments.computed} iterations")
    return design


def level_set(patch, arguments, **settings):
    design = pv.IsogeometricLevelSet(
        registrationName="Optimization", Input=patch, MaximumIterations=arguments.computed,
        ObjectiveChangeTolerance=0.0, Device=arguments.device, **settings)
    optimizations.append(design)
    design.UpdatePipeline(arguments.computed)
    stop_if_empty(design)
    print(f"Optimization: {design.GetDataInformation().GetNumberOfCells()} elements, compliance "
          f"{field_value(design, 'Compliance', FINAL_DESIGN):.6g} after {arguments.computed} "
          "iterations")
    return design


def print_verdict(design, name, arguments):
    """What the filter says about the design: which bounds it meets, whether it carries its loads."""
    if not arguments.state_only:
        design.UpdatePropertyInformation()
        print(f"{name}, verdict: {design.GetProperty('Verdict').GetData()}")


def surface_of(source, port=FINAL_DESIGN, **settings):
    surface = pv.TopologySurface(
        registrationName="Surface", Input=pv.OutputPort(source, port), **settings)
    surface.UpdatePipeline()
    stop_if_empty(surface)
    return surface


def save_surface(surface, arguments):
    """Writes surface.stl, and says what it is when read again."""
    if arguments.state_only:
        return
    describe_stl(save_stl(surface, arguments), field_value(surface, "Pieces"),
                 field_value(surface, "Volume"), field_value(surface, "FieldVolume"))


def save_boundary(design, arguments):
    """The same for the boundary of a level set."""
    if arguments.state_only:
        return
    boundary = pv.OutputPort(design, BOUNDARY)
    pieces = pv.Connectivity(Input=boundary)
    pieces.UpdatePipeline()
    number = pieces.PointData["RegionId"].GetRange()[1] + 1
    pv.Delete(pieces)
    volume = field_value(design, "Volume", BOUNDARY)
    describe_stl(save_stl(boundary, arguments), number, volume, volume)


def save_stl(surface, arguments):
    name = result(arguments, "surface.stl")
    pv.SaveData(name, proxy=surface)
    return name


def describe_stl(name, pieces, volume, of_field):
    read = pv.Clean(Input=pv.STLReader(FileNames=[name]))
    read.UpdatePipeline()
    print(f"surface.stl: {read.GetDataInformation().GetNumberOfCells()} triangles, "
          f"{pieces:.0f} pieces, volume {volume:.6g} of {of_field:.6g}, "
          f"{number_of_edges(read, BoundaryEdges=1, NonManifoldEdges=0)} open and "
          f"{number_of_edges(read, BoundaryEdges=0, NonManifoldEdges=1)} non-manifold edges")
    for proxy in (read, read.Input):
        pv.Delete(proxy)


def number_of_edges(surface, **kinds):
    edges = pv.FeatureEdges(Input=surface, FeatureEdges=0, ManifoldEdges=0, **kinds)
    edges.UpdatePipeline()
    number = edges.GetDataInformation().GetNumberOfCells()
    pv.Delete(edges)
    return number


# --- Pictures ---


def make_view(width=1200, height=900):
    view = pv.CreateView("RenderView")
    view.ViewSize = [width, height]
    view.UseColorPaletteForBackground = 0
    view.BackgroundColorMode = "Gradient"
    view.Background, view.Background2 = [1.0, 1.0, 1.0], [0.87, 0.89, 0.92]
    view.OrientationAxesVisibility = 0
    view.CenterAxesVisibility = 0
    return view


def in_layout(name, view):
    """Without one, the window would not show the view when it loads the state."""
    pv.AssignViewToLayout(view, pv.CreateLayout(name))


def side_by_side(name, width=1500, height=750):
    """Two views and the layout that has both."""
    views = [make_view(), make_view()]
    layout = pv.CreateLayout(name)
    layout.SplitHorizontal(0, 0.5)
    for cell, view in enumerate(views, 1):
        layout.AssignView(cell, view)
    layout.SetSize(width, height)
    return views, layout


def plain(shown, color, opacity=1.0):
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = color
    shown.Ambient, shown.Diffuse, shown.Opacity = 0.25, 0.85, opacity
    return shown


def show_surface(surface, view):
    shown = plain(pv.Show(surface, view), BONE)
    shown.Specular, shown.SpecularPower = 0.15, 20.0


def annotate(source, expression, view, port=0):
    """
    A text above the picture, computed of field data, so that it is that of what is shown.

    @param expression in Python, in which arrays of field data have their names
    """
    text = pv.PythonAnnotation(registrationName="Numbers", Input=pv.OutputPort(source, port),
                               ArrayAssociation="Field Data", Expression=expression)
    shown = pv.Show(text, view)
    shown.Color, shown.FontSize = INK, 20
    shown.WindowLocation, shown.Justification = "Upper Center", "Center"


def show_edges(domain, view):
    """The edges of the design domain."""
    boundary = pv.ExtractSurface(registrationName="Boundary", Input=domain)
    edges = pv.FeatureEdges(registrationName="Edges", Input=boundary, FeatureAngle=40.0,
                            NonManifoldEdges=0, Coloring=0)
    plain(pv.Show(edges, view), [0.55, 0.58, 0.62]).LineWidth = 1.5


def show_markers(condition, color, view):
    plain(pv.Show(pv.OutputPort(condition, MARKERS), view), color)


def show_forces(domain, view, share=0.12):
    """Arrows at the loaded nodes, some 25 of them."""
    nodes = pv.SelectionQuerySource(QueryString="mag(Force) > 0", ElementType="Point Data")
    loaded = pv.ExtractSelection(registrationName="Loaded nodes", Input=domain, Selection=nodes)
    loaded.UpdatePipeline()
    arrows = pv.Glyph(registrationName="Loads", Input=loaded, GlyphType="Arrow",
                      GlyphMode="Every Nth Point")
    arrows.Stride = max(1, loaded.GetDataInformation().GetNumberOfPoints() // 25)
    arrows.OrientationArray = ["POINTS", "Force"]
    arrows.ScaleArray = ["POINTS", "No scale array"]
    x0, x1, y0, y1, z0, z1 = domain.GetDataInformation().GetBounds()
    arrows.ScaleFactor = share * max(x1 - x0, y1 - y0, z1 - z0)
    arrows.GlyphType.ShaftRadius, arrows.GlyphType.TipRadius = 0.03, 0.09
    plain(pv.Show(arrows, view), LOAD)


def look(view, domain, direction, up, closer=1.0):
    """Aims the camera from a direction at the middle of a source."""
    x0, x1, y0, y1, z0, z1 = domain.GetDataInformation().GetBounds()
    view.CameraFocalPoint = [0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)]
    view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, direction)]
    view.CameraViewUp = list(up)
    view.CameraViewAngle = 15.0  # little perspective
    # As pv.ResetCamera() does, which also renders.
    view.SMProxy.Update()
    view.ResetCamera()
    view.SMProxy.SynchronizeCameraProperties()
    view.CameraPosition = [
        c + (p - c) / closer for c, p in zip(view.CameraFocalPoint, view.CameraPosition)
    ]


def look_at_both(views, domain, direction, up, closer=1.0):
    """The same with two views, which move together from then on."""
    for view in views:
        look(view, domain, direction, up, closer)
    pv.AddCameraLink(*views, "camera")


def finish(name, shown, arguments):
    """
    Saves the state and, if there is a display, the picture of a view or layout.

    In the state, time is the last iteration: the first is the uniform design.
    """
    for design in optimizations:
        design.MaximumIterations = arguments.iterations
        design.UpdatePipelineInformation()
    scene = pv.GetAnimationScene()
    views = list(scene.ViewModules)
    scene.ViewModules = []  # a change of time would render them, which needs a display
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.GoToLast()
    scene.ViewModules = views
    if not arguments.state_only and "DISPLAY" in os.environ:
        pv.SaveScreenshot(result(arguments, name + ".png"), shown)
    elif not arguments.state_only:
        print(f"No display: {name}.png is left out; run under xvfb-run -a.")
    pv.SaveState(result(arguments, name + ".pvsm"))
