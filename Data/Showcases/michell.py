"""Showcase: a plate that is held at a notch, which becomes Michell's truss.

    xvfb-run -a pvpython michell.py Trabecula.so [--resolution 40] [--iterations 40] [--output out]

leaves michell.png, the state file michell.pvsm and surface.stl in the output folder. The example is from
Ratnakar, Sanfui and Sharma, section 5, as the source Topology Benchmark makes it.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=40)
domain = benchmark("Michell cantilever", arguments)
design = optimize(
    domain, arguments, **recommended(domain, "VolumeFraction", "MinimumDensity", "FilterRadius"))
surface = surface_of(design)
save_surface(surface, arguments)

view = make_view()
in_layout("Michell", view)
show_surface(surface, view)
show_edges(domain, view)
show_forces(domain, view)
look(view, domain, (0.35, 0.3, 1.0), (0, 1, 0), closer=1.15)
finish("michell", view, arguments)
