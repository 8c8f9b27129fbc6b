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
  /// 2 f.u - u.K u, weighted sum over load cases: minus twice the potential energy, so that any
  /// material added lowers it. With supports at rest it is the work of the loads, f.u. With
  /// displaced supports and no forces it is minus the work of the reactions, negative, and the
  /// least is the body that resists the displacement most.
  Compliance,
  OutputDisplacement, ///< l.u, weighted sum over load cases, l being the problem's output weights
  Volume              ///< solid volume over the volume of the mesh
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

/// Interpolation of Young's modulus from densities.
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

  /// Upper bound of solid volume over the volume of the mesh, in (0, 1]; with Objective::Volume no
  /// bound but the initial volume fraction.
  double volumeFraction = 0.3;
  /// Further bounds; none with Optimizer::OptimalityCriteria, only volumes with
  /// FilterKind::Sensitivity.
  std::vector<ResponseBound> bounds;

  FilterKind filter = FilterKind::Sensitivity;
  double filterRadius = 0.0; ///< length, > 0 unless filter is None
  /// Weight neighbours by volume, which reduces the influence of graded meshes. Without effect for
  /// equal volumes; false is the paper's eq. 4 exactly.
  bool volumeWeightedFilter = true;

  double moveLimit = 0.2; ///< m of eq. 6, in (0, 1]
  /// eta of eq. 6, in (0, 1], of Optimizer::OptimalityCriteria. For mechanisms 0.3 (Bendsoe and
  /// Sigmund 2003, section 5.1.5).
  double damping = 0.5;
  double densityChangeTolerance = 0.01; ///< the run has converged below it; 0 means never
};

/**
 * A topology optimization problem.
 *
 * The load cases of a compliant mechanism are its inputs; Objective::OutputDisplacement minimizes
 * l.u, so that l is directed against the wanted motion. Springs model the stiffness of actuator and
 * workpiece.
 */
struct TopologyProblem : StructuralProblem
{
  /// 3 per node, output weights l, without unit; used if the output displacement is minimized or
  /// bounded.
  std::vector<double> outputWeights;
  /// One per element, number of the region of each element; may be empty if no region is bounded.
  std::vector<std::int32_t> volumeRegion;
  /// One per element; empty means that all are Design.
  std::vector<DesignRegion> designRegion;
  /// One per element, in (0, 1]: the part of its volume that can be solid, as of voxels that a
  /// surface passes through. It scales volume and modulus (see DensityParametrization), also of
  /// Solid elements, so that densities and volume fractions are those of this part. Empty means 1.
  std::vector<double> solidFractions;
  /// One per element, in [0, 1], used on Design elements. Empty means the uniform density for the
  /// volume fraction.
  std::vector<double> initialDensity;
  OptimizationSettings settings;
};

/**
 * Validates a problem, on the host.
 *
 * @throws Error for the first fault; the message names the array, node or element.
 */
void validate(const TopologyProblem& problem);

/// Whether the output displacement is minimized or bounded.
bool hasOutput(const TopologyProblem& problem);

/// A fingerprint of everything in the problem that determines the iterates (64-bit FNV-1a).
/// Equal problems have equal fingerprints; densityChangeTolerance is excluded, as it affects only
/// the end of the run.
std::uint64_t fingerprint(const TopologyProblem& problem);

/// Upper bound of the bytes that TopologyOptimizer needs on the device for this problem. Where
/// there is far more memory, four and more load cases are solved at once, which takes up to seven
/// times as much, or three times on a GPU.
std::size_t estimateDeviceMemory(const TopologyProblem& problem);
}

#endif
