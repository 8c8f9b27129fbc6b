"""Showcase: a wheel that leaves its mould, two halves that part at its middle plane.

    xvfb-run -a pvpython mould_part.py Trabecula.so [--resolution 36] [--iterations 45] [--output out]

leaves mould_part.png, the state file mould_part.pvsm and surface.stl in the output folder, and prints how many cells
are undercut, that is denser than the next cell towards the parting plane. --resolution is the number of voxels along
the diameter. The wheel has five equal sectors; its rim is turned around the bore in one load case, pushed sideways in
the other.
"""

from showcase import *

BORE, RADIUS, WIDTH = 9.0, 40.0, 18.0  # mm
SECTORS, PATCH = 5, 6.0

arguments = parse_arguments(__doc__, resolution=36, iterations=45)
edge = 2.0 * RADIUS / arguments.resolution
disk = pv.Disk(
    registrationName="Disk", InnerRadius=BORE, OuterRadius=RADIUS, CircumferentialResolution=120)
extrusion = pv.LinearExtrusion(registrationName="Extrusion", Input=disk, ScaleFactor=WIDTH)
# One end of an extrusion is oriented inwards.
blank = pv.GenerateSurfaceNormals(
    registrationName="Blank", Input=extrusion, Splitting=0, FlipNormals=1)
voxels = pv.VoxelizeSurface(
    registrationName="Voxels", Input=blank, Cells=arguments.resolution)
voxels.UpdatePipeline()
stop_if_empty(voxels)


def around_axis(radius):
    return dict(Region="Cylinder", CylinderCenter=[0.0, 0.0, 0.0], CylinderAxis=[0.0, 0.0, 1.0],
                CylinderRadius=radius)


held = pv.MechanicalSupport(
    registrationName="Bore", Input=voxels, **around_axis(BORE + edge))
hub = pv.DesignRegion(
    registrationName="Solid hub", Input=held, Kind="Solid", **around_axis(BORE + 1.5 * edge))
last = pv.DesignRegion(
    registrationName="Solid rim", Input=hub, Kind="Solid", PartofShape="Ring Outside",
    Distance=RADIUS, **around_axis(RADIUS - 1.8 * edge))
turns = []
for number in range(SECTORS):
    angle = math.radians(90.0 + 360.0 / SECTORS * number)
    along = [-math.sin(angle), math.cos(angle), 0.0]
    middle = [(RADIUS - 0.4 * PATCH) * math.cos(angle), (RADIUS - 0.4 * PATCH) * math.sin(angle)]
    # A box is turned about its corner.
    corner = [middle[0] - 0.5 * PATCH * (math.cos(angle) + along[0]),
              middle[1] - 0.5 * PATCH * (math.sin(angle) + along[1]), -1.0]
    place = dict(Region="Box", BoxPosition=corner, BoxRotation=[0.0, 0.0, math.degrees(angle)],
                 BoxLength=[PATCH, PATCH, WIDTH + 2.0])
    last = pv.MechanicalLoad(
        registrationName=f"Turn {number + 1}", Input=last, Force=along, LoadCase=1, **place)
    turns.append(last)
    last = pv.MechanicalLoad(registrationName=f"Push {number + 1}", Input=last,
                             Force=[0.0, 0.0, -1.0], LoadCase=2, **place)
design = optimize(
    last, arguments, VolumeFraction=0.38, FilterType="Density", FilterRadius=2.0 * edge,
    Optimizer="MMA", Projection="On", ProjectionSharpness=8.0,
    ProjectionInterval=max(1, arguments.iterations // 5), Symmetry="Cyclic",
    SymmetryTurns=SECTORS, SymmetryAxis="Z", DrawDirection="+Z", PartingPlane=0.5,
    SolidLayers="None")
print_verdict(design, "Optimization", arguments)
surface = surface_of(design, PartSurface=blank)
save_surface(surface, arguments)

# Layers of cells, from below; a layer in the middle belongs to both halves. Cells outside of the blank are void.
COUNT = """
import numpy
data = inputs[0]
shape = [data.GetDimensions()[axis] - 1 for axis in (2, 1, 0)]
density = numpy.asarray(data.CellData["Density"]).reshape(shape)
layers = shape[0]
upper, lower = density[layers // 2:], density[:layers - layers // 2][::-1]
undercut = [(numpy.diff(half, axis=0) > 1e-9).sum() for half in (upper, lower)]
output.FieldData.append(numpy.array([int(undercut[0] + undercut[1])]), "UndercutCells")
"""
count = pv.ProgrammableFilter(registrationName="Count", Script=COUNT, CopyArrays=1,
                              Input=pv.OutputPort(design, FINAL_DESIGN))

view = make_view()
in_layout("Mould part", view)
show_surface(surface, view)
plane = pv.Disk(registrationName="Parting plane", InnerRadius=RADIUS, OuterRadius=1.25 * RADIUS,
                CircumferentialResolution=120)
plane = pv.Transform(registrationName="Parting plane", Input=plane, Transform="Transform")
plane.Transform.Translate = [0.0, 0.0, 0.5 * WIDTH]
plain(pv.Show(plane, view), STEEL, 0.35)
for turn in turns:
    show_markers(turn, LOAD, view)
annotate(count, '"%d undercut cells" % UndercutCells[0]', view)
look(view, plane, (-0.5, -1.0, 1.1), (0, 0, 1), closer=1.1)
finish("mould_part", view, arguments)
print(f"Undercut cells: {field_value(count, 'UndercutCells'):.0f}")
