"""Builds the demo's pipeline in the window: paraview --script=Data/gui.py

The plugin has to be loaded, as it is if its folder is in PV_PLUGIN_PATH. Shows the optimized
cantilever at its last iteration, without what is thin; Play shows how it came to be.
"""

from paraview import servermanager
from paraview.simple import *

beam = TopologyBenchmark(registrationName="Cantilever", Resolution=16)
design = TopologyOptimize(
    registrationName="Optimized cantilever",
    Input=beam,
    VolumeFraction=0.3,
    MinimumDensity=0.1,
    FilterRadius=3.0 * beam.ElementLength,
    MaximumIterations=50,
    DensityThreshold=0.5,
)
