"""A pvpython that is killed loses no more than an interval, and another one goes on bit for bit."""

import os
import signal
import subprocess
import tempfile
import time

from checks import *

LAST = 60
INTERVAL = 4


def optimization(**properties):
    source = TopologyBenchmark(Resolution=8)
    return TopologyOptimize(
        Input=source, MaximumIterations=LAST, DensityChangeTolerance=0, FilterRadius=1.5,
        Optimizer="MMA", Threads=1, Device="Processor", **properties)


def run(path):
    """What is killed: says each iteration that is complete."""
    optimize = optimization(CheckpointFile=path, CheckpointInterval=INTERVAL)

    def tell(caller, event):
        text = caller.GetProgressText() or ""
        if text.startswith("Iteration "):
            os.write(1, (text.split()[1] + "\n").encode())

    optimize.GetClientSideObject().AddObserver("ProgressEvent", tell)
    optimize.UpdatePipeline()


def kill_in_the_middle(path):
    """Returns the last iteration that was complete."""
    script = [sys.argv[2], os.path.abspath(__file__), sys.argv[1], "run", path]
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        last = -1
        for line in process.stdout:
            last = int(line) if line.strip().isdigit() else last
            if last >= 17:
                break
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        rest = [int(line) for line in process.stdout if line.strip().isdigit()]
    expect_equal(process.returncode, -signal.SIGKILL, "end of the process")
    return max([last] + rest)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.checkpoint")
        last = kill_in_the_middle(path)
        expect(17 <= last < LAST, f"killed at {last}")

        resumed = optimization(ResumeFrom=path)
        expect_equal(resumed.CheckpointInterval, 10, "default interval")
        expect_equal(resumed.CheckpointFile, "", "default file")
        consumer = Calculator(Input=OutputPort(resumed, ITERATIONS), Function="1")
        consumer.UpdatePipeline(0)
        kept = information(resumed, "IterationsDone")
        # An iteration is written before it is told, and the process may have been killed in between.
        expect(last + 1 - INTERVAL <= kept <= last + 1, f"killed at {last}, resumed at {kept}")
        expect_equal(information(resumed, "NumberOfAnalyses"), 1, "analyses for iteration 0")

        whole = optimization()
        for proxy in (resumed, whole):
            proxy.UpdatePipeline()
        expect_equal(density(resumed).tobytes(), density(whole).tobytes(), "bits of the design")
        for name in ("Iteration", "Compliance", "VolumeFraction", "DensityChange", "Residual"):
            expect_equal(column(resumed, name).tobytes(), column(whole, name).tobytes(), name)
        status = information(resumed, "Status")
        expect(f"Resumed at iteration {kept}" in status, status)

        # A file of another problem is refused, once, and the design stays.
        errors = Errors(resumed)
        before = density(resumed)
        resumed.VolumeFraction = 0.35
        resumed.UpdatePipeline()
        expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
        expect("Volume Fraction was 0.3 and is 0.35" in errors.texts[0], errors.texts[0])
        expect_close(density(resumed), before, "design after a refusal", 0)
        resumed.VolumeFraction = 0.3

        # A state remembers its files.
        simple.RenameSource("Resumed", resumed)
        state = os.path.join(folder, "state.pvsm")
        simple.SaveState(state)
        simple.ResetSession()
        simple.LoadState(state)
        resumed = simple.FindSource("Resumed")
        expect_equal(resumed.ResumeFrom, path, "file in the state")
        resumed.UpdatePipeline()
        expect_equal(density(resumed).tobytes(), before.tobytes(), "design of the state")
        expect_equal(information(resumed, "NumberOfAnalyses"), LAST - kept + 1, "analyses")


if sys.argv[2] == "run":
    run(sys.argv[3])
else:
    main()
