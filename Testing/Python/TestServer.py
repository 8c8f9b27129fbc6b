"""A pvpython with a real pvserver: plain and live runs, an analysis in the background, clicked faces."""

import os
import re
import subprocess
import sys
import tempfile
import time

from paraview import servermanager
from paraview.simple import Connect, LoadPlugin

plugin, pvserver, pvpython = sys.argv[1:4]
RUNNING, PAUSED, STOPPED = 2, 3, 5
IN_BACKGROUND, RESULTS_THERE, NOTHING = 1, 2, 0
LONGEST_WAIT = 60.0


def information(proxy, name):
    proxy.UpdatePropertyInformation()
    return proxy.GetPropertyValue(name)


def wait_for(proxy, poll, name, wanted):
    """Polls as the window does. A time step of the run is much shorter than the longest wait."""
    start = time.monotonic()
    while True:
        proxy.InvokeCommand(poll)
        value = information(proxy, name)
        if wanted(value):
            return value
        assert time.monotonic() - start < LONGEST_WAIT, f"{name} remained {value}"
        time.sleep(0.05)


def check_live(source):
    optimize = TopologyOptimize(Input=source, Live=1, MaximumIterations=100000,
                                DensityChangeTolerance=0.0)
    optimize.InvokeCommand("AllowLive")
    start = time.monotonic()
    optimize.UpdatePipeline()
    assert time.monotonic() - start < LONGEST_WAIT  # it does not wait for the run
    wait_for(optimize, "Poll", "IterationsDone", lambda done: done >= 3)
    assert information(optimize, "RunState") == RUNNING
    optimize.InvokeCommand("Pause")
    wait_for(optimize, "Poll", "RunState", lambda state: state == PAUSED)
    done = information(optimize, "IterationsDone")
    assert "Paused at iteration %d of" % done in information(optimize, "Status")
    columns = len(information(optimize, "HistoryColumns")) // 3
    assert len(information(optimize, "History")) == columns * (done + 1)
    optimize.MarkDirty(optimize.SMProxy)
    optimize.UpdatePipelineInformation()
    assert list(optimize.TimestepValues) == list(range(done + 1))
    assert servermanager.Fetch(optimize, idx=1).GetNumberOfCells() > 0
    optimize.InvokeCommand("Resume")
    wait_for(optimize, "Poll", "IterationsDone", lambda now: now > done)
    optimize.InvokeCommand("Stop")
    wait_for(optimize, "Poll", "RunState", lambda state: state == STOPPED)


def check_background():
    sample = TrabecularSample(Dimensions=[40, 40, 40])
    analysis = VoxelMicroFE(Input=sample, ContinueinBackground=1, Threads=1, SolverTolerance=1e-25)
    analysis.Test = "Apparent stiffness"
    analysis.InvokeCommand("AllowBackground")
    analysis.UpdatePipeline()
    wait_for(analysis, "PollBackground", "Status",
             lambda text: re.match(r"In the background, \d+ %: ", text))
    assert information(analysis, "BackgroundPhase") == IN_BACKGROUND
    analysis.InvokeCommand("StopBackground")
    wait_for(analysis, "PollBackground", "BackgroundPhase", lambda phase: phase == RESULTS_THERE)
    analysis.MarkDirty(analysis.SMProxy)
    analysis.UpdatePipeline()
    assert information(analysis, "BackgroundPhase") == NOTHING
    assert information(analysis, "Status").startswith("Stopped before there was a result")


def check_faces(block):
    """The face that a ray meets, as the panel asks for it, is the region of a support."""
    pickable = servermanager.CreateProxy("internal_filters", "PickableFaces")
    faces = servermanager._getPyProxy(pickable)
    faces.Input = block
    faces.UpdatePipeline()
    low, high = block.GetDataInformation().GetBounds()[0:2]
    faces.Ray = [high + 1.0, 0.1, 0.2, low - 1.0, 0.1, 0.2]
    face = information(faces, "HitFace")
    assert information(faces, "HitDescription") == "plane"
    held = MechanicalSupport(Input=block, Region="Faces", Faces=[face])
    held.UpdatePipeline()
    side = MechanicalSupport(Input=block, Side="+X")
    side.UpdatePipeline()
    assert information(held, "CaughtPoints") == information(side, "CaughtPoints") > 0


def check_report(design):
    """Pictures are drawn on the client; without a display the report says so."""
    from trabecula.report import write_report  # of the plugin
    told = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.html")
        write_report(path, design, progress=told.append)
        assert told == ["Report: picture 1 of 1..."], told
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert text.count("<img") == 1 and "Compliance" in text
        name = os.environ.pop("DISPLAY")
        for display, message in ((None, "there is no display"), (":987", "the display :987 cannot")):
            if display:
                os.environ["DISPLAY"] = display
            write_report(path, design)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            assert text.count("<img") == 0 and text.count(message) == 1, message
        os.environ["DISPLAY"] = name


def check_session():
    benchmark = TopologyBenchmark(Resolution=6)
    check_faces(benchmark)
    plain = TopologyOptimize(Input=benchmark, MaximumIterations=5, DensityChangeTolerance=0.0)
    plain.UpdatePipelineInformation()
    plain.UpdatePipeline(plain.TimestepValues[-1])
    status = information(plain, "Status")
    assert "At iteration 5 of 5" in status, status
    assert servermanager.Fetch(plain, idx=1).GetNumberOfCells() > 0
    check_report(plain)
    check_live(benchmark)
    check_background()
    wrong = TopologyOptimize(Input=TrabecularSample())
    wrong.UpdatePipeline()
    assert information(wrong, "ErrorMessage") != ""


def run_client(address):
    Connect("localhost", int(address))
    LoadPlugin(plugin, remote=False, ns=globals())
    LoadPlugin(plugin, remote=True, ns=globals())
    check_session()
    print("Done")


def run_server():
    """Starts a server and this script as its client, after which no thread of the server is left."""
    server = subprocess.Popen([pvserver, "--server-port=0"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, universal_newlines=True)
    try:
        for line in server.stdout:
            address = re.match(r"Accepting connection\(s\): .*:(\d+)", line)
            if address:
                break
        done = subprocess.run([pvpython, __file__, plugin, pvserver, pvpython, address.group(1)],
                              timeout=4 * LONGEST_WAIT)
        assert done.returncode == 0
        assert server.wait(LONGEST_WAIT) == 0
    finally:
        server.kill()


if len(sys.argv) > 4:
    run_client(sys.argv[4])
else:
    run_server()
