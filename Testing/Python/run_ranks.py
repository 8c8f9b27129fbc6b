"""Runs TestRanks.py on 1, 2 and 3 ranks, and compares what they say."""

import os
import subprocess
import sys

pvbatch, mpirun, plugin = sys.argv[1:4]
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "TestRanks.py")
# Of numbers that solvers iterate to in another order of nodes.
TOLERANCE = 1e-8


def run(ranks):
    command = [] if ranks == 1 else [mpirun, "--oversubscribe", "-np", str(ranks)]
    command += ["--allow-run-as-root"] if ranks > 1 and os.geteuid() == 0 else []
    done = subprocess.run(command + [pvbatch, script, plugin], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, timeout=300,
                          env={**os.environ, "OMP_NUM_THREADS": "1"})
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
        "Optimized", "Loaded", "Surface", "Compared", "Elastic", "Image", "Bone", "Voxels",
        "Meshfree", "Wrong", "Afterwards")]


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


single = lines(run(1))
for ranks in (2, 3):
    several = lines(run(ranks))
    if len(several) != len(single):
        sys.exit(f"{ranks} ranks: {several}, one rank: {single}")
    for one, other in zip(single, several):
        if not agree(one, other):
            sys.exit(f"One rank: {one}, {ranks} ranks: {other}")
# With the order of nodes the same, so are the results but for rounding.
print("Same on all")
