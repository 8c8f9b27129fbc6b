"""Runs TestFiltersOnRanks.py on one rank, then on others, each with pieces of its own kind, as 3:empty,ids."""

import subprocess
import sys
import tempfile
import time

from run_ranks import command, fault_of, settings

BUDGET = 280.0  # seconds for all runs, below the limit of the test, so that output is shown


def main():
    programs, hows = sys.argv[1:4], sys.argv[4:]
    for how in hows:
        if how.partition(":")[0] not in ("2", "3", "4"):
            sys.exit(f"{how}: ranks are 2 to 4")
    end = time.monotonic() + BUDGET
    with tempfile.TemporaryDirectory() as folder:
        for how in ["1", *hows]:
            ranks, _, options = how.partition(":")
            arguments = [folder] + ([options] if options else [])
            start = command(programs, int(ranks), *arguments, script="TestFiltersOnRanks.py")
            try:
                done = subprocess.run(start, timeout=max(end - time.monotonic(), 1.0), **settings())
            except subprocess.TimeoutExpired as expired:
                sys.exit(f"{how}: not done after {BUDGET:.0f} s of all runs\n{expired.stdout}")
            fault = fault_of(done, ranks)
            if fault:
                sys.exit(f"{how}: {fault}\n{done.stdout}")
    print("Same on all")


if __name__ == "__main__":
    main()
