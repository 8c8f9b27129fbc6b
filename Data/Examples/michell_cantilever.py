"""The Michell cantilever of the EbE paper (Ratnakar, Sanfui and Sharma, section 5.3).

    xvfb-run -a pvpython michell_cantilever.py Trabecula.so [--size 1] [--iterations 50]
        [--output out]

leaves topology.png (what is denser than 0.9), convergence.png and convergence.csv in the output
folder, and prints the compliance beside the paper's. --resolution takes any number of elements along
the height instead of one of the paper's sizes.

A plate of length : height = 5 : 4 with a semicircular notch, radius a quarter of the height, that is
held; its mesh is unstructured. The nodes in the middle of the opposite side carry unit forces in -y.
The paper gives neither the dimensions nor the filter radius: elements of mean edge 1 and a radius of
three of them here, so that its compliances are a guide and no more.
"""

from common import paper_example

paper_example.run("Michell cantilever", (149, 152, 160, 168, 176), __doc__)
