# The sources of the library, room by room.

# Thrust for the host space: the distribution's, with or without a CUDA toolkit, so that host objects
# are the same in both builds and compile in a fraction of the time. nvcc brings its own.
find_path(TRABECULA_THRUST_INCLUDE_DIR thrust/version.h
  PATHS /usr/include /usr/local/include NO_DEFAULT_PATH)
find_path(TRABECULA_THRUST_INCLUDE_DIR thrust/version.h
  HINTS ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES cccl REQUIRED)
mark_as_advanced(TRABECULA_THRUST_INCLUDE_DIR)

# Written once, compiled for each space: by the C++ compiler for the host and by the CUDA compiler
# for a GPU. They instantiate their templates for CompiledSpace (see Core/Space.h).
set(trabecula_sources_of_every_space
  Core/Context.cxx
  Core/Vectors/Halo.cxx
  Core/Vectors/SparseVector.cxx
  Core/Vectors/Vector.cxx
  Mesh/Cloud/PointBins.cxx
  Mesh/Neighbours/ElementGroups.cxx
  Mesh/Neighbours/NeighbourMatrix.cxx
  Mesh/Nurbs/NurbsGrid.cxx
  Operator/Assembled/AssembledMatrix.cxx
  Operator/Assembled/AssembledOperator.cxx
  Operator/Assembled/MatrixAssembly.cxx
  Operator/Assembled/PairPlaces.cxx
  Operator/Conduction/ConductionMatrix.cxx
  Operator/Conduction/ConductionOperator.cxx
  Operator/Conduction/VoxelConduction.cxx
  Operator/Elements/ElementOperator.cxx
  Operator/Hex8/MakeHex8Operator.cxx
  Operator/Isogeometric/CongruentProduct.cxx
  Operator/Isogeometric/IsogeometricOperator.cxx
  Operator/Isogeometric/MakeIsogeometricOperator.cxx
  Operator/Isogeometric/PatchGradients.cxx
  Operator/Isogeometric/Points/PointGeometry.cxx
  Operator/Isogeometric/Points/PointProduct.cxx
  Operator/Isogeometric/Points/PointTables.cxx
  Operator/Isogeometric/RowIntegration.cxx
  Operator/Isogeometric/SpaceTables.cxx
  Operator/MakeOperator.cxx
  Operator/Mass/MassOperator.cxx
  Operator/Mass/PatchMass.cxx
  Operator/Mass/VoxelMass.cxx
  Operator/Meshfree/ConsistentGradients.cxx
  Operator/Meshfree/ConstraintTerm.cxx
  Operator/Meshfree/Lattice/LatticeTable.cxx
  Operator/Meshfree/MakeMeshfreeOperator.cxx
  Operator/Meshfree/MeshfreeDiscretization.cxx
  Operator/Meshfree/Lattice/MeshfreeLatticeOperator.cxx
  Operator/Meshfree/MeshfreeMass.cxx
  Operator/Meshfree/MeshfreeMatrixOperator.cxx
  Operator/Meshfree/MeshfreeOperator.cxx
  Operator/Meshfree/NodePairs.cxx
  Operator/Meshfree/ShapeLists.cxx
  Operator/SpringOperator.cxx
  Operator/Voxel/VoxelStacks.cxx
  Operator/Voxel/VoxelStiffness.cxx
  Solver/Aggregation/AggregationMultigrid.cxx
  Solver/Aggregation/BlockPatterns.cxx
  Solver/Aggregation/BlockRowSource.cxx
  Solver/Aggregation/BlockScaling.cxx
  Solver/Aggregation/BlockTransfer.cxx
  Solver/Aggregation/GalerkinProduct.cxx
  Solver/Aggregation/Levels/AggregationLevels.cxx
  Solver/Aggregation/Levels/CoarsestSolve.cxx
  Solver/Aggregation/Parts/AggregationReplica.cxx
  Solver/Aggregation/Parts/CoarseningOnParts.cxx
  Solver/Aggregation/Parts/LevelOnParts.cxx
  Solver/Aggregation/Parts/OwnerSums.cxx
  Solver/Aggregation/Transfer/TentativeTransfer.cxx
  Solver/Aggregation/Smoothers/BlockJacobi.cxx
  Solver/Aggregation/Smoothers/BlockSmoother.cxx
  Solver/Aggregation/Smoothers/LevelSmoother.cxx
  Solver/Aggregation/Smoothers/ProductSmoother.cxx
  Solver/AuxiliaryLattice/LatticeMultigrid.cxx
  Solver/AuxiliaryLattice/MeshLattice.cxx
  Solver/AuxiliaryLattice/Parts/LatticeExchange.cxx
  Solver/ConjugateGradient.cxx
  Solver/DiagonalPreconditioner.cxx
  Solver/DiagonalIteration.cxx
  Solver/Eigen/BlockProducts.cxx
  Solver/Eigen/ColumnPreconditioning.cxx
  Solver/Eigen/Lobpcg.cxx
  Solver/Eigen/StartWaves.cxx
  Solver/KrylovVectors.cxx
  Solver/Ladder/PreconditionerLadder.cxx
  Solver/RigidBody/ConstrainedBlocks.cxx
  Solver/RigidBody/PointCoarseTerms.cxx
  Solver/RigidBody/TwoLevelPreconditioner.cxx
  Solver/RigidFaces/RigidPreconditioner.cxx
  Solver/RigidFaces/RigidSpace.cxx
  Solver/RigidFaces/RigidSystem.cxx
  Solver/SplineMultigrid/SplineMultigrid.cxx
  Solver/SplineMultigrid/SplineTransfer.cxx
  Solver/VoxelBox/VoxelBoxMultigrid.cxx
  Solver/VoxelMultigrid/Coarse/VoxelCoarseElements.cxx
  Solver/VoxelMultigrid/Coarse/VoxelElementForces.cxx
  Solver/VoxelMultigrid/Coarse/VoxelFilm.cxx
  Solver/VoxelMultigrid/VoxelAssembly.cxx
  Solver/VoxelMultigrid/VoxelGalerkin.cxx
  Solver/VoxelMultigrid/VoxelHierarchy.cxx
  Solver/VoxelMultigrid/VoxelLevels.cxx
  Solver/VoxelMultigrid/VoxelMultigrid.cxx
  Solver/VoxelMultigrid/VoxelMultigridPreconditioner.cxx
  Solver/VoxelMultigrid/Parts/VoxelMatching.cxx
  Solver/VoxelMultigrid/Parts/VoxelReplica.cxx
  Analysis/AnalysisModel.cxx
  Analysis/ElasticRun.cxx
  Analysis/Frequency/FrequencyRun.cxx
  Analysis/Heat/HeatRun.cxx
  Analysis/ElasticStresses.cxx
  Analysis/Loads/DesignForces.cxx
  Analysis/Loads/DesignTemperature.cxx
  Analysis/Loads/NamedSystems.cxx
  Analysis/Meshfree/MeshfreeLoads.cxx
  Analysis/LoadCases.cxx
  Analysis/Preconditioning/MakeConductionModel.cxx
  Analysis/Preconditioning/MakeElasticModel.cxx
  Design/DensityParametrization.cxx
  Design/GatheredSites.cxx
  Design/LevelSet/CoefficientMap.cxx
  Design/LevelSet/CutDensity.cxx
  Design/LevelSet/InitialLevelSet.cxx
  Design/LevelSet/LevelSetParametrization.cxx
  Design/LevelSet/LevelSetSensitivities.cxx
  Design/LevelSet/LevelSetUpdate.cxx
  Design/LevelSet/Regularization/RegularizedUpdate.cxx
  Design/LevelSet/SmoothDensity.cxx
  Design/NodalDensity.cxx
  Design/NodalParametrization.cxx
  Design/ReplicatedParametrization.cxx
  Design/RobustParametrization.cxx
  Design/Filter/ElementBins.cxx
  Design/Filter/NeighbourFilter.cxx
  Design/Filter/PointFilter.cxx
  Design/Filter/VoxelNeighbours.cxx
  Design/Optimizer/DesignUpdate.cxx
  Design/Optimizer/ExactVolumeUpdate.cxx
  Design/Optimizer/MovingAsymptotes.cxx
  Design/Optimizer/OptimalityCriteria.cxx
  Design/Response/Connection/ElementMeans.cxx
  Design/Response/Connection/VirtualTemperature.cxx
  Design/Response/Density/CentreOfGravity.cxx
  Design/Response/Greyness.cxx
  Design/Response/Linear/LinearResponse.cxx
  Design/Response/Density/LocalVolume.cxx
  Design/Response/Linear/OutputDisplacement.cxx
  Design/Response/Linear/Reaction.cxx
  Design/Response/Stress/StressNorm.cxx
  Design/Response/ResponseFactory.cxx
  Design/Response/ResponseWithLoads.cxx
  Design/Response/VibrationPeriod.cxx
  Design/Response/Volume.cxx
  Design/Response/WorstCompliance.cxx
  Design/Stage/DensityToModulus.cxx
  Design/Stage/Filter/BoxHelmholtz.cxx
  Design/Stage/Filter/HelmholtzFilter.cxx
  Design/Stage/Filter/HelmholtzIteration.cxx
  Design/Stage/Filter/NodalHelmholtz.cxx
  Design/Stage/PassiveRegions.cxx
  Design/Stage/Projection.cxx
  Design/Stage/StageChain.cxx
  Design/Stage/Sweep/DrawDirection.cxx
  Design/Stage/Sweep/Extrusion.cxx
  Design/Stage/Sweep/FormGrid.cxx
  Design/Stage/Sweep/FormStages.cxx
  Design/Stage/Sweep/LayerGrid.cxx
  Design/Stage/Sweep/Overhang.cxx
  Design/Stage/Filter/SymmetricFilter.cxx
  MicroFe/VoxelFields.cxx
  MicroFe/VoxelMicroFeModel.cxx
  Optimization/LevelSet/LevelSetModel.cxx
  Optimization/Meshfree/MeshfreeModel.cxx
  Optimization/Elements/ElementModel.cxx
  Optimization/Heat/HeatDesignModel.cxx
  Optimization/TopologyModel.cxx
  Optimization/Method/ModelState.cxx
  Optimization/Responses/AnalysedDesign.cxx
  Optimization/Responses/TopologyResponses.cxx)

set(trabecula_host_sources
  Core/Communication/Devices.cxx
  Core/Communication/NcclCommunicator.cxx
  Core/Communication/NcclLibrary.cxx
  Core/Communication/PackedExchange.cxx
  Core/Communication/Processes/Agreement.cxx
  Core/Communication/SharedFailure.cxx
  Core/Communication/ThreadCommunicator.cxx
  Core/Communication/ThreadMeeting.cxx
  Core/Communication/ThreadParts.cxx
  Core/Device.cxx
  Core/Memory.cxx
  Core/ExecutionContext.cxx
  Core/Execution/GraphCapture.cxx
  Core/Execution/Streams.cxx
  Core/Vectors/Layout.cxx
  Core/Requirements.cxx
  Core/SymmetricEigen.cxx
  Core/Execution/HostRanges.cxx
  Core/Execution/InstructionSet.cxx
  Core/Execution/ThreadPriority.cxx
  Core/Execution/YieldingThreads.cxx
  Core/Execution/ZeroVector.cxx
  Mesh/Cloud/PointTree.cxx
  Mesh/ElementBatches.cxx
  Mesh/ElementFaces.cxx
  Mesh/ElementOrder.cxx
  Mesh/ElementShapes.cxx
  Mesh/Distribution/Bisection.cxx
  Mesh/Distribution/HaloPlan.cxx
  Mesh/Distribution/MeshDistribution.cxx
  Mesh/Distribution/VoxelDistribution.cxx
  Mesh/Distribution/VoxelDivision.cxx
  Mesh/Distribution/VoxelHalo.cxx
  Mesh/Faults/MeshConnections.cxx
  Mesh/Faults/MeshContacts.cxx
  Mesh/Faults/OuterPlaces.cxx
  Mesh/Faults/OuterFaces.cxx
  Mesh/Faults/RepeatedElements.cxx
  Mesh/Generators/BoxMeshes.cxx
  Mesh/Generators/PlateMeshes.cxx
  Mesh/Generators/QuadraticMesh.cxx
  Mesh/Generators/QuadPatches.cxx
  Mesh/Generators/TrabecularSample.cxx
  Mesh/Mesh.cxx
  Mesh/MeshFaces.cxx
  Mesh/AttachedBodies.cxx
  Mesh/MeshParts.cxx
  Mesh/MeshRefinement.cxx
  Mesh/NodeElements.cxx
  Mesh/Nurbs/BezierCells.cxx
  Mesh/Nurbs/BezierExtraction.cxx
  Mesh/Nurbs/NurbsGenerators.cxx
  Mesh/Nurbs/NurbsPatch.cxx
  Mesh/Nurbs/NurbsQuadrature.cxx
  Mesh/Nurbs/NurbsRefinement.cxx
  Mesh/Nurbs/NurbsValidation.cxx
  Mesh/RigidBodyMotions.cxx
  Mesh/Tetrahedra/CurvedTetrahedra.cxx
  Mesh/Voxel/Solid/SolidPaths.cxx
  Mesh/Voxel/Solid/VoxelBits.cxx
  Mesh/Voxel/Solid/VoxelRuns.cxx
  Mesh/Voxel/Solid/VoxelSelection.cxx
  Mesh/Voxel/VoxelDistance.cxx
  Mesh/Voxel/VoxelGrid.cxx
  Mesh/Voxel/Solid/SolidVoxels.cxx
  Mesh/Voxel/VoxelLattice.cxx
  Mesh/Voxel/VoxelSurface.cxx
  Mesh/Voxel/VoxelThickness.cxx
  Mesh/Voxel/VoxelTopology.cxx
  Geometry/ElementTetrahedra.cxx
  Geometry/Faces/CylinderStrips.cxx
  Geometry/Faces/FaceShape.cxx
  Geometry/Faces/FacetGraph.cxx
  Geometry/Faces/SurfaceFaces.cxx
  Geometry/OtsuThreshold.cxx
  Geometry/Decimation/EdgeDecimation.cxx
  Geometry/Decimation/SurfaceDecimation.cxx
  Geometry/Decimation/SurfaceDeviation.cxx
  Geometry/Decimation/SurfaceSamples.cxx
  Geometry/Level/Patch/BezierFractions.cxx
  Geometry/Level/Patch/ContourPoints.cxx
  Geometry/Level/EdgeCollapse.cxx
  Geometry/Decimation/LevelDecimation.cxx
  Geometry/Level/LevelField.cxx
  Geometry/Level/LevelPieces.cxx
  Geometry/Level/LevelSurface.cxx
  Geometry/Level/LevelVolume.cxx
  Geometry/Level/Patch/BoundaryCurvature.cxx
  Geometry/Level/Patch/PatchBoundary.cxx
  Geometry/Level/Patch/PatchPieces.cxx
  Geometry/Level/SingularNodes.cxx
  Geometry/Level/Smoothing/JaggedFaces.cxx
  Geometry/Level/Smoothing/SurfaceConstraints.cxx
  Geometry/Level/SurfacePieces.cxx
  Geometry/Level/Smoothing/SurfaceSmoothing.cxx
  Geometry/Level/Smoothing/SurfaceFolds.cxx
  Geometry/Level/Smoothing/DrawBack.cxx
  Geometry/Level/TetrahedronValues.cxx
  Geometry/Level/TopologySurface.cxx
  Geometry/Level/TopologySurfaceChecks.cxx
  Geometry/Level/Walls/PartFit.cxx
  Geometry/Level/Walls/MeshWalls.cxx
  Geometry/Level/Walls/PartField.cxx
  Geometry/Level/Walls/PartShape.cxx
  Geometry/Level/Walls/SharpEdges.cxx
  Geometry/Level/Walls/WallFit.cxx
  Geometry/Level/Walls/WallIslands.cxx
  Geometry/Level/Walls/WallQuality.cxx
  Geometry/Level/Walls/WallRelaxation.cxx
  Geometry/Level/Walls/WallRepair.cxx
  Geometry/Triangles/CylinderFit.cxx
  Geometry/Triangles/SolidFraction.cxx
  Geometry/Triangles/SurfaceColumns.cxx
  Geometry/Triangles/SurfaceDistance.cxx
  Geometry/Triangles/SurfaceFit.cxx
  Geometry/Measures/SurfaceMeasures.cxx
  Geometry/Triangles/SurfaceWithin.cxx
  Geometry/Triangles/TriangleMesh.cxx
  Geometry/Triangles/TriangleRings.cxx
  Geometry/Triangles/TriangleTree.cxx
  Geometry/Voxelization/KeptVoxels.cxx
  Geometry/Voxelization/SurfaceFaults.cxx
  Geometry/Voxelization/MergedSurface.cxx
  Geometry/Voxelization/SurfaceGrid.cxx
  Geometry/Voxelization/SpreadForces.cxx
  Geometry/Voxelization/SurfaceMarks.cxx
  Geometry/Voxelization/TriangleCrossings.cxx
  Geometry/Voxelization/VoxelFractions.cxx
  Geometry/Voxelization/VoxelsWithin.cxx
  Analysis/Body/BodyConditions.cxx
  Analysis/Body/BodyGrid.cxx
  Analysis/Body/BodyLoads.cxx
  Analysis/Body/BodyOnGrid.cxx
  Analysis/Body/BodyRefinement.cxx
  Analysis/Body/BodyStiffness.cxx
  Analysis/Body/BodySupports.cxx
  Analysis/Body/BodyVoxels.cxx
  Analysis/Body/PlaneLayer.cxx
  Analysis/Body/SpreadConditions.cxx
  Analysis/ElementGeometry.cxx
  Analysis/Geometry/FaceMeasures.cxx
  Element/FaceQuadrature.cxx
  Operator/Assembled/ElementColours.cxx
  Operator/Assembled/Values/ElementValues.cxx
  Operator/Assembled/MatrixFormat.cxx
  Operator/Assembled/MatrixMarket.cxx
  Operator/Conduction/FilmMatrix.cxx
  Operator/Assembled/Values/HostAssembly.cxx
  Operator/Elements/ElementHostKernels.cxx
  Operator/Hex8/Hex8CongruentOperator.cxx
  Operator/Hex8/Hex8HostKernels.cxx
  Operator/Hex8/Hex8Operator.cxx
  Operator/Hex8/Hex8OperatorMemory.cxx
  Operator/Hex8/Stored/Hex8StoredOperator.cxx
  Operator/Hex8/ModalStiffness.cxx
  Operator/Hex8/Strategy.cxx
  Operator/Isogeometric/CongruentElements.cxx
  Operator/Meshfree/IntegrationPoints.cxx
  Operator/Meshfree/Lattice/MeshfreeLattice.cxx
  Operator/OperatorSettings.cxx
  Operator/PoissonsRatios.cxx
  Operator/Voxel/Host/VoxelHostKernels.cxx
  Operator/Voxel/VoxelOperator.cxx
  Operator/Voxel/VoxelTiles.cxx
  Solver/Aggregation/AggregationMemory.cxx
  Solver/Aggregation/ConnectedAggregates.cxx
  Solver/Aggregation/Host/BlockHostKernels.cxx
  Solver/Aggregation/CornerMesh.cxx
  Solver/Aggregation/Parts/LevelNodes.cxx
  Solver/Aggregation/Parts/RowExchange.cxx
  Solver/AuxiliaryLattice/LatticeFrame.cxx
  Solver/AuxiliaryLattice/LatticeMemory.cxx
  Solver/AuxiliaryLattice/Parts/DividedLattice.cxx
  Solver/Eigen/ColumnHostKernels.cxx
  Solver/Host/DenseHostKernels.cxx
  Solver/Eigen/RayleighRitz.cxx
  Solver/RigidBody/NodeAggregates.cxx
  Solver/RigidBody/RigidBodyCoarseSpace.cxx
  Solver/InterleavedKrylovVectors.cxx
  Solver/SplineMultigrid/SplineHierarchy.cxx
  Solver/SplineMultigrid/SplineMultigridSettings.cxx
  Solver/SplineMultigrid/SplineProlongation.cxx
  Solver/SymmetricInverse.cxx
  Solver/VoxelBox/VoxelBoxLevels.cxx
  Solver/VoxelMultigrid/VoxelEigenvalue.cxx
  Solver/VoxelMultigrid/Parts/VoxelOwners.cxx
  Analysis/ElasticAnalysis.cxx
  Analysis/ElasticModelMemory.cxx
  Analysis/Frequency/FrequencyAnalysis.cxx
  Analysis/Frequency/FrequencyInput.cxx
  Analysis/Heat/HeatAnalysis.cxx
  Analysis/Heat/HeatFields.cxx
  Analysis/Heat/HeatLoads.cxx
  Analysis/Heat/HeatOfDesign.cxx
  Analysis/Heat/HeatOnGrid.cxx
  Analysis/Heat/HeatOnParts.cxx
  Analysis/Heat/HeatSystem.cxx
  Analysis/Heat/HeatValidation.cxx
  Analysis/Isogeometric/LatticeConditions.cxx
  Analysis/Isogeometric/PatchLoads.cxx
  Analysis/Meshfree/MeshfreeStructure.cxx
  Analysis/Parts/ConductionOfPart.cxx
  Analysis/Parts/ElasticOnParts.cxx
  Analysis/Parts/FitOnDevices.cxx
  Analysis/Parts/PartOfBody.cxx
  Analysis/Parts/StructureOfPart.cxx
  Analysis/Preconditioning/ConductionSystem.cxx
  Analysis/Preconditioning/LadderThresholds.cxx
  Analysis/Preconditioning/MultigridChoice.cxx
  Analysis/Preconditioning/SinglePrecision.cxx
  Analysis/Refinement/QuadraticProblem.cxx
  Analysis/Refinement/RefinedProblem.cxx
  Analysis/Stress/StressRecovery.cxx
  Analysis/StructuralValidation.cxx
  Analysis/StructuralWarnings.cxx
  Analysis/StructureOnGrid.cxx
  Analysis/Loads/BearingLoad.cxx
  Analysis/Loads/BodyForce.cxx
  Analysis/Loads/DesignLoads.cxx
  Analysis/Loads/LoadsOfDesign.cxx
  Analysis/Loads/LoadsOnBody.cxx
  Analysis/Loads/PatchSurfaceLoads.cxx
  Analysis/Loads/SurfaceLoads.cxx
  Analysis/Rigid/RigidMotions.cxx
  Analysis/Stress/IsotropicStress.cxx
  Analysis/Static/Reactions.cxx
  Analysis/Static/StaticAnalysis.cxx
  Analysis/Static/StaticValidation.cxx
  Analysis/Static/StiffnessMatrix.cxx
  Analysis/Static/ThermalLoad.cxx
  Analysis/Stress/StressError.cxx
  Design/Filter/CornerShares.cxx
  Design/Filter/Images.cxx
  Design/Filter/VoxelFilterHostKernels.cxx
  Design/LevelSet/CoefficientLinks.cxx
  Design/LevelSet/LinkedValues.cxx
  Design/LevelSet/ParameterSymmetry.cxx
  Design/LevelSet/Regularization/ContourMotion.cxx
  Design/LevelSet/Regularization/PatchPerimeter.cxx
  Design/LevelSet/Regularization/SignedDistance.cxx
  Design/LevelSet/Regularization/VelocityExtension.cxx
  Design/Optimizer/DualInteriorPoint.cxx
  Design/Response/Compliance.cxx
  Design/Response/Connection/ConnectionPoints.cxx
  Design/Response/Linear/PointRegions.cxx
  Design/Response/ResponseList.cxx
  Design/Response/ThermalCompliance.cxx
  Design/Stage/Filter/CosineTransform.cxx
  Design/Stage/PenalizationContinuation.cxx
  Design/Stage/RobustKind.cxx
  Design/Stage/StageKinds.cxx
  Design/Stage/StageMemory.cxx
  Design/Stage/Sweep/FormShape.cxx
  Design/Stage/Sweep/SiteLattice.cxx
  MicroFe/VoxelConditions.cxx
  MicroFe/VoxelConnection.cxx
  MicroFe/VoxelLists.cxx
  MicroFe/VoxelMicroFe.cxx
  MicroFe/VoxelMicroFeExamples.cxx
  MicroFe/VoxelMicroFeProblem.cxx
  MicroFe/VoxelMicroFeSummary.cxx
  MicroFe/VoxelMicroFeValidation.cxx
  MicroFe/VoxelPartsOfImage.cxx
  MicroFe/Parts/SendFields.cxx
  MicroFe/Parts/VoxelMicroFeOnParts.cxx
  MicroFe/Parts/VoxelMicroFePart.cxx
  Optimization/Validation/BoundValidation.cxx
  Optimization/Validation/Conflicts.cxx
  Optimization/ConvergenceRule.cxx
  Optimization/History.cxx
  Optimization/Validation/LoadPaths.cxx
  Optimization/Validation/MovedSupports.cxx
  Optimization/Optimization.cxx
  Optimization/Settings/IdentityParts.cxx
  Optimization/Settings/ProblemIdentity.cxx
  Optimization/LevelSet/HolePattern.cxx
  Optimization/LevelSet/LevelSetExamples.cxx
  Optimization/LevelSet/LevelSetFields.cxx
  Optimization/LevelSet/LevelSetProblem.cxx
  Optimization/LevelSet/LevelSetSolid.cxx
  Optimization/LevelSet/LevelSetStages.cxx
  Optimization/LevelSet/Start/LevelSetStart.cxx
  Optimization/LevelSet/LevelSetTask.cxx
  Optimization/LevelSet/LevelSetTopology.cxx
  Optimization/LevelSet/LevelSetValidation.cxx
  Optimization/LevelSet/Start/LevelSetWarnings.cxx
  Optimization/LevelSet/SolidElements.cxx
  Optimization/Meshfree/MeshfreeFields.cxx
  Optimization/Meshfree/MeshfreeMemory.cxx
  Optimization/Meshfree/MeshfreeSolid.cxx
  Optimization/Meshfree/MeshfreeTask.cxx
  Optimization/Meshfree/MeshfreeTopology.cxx
  Optimization/Meshfree/MeshfreeConditions.cxx
  Optimization/Meshfree/MeshfreeValidation.cxx
  Optimization/Elements/DesignMemory.cxx
  Optimization/Elements/ElementFields.cxx
  Optimization/Heat/HeatDesignFields.cxx
  Optimization/Heat/HeatDesignProblem.cxx
  Optimization/Heat/HeatSolid.cxx
  Optimization/Heat/HeatTask.cxx
  Optimization/Heat/HeatTopology.cxx
  Optimization/Heat/PartOfHeatDesign.cxx
  Optimization/Elements/ElementTopology.cxx
  Optimization/Elements/FilterOfPart.cxx
  Optimization/Elements/PartOfTopology.cxx
  Optimization/Elements/QuadraticTopology.cxx
  Optimization/Responses/NamedResponseSettings.cxx
  Optimization/Responses/ProblemResponses.cxx
  Optimization/Responses/ResponseRows.cxx
  Optimization/Settings/SettingsTable.cxx
  Optimization/InitialDesign.cxx
  Optimization/Meshfree/MeshfreeExamples.cxx
  Optimization/Solid/SolidConditions.cxx
  Optimization/Solid/SolidDistance.cxx
  Optimization/TopologyExamples.cxx
  Optimization/Method/ModelOnParts.cxx
  Optimization/Method/ProblemTask.cxx
  Optimization/Method/TopologyFields.cxx
  Optimization/Method/TopologyMethod.cxx
  Optimization/TopologyOptimizer.cxx
  Optimization/Verdict/DesignConditions.cxx
  Optimization/Verdict/DesignVerdict.cxx
  Optimization/Verdict/JudgeBody.cxx
  Optimization/Verdict/JudgeOverhang.cxx
  Optimization/Verdict/JudgeDesign.cxx
  Optimization/Verdict/JudgePatch.cxx
  Optimization/TopologyState.cxx
  Optimization/TopologyTask.cxx
  Optimization/Validation/StageValidation.cxx
  Optimization/Validation/TopologyValidation.cxx
  Run/BackgroundRun.cxx
  Run/BackgroundTask.cxx
  Run/BackgroundWorker.cxx
  Run/Checkpoint.cxx
  Run/CheckpointVersion1.cxx
  Run/CheckpointWriter.cxx
  Run/Checkpoints.cxx
  Run/File/CheckpointHeader.cxx
  Run/File/CheckpointInput.cxx
  Run/File/CheckpointOutput.cxx
  Run/File/TemporaryFiles.cxx
  Run/IterateCache.cxx
  Run/SynchronousRun.cxx
  Run/Run.cxx
  Run/RunIterate.cxx
  Run/RunPlace.cxx)

set(trabecula_cuda_sources
  Core/Communication/NcclTransport.cu
  Core/Communication/PackedExchange.cu
  Core/Communication/PeerCommunicator.cu
  Core/Cuda/CudaDevice.cu
  Core/Cuda/PinnedMemory.cu
  Core/Cuda/StagedCopy.cu
  Core/Memory.cu
  Core/Execution/Streams.cu
  Core/Execution/GraphCapture.cu
  Design/Stage/Filter/CosineTransform.cu
  Operator/Assembled/Values/ElementValues.cu
  Operator/Hex8/Hex8CongruentOperator.cu
  Operator/Hex8/Hex8Operator.cu
  Operator/Hex8/Stored/Hex8StoredOperator.cu
  Operator/Voxel/VoxelOperator.cu
  Solver/RigidBody/RigidBodyCoarseSpace.cu
  Solver/SymmetricInverse.cu)

# Only what is configured may be written to it, as each change recompiles what includes it.
configure_file(Core/BuildOptions.h.in Generated/Core/BuildOptions.h)
set(trabecula_generated_headers "${CMAKE_CURRENT_BINARY_DIR}/Generated")

if(TRABECULA_EXCLUDE_ROOMS)
  list(FILTER trabecula_host_sources EXCLUDE REGEX "^(${TRABECULA_EXCLUDE_ROOMS})/")
  list(FILTER trabecula_sources_of_every_space EXCLUDE REGEX "^(${TRABECULA_EXCLUDE_ROOMS})/")
endif()
target_sources(trabecula_kernels PRIVATE
  ${trabecula_host_sources} ${trabecula_sources_of_every_space})

# Most of the time goes into headers, so a room can be compiled as one source. Left out: what has a
# local name of another in its room, and what must come before others. The results are the same bits.
if(TRABECULA_UNITY)
  set_target_properties(trabecula_kernels PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS trabecula_host_sources trabecula_sources_of_every_space)
    string(REGEX REPLACE "/.*" "" room "${source}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${room})
  endforeach()
  set_source_files_properties(Mesh/Voxel/VoxelLattice.cxx Operator/Hex8/Hex8Operator.cxx
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endif()

if(TRABECULA_HAVE_CUDA)
  target_sources(trabecula_kernels PRIVATE ${trabecula_cuda_sources})
  # Static, so that the binary loads where there is no driver. To link with only: the toolkit's
  # headers would change the flags of every host object, and with them the objects.
  target_link_libraries(trabecula_kernels INTERFACE $<LINK_ONLY:CUDA::cudart_static>)
  # nvcc warns of Eigen unless its own headers are named among the system's.
  target_include_directories(trabecula_kernels SYSTEM PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:${CUDAToolkit_INCLUDE_DIRS}>)
  set_target_properties(trabecula_kernels PROPERTIES CUDA_STANDARD 17 CUDA_RUNTIME_LIBRARY Static)
  add_subdirectory(cmake/Cuda)
  target_sources(trabecula_kernels PRIVATE $<TARGET_OBJECTS:trabecula_cuda>)
endif()

# The hot host loops are compiled once for each instruction set and chosen at run time.
set(trabecula_host_loops
  Design/Filter/VoxelFilterHostKernelsSimd.cxx
  Operator/Elements/ElementHostKernelsSimd.cxx
  Operator/Hex8/Hex8HostKernelsSimd.cxx
  Operator/Voxel/Host/VoxelCoarseHostKernelsSimd.cxx
  Operator/Voxel/Host/VoxelCycleHostKernelsSimd.cxx
  Operator/Voxel/Host/VoxelHostKernelsSimd.cxx
  Operator/Voxel/Host/VoxelColumnsHostKernelsSimd.cxx
  Solver/Aggregation/Host/BlockHostKernelsSimd.cxx
  Solver/Eigen/ColumnHostKernelsSimd.cxx
  Solver/Host/DenseHostKernelsSimd.cxx)
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-march=x86-64-v4 TRABECULA_COMPILES_X86_64_LEVELS)
# trabecula_add_host_loops(TARGET): adds them to a library; TARGET_sse2, ... are their objects.
function(trabecula_add_host_loops target)
  foreach(isa IN ITEMS sse2 avx2 avx512)
    add_library(${target}_${isa} OBJECT ${trabecula_host_loops})
    target_compile_definitions(${target}_${isa} PRIVATE TRABECULA_ISA=${isa})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
  endforeach()
  if(TRABECULA_COMPILES_X86_64_LEVELS)
    target_compile_options(${target}_avx2 PRIVATE -march=x86-64-v3)
    target_compile_options(${target}_avx512 PRIVATE -march=x86-64-v4 -mprefer-vector-width=512)
  endif()
endfunction()
trabecula_add_host_loops(trabecula_kernels)

set(trabecula_library_targets
  trabecula_kernels trabecula_kernels_sse2 trabecula_kernels_avx2 trabecula_kernels_avx512)
if(TRABECULA_HAVE_CUDA)
  list(APPEND trabecula_library_targets trabecula_cuda)
endif()
# trabecula_compile_as_library(TARGET): language, warnings and sanitizers of the library's sources.
function(trabecula_compile_as_library target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  target_include_directories(${target} SYSTEM PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:${TRABECULA_THRUST_INCLUDE_DIR}>)
  target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX)
  target_compile_definitions(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:THRUST_HOST_SYSTEM=THRUST_HOST_SYSTEM_OMP>
    $<$<COMPILE_LANGUAGE:CXX>:THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP>)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wpedantic -ffp-contract=fast>
    $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda --expt-relaxed-constexpr>)
  if(TRABECULA_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>
      $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
  endif()
  if(TRABECULA_SANITIZE)
    # Thrust's references dereference a null pointer to a policy that has no members. The other kinds
    # take a third of the time to compile, and no find of theirs is known: accesses beyond an object are the
    # address sanitizer's.
    target_compile_options(${target} PUBLIC
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TRABECULA_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all -fno-sanitize=null,alignment,object-size,pointer-overflow>)
    if("${TRABECULA_SANITIZE}" MATCHES "address")
      # In the tests, which own what is used by reference, ends of scopes are followed; in the library
      # that is a third of the time again.
      target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-address-use-after-scope>)
    endif()
    # Eigen would allocate in another way than in references, which are built without.
    target_compile_definitions(${target} PUBLIC EIGEN_MALLOC_ALREADY_ALIGNED=1)
    target_link_options(${target} PUBLIC -fsanitize=${TRABECULA_SANITIZE})
  endif()
endfunction()

# trabecula_compile_libraries(TARGET...): the same with the folders of headers.
function(trabecula_compile_libraries)
  foreach(target IN LISTS ARGN)
    target_include_directories(${target} PUBLIC
      $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
      $<BUILD_INTERFACE:${trabecula_generated_headers}>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/trabecula>)
    trabecula_compile_as_library(${target})
  endforeach()
endfunction()
# trabecula_link_library(TARGET): what the sources outside the host loops need.
function(trabecula_link_library target)
  target_link_libraries(${target} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  target_include_directories(${target} SYSTEM PRIVATE
    $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()
trabecula_compile_libraries(${trabecula_library_targets})
trabecula_link_library(trabecula_kernels)
