"""Solves an input file of ParOSol and leaves displacements and stresses.

    pvpython parosol_file.py Trabecula.so input.h5 [--output out]

leaves solid.vtu and summary.csv in the output folder, and prints the external work and the largest
displacement, to be held against ParOSol's own. Units are the file's: mm, N and MPa by ParOSol's
convention.
"""

import argparse
import os
import sys

from paraview.simple import *

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("file", help="HDF5 file with a group Image_Data")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--tolerance", type=float, default=1e-6, help="of the linear solver")
parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

image = ParOSolReader(FileName=os.path.abspath(arguments.file))
image.UpdatePipeline()
if "PoissonsRatio" not in image.FieldData.keys():
    sys.exit(1)  # the reader has reported why

# Supports, displacements and forces have the names that the filter reads by default.
solid = VoxelMicroFE(
    Input=image,
    Material="Moduli",
    PoissonsRatio=image.FieldData["PoissonsRatio"].GetRange()[0],
    Test="Free form",
    SolverTolerance=arguments.tolerance,
    Device=arguments.device,
)
solid.UpdatePipeline()
if solid.GetDataInformation().GetNumberOfCells() == 0:
    sys.exit(1)  # the filter has reported why

SaveData(os.path.join(arguments.output, "solid.vtu"), proxy=OutputPort(solid, 0), DataMode="Binary")
SaveData(os.path.join(arguments.output, "summary.csv"), proxy=OutputPort(solid, 1), Precision=12)
for name in ("Elements", "Nodes", "ExternalWork", "LargestDisplacementComponent",
             "SolverIterations"):
    print(f"{name:30s} {solid.FieldData[name].GetRange()[0]:.9g}")
