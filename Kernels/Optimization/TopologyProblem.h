#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYPROBLEM_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Design/FilterKind.h"
#include "Design/Optimizer/Optimizer.h"
#include "Design/Response/ResponseSettings.h"
#include "Design/Stage/StageSettings.h"
#include "Mesh/DesignRegion.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
class TopologyMethod;

/// Interpolation of Young's modulus from densities.
enum class Interpolation
{
  /// E = rho^p E0 with rho in [minimumDensity, 1] (EbE paper, eq. 2).
  Simp,
  /// E = Emin + rho^p (E0 - Emin) with rho in [0, 1] and Emin = minimumModulusRatio * E0
  /// (Sigmund 2007).
  ModifiedSimp,
  /// E = Emin + rho / (1 + q (1 - rho)) (E0 - Emin), with the same rho and Emin (Stolpe, Svanberg
  /// 2001); for loads by weight, as void then does not lose its stiffness faster than its weight.
  Ramp
};

/// Settings of the objective, the constraints and the design update of every optimization.
struct OptimizationSettings
{
  ResponseSettings objective; ///< what is minimized
  Optimizer optimizer = Optimizer::OptimalityCriteria;
  /// Modulus of void over that of solid, in (0, 1); not with Interpolation::Simp.
  double minimumModulusRatio = 1e-9;

  /// Upper bound of solid volume over the volume of the mesh, in (0, 1]; where that is the
  /// objective, no bound but the initial volume fraction.
  double volumeFraction = 0.3;
  /// Further constraints; none with Optimizer::OptimalityCriteria, only on responses of the density
  /// alone with FilterKind::Sensitivity.
  std::vector<ResponseConstraint> constraints;

  double moveLimit = 0.2; ///< m of eq. 6, in (0, 1]
  /// eta of eq. 6, in (0, 1], of Optimizer::OptimalityCriteria. For mechanisms 0.3 (Bendsoe and
  /// Sigmund 2003, section 5.1.5).
  double damping = 0.5;
  double densityChangeTolerance = 0.01; ///< the run has converged below it; 0 means never
};

/// Settings of the filter and the stages of densities, and of the interpolation of moduli.
struct DensitySettings
{
  Interpolation interpolation = Interpolation::Simp;
  double penalization = 3.0;    ///< p >= 1, or q >= 0 of Interpolation::Ramp
  double minimumDensity = 1e-3; ///< rho_min of Interpolation::Simp, in (0, 1)

  FilterKind filter = FilterKind::Sensitivity;
  double filterRadius = 0.0; ///< length, > 0 unless filter is None
  /// Weight neighbours by volume, which reduces the influence of graded meshes. Without effect for
  /// equal volumes; false is the paper's eq. 4 exactly.
  bool volumeWeightedFilter = true;
  /// What densities pass through besides the filter; not with FilterKind::Sensitivity.
  StageSettings stages;
};

/**
 * Design and responses of a topology optimization, whatever is analysed.
 *
 * The load cases of a compliant mechanism are its inputs; its output displacement l.u is minimized,
 * so that l is directed against the wanted motion. Springs model the stiffness of actuator and
 * workpiece.
 */
struct DesignProblem
{
  /// 3 per point of the conditions, output weights l, without unit; used by responses that need
  /// them.
  std::vector<double> outputWeights;
  /// One per element, number of the region of each element; may be empty if no region is bounded.
  std::vector<std::int32_t> volumeRegion;
  /// 3 per point of the conditions, as supports: number of the region of points that a displacement
  /// component belongs to, 0 for none; may be empty if no region of points is minimized or bounded.
  std::vector<std::int32_t> pointRegion;
  /// One per design variable; empty means that all are Design.
  std::vector<DesignRegion> designRegion;
  /// The initial design, one per design variable: densities in [0, 1], used where the region is
  /// Design. Empty means the uniform density for the volume fraction, or the method's own start.
  std::vector<double> initialDensity;
  OptimizationSettings settings;
};

/// A design by densities, of elements or nodes.
struct DensityDesign : DesignProblem
{
  DensitySettings densities;
};

/// A topology optimization on a mesh of elements, whose densities are the design variables.
struct TopologyProblem
{
  StructuralProblem structure;
  DensityDesign design;
  /// One per element, in (0, 1]: the part of its volume that can be solid, as of voxels that a
  /// surface passes through. It scales volume and modulus (see DensityParametrization), also of
  /// Solid elements, so that densities and volume fractions are those of this part. Empty means 1.
  std::vector<double> solidFractions;
};

/**
 * Validates a problem, on the host.
 *
 * @throws Error for the first fault; the message names the array, node or element.
 */
void validate(const TopologyProblem& problem);

/// Validates a problem and returns its method; see TopologyMethod and TopologyOptimizer.
/// @throws Error as validate()
std::unique_ptr<TopologyMethod> prepare(const TopologyProblem& problem);

/// The radius of the filter, length: the given one, or that of a minimum size.
inline double filterRadiusOf(const DensitySettings& settings)
{
  return settings.stages.robust.radiusUsed(settings.filterRadius, settings.filter);
}

/// Whether a response that is minimized or bounded takes the output weights.
bool hasOutput(const DesignProblem& problem);
/// Whether any response that is minimized or bounded is that of a region of elements.
bool hasRegion(const OptimizationSettings& settings);
/// The same for regions of points.
bool hasPointRegion(const OptimizationSettings& settings);

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
