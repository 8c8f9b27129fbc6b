"""Showcase: a cantilever from a bare block, held and loaded by filters, to a surface for printing.

    xvfb-run -a pvpython cantilever.py Trabecula.so [--resolution 16] [--iterations 40] [--output out]

leaves cantilever.png, the state file cantilever.pvsm and surface.stl in the output folder. The block
is 2 : 1 : 1; its left side is held, and the middle of its right side is pulled down.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=16)
n = arguments.resolution
block = pv.FastUniformGrid(registrationName="Block", WholeExtent=[0, 2 * n, 0, n, 0, n])
held = pv.MechanicalSupport(registrationName="Held side", Input=block, Region="Side", Side="-X")
pulled = pv.MechanicalLoad(
    registrationName="Pulled patch", Input=held, Region="Box", Force=[0.0, 0.0, -1.0],
    BoxPosition=[1.95 * n, 0.37 * n, 0.37 * n], BoxLength=[0.1 * n, 0.26 * n, 0.26 * n])
design = optimize(pulled, arguments, VolumeFraction=0.15, FilterRadius=max(1.5, 0.09 * n))
surface = surface_of(design)
save_surface(surface, arguments)

view = make_view()
in_layout("Cantilever", view)
show_surface(surface, view)
show_edges(block, view)
show_markers(held, HELD, view)
show_markers(pulled, LOAD, view)
look(view, block, (0.75, -1.6, 0.65), (0, 0, 1), closer=1.3)
finish("cantilever", view, arguments)
