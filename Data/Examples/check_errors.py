"""Errors in scripts: pvpython prints them and goes on, so a script has to ask for them.

    pvpython check_errors.py Trabecula.so

updated() is what a script needs. It is tried on a cantilever whose supports are missing, which is
refused with a reason, and on the same with its supports.
"""

import argparse
import sys

from paraview.simple import *

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
arguments = parser.parse_args()
LoadPlugin(arguments.plugin, remote=False, ns=globals())


def updated(proxy):
    """Updates a filter or source of Trabecula; stops with its error, if it has one."""
    proxy.UpdatePipeline()
    proxy.UpdatePropertyInformation()
    if proxy.ErrorMessage:
        raise RuntimeError(f"{proxy.GetXMLLabel()}: {proxy.ErrorMessage}")
    return proxy


domain = updated(TopologyBenchmark(Resolution=6))

# The name of the array of supports does not exist in the domain.
design = TopologyOptimize(Input=domain, MaximumIterations=3, Supports=["POINTS", "Wall"])
try:
    updated(design)
    sys.exit("The missing array was not reported.")
except RuntimeError as error:
    print("refused:", error)

design.Supports = ["POINTS", "Supports"]
updated(design)
print("went well:", design.Status)
