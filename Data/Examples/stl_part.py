"""From an STL file to an STL file: voxelizes a part, optimizes it, writes its surface.

    pvpython stl_part.py Trabecula.so [part.stl] [--cells 60] [--iterations 40] [--volume 0.4]
             [--output .]

The part is held at the lower end of its longest side and pulled sideways at the upper one. Without a
file it is a ring, which is written to ring.stl first. The faces of the part are found and counted. Voxels that the surface cuts take
part with the fraction of their volume inside it. Writes optimized.stl; prints the volumes of the
file, of the voxels and of the result, and whether the result, read again, is closed.
"""

import argparse
import os

parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("part", nargs="?", help="STL file (default: one that is written)")
parser.add_argument("--cells", type=int, default=60, help="along the longest side")
parser.add_argument("--iterations", type=int, default=40, help="at most")
parser.add_argument("--volume", type=float, default=0.4, help="volume fraction")
parser.add_argument("--output", default=".", help="folder for the results")
arguments = parser.parse_args()
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

from paraview.simple import *

LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
os.makedirs(arguments.output, exist_ok=True)


def write_ring(filename):
    """An annular disk of 80 mm with a bore of 24 mm, 12 mm thick."""
    disk = Disk(InnerRadius=12.0, OuterRadius=40.0, CircumferentialResolution=96)
    ring = LinearExtrusion(Input=disk, ScaleFactor=12.0)
    # One end of an extrusion is oriented inwards.
    outward = GenerateSurfaceNormals(Input=ring, Splitting=0, FlipNormals=1)
    SaveData(filename, proxy=Triangulate(Input=outward), FileType="Binary")


def bad_edges(surface):
    """Edges that do not have a triangle on each of their two sides."""
    edges = FeatureEdges(Input=surface, BoundaryEdges=1, NonManifoldEdges=1, FeatureEdges=0,
                         ManifoldEdges=0)
    edges.UpdatePipeline()
    return edges.GetDataInformation().GetNumberOfCells()


filename = arguments.part
if not filename:
    filename = os.path.join(arguments.output, "ring.stl")
    write_ring(filename)
part = SurfaceFaces(Input=STLReader(FileNames=[filename]))
part.UpdatePipeline()
part.UpdatePropertyInformation()
print(part.Status)  # planes, cylinders, holes; regions may be Faces or Holes
voxels = VoxelizeSurface(Input=part, Cells=arguments.cells)
voxels.UpdatePipeline()
print(f"{filename}: volume {voxels.FieldData['Volume'].GetRange()[0]:.6g}, "
      f"{voxels.FieldData['VisibleCells'].GetRange()[0]:.0f} voxels with "
      f"{voxels.FieldData['SolidVolume'].GetRange()[0]:.6g}")

bounds = part.GetDataInformation().GetBounds()
axis = max(range(3), key=lambda d: bounds[2 * d + 1] - bounds[2 * d])
held = MechanicalSupport(Input=voxels, Side="-" + "XYZ"[axis])
force = [0.0, 0.0, 0.0]
force[(axis + 1) % 3] = 1.0
pulled = MechanicalLoad(Input=held, Side="+" + "XYZ"[axis], Force=force)
design = TopologyOptimize(Input=pulled, VolumeFraction=arguments.volume,
                          MaximumIterations=arguments.iterations)
surface = TopologySurface(Input=OutputPort(design, 1))
surface.UpdatePipeline()
final = OutputPort(design, 1)
print(f"compliance {final.FieldData['Compliance'].GetRange()[0]:.6g}, volume fraction "
      f"{final.FieldData['VolumeFraction'].GetRange()[0]:.4g}")

result = os.path.join(arguments.output, "optimized.stl")
SaveData(result, proxy=surface)
read = Clean(Input=STLReader(FileNames=[result]))
read.UpdatePipeline()
print(f"{result}: volume {surface.FieldData['Volume'].GetRange()[0]:.6g}, "
      f"{read.GetDataInformation().GetNumberOfCells()} triangles, {bad_edges(read)} bad edges")
