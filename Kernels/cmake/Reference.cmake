# Plain sequential references, one beside each fast implementation: what the tests hold it against.

add_library(trabecula_reference STATIC EXCLUDE_FROM_ALL
  Design/Filter/FilterReference.cxx
  Design/Filter/FilterReference.h
  Design/Optimizer/MovingAsymptotesReference.cxx
  Design/Optimizer/MovingAsymptotesReference.h
  Design/Optimizer/OptimalityCriteriaReference.cxx
  Design/Optimizer/OptimalityCriteriaReference.h
  Design/Response/Stress/StressNormReference.cxx
  Design/Response/Stress/StressNormReference.h
  Design/LevelSet/LevelSetReference.cxx
  Design/LevelSet/LevelSetReference.h
  Element/ElementReference.cxx
  Element/ElementReference.h
  Element/Hex8Reference.cxx
  Element/Hex8Reference.h
  Element/Tet4Reference.cxx
  Element/Tet4Reference.h
  Mesh/Generators/TrabecularSampleReference.cxx
  Mesh/Generators/TrabecularSampleReference.h
  Mesh/Neighbours/NeighbourMatrixReference.cxx
  Mesh/Neighbours/NeighbourMatrixReference.h
  Mesh/Voxel/VoxelThicknessReference.cxx
  Mesh/Voxel/VoxelThicknessReference.h
  Mesh/Voxel/VoxelTopologyReference.cxx
  Mesh/Voxel/VoxelTopologyReference.h
  Operator/Conduction/ConductionReference.cxx
  Operator/Conduction/ConductionReference.h
  Operator/Hex8/Hex8OperatorReference.cxx
  Operator/Hex8/Hex8OperatorReference.h
  Operator/Isogeometric/IsogeometricReference.cxx
  Operator/Isogeometric/IsogeometricReference.h
  Operator/Mass/MassReference.cxx
  Operator/Mass/MassReference.h
  Analysis/ElasticAnalysisReference.cxx
  Analysis/ElasticAnalysisReference.h
  Analysis/Loads/SurfaceLoadsReference.cxx
  Analysis/Loads/SurfaceLoadsReference.h
  Analysis/Heat/HeatReference.cxx
  Analysis/Heat/HeatReference.h
  Analysis/Static/StaticReference.cxx
  Analysis/Static/StaticReference.h
  Optimization/TopologyOptimizerReference.cxx
  Optimization/TopologyOptimizerReference.h
  Geometry/Voxelization/VoxelFractionsReference.cxx
  Geometry/Voxelization/VoxelFractionsReference.h
  MicroFe/Model/ReferenceLoad.h
  MicroFe/VoxelMicroFeReference.cxx
  MicroFe/VoxelMicroFeReference.h
  Solver/Aggregation/BlockMatrixReference.cxx
  Solver/Aggregation/BlockMatrixReference.h
  Solver/DirectSolverReference.cxx
  Solver/DirectSolverReference.h
  Solver/RigidBody/RigidBodyCoarseSpaceReference.cxx
  Solver/RigidBody/RigidBodyCoarseSpaceReference.h
  Solver/VoxelMultigrid/VoxelCoarseningReference.cxx
  Solver/VoxelMultigrid/VoxelCoarseningReference.h
  Solver/VoxelMultigrid/VoxelGalerkinReference.cxx
  Solver/VoxelMultigrid/VoxelGalerkinReference.h
  Geometry/Level/LevelSurfaceReference.cxx
  Geometry/Level/LevelSurfaceReference.h
  Geometry/Triangles/TriangleDistanceReference.cxx
  Geometry/Triangles/TriangleDistanceReference.h
  Geometry/Triangles/WindingNumberReference.cxx
  Geometry/Triangles/WindingNumberReference.h)
add_library(Trabecula::Reference ALIAS trabecula_reference)
target_link_libraries(trabecula_reference PUBLIC Trabecula::Kernels PRIVATE Eigen3::Eigen)
set_target_properties(trabecula_reference PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
# References run briefly, and Eigen's expressions take the compiler long.
target_compile_options(trabecula_reference PRIVATE -Wall -Wextra -Wshadow -Wpedantic -Wconversion
  $<$<BOOL:${TRABECULA_WERROR}>:-Werror> -O1)
if(TRABECULA_SANITIZE)
  # What is examined is the library, not what it is compared with. As a property of the sources, as
  # these options come last.
  get_target_property(trabecula_reference_sources trabecula_reference SOURCES)
  set_source_files_properties(${trabecula_reference_sources} PROPERTIES
    COMPILE_OPTIONS -fno-sanitize=all)
endif()
