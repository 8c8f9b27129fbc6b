"""Runs TestRanks.py on 1, 2 and 3 ranks, and compares what they say, after a rank was killed.

Probably it is mpirun that ends the others when a rank is killed, and not the library: what is tested is
that a job ends, whoever ends it.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

LONGEST_END = 60.0  # seconds from the death of a rank to that of all
# Of numbers that solvers iterate to in another order of nodes.
TOLERANCE = 1e-8


def command(programs, ranks, *arguments, script="TestRanks.py"):
    """@param programs paths of pvbatch, mpirun and the plugin"""
    pvbatch, mpirun, plugin = programs
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), script)
    start = [] if ranks == 1 else [mpirun, "--oversubscribe", "-np", str(ranks)]
    start += ["--allow-run-as-root"] if ranks > 1 and os.geteuid() == 0 else []
    return start + [pvbatch, script, plugin, *arguments]


def settings():
    """Of processes whose output is read, with a thread a rank."""
    return {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "universal_newlines": True,
            "env": {**os.environ, "OMP_NUM_THREADS": "1"}}


def fault_of(done, ranks):
    """Why what a script on ranks said is not what it should say, None if it is."""
    if done.returncode or "\nDone" not in done.stdout or "AssertionError" in done.stdout:
        return "failed"
    if f"Ranks: {ranks}\n" not in done.stdout:
        return f"{ranks} ranks were asked for"
    # The script hears errors of rank 0; other ranks must not have any.
    return "an error" if " ERR| " in done.stdout else None


def kill_one_of_two(programs, folder, checkpoint):
    """Kills the second rank in the middle of a run, which ends soon and leaves its last checkpoint."""
    with subprocess.Popen(command(programs, 2, checkpoint, folder), **settings()) as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Iteration 5"):
                with open(os.path.join(folder, "1.process")) as file:
                    os.kill(int(file.read()), signal.SIGKILL)
                # If the others waited for ever, so would this script for their output.
                limit = threading.Timer(LONGEST_END, process.terminate)
                killed = time.monotonic()
                limit.start()
    output = "".join(lines)
    if "Iteration 5" not in output or process.returncode == 0 or "Iteration 10" in output:
        sys.exit(f"Not killed: {process.returncode}\n{output}")
    limit.cancel()
    if time.monotonic() - killed > LONGEST_END - 1.0:
        sys.exit(f"The other rank went on without the killed one.\n{output}")


def run(programs, ranks, checkpoint):
    done = subprocess.run(command(programs, ranks, checkpoint), timeout=300, **settings())
    print(done.stdout, flush=True)
    fault = fault_of(done, ranks)
    if fault:
        sys.exit(f"{ranks} ranks: {fault}")
    return done.stdout


def lines(output):
    return [line for line in output.splitlines() if ": " in line and line.split(":")[0] in (
        "Optimized", "Tree", "Made", "Resumed", "Live", "Changed", "Cloud", "Loaded", "Surface", "Compared",
        "Elastic", "Image", "Bone", "Voxels", "Meshfree", "Wrong", "Afterwards")]


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


def main():
    programs = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = os.path.join(folder, "killed.checkpoint")
        kill_one_of_two(programs, folder, checkpoint)
        single = lines(run(programs, 1, checkpoint))
        for ranks in (2, 3):
            several = lines(run(programs, ranks, checkpoint))
            if len(several) != len(single):
                sys.exit(f"{ranks} ranks: {several}, one rank: {single}")
            for one, other in zip(single, several):
                if not agree(one, other):
                    sys.exit(f"One rank: {one}, {ranks} ranks: {other}")
    # With the order of nodes the same, so are the results but for rounding.
    print("Same on all")


if __name__ == "__main__":
    main()
