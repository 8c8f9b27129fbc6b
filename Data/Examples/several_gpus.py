"""A bone-like sample on several GPUs: of this computer, or of the ranks of MPI, one each.

    pvpython several_gpus.py Trabecula.so [--devices 0] [--voxels 96]
    mpirun -np 4 pvbatch several_gpus.py Trabecula.so [--voxels 96]

prints the sample's stiffness, iterations and times, and writes summary.csv. --devices is the number of
GPUs, 0 for all of them; without a GPU the processor divides its threads among as many parts. On ranks
it has no effect: those of one computer take its GPUs in turn. Slurm/several_gpus.sh is a batch file.
Units are mm, N and MPa.
"""

import argparse
import os
import sys

from paraview import servermanager
from paraview.simple import *

EDGE = 4.8  # mm

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--devices", type=int, default=2, help="0 for all GPUs (default: 2)")
parser.add_argument("--voxels", type=int, default=96, help="along each edge (default: 96)")
parser.add_argument("--output", default="out", help="folder for the summary (default: out)")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

sample = TrabecularSample(
    Dimensions=[arguments.voxels] * 3,
    VoxelSize=EDGE / arguments.voxels,
    VoxelsperPeriod=arguments.voxels / 5.0,
    VolumeFraction=0.3,
)
bone = VoxelMicroFE(
    Input=sample,
    YoungsModulus=6829.0,
    Test="Uniaxial",
    Devices=arguments.devices,
    ResultGeometry="Surface",
)
bone.UpdatePipeline()
bone.UpdatePropertyInformation()
print(bone.GetProperty("Status").GetData())
SaveData(os.path.join(arguments.output, "summary.csv"), proxy=OutputPort(bone, 1), Precision=12)
table = servermanager.Fetch(bone, idx=1)
if table.GetNumberOfRows() == 0:
    sys.exit(1)  # the filter has reported why
for row in range(table.GetNumberOfRows()):
    quantity, value, unit = (table.GetValueByName(row, name) for name in ("Quantity", "Result", "Unit"))
    if quantity.ToString() in ("Stiffness", "Nodes", "SolverIterations", "SetupSeconds", "SolveSeconds"):
        print(f"{quantity.ToString():20s} {value.ToDouble():14.6g}  {unit.ToString()}")
