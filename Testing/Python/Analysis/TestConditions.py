"""Supports, loads and design regions marked on a bare mesh, as scripts do it."""

import os
import tempfile

from checks import *
from paraview.modules.vtkPVVTKExtensionsMisc import vtkPVBox
from vtkmodules.vtkCommonDataModel import vtkImageData

RESOLUTION = 6
MESH, MARKERS, CAUGHT = range(3)
LOWER_EDGE = dict(Region="Box", BoxPosition=[2 * RESOLUTION, 0, 0], BoxLength=[0, RESOLUTION, 0])


def bare_image():
    image = vtkImageData()
    image.SetDimensions(2 * RESOLUTION + 1, RESOLUTION + 1, RESOLUTION + 1)
    source = TrivialProducer()
    source.GetClientSideObject().SetOutput(image)
    source.UpdatePipeline()
    return source


def bare_grid():
    """The benchmark's mesh without what it says."""
    example = TopologyBenchmark(Resolution=RESOLUTION)
    bare = PassArrays(Input=example, PointDataArrays=[], CellDataArrays=[])
    bare.UpdatePipeline()
    expect_equal(bare.PointData.keys() + bare.CellData.keys(), [], "arrays of the bare mesh")
    return bare


def optimized(mesh):
    design = TopologyOptimize(Input=mesh, MaximumIterations=3, VolumeFraction=0.3,
                              MinimumDensity=0.1, SolverTolerance=1e-10, SolidLayers="None")
    design.UpdatePipeline()
    return column(design, "Compliance")


published = optimized(TopologyBenchmark(Resolution=RESOLUTION))

for bare in (bare_image(), bare_grid()):
    # The defaults hold one end and load the other.
    support = MechanicalSupport(Input=bare)
    load = MechanicalLoad(Input=support)
    errors = Errors(load)
    load.UpdatePipeline()
    side = (RESOLUTION + 1) ** 2
    expect_equal(information(support, "CaughtPoints"), side, "points held")
    expect_equal(information(load, "CaughtFaces"), RESOLUTION ** 2, "faces loaded")
    expect_close(information(load, "CaughtArea"), RESOLUTION ** 2, "area loaded")
    expect_close(information(load, "ResultantForce"), [0, 0, -1], "force")
    expect_close(information(load, "ResultantMoment"),
                 [-RESOLUTION / 2, 2 * RESOLUTION, 0], "moment")
    expect_equal(information(load, "Status"), f"Loads {RESOLUTION ** 2} faces.", "status")
    expect(fetch(load, MARKERS).GetNumberOfCells() > 100, "arrows")
    expect(fetch(support, MARKERS).GetNumberOfCells() > 100, "cones")
    expect(optimized(load)[-1] < optimized(load)[0], "an optimized design")

    # The cantilever of the benchmark: a unit force on each point of the lower edge.
    edge = MechanicalLoad(Input=support, Force=[0, 0, -(RESOLUTION + 1)], **LOWER_EDGE)
    expect_close(optimized(edge) / published, numpy.ones(4), "compliance", 1e-9)
    kept = TopologyOptimize(Input=edge, MaximumIterations=1, VolumeFraction=0.5)
    kept.UpdatePipeline()
    cells = RESOLUTION ** 2 + RESOLUTION
    expect(f"Kept solid at loads and supports: {cells} cells." in information(kept, "Status"),
           information(kept, "Status"))
    expect("share it" in information(edge, "Status"), information(edge, "Status"))
    expect_equal(errors.texts, [], "errors")

    # The other way round, with a second load case and a layer that stays solid.
    first = MechanicalLoad(Input=bare, Force=[0, 0, -(RESOLUTION + 1)], **LOWER_EDGE)
    second = MechanicalLoad(Input=first, LoadCase=2, LoadType="Moment", Moment=[3, 0, 0])
    layer = DesignRegion(Input=second, Region="Plane", PlaneOrigin=[0, 0, 0], PlaneNormal=[0, 0, 1])
    both = MechanicalSupport(Input=layer)
    both.UpdatePipeline()
    expect_equal(sorted(both.PointData.keys()), ["DesignRegion", "Force", "Force_2", "Supports"],
                 "point arrays")
    expect_close(information(second, "ResultantForce"), [0, 0, 0], "force of a moment")
    expect_close(information(second, "ResultantMoment"), [3, 0, 0], "moment")
    expect_equal(information(layer, "CaughtCells"), 2 * RESOLUTION ** 2, "solid cells")
    expect_close(information(layer, "CaughtVolume"), 2 * RESOLUTION ** 2, "solid volume")
    design = TopologyOptimize(Input=both, MaximumIterations=1, VolumeFraction=0.4)
    design.UpdatePipeline()
    shown = fetch(design, FINAL_DESIGN)
    kinds = numpy.array(shown.CellData["DesignRegion"])
    expect_close(numpy.array(shown.CellData["Density"])[kinds == 1],
                 numpy.ones(2 * RESOLUTION ** 2), "density of the layer")
    expect("Displacement_Force_2" in shown.PointData.keys(), "displacement of the second case")

# A cell chosen by its number, and the side that it is on.
bare = bare_grid()
corner = IDSelectionSource(FieldType="CELL", IDs=[-1, 2 * RESOLUTION - 1])
patch = MechanicalLoad(Input=bare, Selection=corner, Region="Face Patch", Facing=[1, 0, 0],
                       LoadType="Pressure", Pressure=2)
patch.UpdatePipeline()
expect_equal(information(patch, "CaughtFaces"), RESOLUTION ** 2, "faces of the patch")
expect_close(information(patch, "ResultantForce"), [-2 * RESOLUTION ** 2, 0, 0], "pressure")

# A turned box is where ParaView's own box, which its widget shows, is.
box = vtkPVBox()
box.SetPosition(2.9, 1.1, 0.95)
box.SetRotation(20, -35, 50)
box.SetScale(4, 3, 3)
turned = MechanicalSupport(Input=bare, Region="Box", BoxPosition=[2.9, 1.1, 0.95],
                           BoxRotation=[20, -35, 50], BoxLength=[4, 3, 3])
turned.UpdatePipeline()
mesh = fetch(turned, MESH)
inside = [box.FunctionValue(point) <= 0 for point in mesh.Points]
expect(5 < sum(inside) < len(inside) / 2, f"{sum(inside)} points in the box")
expect_equal([bool(held) for held in mesh.PointData["Supports"][:, 0]], inside, "turned box")

# A query is ParaView's own.
query = SelectionQuerySource(QueryString="id == 0", ElementType="Cell Data")
asked = MechanicalSupport(Input=bare, Selection=query, Region="Selection")
errors = Errors(asked)
asked.UpdatePipeline()
expect("Freeze" in errors.texts[0], errors.texts)

# Bone in an image: its surface alone is loaded, and Voxel Micro-FE takes the arrays as they are.
sample = TrabecularSample(Dimensions=[16, 16, 16], VoxelsperPeriod=8, VoxelSize=1)
held = MechanicalSupport(Input=sample, Side="-Z")
pressed = MechanicalLoad(Input=held, Side="+Z", Force=[0, 0, -100])
bone = VoxelMicroFE(Input=pressed, Test="Free form")
errors = Errors(bone)
bone.UpdatePipeline()
expect_equal(errors.texts, [], "errors of Voxel Micro-FE")
solid = numpy.array(fetch(sample, 0).CellData["Solid"]).reshape(16, 16, 16)
expect_equal(information(pressed, "CaughtFaces"), int(solid[-1].sum()), "solid faces")
reactions = numpy.array(fetch(bone, 0).PointData["ReactionForce"])
supports = numpy.array(fetch(bone, 0).PointData["Supports"])
expect_close(reactions[supports[:, 2] == 1].sum(axis=0), [0, 0, 100], "reaction", 1e-3)

# The empty region is reported.
far = MechanicalSupport(Input=bare, Region="Sphere", SphereCenter=[99, 0, 0], SphereRadius=1)
errors = Errors(far)
far.UpdatePipeline()
expect_equal(errors.texts, [], "errors where nothing is caught")
expect("The sphere catches nothing" in information(far, "Status"), information(far, "Status"))
expect_equal(information(far, "CaughtPoints"), 0, "points caught")
expect_equal(far.PointData.keys(), [], "arrays where nothing is caught")

# Faces by their numbers: of a surface, of the voxels inside it, of a block.
sides, radius, height = 36, 0.5, 2.0
bar = SurfaceFaces(Input=Triangulate(Input=Cylinder(Resolution=sides, Height=height, Radius=radius)))
bar.UpdatePipeline()
expect_equal(information(bar, "Status"),
             "3 faces: 2 planes, 1 cylinder (0 holes), 0 others. 1 connected body.", "faces")
table = fetch(bar, 1)
words = [table.GetValueByName(row, "Description").ToString() for row in range(3)]
expect_equal(sorted(words), ["cylinder, radius 0.5", "plane", "plane"], "descriptions")
wall = table.GetValueByName(words.index("cylinder, radius 0.5"), "CadFeature").ToInt()
exact = sides * 2 * radius * numpy.sin(numpy.pi / sides) * height
voxels = VoxelizeSurface(Input=bar, Cells=40)
for part, most in (bar, 1.0000001), (voxels, 4 / numpy.pi * 1.1):  # steps around a circle
    held = MechanicalSupport(Input=part, Region="Faces", Faces=[wall])
    held.UpdatePipeline()
    area = information(held, "CaughtArea") / exact
    expect(0.999 < area < most, f"area of the wall: {area} of the exact one")
block = bare_image()
areas = []
for face in range(6):
    held = MechanicalSupport(Input=block, Region="Faces", Faces=[face])
    held.UpdatePipeline()
    areas.append(information(held, "CaughtArea"))
ends = RESOLUTION ** 2
expect_close(sorted(areas), [ends] * 2 + [2 * ends] * 4, "sides of a block")
held.Faces = [5, 6]
errors = Errors(held)
held.UpdatePipeline()
expect("1 of 2 chosen faces not found: 6" in errors.texts[0], f"{errors.texts}")

# A remote load, distributed and on a rigid face, which makes the part stiffer.
stiffness = {}
for rigid in (0, 1):
    remote = MechanicalLoad(Input=MechanicalSupport(Input=bare_grid()), LoadType="Remote Load",
                            RemotePoint=[20, 3, 3], Force=[0, 0, -1], RemoteMoment=[2, 0, 0],
                            RigidFace=rigid)
    analysis = ElasticAnalysis(Input=remote, YoungsModulus=1000, SolverTolerance=1e-9)
    errors = Errors(analysis)
    analysis.UpdatePipeline()
    expect_equal(errors.texts, [], "errors of a remote load")
    expect_close(information(remote, "ResultantForce"), [0, 0, -1], "remote force")
    expect_close(information(remote, "ResultantMoment"), [-1, 20, 0], "moment about the origin")
    stiffness[rigid] = information(analysis, "Compliance")
expect(0.9 * stiffness[0] < stiffness[1] < (1 - 1e-4) * stiffness[0], f"compliances {stiffness}")
end = numpy.array(fetch(remote, MESH).PointData["RigidBody"]) == 1
u = numpy.array(fetch(analysis, 0).PointData["Displacement"])[end]
x = numpy.array(fetch(remote, MESH).Points)[end]
lengths = numpy.linalg.norm(x[:, None] - x[None], axis=2)
elongation = numpy.einsum("ijk,ijk->ij", x[:, None] - x[None], u[:, None] - u[None])
expect_close(elongation / numpy.maximum(lengths, 1), 0 * lengths, "lengths on the rigid face",
             1e-9 * abs(u).max())

# Designs with a rigid face are the same on a mesh and on an image; a ball joint alone is too little.
remotes = [MechanicalLoad(Input=MechanicalSupport(Input=data), LoadType="Remote Load", RigidFace=1,
                          RemotePoint=[15, 3, 3]) for data in (bare_grid(), bare_image())]
expect_close(optimized(remotes[0]), optimized(remotes[1]), "designs with a rigid face", 1e-5)
joint = MechanicalSupport(Input=bare_grid(), SupportType="Rigid Face", HoldRotationX=0,
                          HoldRotationY=0, HoldRotationZ=0)
analysis = ElasticAnalysis(Input=MechanicalLoad(Input=joint))
errors = Errors(analysis)
analysis.UpdatePipeline()
expect("rotation" in errors.texts[0], errors.texts)
beside = MechanicalSupport(Input=joint, Side="+X", HoldX=0)
analysis = ElasticAnalysis(Input=MechanicalLoad(Input=beside, Side="+Z"))
errors = Errors(analysis)
analysis.UpdatePipeline()
expect_equal(errors.texts, [], "errors of a ball joint and a slide")
bearing = MechanicalLoad(Input=bare_grid(), LoadType="Bearing Load",
                         PressureDistribution="Cosine Squared")
errors = Errors(bearing)
bearing.UpdatePipeline()
expect("not cylindrical" in errors.texts[0], errors.texts)

# A state restores everything, including selections.
simple.ResetSession()
patch = MechanicalLoad(
    Input=bare_grid(), Region="Face Patch", Facing=[1, 0, 0], LoadType="Pressure", Pressure=2,
    Selection=IDSelectionSource(FieldType="CELL", IDs=[-1, 2 * RESOLUTION - 1]))
support = MechanicalSupport(Input=patch, HoldY=0, Region="Faces", Faces=[3, 0])
simple.RenameSource("Held", support)
simple.RenameSource("Pressed", patch)
support.UpdatePipeline()
wanted = fetch(support, MESH)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, "state.pvsm")
    simple.SaveState(state)
    simple.ResetSession()
    expect(simple.FindSource("Held") is None, "the session is empty")
    simple.LoadState(state)
support = simple.FindSource("Held")
support.UpdatePipeline()
for name in ("Supports", "Force"):
    expect_close(fetch(support, MESH).PointData[name], wanted.PointData[name], name, 0)
expect_equal(list(support.Faces), [3, 0], "faces")
expect_equal(simple.FindSource("Pressed").Region, "Face Patch", "region")
expect_equal(list(simple.FindSource("Pressed").Facing), [1, 0, 0], "facing")
