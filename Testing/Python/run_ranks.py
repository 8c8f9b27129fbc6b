"""Runs TestRanks.py on one rank and on two, and compares what they say."""

import os
import subprocess
import sys

pvbatch, mpirun, plugin = sys.argv[1:4]
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "TestRanks.py")
refusals = ["The input is spread over 2 ranks", "The image is spread over 2 ranks"]


def run(command):
    done = subprocess.run(command + [pvbatch, script, plugin], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, timeout=120)
    print(done.stdout)
    if done.returncode or "\nDone" not in done.stdout or "AssertionError" in done.stdout:
        sys.exit(f"{command}: failed")
    return done.stdout


def lines(output):
    return [line for line in output.splitlines() if line.startswith(("Whole:", "Bone:", "Compliance:"))]


one = run([])
if " ERR| " in one:
    sys.exit("One rank: an error")
two = run([mpirun, "--oversubscribe", "-np", "2"]
          + (["--allow-run-as-root"] if os.geteuid() == 0 else []))
if "Ranks: 2" not in two:
    sys.exit("Two ranks were asked for")
# Each rank says so once, of a mesh to optimize, of nodes and of a mesh to mark.
counts = [two.count(refusal) for refusal in refusals]
if counts != [6, 2] or two.count(" ERR| ") != 8:
    sys.exit(f"Two ranks: {counts} refusals, {two.count(' ERR| ')} errors")
if len(lines(one)) != 3 or lines(one) != lines(two):
    sys.exit(f"One rank: {lines(one)}, two ranks: {lines(two)}")
