"""Showcase: a quarter annulus without elements, whose surface is the isosurface of nodal densities.

    xvfb-run -a pvpython meshfree.py Trabecula.so [--resolution 12] [--iterations 30] [--output out]

leaves meshfree.png, the state file meshfree.pvsm and surface.stl in the output folder. The example is
from Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021, as the source Topology Benchmark makes it. There
is no filter, and the surface is not smoothed.
"""

from showcase import *

arguments = parse_arguments(__doc__, resolution=12, iterations=30)
domain = benchmark("Quarter annulus", arguments)
design = optimize(
    domain, arguments, method="MeshfreeTopologyOptimize",
    **recommended(domain, "VolumeFraction", "MinimumDensity", "YoungsModulus"))
surface = surface_of(design, Density=["POINTS", "Density"], Smoothing=0)
save_surface(surface, arguments)

view = make_view()
in_layout("Meshfree", view)
show_surface(surface, view)
show_edges(domain, view)
show_forces(domain, view)
look(view, domain, (0.35, 0.3, 1.0), (0, 1, 0), closer=1.15)
finish("meshfree", view, arguments)
