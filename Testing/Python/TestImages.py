"""Image data that come in go out as image data, and state files of before keep their hexahedra."""

import os
import sys
import tempfile

from checks import *
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

SOLID = 0
HIDDEN_CELL, HIDDEN_POINT = 32, 2
expect("DISPLAY" in os.environ, "a display, for a picture")
STATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "States")


def kind(proxy, port=0):
    proxy.UpdatePipeline()
    return simple.OutputPort(proxy, port).GetDataInformation().GetDataSetTypeAsString()


def ghosts(arrays):
    return numpy.array(arrays["vtkGhostType"])


def pixels(filename):
    reader = vtkPNGReader()
    reader.SetFileName(filename)
    reader.Update()
    return vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars())[:, :3].astype(int)


def expect_same_picture(found, wanted):
    """But for a few pixels along edges."""
    expect_equal(found.shape, wanted.shape, "pixels")
    differ = (abs(found - wanted).max(axis=1) > 16).mean()
    expect(differ < 0.005, f"{differ:.2%} of the pixels differ")


# As the input is, by default; the same numbers on hexahedra.
block = FastUniformGrid(WholeExtent=[0, 16, 0, 8, 0, 8])
pulled = MechanicalLoad(Input=MechanicalSupport(Input=block, Side="-X"), Region="Box",
                        Force=[0, 0, -1], BoxPosition=[15.6, 2.9, 2.9], BoxLength=[0.8, 2.2, 2.2])
design = TopologyOptimize(Input=pulled, VolumeFraction=0.4, MaximumIterations=8,
                          DensityChangeTolerance=0)
errors = Errors(design)
expect_equal(design.ResultGeometry, "As Input", "default geometry")
for port in (ITERATIONS, FINAL_DESIGN):
    expect_equal(kind(design, port), "vtkImageData", "design of an image")
    expect_equal(list(fetch(design, port).GetDimensions()), [17, 9, 9], "dimensions")
densities, moved = density(design), numpy.array(fetch(design, FINAL_DESIGN).PointData["Displacement"])
analyses = information(design, "NumberOfAnalyses")
design.ResultGeometry = "Hexahedra"
expect_equal(kind(design, FINAL_DESIGN), "vtkUnstructuredGrid", "design on hexahedra")
expect_close(density(design), densities, "density on hexahedra", 0)
expect_close(fetch(design, FINAL_DESIGN).PointData["Displacement"], moved, "displacement", 0)
expect_equal(information(design, "NumberOfAnalyses"), analyses, "analyses for another geometry")
grid = TopologyOptimize(Input=TopologyBenchmark(Resolution=4), MaximumIterations=1)
expect_equal(kind(grid, FINAL_DESIGN), "vtkUnstructuredGrid", "design of a grid")

# Cells below the threshold are hidden, and passed over.
design.ResultGeometry = "As Input"
design.DensityThreshold = 0.4
design.UpdatePipeline(8)
shown = fetch(design, ITERATIONS)
hidden = ghosts(shown.CellData) == HIDDEN_CELL
expect_equal(list(hidden), list(numpy.array(shown.CellData["Density"]) < 0.4), "hidden cells")
expect_equal(int(shown.FieldData["VisibleCells"][0]), int((~hidden).sum()), "visible cells")
expect_equal(set(ghosts(shown.PointData)), {0, HIDDEN_POINT}, "ghosts of points")
expect("vtkGhostType" not in fetch(design, FINAL_DESIGN).CellData.keys(), "the whole final design")
dense = Threshold(Input=OutputPort(design, ITERATIONS), Scalars=["CELLS", "Density"],
                  LowerThreshold=0.0, UpperThreshold=1.0)
dense.UpdatePipeline(8)
expect_equal(dense.GetDataInformation().GetNumberOfCells(), int((~hidden).sum()), "cells passed on")
part = ExtractSubset(Input=OutputPort(design, FINAL_DESIGN), VOI=[0, 4, 0, 8, 0, 8])
part.UpdatePipeline()
expect_equal(part.GetDataInformation().GetNumberOfCells(), 256, "part of the final design")
expect_equal(information(design, "NumberOfAnalyses"), analyses, "analyses for a part")

# Filters of designs take them.
surface = TopologySurface(Input=OutputPort(design, FINAL_DESIGN))
surface.UpdatePipeline()
expect(surface.GetDataInformation().GetNumberOfCells() > 100, "triangles")
body = BodyAnalysis(Input=OutputPort(design, FINAL_DESIGN), Surface=surface)
body.UpdatePipeline()
expect(information(body, "Status").startswith("Compliance"), information(body, "Status"))
compared = CompareTopologies(Input=[OutputPort(design, FINAL_DESIGN), dense])
compared.UpdatePipeline()
expect(compared.GetDataInformation().GetNumberOfCells() > 0, information(compared, "Status"))
expect_equal(errors.texts, [], "errors")

# Voxel Micro-FE, by choice.
sample = TrabecularSample(Dimensions=[16, 16, 16], VoxelsperPeriod=8)
bone = VoxelMicroFE(Input=sample)
expect_equal(bone.ResultGeometry, "Hexahedra", "default geometry of Voxel Micro-FE")
expect_equal(kind(bone), "vtkUnstructuredGrid", "bone")
packed = {name: numpy.array(fetch(bone, SOLID).CellData[name]) for name in ("Stress", "Solid")}
bone.ResultGeometry = "Image"
expect_equal(kind(bone), "vtkImageData", "bone as an image")
whole = fetch(bone, SOLID)
analysed = ghosts(whole.CellData) == 0
expect_equal(int(analysed.sum()), packed["Solid"].size, "analysed voxels")
stress = numpy.array(whole.CellData["Stress"])
expect_equal(float(abs(stress[~analysed]).max()), 0.0, "stress in the void")
expect_close(sorted(stress[analysed, 2]), sorted(packed["Stress"][:, 2]), "stress",
             1e-4 * abs(stress).max())
visible = Threshold(Input=bone, Scalars=["CELLS", "EffectiveStrain"], LowerThreshold=0.0,
                    UpperThreshold=1e9)
visible.UpdatePipeline()
expect_equal(visible.GetDataInformation().GetNumberOfCells(), packed["Solid"].size, "passed on")

# Both are shown as structures, not as the outline that images have by default, and look as their
# hexahedra do, which may take the place of the image while it is shown.
view = CreateView("RenderView")
view.ViewSize = [400, 300]
view.ViewTime = 8
with tempfile.TemporaryDirectory() as folder:
    picture = os.path.join(folder, "picture.png")
    for proxy, image, array in ((design, "As Input", "Density"), (bone, "Image", "Solid")):
        drawn = Show(OutputPort(proxy, 0), view)
        expect_equal(drawn.GetXMLName(), "UniformGridRepresentation", "representation")
        expect_equal(drawn.Representation, "Surface", "representation")
        ColorBy(drawn, ("CELLS", array))
        GetColorTransferFunction(array).RescaleTransferFunction(0.0, 1.0)
        drawn.SetScalarBarVisibility(view, False)
        Render(view)
        ResetCamera(view)
        SaveScreenshot(picture, view)
        of_image = pixels(picture)
        expect(len(numpy.unique(of_image, axis=0)) > 5, "colours of the picture")
        proxy.ResultGeometry = "Hexahedra"
        SaveScreenshot(picture, view)
        expect_same_picture(of_image, pixels(picture))
        proxy.ResultGeometry = image
        Hide(OutputPort(proxy, 0), view)

# The surface of a sample of thin struts, which ParaView does not draw from an image: faces and picture
# are those of hexahedra.
fine = TrabecularSample(Dimensions=[48, 48, 48], VoxelsperPeriod=12)
struts = VoxelMicroFE(Input=fine)
struts.Scalars = ["CELLS", "Solid"]
with tempfile.TemporaryDirectory() as folder:
    picture = os.path.join(folder, "picture.png")
    drawn = Show(struts, view)
    ColorBy(drawn, ("CELLS", "EffectiveStrain"))
    drawn.SetScalarBarVisibility(view, False)
    Render(view)
    ResetCamera(view)
    SaveScreenshot(picture, view)
    of_hexahedra = pixels(picture)
    faces = drawn.GetRepresentedDataInformation().GetNumberOfCells()
    Hide(struts, view)
    struts.ResultGeometry = "Surface"
    expect_equal(kind(struts), "vtkPolyData", "surface")
    expect_equal(struts.GetDataInformation().GetNumberOfCells(), faces, "faces")
    drawn = Show(struts, view)
    ColorBy(drawn, ("CELLS", "EffectiveStrain"))
    drawn.SetScalarBarVisibility(view, False)
    SaveScreenshot(picture, view)
    expect_same_picture(pixels(picture), of_hexahedra)
    expect(len(numpy.unique(of_hexahedra, axis=0)) > 50, "colours of the picture")
    Hide(struts, view)
bent = WarpByVector(Input=struts, Vectors=["POINTS", "Displacement"])
bent.UpdatePipeline()
expect_equal(bent.GetDataInformation().GetNumberOfCells(), faces, "faces of the deformed surface")

# A state keeps what was chosen.
simple.RenameSource("Design", design)
simple.RenameSource("Bone", bone)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
for name in ("Design", "Bone"):
    expect_equal(kind(simple.FindSource(name)), "vtkImageData", f"{name} of a new state")

# A state from before there was a choice: hexahedra, what was computed of them, and the picture.
simple.ResetSession()
simple.LoadState(os.path.join(STATES, "designs_of_images.pvsm"))
design = simple.FindSource("Design")
for port in (ITERATIONS, FINAL_DESIGN):
    expect_equal(kind(design, port), "vtkUnstructuredGrid", "design of an old state")
expect_equal(kind(simple.FindSource("Warped")), "vtkUnstructuredGrid", "warped")
expect_equal(kind(simple.FindSource("Bone")), "vtkUnstructuredGrid", "bone of an old state")
view = simple.GetViews()[0]
expect_equal(sorted(r.GetXMLName() for r in view.Representations),
             ["UnstructuredGridRepresentation"] * 2, "representations")
with tempfile.TemporaryDirectory() as folder:
    picture = os.path.join(folder, "picture.png")
    SaveScreenshot(picture, view)
    expect_same_picture(pixels(picture), pixels(os.path.join(STATES, "designs_of_images.png")))
