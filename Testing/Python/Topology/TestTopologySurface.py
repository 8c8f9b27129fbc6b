"""Topology Surface as scripts use it: surfaces, STL files, states."""

import os
import tempfile

from checks import *


def bad_edges(source):
    """Edges that a closed manifold does not have."""
    edges = FeatureEdges(Input=source, BoundaryEdges=1, NonManifoldEdges=1, FeatureEdges=0,
                         ManifoldEdges=0)
    edges.UpdatePipeline()
    return edges.GetDataInformation().GetNumberOfCells()


def expect_printable(surface, folder):
    """Closed, and still so as an STL file."""
    surface.UpdatePipeline()
    expect_equal(information(surface, "Closed"), "yes", "closed")
    expect_equal(bad_edges(surface), 0, "edges of holes and crossings")
    volume = information(surface, "Volume")
    filename = os.path.join(folder, "part.stl")
    SaveData(filename, proxy=surface)
    part = Clean(Input=OpenDataFile(filename))
    part.UpdatePipeline()
    cells = surface.GetDataInformation().GetNumberOfCells()
    expect_equal(part.GetDataInformation().GetNumberOfCells(), cells, "triangles of the file")
    expect_equal(bad_edges(part), 0, "edges of holes and crossings of the file")
    measured = dataset_adapter.WrapDataObject(servermanager.Fetch(part))
    points = numpy.array(measured.Points, dtype=float)
    corners = points[numpy.array(measured.Polygons).reshape(-1, 4)[:, 1:]]
    enclosed = numpy.linalg.det(corners - points.mean(axis=0)).sum() / 6
    expect_close(enclosed / volume, 1, "volume of the file", 1e-4)
    return volume


# The demo's cantilever, Apply with every default.
beam = TopologyBenchmark(Resolution=8)
design = TopologyOptimize(Input=beam, VolumeFraction=0.3, MinimumDensity=0.1, MaximumIterations=15)
surface = TopologySurface(registrationName="Part", Input=OutputPort(design, FINAL_DESIGN))
errors = Errors(surface)
with tempfile.TemporaryDirectory() as folder:
    volume = expect_printable(surface, folder)
    expect_equal(errors.texts, [], "errors")
    cells = density(design)
    expect_close(information(surface, "FieldVolume"), cells.sum(), "volume of the field", 1e-6)
    expect_close(volume / cells.sum(), 1, "volume", 0.01)
    expect_close(surface.FieldData["Volume"].GetRange()[0], volume, "field data", 0)
    expect(information(surface, "NumberOfPieces") >= 1, "pieces")
    expect(information(surface, "Area") > 0, "area")
    expect("piece" in information(surface, "Status"), information(surface, "Status"))

    # Other thresholds.
    surface.ThresholdBy = "Volume fraction"
    surface.VolumeFraction = 0.2
    expect_close(expect_printable(surface, folder) / (0.2 * cells.size), 1, "a fifth", 0.01)
    surface.ThresholdBy = "Value"
    surface.Threshold = 0.6
    expect_printable(surface, folder)
    expect_close(information(surface, "ThresholdUsed"), 0.6, "threshold", 0)
    surface.Keep = "Largest piece"
    expect_printable(surface, folder)
    expect_equal(information(surface, "NumberOfPieces"), 1, "pieces")

    # An error yields one message, and earlier results remain.
    triangles = surface.GetDataInformation().GetNumberOfCells()
    surface.Threshold = 2
    surface.UpdatePipeline()
    expect_equal(len(errors.texts), 1, "errors of a threshold that nothing has")
    expect("Error: " in information(surface, "Status"), information(surface, "Status"))
    expect_equal(surface.GetDataInformation().GetNumberOfCells(), triangles, "after an error")
    surface.Threshold = 0.6

    # A bone-like image, and the voxels that are analysed of it.
    sample = TrabecularSample(Dimensions=[16, 16, 16], VoxelsperPeriod=8)
    bone = TopologySurface(Input=sample)
    expect_close(expect_printable(bone, folder) / information(bone, "FieldVolume"), 1, "bone", 0.01)
    solid = VoxelMicroFE(Input=sample)
    voxels = TopologySurface(Input=OutputPort(solid, 0), HoldBoundary=0)
    expect_printable(voxels, folder)

    # A saved state gives the same when it is loaded again.
    surface.UpdatePipeline()
    volume = information(surface, "Volume")
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
    surface = simple.FindSource("Part")
    expect_equal(surface.Keep, "Largest piece", "pieces of the state")
    surface.UpdatePipeline()
    expect_close(information(surface, "Volume"), volume, "volume of the state", 1e-9)

# The surface that a mesh was made of makes its steps smooth.
ball = Sphere(Radius=0.4, ThetaResolution=64, PhiResolution=64)
image = Wavelet(WholeExtent=[-10, 10, -10, 10, -10, 10])
scaled = Transform(Input=image)
scaled.Transform.Scale = [0.05, 0.05, 0.05]
centres = PointDatatoCellData(
    Input=Calculator(Input=scaled, Function="mag(coords)", ResultArrayName="Radius"))
voxels = Threshold(Input=centres, Scalars=["CELLS", "Radius"], LowerThreshold=0, UpperThreshold=0.4)
stepped = TopologySurface(Input=voxels, Density=["CELLS", ""])
smooth = TopologySurface(Input=voxels, PartSurface=ball, Density=["CELLS", ""])
for surface, least, most in ((stepped, 0.01, 0.1), (smooth, 0, 2e-3)):
    surface.UpdatePipeline()
    expect_equal(information(surface, "Closed"), "yes", "closed ball")
    radii = numpy.linalg.norm(numpy.array(fetch(surface, 0).Points), axis=1)
    off = abs(radii - 0.4).max()
    expect(least <= off <= most, f"off the ball by {off}")
