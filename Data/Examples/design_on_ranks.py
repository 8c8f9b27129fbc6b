"""A cantilever, optimized by all ranks of MPI together, with a checkpoint for any number of ranks.

    mpirun -np 4 pvbatch design_on_ranks.py Trabecula.so [--resolution 20] [--iterations 30]
    mpirun -np 2 pvbatch design_on_ranks.py Trabecula.so --resume out/design.checkpoint --iterations 60

Each rank computes a part: with GPUs on one of its own, as ranks of one computer take them in turn,
otherwise with its threads (OMP_NUM_THREADS). The first rank writes the checkpoint, the history
history.csv and, with the pieces of all ranks, design.pvtu. A killed rank ends all; the second line goes
on from the last checkpoint, with as many ranks as it is given. Slurm/several_gpus.sh is a batch file.
"""

import argparse
import os
import sys

from paraview import servermanager
from paraview.simple import *

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--resolution", type=int, default=20, help="elements in a length of 1 (default: 20)")
parser.add_argument("--iterations", type=int, default=30, help="the last iteration (default: 30)")
parser.add_argument("--resume", default="", help="checkpoint to go on from")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

design = TopologyOptimize(
    Input=TopologyBenchmark(Example="3-D cantilever", Resolution=arguments.resolution),
    MaximumIterations=arguments.iterations,
    CheckpointFile=os.path.join(arguments.output, "design.checkpoint"),
    CheckpointInterval=5,
    ResumeFrom=arguments.resume,
)
final = OutputPort(design, 1)
SaveData(os.path.join(arguments.output, "design.pvtu"), proxy=final)
design.UpdatePropertyInformation()
print(design.GetProperty("Status").GetData())
SaveData(os.path.join(arguments.output, "history.csv"), proxy=OutputPort(design, 2), Precision=12)
history = servermanager.Fetch(design, idx=2)
if history.GetNumberOfRows() == 0:
    sys.exit(1)  # the filter has reported why
last = history.GetNumberOfRows() - 1
for name in ("Iteration", "Compliance", "SolverIterations"):
    print(f"{name:18s} {history.GetValueByName(last, name).ToDouble():14.8g}")
