# Installs the library for C++ programs that use it without ParaView:
#
#   find_package(TrabeculaKernels 0.1 REQUIRED)
#   target_link_libraries(program PRIVATE Trabecula::Kernels)
#   #include <Problem/TopologyOptimizer.h>

include(CMakePackageConfigHelpers)

# The public interface: the facades, and what their headers include. The rest may change any day.
set(trabecula_public_headers
  Core/Device.h
  Core/Error.h
  Core/Observer.h
  Design/DesignRegion.h
  Design/MovingAsymptotesState.h
  Design/Optimizer.h
  Mesh/HexMesh.h
  Mesh/MeshRefinement.h
  Mesh/TrabecularSample.h
  Mesh/VoxelGrid.h
  Mesh/VoxelMask.h
  Mesh/VoxelThickness.h
  Mesh/VoxelTopology.h
  Operator/Strategy.h
  Problem/BackgroundOptimization.h
  Problem/ElasticAnalysis.h
  Problem/IterationRecord.h
  Problem/ProblemIdentity.h
  Problem/RefinedProblem.h
  Problem/SolidFraction.h
  Problem/SurfaceDistance.h
  Problem/SurfaceLoads.h
  Problem/TopologyCheckpoint.h
  Problem/TopologyCheckpointWriter.h
  Problem/TopologyCheckpoints.h
  Problem/TopologyExamples.h
  Problem/TopologyOptimizer.h
  Problem/TopologyProblem.h
  Problem/TopologyState.h
  Problem/TopologySurface.h
  Problem/VoxelMicroFe.h
  Problem/VoxelMicroFeProblem.h
  Surface/TriangleMesh.h)

set(trabecula_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/TrabeculaKernels")

set_target_properties(trabecula_kernels PROPERTIES EXPORT_NAME Kernels)

install(TARGETS trabecula_kernels EXPORT TrabeculaKernels
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Development)

foreach(header IN LISTS trabecula_public_headers)
  get_filename_component(room "${header}" DIRECTORY)
  install(FILES "${header}"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trabecula/${room}" COMPONENT Development)
endforeach()

install(EXPORT TrabeculaKernels
  FILE TrabeculaKernelsTargets.cmake NAMESPACE Trabecula::
  DESTINATION "${trabecula_package_directory}" COMPONENT Development)

configure_package_config_file(
  cmake/TrabeculaKernelsConfig.cmake.in TrabeculaKernelsConfig.cmake
  INSTALL_DESTINATION "${trabecula_package_directory}")
write_basic_package_version_file(TrabeculaKernelsConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/TrabeculaKernelsConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/TrabeculaKernelsConfigVersion.cmake"
  DESTINATION "${trabecula_package_directory}" COMPONENT Development)
