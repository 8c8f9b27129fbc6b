"""Showcase: a cantilever that is printed upwards without supports, beside a free one, which needs them.

    xvfb-run -a pvpython printable_cantilever.py Trabecula.so [--resolution 20] [--iterations 50] [--output out]

leaves printable_cantilever.png, the state file printable_cantilever.pvsm and surface.stl, that of the part to be
printed, in the output folder, and prints how many cells of both are more than half solid while none of the five cells
below, on which they are built, is. Red is what such cells would need supports for. The left side is held, the lower
end of the right side is pulled down; it lies on the plate.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=20, iterations=50)
n = arguments.resolution
width = 3 * n // 5
domain = pv.FastUniformGrid(registrationName="Block", WholeExtent=[0, 2 * n, 0, width, 0, n])
held = pv.MechanicalSupport(registrationName="Held side", Input=domain, Region="Side", Side="-X")
pulled = pv.MechanicalLoad(
    registrationName="Pulled edge", Input=held, Region="Box", Force=[0.0, 0.0, -1.0],
    BoxPosition=[1.95 * n, -1.0, -1.0], BoxLength=[0.1 * n, width + 2.0, 0.12 * n + 1.0])

# Cells of layers z, y, x; the first layer is on the plate. The cell below one without support has the mark, too, as
# the surface is between them.
COUNT = """
import numpy
data = inputs[0]
shape = [data.GetDimensions()[axis] - 1 for axis in (2, 1, 0)]
density = numpy.asarray(data.CellData["Density"]).reshape(shape)
below = numpy.pad(density[:-1], ((0, 0), (1, 1), (1, 1)))
support = numpy.max([below[:, 1:-1, 1:-1], below[:, 2:, 1:-1], below[:, :-2, 1:-1], below[:, 1:-1, 2:],
                     below[:, 1:-1, :-2]], axis=0)
found = (density[1:] > 0.5) & (support < 0.49)
mark = numpy.zeros(shape)
mark[1:][found] = 1.0
mark[:-1][found] = 1.0
output.CellData.append(mark.ravel(), "Unsupported")
output.FieldData.append(numpy.array([int(found.sum())]), "UnsupportedCells")
"""


def show_unsupported(surface, count, title, view):
    """The surface, with the mark of the cells in which its points lie."""
    marked = pv.ResampleWithDataset(registrationName="Marked surface", SourceDataArrays=count,
                                    DestinationMesh=surface)
    shown = pv.Show(marked, view)
    shown.Ambient, shown.Diffuse, shown.Specular, shown.SpecularPower = 0.25, 0.85, 0.15, 20.0
    pv.ColorBy(shown, ("POINTS", "Unsupported"))
    colors = pv.GetColorTransferFunction("Unsupported")
    colors.AutomaticRescaleRangeMode, colors.ColorSpace = "Never", "RGB"
    colors.RGBPoints = [0.0, *BONE, 1.0, *LOAD]
    shown.SetScalarBarVisibility(view, False)
    annotate(count, f'"{title}\\n%d cells without support" % UnsupportedCells[0]', view)


designs = {}
for name, build in (("Free", "Off"), ("Printable", "+Z")):
    designs[name] = optimize(
        pulled, arguments, name=name, VolumeFraction=0.3, FilterType="Density", FilterRadius=0.12 * n,
        Optimizer="MMA", Projection="On", ProjectionSharpness=8.0,
        ProjectionInterval=max(1, arguments.iterations // 4), Symmetry="Planes", SymmetryPlanes="Y",
        BuildDirection=build, SolidLayers="None")
views, layout = side_by_side("Printable cantilever")
for (name, design), view in zip(designs.items(), views):
    print_verdict(design, name, arguments)
    surface = surface_of(design)
    count = pv.ProgrammableFilter(
        registrationName="Count", Input=pv.OutputPort(design, FINAL_DESIGN), Script=COUNT, CopyArrays=1)
    count.UpdatePipeline()  # names such as max are those of its arrays from here on
    print(f"{name}, cells without support: {field_value(count, 'UnsupportedCells'):.0f}")
    show_unsupported(surface, count, name, view)
    show_edges(domain, view)
    show_markers(held, HELD, view)
    show_markers(pulled, LOAD, view)
save_surface(surface, arguments)
look_at_both(views, domain, (0.6, -1.5, -0.45), (0, 0, 1), closer=1.0)
finish("printable_cantilever", layout, arguments)
