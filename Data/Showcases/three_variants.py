"""Showcase: one cantilever with three filter radii, side by side, and what differs.

    xvfb-run -a pvpython three_variants.py Trabecula.so [--resolution 14] [--iterations 30]
        [--output out]

leaves three_variants.png, the state file three_variants.pvsm, measures.csv and surface.stl, that of
the finest variant, in the output folder. The three views share their camera; beside them are where
the coarsest and the finest variant differ, and a chart of their smallest members. A larger radius
makes thicker and fewer members, and a softer structure. Compliances are those of the bodies, by one
analysis for all.
"""

from paraview import servermanager

from showcase import *

arguments = parse_arguments(__doc__, resolution=14, iterations=30)
arguments.computed = arguments.iterations  # results are in the state, too: the chart divides by them
radii = [r * arguments.resolution / 14.0 for r in (1.5, 2.5, 4.0)]
names = [f"radius {radius:.3g}" for radius in radii]
domain = benchmark("3-D cantilever", arguments)
designs = [
    optimize(domain, arguments, name=name, VolumeFraction=0.3, FilterRadius=radius)
    for name, radius in zip(names, radii)
]
comparison = pv.CompareTopologies(
    registrationName="Comparison", Input=[pv.OutputPort(d, FINAL_DESIGN) for d in designs],
    Names=names)
comparison.UpdatePipeline()
stop_if_empty(comparison)
measures = pv.OutputPort(comparison, 1)
pv.SaveData(result(arguments, "measures.csv"), proxy=measures, Precision=12)
table = servermanager.Fetch(comparison, idx=1)
for row in range(table.GetNumberOfRows()):
    print("  ".join(f"{name} {table.GetValueByName(row, name).ToString()}"
                    for name in ("Name", "Rank", "BodyCompliance", "Compliance", "Dice", "SmallestThickness",
                                 "Holes")))
surfaces = []
for design in designs:
    surfaces.append(surface_of(design))
save_surface(surfaces[0], arguments)


def caption(text, view):
    shown = pv.Show(pv.Text(registrationName=text, Text=text), view)
    shown.Color, shown.FontSize, shown.WindowLocation = INK, 18, "Upper Center"


def show_difference(view):
    array = f"Category_{len(designs)}"
    both = pv.Threshold(
        registrationName="Difference", Input=pv.OutputPort(comparison, 0), Scalars=["CELLS", array])
    both.LowerThreshold, both.UpperThreshold = 1, 3  # solid in either
    shown = pv.Show(both, view)
    shown.Ambient, shown.Diffuse = 0.25, 0.85
    pv.ColorBy(shown, ["CELLS", array])
    colors = pv.GetColorTransferFunction(array)
    colors.InterpretValuesAsCategories = 1
    colors.Annotations = ["1", f"only {names[0]}", "2", f"only {names[-1]}", "3", "both"]
    colors.IndexedColors = [*LOAD, *HELD, *BONE]
    bar = pv.GetScalarBar(colors, view)
    bar.Title, bar.ComponentTitle = "", ""
    bar.LabelColor, bar.TitleColor, bar.LabelFontSize = INK, INK, 14
    bar.WindowLocation = "Lower Right Corner"
    shown.SetScalarBarVisibility(view, True)


def chart():
    view = pv.CreateView("XYBarChartView")
    # In the title, as names below the bars would be cut in a small window.
    view.ChartTitle = ("Compliance over the least, smallest thickness over the largest\n"
                       f"From left to right: {', '.join(names)}")
    view.ChartTitleFontSize = 12
    least = table.GetColumnByName("BodyCompliance").GetRange()[0]
    thickest = table.GetColumnByName("SmallestThickness").GetRange()[1]
    relative = pv.Calculator(registrationName="Relative compliance", Input=measures,
                             AttributeType="Row Data", Function=f"BodyCompliance / {least!r}",
                             ResultArrayName="Compliance ratio")
    relative = pv.Calculator(registrationName="Relative thickness", Input=relative,
                             AttributeType="Row Data", Function=f"SmallestThickness / {thickest!r}",
                             ResultArrayName="Thickness ratio")
    shown = pv.Show(relative, view)
    shown.UseIndexForXAxis = 1
    shown.SeriesVisibility = ["Compliance ratio", "Thickness ratio"]
    shown.SeriesColor = ["Compliance ratio", *map(str, LOAD), "Thickness ratio", *map(str, STEEL)]
    view.LegendLocation = "TopLeft"
    view.BottomAxisTitle = ""
    view.BottomAxisUseCustomRange = 1
    view.BottomAxisRangeMinimum, view.BottomAxisRangeMaximum = -0.6, len(designs) - 0.4
    view.BottomAxisUseCustomLabels = 1  # none: the title names them
    view.LeftAxisUseCustomRange = 1
    view.LeftAxisRangeMinimum, view.LeftAxisRangeMaximum = 0.0, 1.6  # room for the legend
    return view


views = []
for name, surface in zip(names, surfaces):
    view = make_view()
    show_surface(surface, view)
    show_edges(domain, view)
    caption(name, view)
    views.append(view)
difference = make_view()
show_difference(difference)
show_edges(domain, difference)
caption(f"{names[0]} and {names[-1]}", difference)
bars = chart()
for view in (*views, difference):
    look(view, domain, (0.6, 0.5, 1.2), (0, 1, 0), closer=0.95)
for i, view in enumerate((*views[1:], difference)):
    pv.AddCameraLink(views[0], view, f"camera {i + 1}")

# Three views above, two below. A cell that is split has the cells 2 c + 1 and 2 c + 2.
layout = pv.CreateLayout("Three variants")
layout.SplitVertical(0, 0.5)
layout.SplitHorizontal(1, 1.0 / 3.0)
layout.SplitHorizontal(4, 0.5)
layout.SplitHorizontal(2, 0.5)
for cell, view in zip((3, 9, 10, 5, 6), (*views, difference, bars)):
    layout.AssignView(cell, view)
layout.SetSize(1500, 1000)
finish("three_variants", layout, arguments)
