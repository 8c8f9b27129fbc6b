# Plain sequential references, one beside each fast implementation: what the tests hold it against.

add_library(trabecula_reference STATIC EXCLUDE_FROM_ALL
  Design/FilterReference.cxx
  Design/FilterReference.h
  Design/MovingAsymptotesReference.cxx
  Design/MovingAsymptotesReference.h
  Design/OptimalityCriteriaReference.cxx
  Design/OptimalityCriteriaReference.h
  Element/Hex8Reference.cxx
  Element/Hex8Reference.h
  Mesh/TrabecularSampleReference.cxx
  Mesh/TrabecularSampleReference.h
  Mesh/VoxelThicknessReference.cxx
  Mesh/VoxelThicknessReference.h
  Mesh/VoxelTopologyReference.cxx
  Mesh/VoxelTopologyReference.h
  Operator/Hex8OperatorReference.cxx
  Operator/Hex8OperatorReference.h
  Problem/ElasticAnalysisReference.cxx
  Problem/ElasticAnalysisReference.h
  Problem/SurfaceLoadsReference.cxx
  Problem/SurfaceLoadsReference.h
  Problem/TopologyOptimizerReference.cxx
  Problem/TopologyOptimizerReference.h
  Problem/VoxelMicroFeReference.cxx
  Problem/VoxelMicroFeReference.h
  Solver/DirectSolverReference.cxx
  Solver/DirectSolverReference.h
  Solver/RigidBodyCoarseSpaceReference.cxx
  Solver/RigidBodyCoarseSpaceReference.h
  Solver/VoxelCoarseningReference.cxx
  Solver/VoxelCoarseningReference.h
  Surface/LevelSurfaceReference.cxx
  Surface/LevelSurfaceReference.h
  Surface/TriangleDistanceReference.cxx
  Surface/TriangleDistanceReference.h
  Surface/WindingNumberReference.cxx
  Surface/WindingNumberReference.h)
add_library(Trabecula::Reference ALIAS trabecula_reference)
target_link_libraries(trabecula_reference PUBLIC Trabecula::Kernels PRIVATE Eigen3::Eigen)
set_target_properties(trabecula_reference PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
target_compile_options(trabecula_reference PRIVATE -Wall -Wextra -Wshadow -Wpedantic -Wconversion
  $<$<BOOL:${TRABECULA_WERROR}>:-Werror>)
if(TRABECULA_SANITIZE)
  # Eigen's expressions would take minutes without optimization.
  target_compile_options(trabecula_reference PRIVATE -O1)
endif()
