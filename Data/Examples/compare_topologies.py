"""Three variants of a cantilever side by side, what differs between two of them, and a chart.

    pvpython compare_topologies.py Trabecula.so [--output out] [--resolution 10] [--iterations 20]
                                   [--vary radius|volume|optimizer]

The variants have different filter radii (default), volume fractions or optimizers. Writes
measures.csv, the table of Compare Topologies, and, where there is a display (xvfb-run -a pvpython
...), comparison.png: three views with one camera, a view of the difference between the first and
the last variant, and a chart of four measures, in one layout. Stiffness is that of the bodies that would
be made, analysed in one way: the compliances that optimizations report are of their own models.
"""

import argparse
import os

# Spinning threads can make a run ten times slower on a busy machine. The variable must be set
# before the plugin loads the OpenMP runtime.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from paraview import servermanager
from paraview.simple import *

FINAL_DESIGN, DIFFERENCES, MEASURES = 1, 0, 1
THRESHOLD = 0.5
SETTINGS = {
    "radius": [{"FilterRadius": radius} for radius in (1.5, 2.5, 4.0)],
    "volume": [{"VolumeFraction": fraction} for fraction in (0.3, 0.4, 0.5)],
    "optimizer": [{"Optimizer": "Optimality Criteria"}, {"Optimizer": "MMA"},
                  {"Optimizer": "Optimality Criteria", "FilterType": "Density"}],
}
NAMES = {
    "radius": ["radius 1.5", "radius 2.5", "radius 4"],
    "volume": ["volume 30 %", "volume 40 %", "volume 50 %"],
    "optimizer": ["OC", "MMA", "OC density filter"],
}
# Values of Category_2 and Category_3, as the window has them.
CATEGORIES = ["0", "Neither", "1", "Only the reference", "2", "Only this design", "3", "Both"]
COLORS = [0.93, 0.93, 0.93, 0.88, 0.54, 0.24, 0.24, 0.52, 0.72, 0.80, 0.76, 0.68]
# Measures of the chart, as parts of their largest value, so that they go into one.
CHARTED = ["BodyCompliance", "BodyVolumeFraction", "SmallestThickness", "Greyness"]
BAR_COLORS = [[0.30, 0.45, 0.60], [0.88, 0.54, 0.24], [0.45, 0.60, 0.35], [0.55, 0.50, 0.60]]

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--resolution", type=int, default=10, help="elements along the height")
parser.add_argument("--iterations", type=int, default=20)
parser.add_argument("--vary", choices=sorted(SETTINGS), default="radius")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)


def optimize(beam, settings):
    """The final design: a whole mesh with densities."""
    design = TopologyOptimize(Input=beam, MaximumIterations=arguments.iterations,
                              **{"VolumeFraction": 0.4, "FilterRadius": 2.0, **settings})
    return OutputPort(design, FINAL_DESIGN)


def print_table(table):
    for column in range(table.GetNumberOfColumns()):
        values = [table.GetValue(row, column).ToString() for row in range(table.GetNumberOfRows())]
        print(f"{table.GetColumnName(column):22s}", *(f"{value:>14.14s}" for value in values))


def render_view(text):
    view = CreateView("RenderView")
    view.OrientationAxesVisibility = 0
    view.UseColorPaletteForBackground = 0
    view.Background = [0.985, 0.985, 0.985]
    caption = Show(Text(Text=text), view)
    caption.Color = [0.15, 0.15, 0.15]
    caption.FontSize = 16
    caption.WindowLocation = "Upper Center"
    return view


def show_design(design, view):
    solid = Threshold(Input=design, Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = THRESHOLD, 1.0
    shown = Show(solid, view)
    ColorBy(shown, ["CELLS", "Density"])
    shown.SetScalarBarVisibility(view, False)
    colors = GetColorTransferFunction("Density")
    colors.AutomaticRescaleRangeMode = "Never"
    colors.RescaleTransferFunction(0.0, 1.0)


def show_difference(comparison, view, array):
    # Without cells that only a third design has.
    solid = Threshold(Input=OutputPort(comparison, DIFFERENCES), Scalars=["CELLS", array])
    solid.LowerThreshold, solid.UpperThreshold = 1, 3
    shown = Show(solid, view)
    ColorBy(shown, ["CELLS", array])
    colors = GetColorTransferFunction(array)
    colors.InterpretValuesAsCategories = 1
    colors.Annotations = CATEGORIES
    colors.IndexedColors = COLORS
    bar = GetScalarBar(colors, view)
    bar.Title, bar.ComponentTitle = "Solid in", ""
    bar.TitleColor = bar.LabelColor = [0.15, 0.15, 0.15]
    bar.TitleFontSize = bar.LabelFontSize = 12
    shown.SetScalarBarVisibility(view, True)


def chart_view(comparison, table):
    """Bars: a group for each variant, a bar for each measure."""
    relative, series = OutputPort(comparison, MEASURES), []
    for name in CHARTED:
        largest = table.GetColumnByName(name).GetRange()[1] or 1.0
        series.append(f"{name} / {largest:.4g}")
        relative = Calculator(Input=relative, AttributeType="Row Data",
                              Function=f"{name} / {largest!r}", ResultArrayName=series[-1])
    view = CreateView("XYBarChartView")
    view.ChartTitle = "Measures over their largest value"
    view.LeftAxisUseCustomRange = 1
    view.LeftAxisRangeMinimum, view.LeftAxisRangeMaximum = 0.0, 1.4  # room for the legend
    view.BottomAxisTitle = (" " * 32).join(NAMES[arguments.vary])
    view.BottomAxisUseCustomRange = 1
    view.BottomAxisRangeMinimum, view.BottomAxisRangeMaximum = -0.6, table.GetNumberOfRows() - 0.4
    view.ShowBottomAxisGrid = 0
    view.BottomAxisUseCustomLabels = 1  # none: the title has them
    shown = Show(relative, view)
    shown.UseIndexForXAxis = 1
    shown.SeriesVisibility = series
    shown.SeriesColor = [text for name, color in zip(series, BAR_COLORS)
                         for text in (name, *map(str, color))]
    return view


beam = TopologyBenchmark(Example="3-D cantilever", Resolution=arguments.resolution)
designs = [optimize(beam, settings) for settings in SETTINGS[arguments.vary]]
comparison = CompareTopologies(Input=designs, Names=NAMES[arguments.vary], Threshold=THRESHOLD)
comparison.UpdatePipeline()
table = servermanager.Fetch(comparison, idx=MEASURES)
print_table(table)
comparison.UpdatePropertyInformation()
print(comparison.GetProperty("Status").GetData())
SaveData(os.path.join(arguments.output, "measures.csv"), proxy=OutputPort(comparison, MEASURES),
         Precision=12)

if "DISPLAY" not in os.environ:
    raise SystemExit("No display: comparison.png is left out; run under xvfb-run -a.")

variants = [render_view(name) for name in NAMES[arguments.vary]]
for design, view in zip(designs, variants):
    show_design(design, view)
last = len(designs)
difference = render_view(f"{NAMES[arguments.vary][-1]} beside {NAMES[arguments.vary][0]}")
show_difference(comparison, difference, f"Category_{last}")
chart = chart_view(comparison, table)

# Three views above, two below.
layout = CreateLayout("Comparison")
layout.SplitVertical(0, 0.5)
upper, lower = 1, 2
layout.SplitHorizontal(upper, 1.0 / 3.0)
layout.AssignView(2 * upper + 1, variants[0])
right = 2 * upper + 2
layout.SplitHorizontal(right, 0.5)
layout.AssignView(2 * right + 1, variants[1])
layout.AssignView(2 * right + 2, variants[2])
layout.SplitHorizontal(lower, 0.5)
layout.AssignView(2 * lower + 1, difference)
layout.AssignView(2 * lower + 2, chart)
layout.SetSize(1500, 1000)

# One camera for all: turning one view in the window turns the others.
x0, x1, y0, y1, z0, z1 = beam.GetDataInformation().GetBounds()
for view in [*variants, difference]:
    view.CameraFocalPoint = [0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)]
    view.CameraPosition = [c + d for c, d in zip(view.CameraFocalPoint, (0.6, -1.0, 0.5))]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    ResetCamera(view)
for number, view in enumerate([variants[1], variants[2], difference]):
    AddCameraLink(variants[0], view, f"camera {number + 1}")
SaveScreenshot(os.path.join(arguments.output, "comparison.png"), layout)
