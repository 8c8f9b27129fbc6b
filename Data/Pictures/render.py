"""Renders the pictures of the README from results of the demo, of Examples/rocker_arm.py,
Examples/heat_sink.py, Examples/heat_tree.py, Examples/stress_bracket.py and
Examples/moulded_and_printed.py.

    xvfb-run -a pvpython render.py cantilever out/topology/topology_0050.vtu cantilever.png
    xvfb-run -a pvpython render.py rocker_arm out/rocker_arm.vtu rocker_arm.png
    xvfb-run -a pvpython render.py heat_sink out/heat_sink.vtu heat_sink.png
    xvfb-run -a pvpython render.py heat_tree out/heat_tree.vti heat_tree.png
    xvfb-run -a pvpython render.py stress_bracket out stress_bracket.png
    xvfb-run -a pvpython render.py moulded_and_printed out moulded_and_printed.png
"""

import csv
import os
import sys

from paraview.simple import *

GREY, LIGHT_GREY, RED = [0.70, 0.73, 0.76], [0.60, 0.62, 0.65], [0.8, 0.15, 0.12]


def show(source, view, color):
    shown = Show(source, view)
    shown.ColorArrayName = [None, ""]
    shown.AmbientColor = shown.DiffuseColor = color
    shown.Ambient, shown.Diffuse, shown.LineWidth = 0.15, 0.75, 1.2
    return shown


def show_bar(colors, view, title):
    bar = GetScalarBar(colors, view)
    bar.Visibility, bar.Title, bar.ComponentTitle, bar.HorizontalTitle = 1, title, "", 1
    bar.TitleColor = bar.LabelColor = [0.15, 0.15, 0.15]
    bar.TitleFontSize, bar.LabelFontSize = 18, 16
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.1f", "%.1f"
    bar.WindowLocation, bar.Position = "Any Location", [0.91, 0.3]
    bar.ScalarBarLength, bar.ScalarBarThickness = 0.42, 14
    return bar


def show_temperature(sink, view):
    shown = Show(sink, view)
    shown.Representation = "Surface With Edges"
    shown.EdgeColor = [0.35, 0.3, 0.3]
    shown.Ambient, shown.Diffuse, shown.LineWidth = 0.3, 0.75, 0.4
    ColorBy(shown, ("POINTS", "Temperature"))
    colors = GetColorTransferFunction("Temperature")
    low, high = sink.PointData["Temperature"].GetRange()
    colors.AutomaticRescaleRangeMode, colors.ColorSpace = "Never", "Lab"
    colors.RGBPoints = [low, 0.24, 0.52, 0.72, 0.5 * (low + high), 0.95, 0.85, 0.55, high, 0.78,
                        0.27, 0.18]
    show_bar(colors, view, "Temperature")


def show_tree(design, view):
    """Cells that are more than half full, by their temperature; the others pale."""
    for material, opacity in ((False, 0.25), (True, 1.0)):
        part = Threshold(Input=design, Scalars=["CELLS", "Density"])
        part.LowerThreshold, part.UpperThreshold = (0.5, 1.0) if material else (0.0, 0.5)
        shown = Show(part, view)
        shown.Representation, shown.Opacity = "Surface", opacity
        shown.Ambient, shown.Diffuse = 0.6, 0.4
        ColorBy(shown, ("POINTS", "Temperature"))
    colors = GetColorTransferFunction("Temperature")
    low, high = design.PointData["Temperature"].GetRange()
    colors.AutomaticRescaleRangeMode, colors.ColorSpace = "Never", "Lab"
    colors.RGBPoints = [low, 0.24, 0.52, 0.72, 0.5 * (low + high), 0.95, 0.85, 0.55, high, 0.78,
                        0.27, 0.18]
    show_bar(colors, view, "Temperature").Position = [0.87, 0.3]


def show_material(design, view):
    """The cells that are more than half full, coloured by their density."""
    solid = Threshold(Input=design, Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = 0.5, 1.0
    shown = Show(solid, view)
    shown.Representation = "Surface With Edges"
    shown.EdgeColor = [0.2, 0.25, 0.3]
    shown.Ambient, shown.Diffuse = 0.25, 0.8
    ColorBy(shown, ("CELLS", "Density"))
    colors = GetColorTransferFunction("Density")
    colors.AutomaticRescaleRangeMode = "Never"
    colors.ColorSpace = "Lab"
    colors.RGBPoints = [0.5, 0.80, 0.89, 0.95, 0.75, 0.45, 0.66, 0.83, 1.0, 0.10, 0.37, 0.62]
    bar = show_bar(colors, view, "Density")
    bar.UseCustomLabels, bar.CustomLabels = 1, [0.6, 0.7, 0.8, 0.9]


def cantilever(design, view):
    """The held face is a slab; some of the loaded nodes have an arrow."""
    view.ViewSize = [1000, 620]
    show(Outline(Input=design), view, LIGHT_GREY)
    x0, _, y0, y1, z0, z1 = design.GetDataInformation().GetBounds()
    height = z1 - z0
    wall = Box(XLength=0.04 * height, YLength=1.1 * height, ZLength=1.1 * height)
    wall.Center = [x0 - 0.025 * height, 0.5 * (y0 + y1), 0.5 * (z0 + z1)]
    show(wall, view, [0.92, 0.94, 0.96])
    nodes = SelectionQuerySource(QueryString="mag(Force) > 0", ElementType="Point Data")
    loaded = ExtractSelection(Input=design, Selection=nodes)
    loaded.UpdatePipeline()
    arrows = Glyph(Input=loaded, GlyphType="Arrow", GlyphMode="Every Nth Point")
    arrows.Stride = max(1, loaded.GetDataInformation().GetNumberOfPoints() // 7)
    arrows.OrientationArray = ["POINTS", "Force"]
    arrows.ScaleArray = ["POINTS", "No scale array"]
    arrows.ScaleFactor = 0.25 * height
    arrows.GlyphType.ShaftRadius, arrows.GlyphType.TipRadius = 0.025, 0.08
    arrows.GlyphType.TipLength = 0.3
    show(arrows, view, RED)
    return (0.85, -1.5, 0.6), (0.0, 0.0, 1.0), 1.35, (0.06, -0.12)


def rocker_arm(design, view):
    """The shaft fills its bore; one arrow is the force on the pin. See Meshes/rocker_arm.py."""
    view.ViewSize = [1000, 520]
    edges = FeatureEdges(Input=ExtractSurface(Input=design), FeatureAngle=40.0)
    show(edges, view, LIGHT_GREY)
    _, _, _, _, z0, z1 = design.GetDataInformation().GetBounds()
    shaft = show(Cylinder(Radius=16.0, Height=z1 - z0 + 4.0, Resolution=96), view, GREY)
    shaft.Orientation, shaft.Position = [90, 0, 0], [0, 0, 0.5 * (z0 + z1)]
    arrow = Arrow(ShaftRadius=0.03, TipRadius=0.085, TipLength=0.28, TipResolution=32)
    arrow = show(arrow, view, RED)
    arrow.Orientation, arrow.Position, arrow.Scale = [0, 0, -90], [105, 30, z1 + 1], [40, 40, 40]
    return (-0.15, -0.55, 1.6), (0.0, 1.0, 0.0), 1.75, (0.07, 0.02)


def stress_bracket(folder, picture):
    """Both designs of Examples/stress_bracket.py with their von Mises stresses in one scale."""
    with open(os.path.join(folder, "stress.csv")) as file:
        rows = {row["Design"]: row for row in csv.DictReader(file)}
    largest = max(float(row["CutLargestStress"]) for row in rows.values())
    layout = CreateLayout("Stresses")
    layout.SetSize(1400, 760)
    layout.SplitHorizontal(0, 0.5)
    for place, (name, title) in enumerate((("stiffest", "Least compliance"),
                                           ("bounded", "Largest stress bounded"))):
        view = CreateView("RenderView")
        AssignViewToLayout(view, layout, 1 + place)
        view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
        view.OrientationAxesVisibility = 0
        part = OpenDataFile(os.path.join(folder, name + ".vtu"))
        shown = Show(part, view)
        shown.Representation = "Surface With Edges"
        shown.EdgeColor = [0.2, 0.25, 0.3]
        ColorBy(shown, ("CELLS", "VonMisesStress"))
        colors = GetColorTransferFunction("VonMisesStress")
        colors.AutomaticRescaleRangeMode = "Never"
        colors.ApplyPreset("Viridis (matplotlib)", True)
        colors.RescaleTransferFunction(0.0, largest)
        shown.SetScalarBarVisibility(view, place == 1)
        if place == 1:
            bar = GetScalarBar(colors, view)
            bar.Title, bar.ComponentTitle = "von Mises stress", ""
            bar.TitleColor = bar.LabelColor = [0.15, 0.15, 0.15]
            bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%.0f", "%.0f"
            bar.WindowLocation, bar.Position, bar.ScalarBarLength = "Any Location", [0.72, 0.5], 0.35
        text = Text(Text=f"{title}\ncompliance {float(rows[name]['CutCompliance']):.0f}, largest stress "
                         f"{float(rows[name]['CutLargestStress']):.0f}")
        caption = Show(text, view)
        caption.Color, caption.FontSize = [0.15, 0.15, 0.15], 16
        caption.WindowLocation = "Lower Center"
        view.CameraFocalPoint, view.CameraPosition = [0.5, 0.5, 0.05], [0.9, 0.8, 2.0]
        view.CameraViewUp, view.CameraViewAngle = [0.0, 1.0, 0.0], 15.0
        ResetCamera(view)
        GetActiveCamera().Dolly(0.95)
    SaveScreenshot(picture, layout, ImageResolution=[1400, 760], CompressionLevel="9")


def heat_sink(sink, view):
    """A chip under the plate heats it; air cools its fins. See Examples/heat_sink.py."""
    view.ViewSize = [1000, 620]
    return (0.75, -1.5, 0.8), (0.0, 0.0, 1.0), 1.0, (0.06, 0.0)


def heat_tree(plate, view):
    """Seen from above, the cold edge at the left. See Examples/heat_tree.py."""
    view.ViewSize = [860, 720]
    return (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), 1.35, (0.14, 0.0)


def moulded_and_printed(folder, picture):
    """The designs of Examples/moulded_and_printed.py beside each other, seen from below the load."""
    names = ("free", "symmetric", "extruded", "moulded", "printed")
    layout = CreateLayout("Designs")
    size = [1750, 420]
    layout.SetSize(*size)
    place = 0
    for left in range(len(names), 0, -1):
        name = names[len(names) - left]
        if left > 1:
            layout.SplitHorizontal(place, 1.0 / left)
        view = CreateView("RenderView")
        AssignViewToLayout(view, layout, 2 * place + 1 if left > 1 else place)
        place = 2 * place + 2
        view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
        view.OrientationAxesVisibility = 0
        view.KeyLightIntensity, view.HeadLightKHRatio, view.FillLightKFRatio = 0.85, 1.8, 2.2
        design = OpenDataFile(os.path.join(folder, name + ".vti"))
        show(Outline(Input=design), view, LIGHT_GREY)
        solid = Threshold(Input=design, Scalars=["CELLS", "Density"])
        solid.LowerThreshold, solid.UpperThreshold = 0.5, 2.0
        show(solid, view, [0.45, 0.58, 0.72])
        caption = Show(Text(Text=name), view)
        caption.Color, caption.FontSize = [0.15, 0.15, 0.15], 16
        caption.WindowLocation = "Lower Center"
        bounds = design.GetDataInformation().GetBounds()
        view.CameraFocalPoint = [0.5 * (bounds[i] + bounds[i + 1]) for i in (0, 2, 4)]
        view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, (0.9, -1.6, 0.7))]
        view.CameraViewUp, view.CameraViewAngle = [0.0, 0.0, 1.0], 15.0
        ResetCamera(view)
        GetActiveCamera().Dolly(0.9)
    SaveScreenshot(picture, layout, ImageResolution=size, CompressionLevel="9")


def single(what, filename, picture):
    view = CreateView("RenderView")
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    view.KeyLightIntensity, view.HeadLightKHRatio, view.FillLightKFRatio = 0.85, 1.8, 2.2
    design = OpenDataFile(filename)
    design.UpdatePipeline()
    part, show_result = {"cantilever": (cantilever, show_material),
                         "rocker_arm": (rocker_arm, show_material),
                         "heat_sink": (heat_sink, show_temperature),
                         "heat_tree": (heat_tree, show_tree)}[what]
    direction, up, zoom, center = part(design, view)
    show_result(design, view)

    bounds = design.GetDataInformation().GetBounds()
    view.CameraFocalPoint = [0.5 * (bounds[i] + bounds[i + 1]) for i in (0, 2, 4)]
    view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, direction)]
    view.CameraViewUp, view.CameraViewAngle = up, 15.0
    ResetCamera(view)
    GetActiveCamera().Dolly(zoom)
    GetActiveCamera().SetWindowCenter(*center)
    SaveScreenshot(picture, view, ImageResolution=view.ViewSize, CompressionLevel="9")


if __name__ == "__main__":
    of_folder = {"stress_bracket": stress_bracket, "moulded_and_printed": moulded_and_printed}
    if sys.argv[1] in of_folder:
        of_folder[sys.argv[1]](*sys.argv[2:4])
    else:
        single(*sys.argv[1:4])
