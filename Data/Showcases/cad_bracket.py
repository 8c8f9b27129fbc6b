"""Showcase: from a STEP file to a printable part, a bracket of aluminium that is held and loaded at its holes.

    xvfb-run -a pvpython cad_bracket.py Trabecula.so [--resolution 48] [--iterations 40] [--output out]

leaves cad_bracket.png, the state file cad_bracket.pvsm and surface.stl in the output folder. The two holes of radius
4.5 mm are held, that of radius 6 mm carries 2 kN of a pin; 2 mm around all of them stay solid. In the window the dock
Trabecula > Optimize a Part makes the same pipeline.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=48)
part = pv.CADReader(registrationName="Bracket", FileName=mesh("bracket.step"))
part.UpdatePipeline()
stop_if_empty(part)


def holes(least, most):
    return dict(Region="Holes", HoleRadius=[least, most])


units = "mm, N, MPa, t"
held = pv.MechanicalSupport(registrationName="Screws", Input=part, Units=units, **holes(4, 5))
loaded = pv.MechanicalLoad(registrationName="Pin", Input=held, LoadType="Bearing Load",
                           Force=[0.0, 0.0, -2000.0], **holes(5.5, 6.5))
kept = pv.DesignRegion(registrationName="Rings", Input=loaded, Kind="Solid", Distance=2.0,
                       **holes(0, 10))
voxels = pv.VoxelizeSurface(registrationName="Voxels", Input=kept, Cells=arguments.resolution)
voxels.UpdatePipeline()
stop_if_empty(voxels)
design = optimize(voxels, arguments, Material="Aluminium", Units=units, VolumeFraction=0.45)
surface = surface_of(design, PartSurface=part)
save_surface(surface, arguments)

view = make_view()
in_layout("CAD bracket", view)
show_surface(surface, view)
show_edges(part, view)
show_markers(held, HELD, view)
show_markers(loaded, LOAD, view)
look(view, part, (-0.8, -1.0, 0.5), (0, 0, 1), closer=0.95)
finish("cad_bracket", view, arguments)
