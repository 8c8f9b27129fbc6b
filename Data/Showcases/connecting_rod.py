"""Showcase: a connecting rod between two bores whose rings stay solid.

    xvfb-run -a pvpython connecting_rod.py Trabecula.so [--resolution 56] [--iterations 40] [--output out]

leaves connecting_rod.png, the state file connecting_rod.pvsm and surface.stl in the output folder. The example is from
Ratnakar, Sanfui and Sharma, section 5, as the source Topology Benchmark makes it.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=56)
domain = benchmark("Connecting rod", arguments)
design = optimize(
    domain, arguments, **recommended(domain, "VolumeFraction", "MinimumDensity", "FilterRadius"))
surface = surface_of(design)
save_surface(surface, arguments)

view = make_view()
in_layout("Connecting rod", view)
show_surface(surface, view)
show_edges(domain, view)
show_forces(domain, view)
look(view, domain, (-0.3, 0.25, 1.0), (1, 0, 0), closer=0.95)
finish("connecting_rod", view, arguments)
