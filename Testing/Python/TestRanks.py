"""On any number of ranks: inputs in parts give what the whole mesh gives, each rank its part.

    TestRanks.py Trabecula.so checkpoint [folder]

resumes from a copy of the checkpoint. With a folder it is what writes it, to be killed in the middle:
each rank leaves the number of its process there.
"""

import os
import shutil
import tempfile
import time

from checks import *
from mesh_in_parts import fill, mesh

RESULT, SUMMARY = range(2)
ranks = servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions()
NOTE = "ranks were brought together on rank 0."
TOGETHER = f"{ranks} ranks computed together."
LAST = 12
print(f"Ranks: {ranks}")

def with_ranks(proxy, port):
    """The cells with the rank that has them, and whether the rank has others before them."""
    return ProgrammableFilter(Input=OutputPort(proxy, port), Script="""
from vtkmodules.vtkParallelCore import vtkMultiProcessController
import numpy
output.ShallowCopy(inputs[0].VTKObject)
rank = vtkMultiProcessController.GetGlobalController().GetLocalProcessId()
count = inputs[0].GetNumberOfCells()
cells = inputs[0].CellData
output.CellData.append(numpy.full(count, rank), "Rank")
if count > 0 and "Number" in cells.keys():
    numbers, owners = numpy.array(cells["Number"]), numpy.array(cells["Owner"])
    ascends = numpy.diff(numbers, prepend=-1) > 0
    output.CellData.append((~ascends | (owners != rank)).astype(float), "Misplaced")
""")


def expect_in_parts(proxy, port, what):
    """Each rank has its cells in their order, and they are all."""
    placed = with_ranks(proxy, port)
    placed.UpdatePipeline()
    count = placed.GetDataInformation(0).GetNumberOfCells()
    expect_equal(placed.CellData["Misplaced"].GetRange(), (0.0, 0.0), f"order of {what}")
    expect_equal(placed.CellData["Number"].GetRange(), (0.0, count - 1.0), f"cells of {what}")
    return count


def optimize(source, **settings):
    settings = {"MaximumIterations": 3, "SolverTolerance": 1e-10, "Device": "Host", **settings}
    return TopologyOptimize(Input=source, **settings)


def long_run(**settings):
    """What is killed, and goes on from its checkpoint."""
    return optimize(mesh("ids"), MaximumIterations=LAST, DensityChangeTolerance=0, Optimizer="MMA",
                    **settings)


def on_iteration(proxy, what):
    """Calls what(filter, number) on rank 0 after each iteration."""
    def hear(caller, event):
        words = (caller.GetProgressText() or "").split()
        if words[:1] == ["Iteration"] and words[2:3] == ["of"]:
            what(caller, int(words[1]))
    return proxy.GetClientSideObject().AddObserver("ProgressEvent", hear)


if len(sys.argv) > 3:
    processes = ProgrammableSource(OutputDataSetType="vtkTable", Script=f"""
import os
from vtkmodules.vtkParallelCore import vtkMultiProcessController
rank = vtkMultiProcessController.GetGlobalController().GetLocalProcessId()
with open(os.path.join({sys.argv[3]!r}, f"{{rank}}.process"), "w") as file:
    file.write(str(os.getpid()))
""")
    processes.UpdatePipeline()
    run = long_run(CheckpointFile=sys.argv[2], CheckpointInterval=1)
    on_iteration(run, lambda caller, number: (print(f"Iteration {number}", flush=True),
                                              time.sleep(0.2)))
    run.UpdatePipeline()
    sys.exit(1)  # it was to be killed


# Optimization of a mesh in parts, however they are told to belong together.
for options in [(), ("ids",), ("ghosts",), ("empty", "ids", "ghosts")]:
    design = optimize(mesh(*options))
    for step in range(3):
        design.UpdatePipeline(step)
    status = information(design, "Status")
    expect((TOGETHER in status) == (ranks > 1), status)
    expect(information(design, "ErrorMessage") in (None, ""), "no error")
    for port in (ITERATIONS, FINAL_DESIGN):
        expect_equal(expect_in_parts(design, port, f"{options}"), 54, f"cells with {options}")
    expect_equal(len(column(design, "Compliance")), 4, "rows")
    print(f"Optimized: {column(design, 'Compliance')[-1]:.13g}")

# A stop on rank 0 stops all; then they go on, also to earlier iterations that are not kept.
whole = column(design, "Compliance")
design = optimize(mesh("ids", "empty"), CacheSize=0)
stop = on_iteration(design, lambda caller, number: caller.SetAbortExecute(number == 1))
shown = Calculator(Input=OutputPort(design, ITERATIONS), Function="1")
shown.UpdatePipeline(3)
status = information(design, "Status")
expect("Stopped at iteration 1 of 3" in status, status)
design.GetClientSideObject().RemoveObserver(stop)
design.SMProxy.InvokeCommand("Continue")  # on all ranks
design.MarkDirty(design.SMProxy)
for step in (3, 1, 2):
    shown.UpdatePipeline(step)
    compliance = shown.FieldData["Compliance"].GetRange()[0]
    expect_close(compliance / whole[step], 1, f"compliance {step} after a stop", 1e-8)

# What cannot be divided is computed by one rank, as the status says; then all compute again.
for preconditioner, note in [("Rigid Body Modes", f"Computed on rank 0 of {ranks}. The preconditioner"),
                             ("Auto", TOGETHER)]:
    design.Preconditioner = preconditioner
    design.UpdatePipeline()
    status = information(design, "Status")
    expect((note in status) == (ranks > 1), f"{preconditioner}: {status}")
    expect_close(column(design, "Compliance") / whole, numpy.ones(4), preconditioner, 1e-7)
tree = optimize(mesh("warm", "ids"), Objective="Thermal Compliance")
tree.UpdatePipeline()
print(f"Tree: {column(tree, 'ThermalCompliance')[-1]:.10g}")

# Each rank evaluates manufacturing of the whole.
made = optimize(mesh("ids", "empty"), Optimizer="MMA", FilterType="Density", FilterRadius=1.5,
                Extrusion="Y", BuildDirection="+Z", Projection="On")
made.UpdatePipeline()
status = information(made, "Status")
expect((TOGETHER in status) == (ranks > 1), status)
expect_equal(expect_in_parts(made, FINAL_DESIGN, "manufacturing"), 54, "cells of manufacturing")
print("Made: " + " ".join(f"{column(made, name)[-1]:.10g}" for name in (
    "Compliance", "Greyness", "Unsupported")))

# A run whose process was killed goes on from its checkpoint on any number of ranks.
with tempfile.TemporaryDirectory() as folder:
    killed = shutil.copy(sys.argv[2], folder)
    resumed = long_run(ResumeFrom=killed, CheckpointFile=os.path.join(folder, "next"),
                       CheckpointInterval=2)
    resumed.UpdatePipeline()
    expect("Resumed at iteration" in information(resumed, "Status"), information(resumed, "Status"))
    print(f"Resumed: {column(resumed, 'Compliance')[-1]:.13g}")
    again = long_run(ResumeFrom=os.path.join(folder, "next"))
    again.UpdatePipeline()
    expect_close(column(again, "Compliance"), column(resumed, "Compliance"), "the last checkpoint")
    wrong = long_run(ResumeFrom=killed, VolumeFraction=0.45)
    errors = Errors(wrong)
    wrong.UpdatePipeline()
    expect(len(errors.texts) == 1 and "of another problem" in errors.texts[0], errors.texts)
run = long_run()
run.UpdatePipeline()
for name in ("Compliance", "VolumeFraction"):  # the whole history, of before and after the kill
    undisturbed = column(run, name)
    expect_close(column(resumed, name) / undisturbed, numpy.ones(LAST + 1), f"{name} resumed", 1e-8)

# A live run of ranks that compute together goes on in slices, which a host asks for; otherwise in a
# thread.
RUNNING, PAUSED, FINISHED, STOPPED, FAILED = 2, 3, 4, 5, 6


def poll_until(proxy, holds, what):
    start = time.monotonic()
    while not holds():
        expect(time.monotonic() - start < 60, f"waited for {what}: {information(proxy, 'Status')}")
        proxy.SMProxy.InvokeCommand("Advance")
        proxy.SMProxy.InvokeCommand("Poll")
        time.sleep(0.0 if information(proxy, "SliceSeconds") else 0.01)
    proxy.MarkDirty(proxy.SMProxy)
    proxy.UpdatePipeline()


def state_of(proxy):
    return information(proxy, "RunState")


def done(proxy):
    return information(proxy, "IterationsDone")


def live_run(proxy):
    proxy.SMProxy.InvokeCommand("AllowLive")
    proxy.Live = 1
    proxy.UpdatePipeline()
    expect(done(proxy) <= 0, "the update has not waited")
    return proxy


live = live_run(optimize(mesh("empty", "ids"), MaximumIterations=100000,
                         DensityChangeTolerance=0))
poll_until(live, lambda: done(live) >= 3, "iterations")
expect_equal(information(live, "SliceSeconds") > 0, ranks > 1, "slices")
expect_equal(state_of(live), RUNNING, "state")
live.UpdatePipelineInformation()
expect_equal(len(live.TimestepValues or ()), 0, "time steps of a run in progress")
live.SMProxy.InvokeCommand("Pause")
poll_until(live, lambda: state_of(live) == PAUSED, "a pause")
status, last = information(live, "Status"), done(live)
expect(f"Paused at iteration {last} of 100000" in status, status)
expect((TOGETHER in status) == (ranks > 1), status)
live.UpdatePipelineInformation()
expect_equal(list(live.TimestepValues), list(range(last + 1)), "time steps")
for port in (ITERATIONS, FINAL_DESIGN):
    expect_equal(expect_in_parts(live, port, "a live run"), 54, "cells of a live run")
shown = Calculator(Input=OutputPort(live, ITERATIONS), Function="1")
for step in (1, 3):
    shown.UpdatePipeline(step)
    compliance = shown.FieldData["Compliance"].GetRange()[0]
    expect_close(compliance / whole[step], 1, f"live compliance {step}", 1e-8)
Delete(shown)
live.SMProxy.InvokeCommand("OneStep")
poll_until(live, lambda: done(live) == last + 1 and state_of(live) == PAUSED, "a step")
live.SMProxy.InvokeCommand("Resume")
poll_until(live, lambda: done(live) > last + 2, "further iterations")
live.SMProxy.InvokeCommand("Stop")
poll_until(live, lambda: state_of(live) == STOPPED, "a stop")
expect("Stopped at iteration" in information(live, "Status"), information(live, "Status"))
expect_close(column(live, "Compliance")[:4] / whole, numpy.ones(4), "the history", 1e-8)

# It goes on after a stop, with another problem, and after an error on one rank, and comes to its end.
parts = mesh("ids")
design = live_run(optimize(parts))
errors = Errors(design)
poll_until(design, lambda: state_of(design) == FINISHED, "the end")
print(f"Live: {column(design, 'Compliance')[-1]:.12g}")
design.YoungsModulus = 2
design.UpdatePipeline()
poll_until(design, lambda: done(design) == 7, "the changed problem")
print(f"Changed: {column(design, 'Compliance')[-1]:.12g}")
box = {"kind": "HEX8", "counts": (6, 3, 3), "size": (6, 3, 3)}
fill(parts, "NaN", "ids", **box)
design.UpdatePipeline(1)
poll_until(design, lambda: state_of(design) == FAILED, "an error")
message = information(design, "ErrorMessage")
expect("Force" in message and len(errors.texts) == 1, errors.texts)
expect_equal(design.GetDataInformation(FINAL_DESIGN).GetNumberOfCells(), 54, "earlier results")
fill(parts, "ids", **box)
design.WhenSomethingChanges = "Restart"
# What cannot be divided is computed in a thread of rank 0.
for preconditioner in ("Rigid Body Modes", "Auto"):
    design.Preconditioner = preconditioner
    design.UpdatePipeline()
    poll_until(design, lambda: state_of(design) == FINISHED and done(design) == 3, preconditioner)
    expect_equal(information(design, "SliceSeconds") > 0, ranks > 1 and preconditioner == "Auto",
                 preconditioner)
    print(f"Live: {column(design, 'Compliance')[-1]:.7g}")
cloud = MeshfreeTopologyOptimize(Input=mesh("ids", "empty"), MaximumIterations=1)
live_run(cloud)
poll_until(cloud, lambda: state_of(cloud) == FINISHED, "a cloud")
expect_equal(information(cloud, "SliceSeconds"), 0, "slices of a cloud")
print(f"Cloud: {column(cloud, 'Compliance')[-1]:.8g}")

# Conditions on parts, then an optimization, a surface and a comparison.
held = MechanicalSupport(Input=mesh("bare", "empty"), Region="Side", Side="-X")
loaded = MechanicalLoad(Input=held, Region="Side", Side="+X")
loaded.UpdatePipeline()
expect_equal(expect_in_parts(loaded, 0, "conditions"), 54, "cells with conditions")
print("Loaded: " + information(loaded, "Status").replace(f" Cells of 2 {NOTE}", "").replace(
    f" Cells of 3 {NOTE}", ""))
designs = [optimize(loaded, VolumeFraction=fraction) for fraction in (0.4, 0.6)]
finals = [OutputPort(design, FINAL_DESIGN) for design in designs]
surface = TopologySurface(Input=finals[1])
surface.UpdatePipeline()
print(f"Surface: {surface.GetDataInformation(0).GetNumberOfCells()} "
      f"{information(surface, 'Volume'):.9g}")
comparison = CompareTopologies(Input=finals, BodyResolution=16)
comparison.UpdatePipeline()
table = fetch(comparison, 1)
print("Compared: " + " ".join(f"{value:.8g}" for name in ("Compliance", "Volume", "Dice", "Rank")
                              for value in numpy.array(table.RowData[name])))

# Analyses of tetrahedra.
small = {"kind": "TET4", "counts": (4, 2, 2), "size": (4, 2, 2)}
for options in [("empty", "ghosts"), ("ids",)]:
    elastic = ElasticAnalysis(Input=mesh(*options, **small), SolverTolerance=1e-11, Device="Processor")
    elastic.UpdatePipeline()
    expect_equal(expect_in_parts(elastic, RESULT, "an analysis"), 96, "cells of an analysis")
    status = information(elastic, "Status")
    expect((TOGETHER in status) == (ranks > 1), status)
    stress = numpy.array(fetch(elastic, RESULT).PointData["VonMisesStress"]).max()
    print(f"Elastic: {information(elastic, 'Compliance'):.10g} {stress:.10g}")
elastic.MakeQuadratic = 1
elastic.UpdatePipeline()
expect_equal(expect_in_parts(elastic, RESULT, "a quadratic analysis"), 96, "cells")
print(f"Elastic: {information(elastic, 'Compliance'):.10g}")
heat = HeatConduction(Input=mesh("hot", "empty", **small), SolverTolerance=1e-11)
heat.UpdatePipeline()
expect_equal(expect_in_parts(heat, RESULT, "conduction"), 96, "cells of conduction")
status = information(heat, "Status")
expect((TOGETHER in status) == (ranks > 1), status)
off = Calculator(Input=heat, ResultArrayName="Off", Function="Temperature-100+25*coordsX")
off.UpdatePipeline()
expect_close(off.PointData["Off"].GetRange(), [0, 0], "temperature", 1e-6)

# Images in parts give images in parts, also to views and other filters again and again.
wavelet = Wavelet(WholeExtent=[0, 16, 0, 4, 0, 4])
held = MechanicalSupport(Input=wavelet, Region="Side", Side="-X")
loaded = MechanicalLoad(Input=held, Region="Side", Side="+X")
for geometry in ("Hexahedra", "As Input"):
    design = optimize(loaded, ResultGeometry=geometry, Preconditioner="Multigrid")
    placed = with_ranks(design, FINAL_DESIGN)
    for time in range(3):
        placed.UpdatePipeline(time)
    expect_equal(placed.GetDataInformation(0).GetNumberOfCells(), 256, geometry)
    expect_equal(placed.CellData["Rank"].GetRange()[1], ranks - 1, f"last rank with {geometry}")
    print(f"Image: {column(design, 'Compliance')[-1]:.12g}")
sample = TrabecularSample(Dimensions=[12, 12, 12], VoxelsperPeriod=6, VolumeFraction=0.4)
for geometry in ("Hexahedra", "Image", "Surface"):
    bone = VoxelMicroFE(Input=sample, ResultGeometry=geometry)
    bone.UpdatePipeline()
    data = bone.GetDataInformation(0)
    stiffness = data.GetArrayInformation("Stiffness", 2).GetComponentRange(0)[0]
    print(f"Bone: {data.GetNumberOfCells()} {stiffness:.8g}")
voxels = VoxelizeSurface(Input=Sphere(ThetaResolution=12, PhiResolution=9), Cells=8)
voxels.UpdatePipeline()
print(f"Voxels: {voxels.GetDataInformation(0).GetNumberOfCells()} "
      f"{information(voxels, 'Volume'):.8g}")

# Nodes of another input, in parts of their own.
cloud = MeshfreeTopologyOptimize(Input=loaded, Nodes=wavelet, MaximumIterations=1)
cloud.UpdatePipeline()
print(f"Meshfree: {column(cloud, 'Compliance')[-1]:.8g}")

# What is wrong on one rank is said once, earlier results stay, and afterwards all goes on.
parts = mesh()
design = optimize(parts)
after = ElasticAnalysis(Input=OutputPort(design, FINAL_DESIGN))
after.UpdatePipeline()
errors = Errors(design)
for options, text in [(("NaN",), "Force"), (("differing",), "Supports")]:
    fill(parts, *options, **box)
    after.UpdatePipeline()
    design.UpdatePipeline(1)
    message = information(design, "ErrorMessage")
    expect(ranks == 1 and options == ("differing",) or text in message, f"{options}: {message}")
    expect_equal(len(errors.texts), 0 if not message else 1, f"{options}: {errors.texts}")
    errors.texts.clear()
    data = design.GetDataInformation(FINAL_DESIGN)
    expect_equal(data.GetNumberOfCells(), 54, "cells after an error")
    print(f"Wrong: {options[0]}")
fill(parts, **box)
after.UpdatePipeline()
expect_equal(information(design, "ErrorMessage") or "", "", "an error")
expect_equal(expect_in_parts(design, FINAL_DESIGN, "after errors"), 54, "cells after errors")
print(f"Afterwards: {column(design, 'Compliance')[-1]:.12g}")
print("Done")
