"""The connecting rod of the EbE paper (Ratnakar, Sanfui and Sharma, section 5.4).

    xvfb-run -a pvpython connecting_rod.py Trabecula.so [--size 1] [--iterations 50] [--output out]

leaves topology.png (what is denser than 0.9), convergence.png and convergence.csv in the output
folder, and prints the compliance beside the paper's. --resolution takes any number of elements along
the height instead of one of the paper's sizes.

A plate of 150 x 350 units with two bores in rings that stay solid; its mesh is unstructured. The
lower half of the lower bore is held, unit pressure acts on the upper half of the upper one. The
paper gives neither the thickness, nor where the bores are, nor the load, nor the filter radius: a
thickness of 18 units makes the smallest mesh's compliance come out near the published one, centres
are 75 units from the ends, the radius is three elements.
"""

from common import paper_example

paper_example.run("Connecting rod", (436350, 439732, 441549, 448162, 452735), __doc__)
