"""Voxelize Surface as scripts use it: from STL files, with conditions before and after, states."""

import os
import tempfile

from checks import *


def visible(source):
    """Cells of an image that are not hidden."""
    ghosts = numpy.array(fetch(source, 0).CellData["vtkGhostType"])
    return ghosts == 0


def fraction_volume(source):
    """Volume of what is solid of the visible cells."""
    image = fetch(source, 0)
    fraction = numpy.array(image.CellData["SolidFraction"])[visible(source)]
    return fraction.sum() * numpy.prod(image.VTKObject.GetSpacing())


def total(source, name):
    return numpy.array(fetch(source, 0).PointData[name]).sum(axis=0)


with tempfile.TemporaryDirectory() as folder:
    # A plate with a bore, as in a file.
    disk = Disk(InnerRadius=4.0, OuterRadius=10.0, CircumferentialResolution=48)
    filename = os.path.join(folder, "plate.stl")
    extrusion = LinearExtrusion(Input=disk, ScaleFactor=3.0)
    turned = VoxelizeSurface(Input=extrusion)
    errors = Errors(turned)
    turned.UpdatePipeline()
    expect_equal(len(errors.texts), 1, f"one error: {errors.texts}")
    expect("Generate Surface Normals" in errors.texts[0], errors.texts[0])
    outward = GenerateSurfaceNormals(Input=extrusion, Splitting=0, FlipNormals=1)
    SaveData(filename, proxy=Triangulate(Input=outward))
    volume = 0.5 * 48 * numpy.sin(2 * numpy.pi / 48) * (10.0**2 - 4.0**2) * 3.0

    # Apply with every default.
    part = OpenDataFile(filename)
    voxels = VoxelizeSurface(registrationName="Voxels", Input=part)
    errors = Errors(voxels)
    voxels.UpdatePipeline()
    expect_equal(errors.texts, [], "errors")
    image = fetch(voxels, 0)
    fraction = numpy.array(image.CellData["SolidFraction"])
    cell = numpy.prod(image.VTKObject.GetSpacing())
    expect_close(fraction.sum() * cell / volume, 1, "volume of the voxels", 1e-5)
    expect_close(information(voxels, "Volume") / volume, 1, "volume", 1e-5)
    expect_equal(information(voxels, "NumberOfVisibleCells"), visible(voxels).sum(), "visible cells")
    expect("64 x 64 x " in information(voxels, "Status"), information(voxels, "Status"))
    expect(fraction[visible(voxels)].min() >= 0.01, "least fraction")

    # One request runs the whole pipeline, none of which has run before.
    voxels = VoxelizeSurface(registrationName="Coarse", Input=OpenDataFile(filename), Cells=16)
    held = MechanicalSupport(registrationName="Held", Input=voxels, Side="-X")
    pulled = MechanicalLoad(registrationName="Pulled", Input=held, Side="+X", Force=[0, 0, -5])
    design = TopologyOptimize(registrationName="Design", Input=pulled, MaximumIterations=3,
                              VolumeFraction=0.5)
    surface = TopologySurface(registrationName="Part", Input=OutputPort(design, FINAL_DESIGN))
    errors = Errors(surface)
    surface.UpdatePipeline()
    expect_equal(errors.texts, [], "errors")
    expect_equal(information(surface, "Closed"), "yes", "closed")
    expect_close(information(surface, "Volume") / volume, 0.5, "volume of the part", 0.02)
    result = fetch(design, FINAL_DESIGN)
    expect_equal(result.VTKObject.GetClassName(), "vtkImageData", "type of the design")
    expect_close(total(pulled, "Force"), [0, 0, -5], "force", 1e-12)

    # What follows counts partly solid cells by their fraction: gravity, the body, comparisons, and
    # optimization without elements.
    weighed = ElasticAnalysis(registrationName="Weighed", Input=pulled, MassDensity=2.0,
                              Acceleration=[0, 0, -3])
    stiff = TopologyOptimize(registrationName="Stiff", Input=pulled, MaximumIterations=20,
                             VolumeFraction=0.7)
    shape = TopologySurface(registrationName="Shape", Input=OutputPort(stiff, FINAL_DESIGN))
    body = BodyAnalysis(registrationName="Body", Input=OutputPort(stiff, FINAL_DESIGN), Surface=shape)
    meshfree = MeshfreeTopologyOptimize(registrationName="Meshfree", Input=pulled,
                                        MaximumIterations=3, VolumeFraction=0.5)
    both = CompareTopologies(Input=[OutputPort(design, FINAL_DESIGN),
                                    OutputPort(meshfree, FINAL_DESIGN)])
    for analysis in (weighed, body, both):
        errors = Errors(analysis)
        analysis.UpdatePipeline()
        expect_equal(errors.texts, [], f"errors of {analysis.GetXMLLabel()}")
    weight = fetch(weighed, 1).VTKObject
    results = {weight.GetValue(row, 0).ToString(): weight.GetValue(row, 1).ToDouble()
               for row in range(weight.GetNumberOfRows())}
    solid = fraction_volume(voxels)
    expect_close(results["Volume"] / solid, 1, "volume of the elastic analysis", 1e-9)
    expect_close(results["LoadZ"], -5 - 6 * solid, "weight", 1e-6)
    volumes = fetch(both, 1).RowData["VolumeFraction"]
    expect_close(numpy.array(volumes), [0.5, 0.5], "volume fractions", 1e-3)

    # The same conditions defined on the surface.
    held = MechanicalSupport(Input=OpenDataFile(filename), Region="Box",
                             BoxPosition=[-11, -6, -1], BoxLength=[4, 12, 5])
    pulled = MechanicalLoad(Input=held, Region="Box", Force=[0, 0, -5], BoxPosition=[7, -6, -1],
                            BoxLength=[4, 12, 5])
    marked = VoxelizeSurface(Input=pulled, Cells=16)
    errors = Errors(marked)
    marked.UpdatePipeline()
    expect_equal(errors.texts, [], "errors")
    expect_close(total(marked, "Force"), [0, 0, -5], "force on voxels", 1e-12)
    expect(total(marked, "Supports").min() > 0, "supports")
    design = TopologyOptimize(Input=marked, MaximumIterations=2, VolumeFraction=0.5)
    errors = Errors(design)
    design.UpdatePipeline(2)
    expect_equal(errors.texts, [], "errors")

    # A ring around the bore, from one cell of it: as a patch with a distance, and outside of the
    # cylinder that is fitted to the patch. The regions of the surface outlive a file.
    surface = fetch(part, 0)
    points = numpy.array(surface.Points)
    corners = numpy.array(surface.Polygons).reshape(-1, 4)[:, 1:]
    radii = numpy.hypot(points[:, 0], points[:, 1])
    clicked = int(numpy.flatnonzero(radii[corners].max(axis=1) < 4.001)[0])
    for region in (dict(Region="Face Patch"),
                   dict(Region="Cylinder of Patch", PartofShape="Ring Outside", Tolerance=1e-3)):
        ring = DesignRegion(Input=part, Distance=2.5, Kind="Solid",
                            Selection=IDSelectionSource(FieldType="CELL", IDs=[-1, clicked]),
                            **region)
        errors = Errors(ring)
        ring.UpdatePipeline()
        expect_equal(errors.texts, [], "errors")
        if region["Region"] == "Cylinder of Patch":
            expect("radius 4." in information(ring, "Status"), information(ring, "Status"))
        stored = os.path.join(folder, "marked.vtp")
        SaveData(stored, proxy=OutputPort(ring, 0), DataMode="Binary")
        marked_part = VoxelizeSurface(Input=OpenDataFile(stored), Resolution="Voxel size",
                                      VoxelSize=0.5)
        errors = Errors(marked_part)
        marked_part.UpdatePipeline()
        expect_equal(errors.texts, [], "errors")
        image = fetch(marked_part, 0)
        ids = numpy.arange(visible(marked_part).size)
        size = [n - 1 for n in image.VTKObject.GetDimensions()]
        origin, h = image.VTKObject.GetOrigin(), image.VTKObject.GetSpacing()
        x = origin[0] + h[0] * (ids % size[0] + 0.5)
        y = origin[1] + h[1] * (ids // size[0] % size[1] + 0.5)
        r = numpy.hypot(x, y)[visible(marked_part)]
        solid = numpy.array(image.CellData["DesignRegion"])[visible(marked_part)] == 1
        # Chords of 48 facets are up to 0.01 inside of the bore.
        expect(solid[(r > 4.002) & (r < 6.48)].all(), "all of the ring is solid")
        expect(not solid[r > 6.51].any(), "nothing outside of the ring is solid")

    # Voxel Micro-FE takes the image with its defaults, and cells of another size.
    marked.Resolution = "Voxel size"
    marked.VoxelSize = 1.0
    SetActiveSource(marked)  # whose arrays are then the choice
    bone = VoxelMicroFE(Input=marked, Axis="X", YoungsModulus=1000.0)
    errors = Errors(bone)
    bone.UpdatePipeline()
    expect_equal(errors.texts, [], "errors")
    expect_equal(tuple(fetch(marked, 0).VTKObject.GetSpacing()), (1.0, 1.0, 1.0), "spacing")
    expect(bone.FieldData["Stiffness"].GetRange()[0] > 0, "stiffness")

    # An open surface is reported with its location, and the last image remains.
    cells = visible(marked).size
    marked.Input = Clip(Input=part, ClipType="Plane")
    open_surface = ExtractSurface(Input=marked.Input)
    marked.Input = open_surface
    errors = Errors(marked)
    marked.UpdatePipeline()
    expect_equal(len(errors.texts), 1, f"one error: {errors.texts}")
    expect("not closed" in errors.texts[0] and "Fill Holes" in errors.texts[0], errors.texts[0])

    # States restore properties.
    state = os.path.join(folder, "state.pvsm")
    voxels.Cells = 20
    voxels.ReverseOrientation = 0
    SaveState(state)
    ResetSession()
    LoadState(state)
    expect_equal(FindSource("Coarse").Cells, 20, "cells of the state")
