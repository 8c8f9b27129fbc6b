"""Tetrahedra of a STEP file: stresses of an angle bracket that follow its holes and its fillet.

    pvpython cad_bracket_tetrahedra.py Trabecula.so [part.step] [--size 5] [--cells 40] [--output .]

Reads the bracket of Data/Meshes, or another part with the same three holes, and meshes it with Gmsh
(Debian package gmsh). Holes of radius 4.5 are held, that of radius 6 is pulled outwards and down by 1
kN. Prints the mesh, its volume beside that of CAD, and the results; with --cells the displacements of
voxels as well, so many along the longest side, with the same supports and loads. Writes bracket.vtu and, where there is a display, cad_bracket_tetrahedra.png.
Units are mm, N and MPa.
"""

import argparse
import os

from paraview.simple import *

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("plugin", help="path of Trabecula.so")
parser.add_argument("part", nargs="?", default=os.path.join(here, "..", "Meshes", "bracket.step"))
parser.add_argument("--size", type=float, default=5.0, help="largest edge of a tetrahedron, mm")
parser.add_argument("--cells", type=int, default=0, help="voxels along the longest side, or none")
parser.add_argument("--output", default=".", help="folder for the results")
arguments = parser.parse_args()
LoadPlugin(os.path.abspath(arguments.plugin), remote=False, ns=globals())
output = arguments.output
os.makedirs(output, exist_ok=True)


def succeed(proxy):
    """Updates a proxy, or ends the script with its error."""
    proxy.UpdatePipeline()
    proxy.UpdatePropertyInformation()
    if proxy.ErrorMessage:
        raise SystemExit(proxy.ErrorMessage)
    return proxy


part = succeed(CADReader(FileName=os.path.abspath(arguments.part)))
print(part.Status)


def marked(source):
    """Supports and load at holes, on a surface, which passes them on to voxels, or on tetrahedra."""
    held = MechanicalSupport(Input=source, Region="Holes", HoleRadius=[4.4, 4.6])
    return MechanicalLoad(Input=held, Region="Holes", HoleRadius=[5.9, 6.1],
                          Force=[500.0, 0.0, -866.0])


def analysed(source):
    return succeed(ElasticAnalysis(Input=source, YoungsModulus=210000.0, PoissonsRatio=0.3,
                                   YieldStress=235.0))


mesh = succeed(MeshPart(Input=part, ElementSize=arguments.size))
print(mesh.Status)
analysis = analysed(marked(mesh))
print(analysis.Status)
print(f"tetrahedra: {mesh.Tetrahedra}, largest displacement "
      f"{analysis.LargestDisplacement:.5g} mm, largest von Mises stress "
      f"{analysis.LargestVonMisesStress:.4g} MPa, safety factor {analysis.SafetyFactor:.3g}")
SaveData(os.path.join(output, "bracket.vtu"), proxy=OutputPort(analysis, 0), DataMode="Binary")

if arguments.cells:
    voxels = succeed(VoxelizeSurface(Input=marked(part), Cells=arguments.cells))
    other = analysed(voxels)
    print(f"voxels: {voxels.Voxels}, largest displacement "
          f"{other.LargestDisplacement:.5g} mm")

if os.environ.get("DISPLAY"):
    view = CreateView("RenderView", ViewSize=[1000, 700])
    view.UseColorPaletteForBackground, view.Background = 0, [1.0, 1.0, 1.0]
    view.OrientationAxesVisibility = 0
    shown = Show(OutputPort(analysis, 0), view)
    shown.SetRepresentationType("Surface With Edges")
    shown.NonlinearSubdivisionLevel = 3
    ColorBy(shown, ("POINTS", "VonMisesStress"))
    shown.SetScalarBarVisibility(view, True)
    GetColorTransferFunction("VonMisesStress").RescaleTransferFunction(0.0, 30.0)
    bar = GetScalarBar(GetColorTransferFunction("VonMisesStress"), view)
    bar.Title, bar.ComponentTitle = "von Mises stress, MPa", ""
    bar.Orientation, bar.WindowLocation = "Vertical", "Lower Right Corner"
    bar.TitleColor = bar.LabelColor = [0.0, 0.0, 0.0]
    view.CameraViewUp = [0.0, 0.0, 1.0]
    view.CameraFocalPoint = [40.0, 30.0, 25.0]
    view.CameraPosition = [240.0, -130.0, 150.0]
    ResetCamera(view)
    GetActiveCamera().Dolly(0.97)
    SaveScreenshot(os.path.join(output, "cad_bracket_tetrahedra.png"), view)
