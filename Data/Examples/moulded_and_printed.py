"""One cantilever, made in five ways: free, symmetric, extruded, drawn from a mould, printed.

    pvpython moulded_and_printed.py Trabecula.so [--output out] [--height 20] [--iterations 60]

A block twice as long as high and wide is held at one end and pulled down at the middle of the other,
a little to one side. Topology Optimize finds the stiffest part with 40 % of the volume, first without
further demands, then

- symmetric in a plane, although its load is not;
- with the same section everywhere, as an extruded profile;
- to be drawn upwards and downwards from a mould that parts at half height;
- to be printed upwards without supports.

Prints the compliance of each, and what is counted in its densities: by how much the halves differ,
by how much the sections differ, cells that grow outwards from the parting plane, and cells without
support. Writes a file .vti for each design and, where there is a display (xvfb-run -a pvpython ...),
moulded_and_printed.png.
"""

import argparse
import os
import sys

# Spinning threads can make a run ten times slower on a busy machine. The variable must be set
# before the plugin loads the OpenMP runtime.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy
from paraview import servermanager
from paraview.simple import *
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkImageData

FINAL_DESIGN, CONVERGENCE = 1, 2
DEMANDS = {
    "free": {},
    "symmetric": {"Symmetry": "Planes", "SymmetryPlanes": "Y"},
    "extruded": {"Extrusion": "Y"},
    "moulded": {"DrawDirection": "+Z", "PartingPlane": 0.5},
    "printed": {"BuildDirection": "+Z"},
}

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--height", type=int, default=20, help="cells along the height, even")
parser.add_argument("--iterations", type=int, default=60)
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)

n = arguments.height
image = vtkImageData()
image.SetDimensions(2 * n + 1, n + 1, n + 1)
block = TrivialProducer()
block.GetClientSideObject().SetOutput(image)
held = MechanicalSupport(Input=block, Region="Side", Side="-X")
loaded = MechanicalLoad(Input=held, Region="Box", Force=[0.0, 0.0, -1.0],
                        BoxPosition=[1.95 * n, 0.3 * n, 0.4 * n], BoxLength=[n, 0.2 * n, 0.2 * n])


def counts(density):
    """What a free design has, and made ones have not; densities by layers z, y, x."""
    upper, lower = density[n // 2:], density[n // 2 - 1::-1]
    growing = sum(int((numpy.diff(half, axis=0) > 1e-9).sum()) for half in (upper, lower))
    below = numpy.pad(density[:-1], ((0, 0), (1, 1), (1, 1)))
    support = numpy.max([below[:, 1:-1, 1:-1], below[:, 2:, 1:-1], below[:, :-2, 1:-1],
                         below[:, 1:-1, 2:], below[:, 1:-1, :-2]], axis=0)
    return (numpy.abs(density - density[:, ::-1]).max(), numpy.ptp(density, axis=1).max(), growing,
            int(((density[1:] > 0.5) & (support < 0.49)).sum()))


print("design      compliance  halves differ  sections differ  growing  unsupported")
for name, demands in DEMANDS.items():
    # Solid layers at the load would be neither symmetric nor supported.
    design = TopologyOptimize(
        Input=loaded, VolumeFraction=0.4, SolidLayers="None", FilterType="Density",
        FilterRadius=1.8, Optimizer="MMA", Projection="On",
        ProjectionSharpness=16, ProjectionInterval=max(1, arguments.iterations // 6),
        MaximumIterations=arguments.iterations, **demands)
    design.UpdatePipeline()
    design.UpdatePropertyInformation()
    table = servermanager.Fetch(design, idx=CONVERGENCE)
    if table.GetNumberOfRows() == 0:
        sys.exit(f"Nothing was computed: {design.Status}")
    compliance = table.GetValueByName(table.GetNumberOfRows() - 1, "Compliance").ToDouble()
    final = OutputPort(design, FINAL_DESIGN)
    data = servermanager.Fetch(design, idx=FINAL_DESIGN)
    density = vtk_to_numpy(data.GetCellData().GetArray("Density"))
    halves, sections, growing, unsupported = counts(density.reshape(n, n, 2 * n))
    print(f"{name:10}  {compliance:10.5g}  {halves:13.2g}  {sections:15.2g}  {growing:7}  "
          f"{unsupported:11}")
    SaveData(os.path.join(arguments.output, f"{name}.vti"), proxy=final, DataMode="Binary")

if "DISPLAY" in os.environ:
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Pictures"))
    import render
    render.moulded_and_printed(arguments.output,
                               os.path.join(arguments.output, "moulded_and_printed.png"))
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
