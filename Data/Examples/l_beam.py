"""The L-beam of the EbE paper (Ratnakar, Sanfui and Sharma, section 5.2).

    xvfb-run -a pvpython l_beam.py Trabecula.so [--size 1] [--iterations 50] [--output out]

leaves topology.png (what is denser than 0.9), convergence.png and convergence.csv in the output
folder, and prints the compliance beside the paper's. --resolution takes any number of elements along
the height instead of one of the paper's sizes.

Unit cubes; the upper end of the upright arm is held, each node of the upper edge of the other arm's
end carries a unit force in -y. The paper does not give its filter radius: three elements here.
"""

from common import paper_example

paper_example.run("3-D L-beam", (2107, 2690, 2975, 4219, 5278), __doc__)
