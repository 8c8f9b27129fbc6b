"""The apparent stiffness of a bone-like sample: a 6 x 6 matrix and its orthotropic constants.

    pvpython apparent_stiffness.py Trabecula.so [--voxels 48] [--volume-fraction 0.3] [--seed 1]

Prints the matrix, in MPa and in the order XX, YY, ZZ, XY, YZ, XZ with engineering shear strains,
and Young's moduli, shear moduli and Poisson's ratios. The matrix follows from six load cases (van
Rietbergen et al. 1996), here with uniform strains on the whole surface, which give a higher
stiffness than mixed boundary conditions.
"""

import argparse
import os
import sys

from paraview import servermanager
from paraview.simple import *
from vtkmodules.util.numpy_support import vtk_to_numpy

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--voxels", type=int, default=48, help="along each edge (default: 48)")
parser.add_argument("--volume-fraction", type=float, default=0.3)
parser.add_argument("--seed", type=int, default=1, help="which of many samples")
parser.add_argument("--device", choices=["Automatic", "Processor", "CUDA"], default="Automatic")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())

sample = TrabecularSample(
    Dimensions=[arguments.voxels] * 3,
    VoxelSize=2.88 / arguments.voxels,  # mm
    VoxelsperPeriod=arguments.voxels / 3.0,
    VolumeFraction=arguments.volume_fraction,
    Seed=arguments.seed,
)
bone = VoxelMicroFE(
    Input=sample, YoungsModulus=6829.0, Test="Apparent stiffness", Device=arguments.device
)
bone.UpdatePipeline()
if bone.GetDataInformation().GetNumberOfCells() == 0:
    sys.exit(1)  # the filter has reported why

fields = servermanager.Fetch(bone, idx=0).GetFieldData()
for row in vtk_to_numpy(fields.GetArray("ApparentStiffness")):
    print("  ".join(f"{value:10.4g}" for value in row))
for name in ("YoungsModulusX", "YoungsModulusY", "YoungsModulusZ",
             "ShearModulusXY", "ShearModulusYZ", "ShearModulusXZ",
             "PoissonsRatioXY", "PoissonsRatioYZ", "PoissonsRatioXZ",
             "OrthotropyError", "VolumeFraction"):
    print(f"{name:20s} {fields.GetArray(name).GetValue(0):10.4g}")
