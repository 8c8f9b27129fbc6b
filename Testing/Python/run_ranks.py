"""Runs TestRanks.py on 1, 2 and 3 ranks, and compares what they say, after a rank was killed."""

import os
import signal
import subprocess
import sys
import tempfile

pvbatch, mpirun, plugin = sys.argv[1:4]
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "TestRanks.py")
# Of numbers that solvers iterate to in another order of nodes.
TOLERANCE = 1e-8


def command(ranks, *arguments):
    start = [] if ranks == 1 else [mpirun, "--oversubscribe", "-np", str(ranks)]
    start += ["--allow-run-as-root"] if ranks > 1 and os.geteuid() == 0 else []
    return start + [pvbatch, script, plugin, *arguments]


settings = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "universal_newlines": True,
            "env": {**os.environ, "OMP_NUM_THREADS": "1"}}


def kill_one_of_two(folder, checkpoint):
    """Kills the second rank in the middle of a run, and leaves its last checkpoint."""
    with subprocess.Popen(command(2, checkpoint, folder), **settings) as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Iteration 5"):
                with open(os.path.join(folder, "1.process")) as file:
                    os.kill(int(file.read()), signal.SIGKILL)
    output = "".join(lines)
    if "Iteration 5" not in output or process.returncode == 0 or "Iteration 10" in output:
        sys.exit(f"Not killed: {process.returncode}\n{output}")


def run(ranks, checkpoint):
    done = subprocess.run(command(ranks, checkpoint), timeout=300, **settings)
    print(done.stdout, flush=True)
    if done.returncode or "\nDone" not in done.stdout or "AssertionError" in done.stdout:
        sys.exit(f"{ranks} ranks: failed")
    if f"Ranks: {ranks}\n" not in done.stdout:
        sys.exit(f"{ranks} ranks were asked for")
    # The script hears errors of rank 0; other ranks must not have any.
    if " ERR| " in done.stdout:
        sys.exit(f"{ranks} ranks: an error")
    return done.stdout


def lines(output):
    return [line for line in output.splitlines() if ": " in line and line.split(":")[0] in (
        "Optimized", "Tree", "Resumed", "Loaded", "Surface", "Compared", "Elastic", "Image", "Bone",
        "Voxels", "Meshfree", "Wrong", "Afterwards")]


def agree(one, other):
    words, others = one.split(), other.split()
    if len(words) != len(others):
        return False
    for a, b in zip(words, others):
        try:
            x, y = float(a), float(b)
        except ValueError:
            if a != b:
                return False
            continue
        if abs(x - y) > TOLERANCE * max(abs(x), abs(y)):
            return False
    return True


with tempfile.TemporaryDirectory() as folder:
    checkpoint = os.path.join(folder, "killed.checkpoint")
    kill_one_of_two(folder, checkpoint)
    single = lines(run(1, checkpoint))
    for ranks in (2, 3):
        several = lines(run(ranks, checkpoint))
        if len(several) != len(single):
            sys.exit(f"{ranks} ranks: {several}, one rank: {single}")
        for one, other in zip(single, several):
            if not agree(one, other):
                sys.exit(f"One rank: {one}, {ranks} ranks: {other}")
# With the order of nodes the same, so are the results but for rounding.
print("Same on all")
