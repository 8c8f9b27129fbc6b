"""Every source, filter and writer on several ranks gives what one rank gives, and keeps the input's pieces.

    TestFiltersOnRanks.py Trabecula.so folder [empty,ids,ghosts]

leaves in the folder what one rank gives, with which several ranks compare; the last argument says how
the ranks' pieces of a mesh are.
"""

import os
import pickle

from checks import *
from mesh_in_parts import fill, mesh
from pieces import differences, gathered, holders
import hdf5_file

folder = sys.argv[2]
options = tuple(sys.argv[3].split(",")) if len(sys.argv) > 3 else ()
ranks = servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions()
print(f"Ranks: {ranks}")
RANKS_OF_MESH = ranks - 1 if "empty" in options and ranks > 2 else ranks
DIVIDED, ON_FIRST, ANYWHERE = "divided", "on rank 0", ""
NOTE = f"Computed on rank 0 of {ranks}. "
ITERATIVE = 1e-5  # of results of solvers with a tolerance of 1e-10, and what they are amplified by


def look(name, proxy, where, ports=(0,), note="", tolerance=1e-9):
    """Compares outputs with those of one rank, @param ports of which values are compared, maybe none
    @param where the cells of the first port must be"""
    proxy.UpdatePipeline()
    message = information(proxy, "ErrorMessage") or ""
    expect_equal(message, "", f"error of {name}")
    first = ports[0] if ports else 0
    for port in ports or (first,):
        pieces = gathered(proxy, port, folder, name, ranks)
        if port == first and where != ANYWHERE:
            most = 1 if where == ON_FIRST else ranks if where == DIVIDED else where
            expect_equal(holders(pieces), most, f"ranks with cells of {name}")
        if port not in ports:
            continue
        path = os.path.join(folder, f"{name}.{port}.one")
        if ranks == 1:
            with open(path, "wb") as file:
                pickle.dump(pieces, file)
        with open(path, "rb") as file:
            wanted = pickle.load(file)
        expect_equal(differences(pieces, wanted, tolerance), [], f"{name}, port {port}")
    if note and ranks > 1:
        status = information(proxy, "Status")
        expect_equal(status.count(note), 1, f"{note} of {name}: {status}")
    return proxy


def expect_alike(name, value, tolerance):
    """Compares a number with that of one rank."""
    path = os.path.join(folder, name)
    if ranks == 1:
        with open(path, "w") as file:
            file.write(repr(value))
    with open(path) as file:
        expect_close(value / float(file.read()), 1, name, tolerance)


# Sources make their piece on each rank; of files that are read as a whole, rank 0 has the surface.
look("Benchmark", TopologyBenchmark(Resolution=4), DIVIDED)
sample = look("Sample", TrabecularSample(Dimensions=[12, 12, 12], VoxelsperPeriod=6,
                                         VolumeFraction=0.4), DIVIDED)
patch = look("Patch", NURBSPatch(Elements=[8, 6, 1]), DIVIDED)
hdf5_file.write_compressed_bar(os.path.join(folder, f"bar{ranks}.h5"))
bar = look("ParOSol", ParOSolReader(FileName=os.path.join(folder, f"bar{ranks}.h5")), DIVIDED)
if os.path.exists(os.path.join(os.path.dirname(sys.argv[1]), "trabecula_cad")):
    here = os.path.dirname(os.path.abspath(__file__))
    part = look("Cad", CADReader(FileName=os.path.join(here, "..", "..", "Data", "Meshes", "bracket.step")),
                ON_FIRST, (0, 1))
    tetrahedra = MeshPart(Input=part, ElementSize=20)
    look("Tetrahedra", tetrahedra, ON_FIRST, note=NOTE)
    look("Holes", MechanicalSupport(Input=tetrahedra, Region="Holes", HoleRadius=[4.4, 4.6]), ON_FIRST,
         (0, 2))
ball = Sphere(Center=[1, 2, 3], ThetaResolution=12, PhiResolution=9)
look("Faces", SurfaceFaces(Input=ball), ON_FIRST, (0, 1))
look("Voxels", VoxelizeSurface(Input=ball, Cells=8), DIVIDED, note=NOTE)

# Conditions, with markers and what they catch.
bare = mesh("bare", *options)
held = MechanicalSupport(Input=bare, Region="Side", Side="-X")
look("Held", held, RANKS_OF_MESH, (0, 1, 2))
look("Box", MechanicalLoad(Input=bare, Region="Box", BoxPosition=[5, -1, -1], BoxLength=[2, 5, 5]),
     RANKS_OF_MESH, (0, 2))
look("Chosen", MechanicalSupport(Input=bare, Region="Faces", Faces=[2]), RANKS_OF_MESH, (0, 2))
look("Remote", MechanicalLoad(Input=held, LoadType="Remote Load", RemotePoint=[8, 1, 1], RigidFace=1,
                              RemoteMoment=[1, 2, 0]), RANKS_OF_MESH, (0, 1, 2))
corner = IDSelectionSource(FieldType="CELL", IDs=[0 if ranks > 1 else -1, 0])
look("Patched", MechanicalLoad(Input=bare, Selection=corner, Region="Face Patch", Facing=[-1, 0, 0],
                               LoadType="Pressure", Pressure=2), RANKS_OF_MESH, (0, 1, 2))
look("Region", DesignRegion(Input=bare, Region="Faces", Faces=[0], Distance=1.1), RANKS_OF_MESH, (0, 1))
look("Film", ThermalCondition(Input=ThermalCondition(Input=bare, Kind="Source", Side="-X"), Kind="Film",
                              Side="+X"), RANKS_OF_MESH, (0, 1, 2))
pickable = servermanager._getPyProxy(servermanager.CreateProxy("internal_filters", "PickableFaces"))
pickable.Input = bare
pickable.UpdatePipeline()
pickable.Ray = [7, 1.1, 1.2, -1, 1.1, 1.2]
expect_equal(information(pickable, "HitFace"), 5, "face that is met")

# Designs and what follows them.
loaded = MechanicalLoad(Input=held, Side="+X")
settings = dict(MaximumIterations=3, SolverTolerance=1e-11, VolumeFraction=0.9)
ALL = (FINAL_DESIGN, ITERATIONS, CONVERGENCE)
TOGETHER = f"{ranks} ranks computed together."
designs = [look("Optimized", TopologyOptimize(Input=loaded, **settings), RANKS_OF_MESH, ALL, TOGETHER,
                ITERATIVE),
           look("Drawn", TopologyOptimize(Input=loaded, DrawDirection="+Z", FilterType="Density",
                                          **settings), RANKS_OF_MESH, ALL, TOGETHER, ITERATIVE)]
look("Meshfree", MeshfreeTopologyOptimize(Input=loaded, **settings), RANKS_OF_MESH, ALL, NOTE, ITERATIVE)
look("LevelSet", IsogeometricLevelSet(Input=patch, MaximumIterations=3), ON_FIRST, (0, 1, 2, 3, 4), NOTE,
     ITERATIVE)
final = OutputPort(designs[0], FINAL_DESIGN)
# Where cells have the same density but for rounding, the surface may pass either of them.
surface = look("Surface", TopologySurface(Input=final), ON_FIRST, (), NOTE)
expect_alike("volume", information(surface, "Volume"), 0.005)
body = look("Body", BodyAnalysis(Input=final, Surface=surface), ANYWHERE, (), NOTE)
expect_alike("compliance of the body", information(body, "Compliance"), 0.02)
look("Compared", CompareTopologies(Input=[final, OutputPort(designs[1], FINAL_DESIGN)],
                                   BodyResolution=12), RANKS_OF_MESH, (0, 1), NOTE, 1e-3)
for name in ("part.3mf", "part.stl", "history.csv"):
    path = os.path.join(folder, f"{ranks}.{name}")
    SaveData(path, proxy=OutputPort(designs[0], CONVERGENCE) if "csv" in name else surface)
    expect(os.path.getsize(path) > 100, f"{name} was written")

# Analyses, of grids and of images.
small = {"kind": "TET4", "counts": (4, 2, 2), "size": (4, 2, 2)}
tight = {"SolverTolerance": 1e-11}
look("Elastic", ElasticAnalysis(Input=mesh(*options, **small), **tight), RANKS_OF_MESH, (0, 1), TOGETHER,
     ITERATIVE)
look("Heat", HeatConduction(Input=mesh("hot", *options, **small), **tight), RANKS_OF_MESH, (0, 1),
     TOGETHER, ITERATIVE)
look("Frequencies", NaturalFrequencies(Input=held, NumberOfModes=1, SolverTolerance=1e-10), RANKS_OF_MESH,
     (0, 1), TOGETHER, 1e-4)
image = Wavelet(WholeExtent=[0, 12, 0, 4, 0, 4])
pulled = MechanicalLoad(Input=MechanicalSupport(Input=image, Side="-X"), Side="+X")
look("Image", TopologyOptimize(Input=pulled, ResultGeometry="Hexahedra", **settings), DIVIDED, ALL,
     TOGETHER, ITERATIVE)
look("Cloud", MeshfreeTopologyOptimize(Input=pulled, Nodes=image, MaximumIterations=1), DIVIDED, ALL, NOTE,
     ITERATIVE)
for geometry, where in (("Hexahedra", DIVIDED), ("Image", DIVIDED), ("Surface", ON_FIRST)):
    look(f"Bone{geometry}", VoxelMicroFE(Input=sample, ResultGeometry=geometry, SolverTolerance=1e-12), where,
         (0, 1), TOGETHER, ITERATIVE)
look("Bar", VoxelMicroFE(Input=bar, Test="Free form", PoissonsRatio=0.25), DIVIDED, (0, 1), TOGETHER,
     ITERATIVE)

# A damaged piece of one rank is one message of each filter, with that rank, and nobody waits.
damaged = mesh("damaged", *options)
for kind in (MechanicalSupport, DesignRegion, ThermalCondition, TopologyOptimize, MeshfreeTopologyOptimize,
             ElasticAnalysis, HeatConduction, NaturalFrequencies):
    proxy = kind(Input=damaged)
    errors = Errors(proxy)
    proxy.UpdatePipeline()
    expect_equal(len(errors.texts), 1, f"errors of {kind.__name__}: {errors.texts}")
    expect("1000000" in errors.texts[0], errors.texts[0])
    expect(ranks == 1 or f"Rank {ranks - 1}: " in errors.texts[0], errors.texts[0])
    expect_equal(proxy.GetDataInformation(0).GetNumberOfCells(), 0, f"cells of {kind.__name__}")
print("Done")
