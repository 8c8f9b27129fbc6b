"""Showcase: an L-beam, held at its top and loaded at its end.

    xvfb-run -a pvpython l_beam.py Trabecula.so [--resolution 50] [--iterations 40] [--output out]

leaves l_beam.png, the state file l_beam.pvsm and surface.stl in the output folder. The example is from
Ratnakar, Sanfui and Sharma, section 5, as the source Topology Benchmark makes it.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=50)
domain = benchmark("3-D L-beam", arguments)
design = optimize(
    domain, arguments, **recommended(domain, "VolumeFraction", "MinimumDensity", "FilterRadius"))
surface = surface_of(design)
save_surface(surface, arguments)

view = make_view()
in_layout("L beam", view)
show_surface(surface, view)
show_edges(domain, view)
show_forces(domain, view)
look(view, domain, (0.5, 0.35, 1.0), (0, 1, 0), closer=1.15)
finish("l_beam", view, arguments)
