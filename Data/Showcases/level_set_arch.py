"""Showcase: a solid arch on a NURBS patch, from supports and loads to the surface of its level set.

    xvfb-run -a pvpython level_set_arch.py Trabecula.so [--resolution 8] [--iterations 30]
        [--output out]

leaves level_set_arch.png, the state file level_set_arch.pvsm and surface.stl in the output folder. A
quarter of an annulus is held at its foot and loaded at its tip, which stays solid; filters mark all
three on the patch, and the surface is the zero contour of the level set, closed by sides of the patch. Nothing is smoothed.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=8, iterations=30)
n = arguments.resolution
patch = pv.NURBSPatch(registrationName="Patch", Preset="Bare 3-D Annulus", Elements=[n, 2 * n, n])
patch.UpdatePipeline()
stop_if_empty(patch)
held = pv.MechanicalSupport(registrationName="Foot", Input=patch, Region="Side", Side="-Y")
loaded = pv.MechanicalLoad(registrationName="Tip", Input=held, Region="Side", Side="-X",
                           Force=[0, -1, 0])
solid = pv.DesignRegion(registrationName="Solid tip", Input=loaded, Region="Side", Side="-X")
design = level_set(solid, arguments, VolumeFraction=0.3, HoleRows=2, HolesPerRow=5,
                   StaggeredHoles=0)
save_boundary(design, arguments)

view = make_view()
in_layout("Level set", view)
show_surface(pv.OutputPort(design, MOVING_BOUNDARY), view)
show_edges(design, view)
show_markers(held, HELD, view)
show_markers(loaded, LOAD, view)
look(view, patch, (-1.0, -0.55, 1.3), (0, 1, 0), closer=1.0)
finish("level_set_arch", view, arguments)
