#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_CONDUCTIONSYSTEM_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_CONDUCTIONSYSTEM_H

#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"
#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelLattice.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Solver/Aggregation/AggregationSettings.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// The system of steady heat conduction in a body, as its solver needs it: the matrix K(k) + H on
/// the nodes of free temperature, for variable conductivities k.
struct ConductionSystem
{
  Mesh mesh;                       ///< of the body; for an image the mesh of its grid
  double conductivity = 1.0;       ///< of solid, power per length and temperature
  double smallestRatio = 1.0;      ///< of the conductivities of elements to that of solid
  std::vector<std::uint8_t> fixed; ///< one per node, nonzero where the temperature is prescribed
  HostMatrix film;                 ///< H, one row per node; empty for none
  /// Tolerance, preconditioner and reproducibility are used. Preconditioner::RigidBodyModes is not
  /// defined for conduction.
  SolverSettings solver;
};

/// The choice between multigrid and the diagonal as the preconditioner of a conduction system.
struct ConductionMultigrid
{
  /// Of the system's mesh, for geometric multigrid on its voxels; else empty.
  std::optional<VoxelLattice> lattice;
  /// For smoothed aggregation on any other mesh; else empty. The diagonal is used if both are.
  std::optional<AggregationSettings> aggregation;
  std::string reason; ///< a sentence if Preconditioner::Auto chose, else empty
  ExecutionSpace space = ExecutionSpace::Host;
};

/**
 * Preconditioner::Auto chooses multigrid from the sizes of LadderThresholds: that on voxels where
 * the elements are bricks of one grid, else smoothed aggregation.
 *
 * @param fields heat flows and prescribed temperatures, whose scales must be representable in
 * single precision
 * @param space execution space of the model
 * @param onGrid whether the model has the numbering of the voxel grid of the mesh, which multigrid
 * on voxels needs
 * @throws Error if Preconditioner::Multigrid is requested and not applicable, or if a
 * preconditioner for structures only is requested
 */
ConductionMultigrid chooseConductionMultigrid(const ConductionSystem& system,
  const std::vector<const std::vector<double>*>& fields, ExecutionSpace space, bool onGrid = false);

/// Upper bound of the bytes of a model of makeConductionModel(), including its part of the
/// workspace.
std::size_t conductionModelMemory(
  const ConductionSystem& system, const ConductionMultigrid& choice);
/// The same for a part. @param elements, bricks numbers of the part; bricks of its grid, or 0
std::size_t conductionModelMemory(const ConductionSystem& system, const ConductionMultigrid& choice,
  std::size_t elements, std::size_t bricks);

/// Checks this estimate against a device; drops multigrid if the system fits only without it and it
/// was chosen automatically. @param other further bytes that are needed
/// @throws Error if the model does not fit
void fitOnDevice(const ConductionSystem& system, ConductionMultigrid& choice, const Device& device,
  std::size_t memoryLimit, std::size_t other = 0);
}

#endif
