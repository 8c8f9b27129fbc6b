# Installs the library for C++ programs that use it without ParaView:
#
#   find_package(TrabeculaKernels 0.1 REQUIRED)
#   target_link_libraries(program PRIVATE Trabecula::Kernels)
#   #include <Optimization/TopologyOptimizer.h>

include(CMakePackageConfigHelpers)

# The public interface: the facades, and what their headers include. The rest may change any day.
set(trabecula_public_headers
  Core/Communication/Communicator.h
  Core/Communication/NcclCommunicator.h
  Core/Communication/Parts.h
  Core/Communication/Processes/Agreement.h
  Core/Communication/ThreadParts.h
  Core/Context.h
  Core/Device.h
  Core/Communication/Devices.h
  Core/Vectors/DeviceVector.h
  Core/Error.h
  Core/Execution/ZeroVector.h
  Core/ExecutionContext.h
  Core/Space.h
  Core/Spaces.h
  Core/Memory.h
  Core/Observer.h
  Mesh/DesignRegion.h
  Design/Optimizer/Optimizer.h
  Design/FilterKind.h
  Mesh/CellType.h
  Mesh/Mesh.h
  Mesh/MeshRefinement.h
  Mesh/Generators/BoxMeshes.h
  Mesh/Generators/QuadraticMesh.h
  Mesh/Generators/TrabecularSample.h
  Mesh/Nurbs/BezierCells.h
  Mesh/Nurbs/BezierExtraction.h
  Mesh/Nurbs/NurbsBasis.h
  Mesh/Nurbs/NurbsGenerators.h
  Mesh/Nurbs/NurbsPatch.h
  Mesh/Nurbs/NurbsQuadrature.h
  Mesh/Nurbs/NurbsRefinement.h
  Mesh/Nurbs/NurbsValidation.h
  Mesh/Voxel/VoxelGrid.h
  Mesh/Voxel/VoxelMask.h
  Mesh/Voxel/VoxelThickness.h
  Mesh/Voxel/VoxelTopology.h
  Operator/Hex8/Strategy.h
  Operator/Assembled/HostMatrix.h
  Operator/Assembled/MatrixFormat.h
  Operator/Meshfree/MeshfreeProduct.h
  Operator/OperatorSettings.h
  Analysis/Body/BodyConditions.h
  Analysis/Body/BodyGrid.h
  Analysis/Body/BodyRefinement.h
  Analysis/Body/BodyStiffness.h
  Analysis/Body/PlaneLayer.h
  Analysis/ElasticAnalysis.h
  Analysis/ElementGeometry.h
  Analysis/Frequency/FrequencyAnalysis.h
  Analysis/Heat/HeatAnalysis.h
  Analysis/Heat/HeatLoads.h
  Analysis/Heat/HeatProblem.h
  Analysis/Isogeometric/LatticeConditions.h
  Analysis/Isogeometric/PatchLoads.h
  Analysis/Meshfree/MeshfreeMethod.h
  Analysis/StructuralWarnings.h
  Analysis/Refinement/QuadraticProblem.h
  Analysis/Static/StaticAnalysis.h
  Analysis/Static/ThermalStrain.h
  Analysis/Static/StiffnessMatrix.h
  Analysis/Stress/ElementMaterials.h
  Analysis/Stress/StressRecovery.h
  Analysis/StructuralProblem.h
  Design/Response/ResponseSettings.h
  Design/Stage/Continuation.h
  Design/Stage/PenalizationSettings.h
  Design/Stage/ProjectionSettings.h
  Design/Stage/RobustSettings.h
  Design/Stage/StageSettings.h
  Design/Stage/Sweep/SweepSettings.h
  Design/Stage/Filter/SymmetrySettings.h
  Optimization/ConvergenceRule.h
  Optimization/History.h
  Optimization/Heat/HeatDesignProblem.h
  Optimization/Heat/HeatSolid.h
  Optimization/Heat/HeatTask.h
  Optimization/LevelSet/HolePattern.h
  Optimization/LevelSet/LevelSetExamples.h
  Optimization/LevelSet/LevelSetSolid.h
  Optimization/LevelSet/LevelSetProblem.h
  Optimization/LevelSet/LevelSetTask.h
  Optimization/Meshfree/MeshfreeSolid.h
  Optimization/Meshfree/MeshfreeProblem.h
  Optimization/Meshfree/MeshfreeTask.h
  Optimization/Optimization.h
  Optimization/OptimizationTask.h
  Optimization/Elements/QuadraticTopology.h
  Optimization/Settings/ProblemIdentity.h
  Optimization/Settings/SettingsTable.h
  Optimization/Solid/KeptSolid.h
  Optimization/Solid/SolidConditions.h
  Optimization/Solid/SolidDistance.h
  Analysis/Refinement/RefinedProblem.h
  Geometry/Triangles/SolidFraction.h
  Geometry/Triangles/SurfaceDistance.h
  Geometry/Voxelization/KeptVoxels.h
  Geometry/Voxelization/MergedSurface.h
  Geometry/Voxelization/SurfaceFaults.h
  Geometry/Voxelization/SpreadForces.h
  Geometry/Voxelization/SurfaceGrid.h
  Geometry/Voxelization/SurfaceMarks.h
  Geometry/Voxelization/VoxelFractions.h
  Analysis/Loads/DesignHeat.h
  Analysis/Loads/LoadsOfDesign.h
  Analysis/Loads/LoadsOnBody.h
  Analysis/Loads/BearingLoad.h
  Analysis/Loads/PatchSurfaceLoads.h
  Analysis/Loads/SurfaceLoads.h
  Analysis/Rigid/RigidFaces.h
  Run/BackgroundRun.h
  Run/Checkpoint.h
  Run/CheckpointWriter.h
  Run/Checkpoints.h
  Run/IterateCache.h
  Run/SynchronousRun.h
  Run/Run.h
  Run/RunPlace.h
  Run/RunIterate.h
  Run/RunObserver.h
  Optimization/Meshfree/MeshfreeExamples.h
  Optimization/TopologyExamples.h
  Optimization/Method/TopologyMethod.h
  Optimization/TopologyOptimizer.h
  Optimization/TopologyProblem.h
  Optimization/TopologyTask.h
  Optimization/Verdict/DesignConditions.h
  Optimization/Verdict/DesignVerdict.h
  Optimization/Verdict/JudgeDesign.h
  Optimization/Verdict/JudgePatch.h
  Geometry/Level/Patch/BezierFractions.h
  Geometry/Level/Patch/PatchBoundary.h
  Geometry/Level/Patch/PatchPieces.h
  Geometry/Level/TopologySurface.h
  MicroFe/VoxelMicroFe.h
  MicroFe/VoxelMicroFeProblem.h
  Core/Vectors/Workspace.h
  Mesh/NodeElements.h
  Geometry/Triangles/Position.h
  Geometry/Triangles/SurfaceFit.h
  Optimization/Method/ProblemTask.h
  Geometry/Triangles/TriangleMesh.h)

set(trabecula_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/TrabeculaKernels")

set_target_properties(trabecula_kernels PROPERTIES EXPORT_NAME Kernels)

install(TARGETS trabecula_kernels EXPORT TrabeculaKernels
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Development)

foreach(header IN LISTS trabecula_public_headers)
  get_filename_component(room "${header}" DIRECTORY)
  install(FILES "${header}"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trabecula/${room}" COMPONENT Development)
endforeach()
install(FILES "${trabecula_generated_headers}/Core/BuildOptions.h"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trabecula/Core" COMPONENT Development)

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
