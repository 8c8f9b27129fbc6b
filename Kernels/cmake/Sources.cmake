# The sources of the library, room by room.

# Thrust: the toolkit's own where there is one, else the distribution's.
if(TRABECULA_HAVE_CUDA)
  find_path(TRABECULA_THRUST_INCLUDE_DIR thrust/version.h
    HINTS ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES cccl NO_DEFAULT_PATH REQUIRED)
else()
  find_path(TRABECULA_THRUST_INCLUDE_DIR thrust/version.h REQUIRED)
endif()
mark_as_advanced(TRABECULA_THRUST_INCLUDE_DIR)

target_sources(trabecula_kernels PRIVATE
  Core/Device.cxx
  Core/HostMemory.cxx
  Core/HostRecording.cxx
  Core/YieldingThreads.cxx
  Mesh/ElementBatches.cxx
  Mesh/ElementOrder.cxx
  Mesh/ElementShapes.cxx
  Mesh/HexFaces.cxx
  Mesh/HexMesh.cxx
  Mesh/MeshParts.cxx
  Mesh/MeshRefinement.cxx
  Mesh/PlateMeshes.cxx
  Mesh/QuadPatches.cxx
  Mesh/RigidBodyMotions.cxx
  Mesh/NodeAggregates.cxx
  Mesh/NodeElements.cxx
  Mesh/SolidPaths.cxx
  Mesh/TrabecularSample.cxx
  Mesh/MortonOrder.cxx
  Mesh/PerfectHash.cxx
  Mesh/VoxelDistance.cxx
  Mesh/VoxelGrid.cxx
  Mesh/VoxelRuns.cxx
  Mesh/VoxelLattice.cxx
  Mesh/VoxelThickness.cxx
  Mesh/VoxelTopology.cxx
  Operator/Hex8CongruentOperator.cxx
  Operator/Hex8HostKernels.cxx
  Operator/Hex8Operator.cxx
  Operator/Hex8StoredOperator.cxx
  Operator/ModalStiffness.cxx
  Operator/SprungOperator.cxx
  Operator/StiffnessOperator.cxx
  Operator/Strategy.cxx
  Operator/VoxelElementMatrix.cxx
  Operator/VoxelHashOperator.cxx
  Operator/VoxelHostKernels.cxx
  Operator/VoxelOffsetOperator.cxx
  Operator/VoxelOperator.cxx
  Operator/VoxelStiffness.cxx
  Operator/VoxelTiles.cxx
  Solver/ConjugateGradient.cxx
  Solver/RigidBodyCoarseSpace.cxx
  Solver/SymmetricInverse.cxx
  Solver/PreconditionedConjugateGradient.cxx
  Solver/VoxelAssembly.cxx
  Solver/VoxelGalerkin.cxx
  Solver/VoxelHierarchy.cxx
  Solver/VoxelMultigrid.cxx
  Design/DesignUpdate.cxx
  Design/DualInteriorPoint.cxx
  Design/MovingAsymptotes.cxx
  Design/NeighbourFilter.cxx
  Design/OptimalityCriteria.cxx
  Surface/EdgeCollapse.cxx
  Surface/LevelField.cxx
  Surface/LevelPieces.cxx
  Surface/LevelSurface.cxx
  Surface/LevelVolume.cxx
  Surface/SingularNodes.cxx
  Surface/SurfaceColumns.cxx
  Surface/SurfaceConstraints.cxx
  Surface/SurfacePieces.cxx
  Surface/SurfaceSmoothing.cxx
  Surface/TriangleMesh.cxx
  Surface/TriangleTree.cxx
  Problem/BackgroundOptimization.cxx
  Problem/BackgroundWorker.cxx
  Problem/BackgroundWorkerThread.cxx
  Problem/CheckpointFile.cxx
  Problem/ElasticAnalysis.cxx
  Problem/Fingerprint.cxx
  Problem/OutputObjective.cxx
  Problem/ProblemIdentity.cxx
  Problem/RefinedProblem.cxx
  Problem/Requirements.cxx
  Problem/SolidFraction.cxx
  Problem/SurfaceLoads.cxx
  Problem/SurfaceDistance.cxx
  Problem/ValidateMechanism.cxx
  Problem/TopologyCheckpoint.cxx
  Problem/TopologyCheckpointWriter.cxx
  Problem/TopologyCheckpoints.cxx
  Problem/TopologyExamples.cxx
  Problem/MultigridChoice.cxx
  Problem/TopologyModel.cxx
  Problem/TopologyOptimizer.cxx
  Problem/TopologySurface.cxx
  Problem/Validation.cxx
  Problem/VoxelConditions.cxx
  Problem/VoxelConnection.cxx
  Problem/VoxelFields.cxx
  Problem/VoxelLists.cxx
  Problem/VoxelMicroFe.cxx
  Problem/VoxelMicroFeExamples.cxx
  Problem/VoxelMicroFeModel.cxx
  Problem/VoxelMicroFeSummary.cxx
  Problem/VoxelMicroFeValidation.cxx
  Problem/VoxelPartsOfImage.cxx)

if(TRABECULA_HAVE_CUDA)
  target_sources(trabecula_kernels PRIVATE
    Core/CudaDevice.cu
    Core/CudaMemory.cu
    Core/CudaRecording.cu
    Operator/Hex8CongruentOperator.cu
    Operator/Hex8Operator.cu
    Operator/Hex8StoredOperator.cu
    Operator/SprungOperator.cu
    Operator/StiffnessOperator.cu
    Operator/VoxelHashOperator.cu
    Operator/VoxelOffsetOperator.cu
    Operator/VoxelOperator.cu
    Operator/VoxelStiffness.cu
    Solver/ConjugateGradient.cu
    Solver/RigidBodyCoarseSpace.cu
    Solver/SymmetricInverse.cu
    Solver/PreconditionedConjugateGradient.cu
    Solver/VoxelAssembly.cu
    Solver/VoxelGalerkin.cu
    Solver/VoxelHierarchy.cu
    Solver/VoxelMultigrid.cu
    Design/DesignUpdate.cu
    Design/MovingAsymptotes.cu
    Design/NeighbourFilter.cu
    Design/OptimalityCriteria.cu
    Problem/OutputObjective.cu
    Problem/TopologyModel.cu
    Problem/VoxelFields.cu
    Problem/VoxelMicroFeModel.cu)
  target_compile_definitions(trabecula_kernels PUBLIC TRABECULA_HAVE_CUDA=1)
  target_compile_options(trabecula_kernels PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda --expt-relaxed-constexpr>)
  # Static, so that the binary loads where there is no driver.
  target_link_libraries(trabecula_kernels PRIVATE CUDA::cudart_static)
  set_target_properties(trabecula_kernels PROPERTIES CUDA_STANDARD 17 CUDA_RUNTIME_LIBRARY Static)
endif()

# The hot host loops are compiled once for each instruction set and chosen at run time.
foreach(isa IN ITEMS sse2 avx2 avx512)
  add_library(trabecula_host_${isa} OBJECT
    Operator/Hex8HostKernelsSimd.cxx
    Operator/VoxelHostKernelsSimd.cxx)
  target_compile_definitions(trabecula_host_${isa} PRIVATE TRABECULA_ISA=${isa})
  target_sources(trabecula_kernels PRIVATE $<TARGET_OBJECTS:trabecula_host_${isa}>)
endforeach()
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-march=x86-64-v4 TRABECULA_COMPILES_X86_64_LEVELS)
if(TRABECULA_COMPILES_X86_64_LEVELS)
  target_compile_options(trabecula_host_avx2 PRIVATE -march=x86-64-v3)
  target_compile_options(trabecula_host_avx512 PRIVATE -march=x86-64-v4 -mprefer-vector-width=512)
endif()

foreach(target IN ITEMS trabecula_kernels trabecula_host_sse2 trabecula_host_avx2
    trabecula_host_avx512)
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/trabecula>)
  target_include_directories(${target} SYSTEM PRIVATE ${TRABECULA_THRUST_INCLUDE_DIR})
  target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX)
  target_compile_definitions(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:THRUST_HOST_SYSTEM=THRUST_HOST_SYSTEM_OMP>
    $<$<COMPILE_LANGUAGE:CXX>:THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP>)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wpedantic -ffp-contract=fast>)
  if(TRABECULA_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>
      $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
  endif()
  if(TRABECULA_SANITIZE)
    # Thrust's references dereference a null pointer to a policy that has no members.
    target_compile_options(${target} PUBLIC
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TRABECULA_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all -fno-sanitize=null>)
    target_link_options(${target} PUBLIC -fsanitize=${TRABECULA_SANITIZE})
  endif()
endforeach()
target_link_libraries(trabecula_kernels PRIVATE Threads::Threads)
target_include_directories(trabecula_kernels SYSTEM PRIVATE
  $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
