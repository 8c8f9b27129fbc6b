#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYPROBLEM_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Design/FilterKind.h"
#include "Design/Optimizer/Optimizer.h"
#include "Mesh/DesignRegion.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// What is minimized.
enum class Objective
{
  Compliance,         ///< the work of the loads, weighted sum over load cases
  OutputDisplacement, ///< l.u, weighted sum over load cases, l being the problem's output weights
  Volume              ///< solid volume over the whole mesh's
};

/// What can be bounded besides the volume of the whole mesh.
enum class BoundedResponse
{
  Compliance,         ///< force times length
  OutputDisplacement, ///< length
  RegionVolume        ///< solid volume of the elements of one region over their volume
};

/// An upper bound on a response, for Optimizer::MovingAsymptotes.
struct ResponseBound
{
  BoundedResponse response = BoundedResponse::Compliance;
  double bound = 0.0;
  int region = 0; ///< of RegionVolume: the number in TopologyProblem::volumeRegion
};

/// How a density becomes a Young's modulus.
enum class Interpolation
{
  /// E = rho^p E0 with rho in [minimumDensity, 1] (EbE paper, eq. 2).
  Simp,
  /// E = Emin + rho^p (E0 - Emin) with rho in [0, 1] and Emin = minimumModulusRatio * E0
  /// (Sigmund 2007).
  ModifiedSimp
};

struct OptimizationSettings
{
  Objective objective = Objective::Compliance;
  Optimizer optimizer = Optimizer::OptimalityCriteria;

  Interpolation interpolation = Interpolation::Simp;
  double penalization = 3.0;         ///< p >= 1
  double minimumDensity = 1e-3;      ///< rho_min of Interpolation::Simp, in (0, 1)
  double minimumModulusRatio = 1e-9; ///< Emin / E0 of Interpolation::ModifiedSimp, in (0, 1)

  /// Upper bound of solid volume over the whole mesh's, in (0, 1]. With Objective::Volume there is
  /// no such bound, and it is the volume fraction that the run begins with.
  double volumeFraction = 0.3;
  /// Further bounds; Optimizer::OptimalityCriteria takes none, and with FilterKind::Sensitivity
  /// only volumes can be bounded.
  std::vector<ResponseBound> bounds;

  FilterKind filter = FilterKind::Sensitivity;
  double filterRadius = 0.0; ///< length, > 0 unless filter is None
  /// Weigh neighbours by their volume, so that a graded mesh does not steer the design. Without
  /// effect where all elements have one volume; false is the paper's eq. 4 to the letter.
  bool volumeWeightedFilter = true;

  double moveLimit = 0.2; ///< m of eq. 6, in (0, 1]
  /// eta of eq. 6, in (0, 1], of Optimizer::OptimalityCriteria. Mechanisms need less than 0.5: 0.3
  /// (Bendsoe and Sigmund 2003, section 5.1.5).
  double damping = 0.5;
  double densityChangeTolerance = 0.01; ///< the run has converged below it; 0 never
};

/**
 * A whole optimization problem in plain data: what a filter makes of a dataset.
 *
 * A compliant mechanism is driven by the forces or prescribed displacements of its load cases, and
 * moves its output: Objective::OutputDisplacement makes l.u as small as possible, most often as
 * negative as possible, so that l points against the motion that is wanted. Springs stand for the
 * stiffness of actuator and workpiece.
 */
struct TopologyProblem : StructuralProblem
{
  /// 3 per node, l of output displacements that are minimized or bounded; not read otherwise.
  /// Without unit, as in a mean of displacements.
  std::vector<double> outputWeights;
  /// One per element, a number for each region whose volume is bounded; may be empty if none is.
  std::vector<std::int32_t> volumeRegion;
  /// One per element; empty means that all are Design.
  std::vector<DesignRegion> designRegion;
  /// One per element, in [0, 1], read on Design elements. Empty means uniform there, at the density
  /// that gives the mesh its volume fraction.
  std::vector<double> initialDensity;
  OptimizationSettings settings;
};

/**
 * Checks everything that can be wrong with a problem, on the host.
 *
 * @throws Error on the first thing found; the message names the array, node or element.
 */
void validate(const TopologyProblem& problem);

/// Whether the output displacement is minimized or bounded.
bool hasOutput(const TopologyProblem& problem);

/// A fingerprint of everything in the problem that determines the iterates (64-bit FNV-1a).
/// Equal problems have equal fingerprints; densityChangeTolerance is left out, as it decides only
/// where the run ends.
std::uint64_t fingerprint(const TopologyProblem& problem);

/// Bytes that TopologyOptimizer will allocate on the device at most for this problem.
std::size_t estimateDeviceMemory(const TopologyProblem& problem);
}

#endif
