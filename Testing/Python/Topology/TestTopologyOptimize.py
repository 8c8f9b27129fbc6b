"""Topology Optimize as a script uses it."""

import os
import tempfile

from checks import *

source = TopologyBenchmark(Resolution=4)
optimize = TopologyOptimize(Input=source, MaximumIterations=6, DensityChangeTolerance=0,
                            FilterRadius=1.5)

# The defaults work without changes.
expect_equal(list(optimize.Supports), ["POINTS", "Supports"], "default supports")
expect_equal(list(optimize.ForceArrays), [], "default force arrays")
expect_equal(list(optimize.DesignRegion), ["CELLS", "DesignRegion"], "default design region")
expect_equal(list(optimize.PrescribedDisplacement), ["POINTS", "PrescribedDisplacement"],
             "prescribed displacement")
expect_equal(list(optimize.LoadCaseWeights), [], "default weights")

# Iterations are time steps, which are listed before anything is computed.
optimize.UpdatePipelineInformation()
expect_equal(list(optimize.TimestepValues), [float(i) for i in range(7)], "times")
expect_equal(information(optimize, "NumberOfAnalyses"), 0, "analyses at first")

# A consumer of the iterations causes only the requested ones to be computed.
errors = Errors(optimize)
consumer = Calculator(Input=OutputPort(optimize, ITERATIONS), Function="1")
for time in (0, 3, 1, 3):
    consumer.UpdatePipeline(time)
    data = servermanager.Fetch(consumer)
    expect_equal(data.GetFieldData().GetArray("Iteration").GetValue(0), time, "iteration shown")
expect_equal(information(optimize, "NumberOfAnalyses"), 4, "analyses up to 3")
third = numpy.array(fetch(consumer, 0).CellData["Density"])

# The table and the final design require all iterations.
expect_equal(list(column(optimize, "Iteration")), list(range(7)), "iterations in the table")
expect_equal(information(optimize, "NumberOfAnalyses"), 7, "analyses at the end")
compliance = column(optimize, "Compliance")
expect(compliance[-1] < 0.8 * compliance[0], f"compliance {compliance}")
expect_close(column(optimize, "VolumeFraction"), 7 * [0.3], "volume fraction", 1e-3)
expect_close(information(optimize, "Compliance"), compliance[-1], "compliance in the panel")
expect_equal(information(optimize, "IterationsDone"), 6, "iterations in the panel")
expect_close(information(optimize, "FilterRadiusUsed"), 1.5, "filter radius in the panel")
expect(information(optimize, "DeviceUsed"), "device in the panel")

design = density(optimize)
expect_equal(design.size, 8 * 4 * 4, "cells")
consumer.UpdatePipeline(6)
expect_close(numpy.array(fetch(consumer, 0).CellData["Density"]), design, "last iteration", 0)
optimize.UpdatePipeline(3)
expect_close(density(optimize, ITERATIONS), third, "third iteration", 0)
expect_equal(information(optimize, "NumberOfAnalyses"), 7, "analyses after looking around")

# More iterations continue the run; display properties do not cause a computation.
optimize.MaximumIterations = 9
optimize.DensityThreshold = 0.5
optimize.UpdatePipeline()
expect_equal(information(optimize, "NumberOfAnalyses"), 10, "analyses of three iterations more")
optimize.UpdatePipeline(9)
shown = density(optimize, ITERATIONS)
expect(0 < shown.size < design.size and shown.min() >= 0.5, "cells above the threshold")
expect_equal(density(optimize).size, design.size, "cells of the final design")
optimize.DensityThreshold = 0
optimize.UpdatePipeline()
expect_close(numpy.sort(density(optimize))[-shown.size:], numpy.sort(shown), "threshold", 0)
expect_equal(information(optimize, "NumberOfAnalyses"), 10, "analyses after display")

# A mistake yields one message, and the design remains.
before = density(optimize)
optimize.VolumeFraction = 2
optimize.UpdatePipeline()
optimize.UpdatePipeline(2)
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
expect("olume fraction" in errors.texts[0], errors.texts[0])
expect("Error" in information(optimize, "Status"), information(optimize, "Status"))
expect_close(density(optimize), before, "design after a mistake", 0)
optimize.VolumeFraction = 0.3
optimize.UpdatePipeline()
expect_equal(information(optimize, "NumberOfAnalyses"), 10, "analyses after a mistake")
expect_close(density(optimize), before, "design after the mistake was put right", 0)

# A stop keeps the results; Continue continues the run.
optimize.PoissonsRatio = 0.25
filter = optimize.GetClientSideObject()


def stop(caller, event):
    if (caller.GetProgressText() or "").startswith("Iteration 2 "):
        caller.SetAbortExecute(1)


tag = filter.AddObserver("ProgressEvent", stop)
optimize.UpdatePipeline()
filter.RemoveObserver(tag)
expect_equal(information(optimize, "IterationsDone"), 2, "iterations after a stop")
expect_equal(list(column(optimize, "Iteration")), [0, 1, 2], "table after a stop")
expect("Stopped at iteration 2" in information(optimize, "Status"), "status after a stop")
optimize.SMProxy.InvokeCommand("Continue")
optimize.MarkDirty(optimize.SMProxy)
optimize.UpdatePipeline()
expect_equal(information(optimize, "IterationsDone"), 9, "iterations after going on")
fresh = TopologyOptimize(
    Input=source, MaximumIterations=9, DensityChangeTolerance=0, FilterRadius=1.5,
    PoissonsRatio=0.25)
fresh.UpdatePipeline()
expect_close(density(optimize), density(fresh), "stopped and gone on, against straight")

# A file for each iteration.
with tempfile.TemporaryDirectory() as folder:
    simple.SaveData(os.path.join(folder, "run.pvd"), proxy=OutputPort(fresh, ITERATIONS),
                    WriteTimeSteps=1)
    files = [name for _, _, names in os.walk(folder) for name in names if name.endswith(".vtu")]
    expect_equal(len(files), 10, "files")

# Image data.
wavelet = Wavelet(WholeExtent=[0, 8, 0, 4, 0, 4])
held = Calculator(Input=wavelet, ResultArrayName="Supports",
                  Function="if(coordsX=0,1,0)*(iHat+jHat+kHat)")
loaded = Calculator(Input=held, ResultArrayName="Force",
                    Function="if(coordsX=8,1,0)*if(coordsZ=0,-1,0)*kHat")
image = TopologyOptimize(
    Input=loaded, MaximumIterations=9, DensityChangeTolerance=0, FilterRadius=1.5,
    PoissonsRatio=0.25)
image.UpdatePipeline()
expect_close(density(image), density(fresh), "image data against hexahedra")
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")

# A mechanism, by names of the panel.
inverter = TopologyBenchmark(Example="Force inverter", Resolution=8)
mechanism = TopologyOptimize(
    Input=inverter, Objective="Output Displacement", Optimizer="MMA", MaximumIterations=5,
    DensityChangeTolerance=0, FilterRadius=3, MoveLimit=0.1, Preconditioner="Jacobi",
    Strategy="Recompute", Reproducible=1)
expect_equal(list(mechanism.OutputWeights), ["POINTS", "OutputWeights"], "default output weights")
expect_equal(list(mechanism.Springs), ["POINTS", "Springs"], "default springs")
expect_equal(optimize.Objective, "Compliance", "default objective")
expect_equal(optimize.Optimizer, "Optimality Criteria", "default optimizer")
expect_equal(optimize.Preconditioner, "Auto", "default preconditioner")
expect_equal(optimize.Strategy, "Auto", "default strategy")
expect_equal(optimize.Reproducible, 0, "reproducible by default")
mechanism.UpdatePipeline()
outputs = column(mechanism, "OutputDisplacement")
expect_equal(outputs.size, 6, "output displacements")
expect(outputs[-1] < outputs[0], f"output {outputs}")
expect_close(information(mechanism, "OutputDisplacement"), outputs[-1], "output in the panel")
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")

# Live has no effect where no window polls the filter: the same script gives the same result.
expect_equal(fresh.Live, 0, "live by default")
expect_equal(fresh.WhenSomethingChanges, "Go On", "default on changes")
live = TopologyOptimize(
    Input=source, MaximumIterations=9, DensityChangeTolerance=0, FilterRadius=1.5,
    PoissonsRatio=0.25, Live=1, WhenSomethingChanges="Restart")
live.UpdatePipeline()
expect_close(density(live), density(fresh), "live in a script against plain", 0)
live.UpdatePipelineInformation()
expect_equal(list(live.TimestepValues), [float(i) for i in range(10)], "times of live in a script")
expect_equal(information(live, "IsLive"), 0, "live in a script")
expect_equal(information(live, "RunState"), 4, "state of a finished run")
for command in ("Pause", "OneStep", "Resume", "Stop"):
    live.SMProxy.InvokeCommand(command)
columns = list(information(live, "HistoryColumns"))
expect_equal(
    columns[::3],
    ["Iteration", "Compliance", "VolumeFraction", "Greyness", "BoundExcess", "DensityChange",
     "SolverIterations", "Residual", "Seconds"],
    "columns of the history")
expect_equal(columns[3:6], ["Compliance", "Objective", "Real"], "what is minimized")
history = numpy.array(information(live, "History")).reshape(-1, len(columns) // 3)
expect_close(history[:, 0], numpy.arange(10), "iterations in the history")
expect_close(history[:, 1], column(live, "Compliance"), "compliance in the history", 0)
expect_equal(information(live, "IterationsLeft"), 0, "iterations left")
expect_equal(len(errors.texts), 1, f"errors {errors.texts}")

# Several devices, parts of the processor here, make the same design, live and not.
for run in (fresh, live):
    one = density(run)
    run.Device, run.Devices = "Processor", 2
    run.UpdatePipeline()
    expect_close(density(run), one, "design of two devices", 1e-4)
    expect(information(run, "DeviceUsed").startswith("2 parts"), information(run, "DeviceUsed"))
