"""Showcase: the blank of a wheel, a closed surface, becomes voxels, a design and a surface again.

    xvfb-run -a pvpython wheel.py Trabecula.so [--resolution 56] [--iterations 40] [--output out]

leaves wheel.png, the state file wheel.pvsm, blank.stl and surface.stl in the output folder.
--resolution is the number of voxels along the diameter. The wheel is held in its bore and pulled
along its rim in three places, a third of the way round from each other. An STLReader can take the
place of Disk, Extrusion and Blank.
"""

from showcase import *

BORE, RADIUS, WIDTH = 8.0, 40.0, 12.0  # mm

arguments = parse_arguments(__doc__, resolution=56)
disk = pv.Disk(
    registrationName="Disk", InnerRadius=BORE, OuterRadius=RADIUS, CircumferentialResolution=120)
extrusion = pv.LinearExtrusion(registrationName="Extrusion", Input=disk, ScaleFactor=WIDTH)
# One end of an extrusion is oriented inwards.
blank = pv.GenerateSurfaceNormals(
    registrationName="Blank", Input=extrusion, Splitting=0, FlipNormals=1)
pv.SaveData(result(arguments, "blank.stl"), proxy=blank)
voxels = pv.VoxelizeSurface(
    registrationName="Voxels", Input=blank, Cells=arguments.resolution)
voxels.UpdatePipeline()
stop_if_empty(voxels)
print(f"blank.stl: volume {field_value(voxels, 'Volume'):.6g}, of voxels "
      f"{field_value(voxels, 'SolidVolume'):.6g}")

edge = 2.0 * RADIUS / arguments.resolution
held = pv.MechanicalSupport(
    registrationName="Bore", Input=voxels, Region="Cylinder", CylinderCenter=[0.0, 0.0, 0.0],
    CylinderAxis=[0.0, 0.0, 1.0], CylinderRadius=BORE + edge)
bore = pv.DesignRegion(
    registrationName="Solid bore", Input=held, Region="Cylinder", Kind="Solid",
    CylinderCenter=[0.0, 0.0, 0.0], CylinderAxis=[0.0, 0.0, 1.0], CylinderRadius=BORE + 2.5 * edge)
last = bore
loads = []
for number in range(3):
    angle = math.radians(90.0 + 120.0 * number)
    along = [-math.sin(angle), math.cos(angle), 0.0]
    size = 8.0
    middle = [(RADIUS - 0.4 * size) * math.cos(angle), (RADIUS - 0.4 * size) * math.sin(angle)]
    # A box is turned about its corner.
    corner = [middle[0] - 0.5 * size * (math.cos(angle) + along[0]),
              middle[1] - 0.5 * size * (math.sin(angle) + along[1]), -1.0]
    last = pv.MechanicalLoad(
        registrationName=f"Pull {number + 1}", Input=last, Region="Box", Force=along,
        BoxPosition=corner, BoxRotation=[0.0, 0.0, math.degrees(angle)],
        BoxLength=[size, size, WIDTH + 2.0])
    loads.append(last)
design = optimize(last, arguments, VolumeFraction=0.3, FilterRadius=2.0 * edge)
surface = surface_of(design)
save_surface(surface, arguments)

view = make_view()
in_layout("Wheel", view)
show_surface(surface, view)
show_edges(blank, view)
show_markers(held, HELD, view)
for load in loads:
    show_markers(load, LOAD, view)
look(view, blank, (-0.5, -1.0, 1.6), (0, 1, 0), closer=1.25)
finish("wheel", view, arguments)
