"""Results of Isogeometric Level Set go on: surface, body analysis, comparison, voxels."""

from checks import *

BOUNDARY = 3


def dataset(proxy, port=0):
    return servermanager.Fetch(proxy, idx=port)


def field(proxy, name, port=0):
    return dataset(proxy, port).GetFieldData().GetArray(name).GetComponent(0, 0)


def total(proxy, name, port=FINAL_DESIGN):
    return numpy.array(fetch(proxy, port).PointData[name]).sum(axis=0)


def updated(proxy):
    """Updates a filter that must not fail."""
    errors = Errors(proxy)
    proxy.UpdatePipeline()
    expect_equal(errors.texts, [], f"errors of {proxy.GetXMLLabel()}")
    return proxy


# A body on an image: one side is held, a load on a part of the other one, with solid around it.
image = Wavelet(WholeExtent=[0, 16, 0, 8, 0, 8])
held = MechanicalSupport(Input=image, Side="-X")
pulled = MechanicalLoad(Input=held, Region="Box", Force=[0, 0, -1])
pulled.BoxPosition = [15.9, 2.9, 2.9]
pulled.BoxLength = [0.2, 2.2, 2.2]
solid = DesignRegion(Input=pulled, Region="Box", Kind="Solid")
solid.BoxPosition = [13, -1, -1]
solid.BoxLength = [4, 10, 10]
body = IsogeometricLevelSet(Input=solid, VolumeFraction=0.6, MaximumIterations=6, HoleRows=2,
                            HolesPerRow=4, HoleLayers=2, StaggeredHoles=0, HoleRadius=1.2)
body.UpdatePipeline()
design = OutputPort(body, FINAL_DESIGN)

# Supports and loads are at the images of lattice points, with the names that other filters read.
points = fetch(body, FINAL_DESIGN)
expect_close(total(body, "Force"), [0, 0, -1], "total force", 1e-12)
supports = numpy.array(points.PointData["Supports"])
on_side = points.Points[:, 0] < 1e-9
expect_equal(int(on_side.sum()), 17 * 17, "Bezier points of the held side")
expect(bool((supports[on_side] == 1).all()) and not supports[~on_side].any(), "held points")

# Topology Surface: closed, with the volume in which the level set is positive, which is that of the
# port Boundary up to the interpolation between nodes.
surface = updated(TopologySurface(Input=design))
expect_equal(information(surface, "Closed"), "yes", "a closed surface")
volume = field(body, "Volume", BOUNDARY)
expect_close(information(surface, "Volume") / volume, 1, "volume of the surface", 0.01)
expect_close(information(surface, "FieldVolume") / volume, 1, "solid fractions", 0.01)
expect(abs(information(surface, "ThresholdUsed")) < 0.05, "a contour near the zero one")
exact = updated(TopologySurface(Input=design, Density=["POINTS", "LevelSet"], ThresholdBy="Value",
                                Threshold=0, Smoothing=0))
expect_close(information(exact, "Volume") / volume, 1, "volume of the zero contour", 0.01)
by_density = updated(TopologySurface(Input=design, ThresholdBy="Value"))
expect_close(information(by_density, "Volume") / volume, 1, "volume by solid fractions", 0.02)
whole = updated(TopologySurface(Input=design, Density=["CELLS", ""], Smoothing=0))
expect_close(information(whole, "Volume"), 16 * 8 * 8, "volume of the patch", 1e-9)

# Body Analysis takes the design with either surface.
stiffness = []
for closed in (surface, OutputPort(body, BOUNDARY)):
    analysis = updated(BodyAnalysis(Input=design, Surface=closed))
    table = fetch(analysis, 1)
    stiffness.append(float(numpy.array(table.RowData["Compliance"])[0]))
    expect_close(numpy.array(table.RowData["Volume"])[0] / volume, 1, "volume of the body", 0.01)
expect_close(stiffness[1] / stiffness[0], 1, "compliance with the port Boundary", 0.02)
own = column(body, "Compliance")[-1]
expect(0.5 < stiffness[0] / own < 2, f"compliance {own}, of the body {stiffness}")

# Compare Topologies takes it beside densities.
densities = TopologyOptimize(Input=solid, VolumeFraction=0.6, MaximumIterations=4)
updated(CompareTopologies(Input=[OutputPort(densities, FINAL_DESIGN), design]))

# Voxelize Surface takes the port Boundary.
voxels = updated(VoxelizeSurface(Input=OutputPort(body, BOUNDARY), Cells=32))
expect_close(information(voxels, "Volume"), volume, "volume of the voxels", 1e-9 * volume)

# Without the level set the densities of elements remain.
bare = PassArrays(Input=design, PointDataArrays=["Supports", "Force"], CellDataArrays=["Density"])
updated(TopologySurface(Input=bare))

# A plane patch is a body of thickness 1.
flat = IsogeometricLevelSet(Input=NURBSPatch(Elements=[32, 16, 1]), MaximumIterations=3)
flat.UpdatePipeline()
plate = updated(TopologySurface(Input=OutputPort(flat, FINAL_DESIGN)))
expect_equal(information(plate, "Closed"), "yes", "a closed surface of a plane result")
area = field(flat, "Area", BOUNDARY)
expect_close(information(plate, "Volume") / area, 1, "volume of thickness 1", 0.01)
expect_close(dataset(plate).GetBounds()[4:], (0, 1), "thickness", 1e-12)
expect_close(field(plate, "PlaneStress"), 1, "mark of plane stress", 0)

updated(CompareTopologies(Input=[OutputPort(flat, FINAL_DESIGN), OutputPort(flat, FINAL_DESIGN)]))

# Curves do not bound a body in space, and other filters state what to do.
for filter_, text in ((VoxelizeSurface(Input=OutputPort(flat, BOUNDARY)), "closed surface"),
                      (ElasticAnalysis(Input=OutputPort(flat, FINAL_DESIGN)), "Body Analysis"),
                      (TopologyOptimize(Input=design), "Topology Surface")):
    errors = Errors(filter_)
    filter_.UpdatePipeline()
    expect_equal(len(errors.texts), 1, f"errors {errors.texts}")
    expect(text in errors.texts[0], errors.texts[0])
