"""A saved state gives the same result when it is loaded again."""

import os
import tempfile

from checks import *

source = TopologyBenchmark(Resolution=4)
optimize = TopologyOptimize(
    Input=source, VolumeFraction=0.4, MaximumIterations=5, FilterType="Density", FilterRadius=1.6,
    ForceArrays=["Force"], LoadCaseWeights=[2.0], DensityThreshold=0.2,
    Interpolation="Modified SIMP", MinimumModulusRatio=1e-6, DesignRegion=["CELLS", "None"],
    Live=1, WhenSomethingChanges="Restart")
simple.RenameSource("Beam", optimize)
optimize.UpdatePipeline()
saved = density(optimize)
compliance = column(optimize, "Compliance")

with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    expect(simple.FindSource("Beam") is None, "the session is empty")
    simple.LoadState(state)
optimize = simple.FindSource("Beam")
expect_equal(information(optimize, "NumberOfAnalyses"), 0, "analyses when a state is loaded")
expect_equal(list(optimize.ForceArrays), ["Force"], "force arrays")
expect_equal(list(optimize.LoadCaseWeights), [2.0], "weights")
expect_equal(list(optimize.DesignRegion), ["CELLS", "None"], "design region")
expect_equal(optimize.Live, 1, "live")
expect_equal(optimize.WhenSomethingChanges, "Restart", "on changes")
optimize.UpdatePipeline()
expect_close(density(optimize), saved, "design")
expect_close(column(optimize, "Compliance") / compliance, numpy.ones(6), "compliance")
