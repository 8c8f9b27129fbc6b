#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_CONDUCTIONSYSTEM_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_CONDUCTIONSYSTEM_H

#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"
#include "Mesh/Mesh.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Solver/Aggregation/AggregationSettings.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// The matrix of steady heat conduction in a body, K(k) + H for conductivities k that change, on
/// the nodes whose temperature is free: what its solver needs to know.
struct ConductionSystem
{
  Mesh mesh;                       ///< of the body; of an image the mesh of its grid
  double conductivity = 1.0;       ///< of solid, power per length and temperature
  double smallestRatio = 1.0;      ///< of all conductivities, over that of solid
  std::vector<std::uint8_t> fixed; ///< one per node, nonzero where the temperature is prescribed
  HostMatrix film;                 ///< H, one row per node; empty for none
  /// Tolerance, preconditioner and reproducibility count. Preconditioner::RigidBodyModes has no
  /// meaning.
  SolverSettings solver;
};

/// Whether multigrid is the preconditioner of a conduction system; else the diagonal is.
struct ConductionMultigrid
{
  std::optional<AggregationSettings> aggregation;
  std::string reason; ///< a sentence, where Preconditioner::Auto chose
  ExecutionSpace space = ExecutionSpace::Host;
};

/**
 * Preconditioner::Auto chooses smoothed aggregation from the sizes of LadderThresholds.
 *
 * @param fields flows of heat and prescribed temperatures, whose scales single precision has to
 * represent
 * @param space where it is to run
 * @throws Error if Preconditioner::Multigrid is requested and not applicable, or one that exists
 * for structures alone
 */
ConductionMultigrid chooseConductionMultigrid(const ConductionSystem& system,
  const std::vector<const std::vector<double>*>& fields, ExecutionSpace space);

/// Upper bound of the bytes of a model of makeConductionModel(), with its part of the workspace.
std::size_t conductionModelMemory(
  const ConductionSystem& system, const ConductionMultigrid& choice);

/// Checks that estimate against a device; drops multigrid if the system fits only without it and it
/// was chosen automatically. @throws Error if it does not fit
/// @param other bytes that are needed besides
void fitOnDevice(const ConductionSystem& system, ConductionMultigrid& choice, const Device& device,
  std::size_t memoryLimit, std::size_t other = 0);
}

#endif
