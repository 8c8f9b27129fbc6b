"""An L-bracket with a bound on its largest stress, beside the stiffest one of the same volume.

    pvpython stress_bracket.py Trabecula.so [--output out] [--cells 40] [--layers 4] [--iterations 200]
                               [--share 0.85] [--tetrahedra]

The stiffest L of a volume keeps its inner corner, where the stress is singular. The second design is
the stiffest one whose largest stress is at most a share of the first one's; it rounds the corner.
Writes stiffest.vtu, bounded.vtu and stress.csv, and, where there is a display (xvfb-run -a pvpython
...), stress_bracket.png: both designs, cut at half the density and analysed as they would be made, in
one scale of the von Mises stress. The mesh is that of Data/Meshes/l_bracket.py: forces of 1 on a
bracket of height 1.
"""

import argparse
import os
import sys

# Spinning threads can make a run ten times slower on a busy machine. The variable must be set
# before the plugin loads the OpenMP runtime.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from paraview import servermanager
from paraview.simple import *

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Meshes"))
import l_bracket

FINAL_DESIGN, CONVERGENCE = 1, 2
THRESHOLD = 0.5
VOLUME = 0.4

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("--output", default="out", help="folder for the results (default: out)")
parser.add_argument("--cells", type=int, default=40, help="along the height, a multiple of 10")
parser.add_argument("--layers", type=int, default=4, help="cells across the thickness")
parser.add_argument("--iterations", type=int, default=200)
parser.add_argument("--share", type=float, default=0.85, help="of the largest stress of the stiffest design")
parser.add_argument("--tetrahedra", action="store_true")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)


def optimize(bracket, bound):
    design = TopologyOptimize(
        Input=bracket, YoungsModulus=1.0, PoissonsRatio=0.3, VolumeFraction=VOLUME, Optimizer="MMA",
        Interpolation="Modified SIMP", MinimumModulusRatio=1e-6, FilterType="Density",
        FilterRadius=2.8 / arguments.cells, MoveLimit=0.1, MaximumIterations=arguments.iterations,
        Projection="On", ProjectionSharpness=8.0, ProjectionInterval=max(1, arguments.iterations // 5),
        Constraints=["LargestStress", "<=", repr(bound), "", "", ""])
    design.UpdatePipeline()
    design.UpdatePropertyInformation()
    table = servermanager.Fetch(design, idx=CONVERGENCE)
    last = table.GetNumberOfRows() - 1
    if last < 0:
        sys.exit(f"Nothing was computed: {design.Status}")
    names = [name for name in ("Compliance", "VolumeFraction", "LargestStress")
             if table.GetColumnByName(name)]
    return design, {name: table.GetColumnByName(name).GetValue(last) for name in names}


def analyse(design):
    """Cells that are at least half full as solid, the others as a millionth of it."""
    cut = Calculator(Input=OutputPort(design, FINAL_DESIGN), AttributeType="Cell Data",
                     ResultArrayName="YoungsModulus", Function=f"if(Density >= {THRESHOLD}, 1, 0.000001)")
    analysis = ElasticAnalysis(Input=cut, YoungsModulusArray=["CELLS", "YoungsModulus"], PoissonsRatio=0.3)
    analysis.UpdatePipeline()
    table = servermanager.Fetch(analysis, idx=1)
    values = {table.GetValue(row, 0).ToString(): table.GetValue(row, 1).ToDouble()
              for row in range(table.GetNumberOfRows())}
    solid = Threshold(Input=OutputPort(analysis, 0), Scalars=["CELLS", "Density"])
    solid.LowerThreshold, solid.UpperThreshold = THRESHOLD, 2.0
    return solid, values


grid = l_bracket.make_grid(*l_bracket.make_bracket(arguments.cells, arguments.layers, arguments.tetrahedra))
bracket = TrivialProducer()
bracket.GetClientSideObject().SetOutput(grid)
# An inactive bound, so that the table contains the stress.
stiffest, values = optimize(bracket, 1e9)
bound = arguments.share * values["LargestStress"]
bounded, bounded_values = optimize(bracket, bound)
rows = []
for name, design, numbers in (("stiffest", stiffest, values), ("bounded", bounded, bounded_values)):
    solid, cut = analyse(design)
    rows.append((name, numbers, cut))
    SaveData(os.path.join(arguments.output, name + ".vtu"), proxy=solid, DataMode="Binary")

with open(os.path.join(arguments.output, "stress.csv"), "w") as file:
    file.write("Design,Compliance,VolumeFraction,LargestStress,CutCompliance,CutLargestStress\n")
    for name, numbers, cut in rows:
        columns = [numbers["Compliance"], numbers["VolumeFraction"], numbers["LargestStress"],
                   cut["Compliance"], cut["LargestVonMisesStress"]]
        file.write(",".join([name, *(f"{value:.6g}" for value in columns)]) + "\n")
        print(f"{name:9} compliance {columns[0]:.5g}, volume {columns[1]:.4g}, largest stress "
              f"{columns[2]:.4g}; cut at density 1/2: {columns[3]:.5g}, {columns[4]:.4g}")
print(f"bound on the largest stress: {bound:.4g}")

if "DISPLAY" in os.environ:
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Pictures"))
    import render
    render.stress_bracket(arguments.output, os.path.join(arguments.output, "stress_bracket.png"))
else:
    print("No display: the picture is left out; run under xvfb-run -a.")
