#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYPROBLEM_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYPROBLEM_H

#include "Design/Optimizer/Optimizer.h"
#include "Mesh/DesignRegion.h"
#include "Mesh/HexMesh.h"
#include "Operator/Hex8/Strategy.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Isotropic linear elastic material of the fully dense solid.
struct ElasticMaterial
{
  double youngsModulus = 1.0; ///< E0, force per area, > 0
  double poissonsRatio = 0.3; ///< nu, in (-1, 0.5)
};

/// One set of nodal forces; several are weighted and added in the objective.
struct LoadCase
{
  std::string name = "Force"; ///< used in messages
  double weight = 1.0;        ///< >= 0
  std::vector<double> forces; ///< 3 per node, force
};

/// What is minimized.
enum class Objective
{
  Compliance,        ///< the work of the loads, weighted sum over load cases
  OutputDisplacement ///< l.u, weighted sum over load cases, l being the problem's output weights
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

enum class FilterKind
{
  None,
  Sensitivity, ///< EbE paper, eq. 4 and 5
  Density      ///< Bruns and Tortorelli 2001; Bourdin 2001
};

/// What conjugate gradients are preconditioned with.
enum class Preconditioner
{
  Jacobi,         ///< the diagonal (EbE paper, Algorithm 1)
  RigidBodyModes, ///< the diagonal and a coarse space; see RigidBodyCoarseSpace
  Multigrid,      ///< on congruent bricks along the axes; see VoxelLattice and VoxelMultigrid
  Auto            ///< Multigrid where it suits the problem and pays, else RigidBodyModes
};

struct SolverSettings
{
  /// On ||r|| / ||b|| over the free unknowns. With Objective::OutputDisplacement, a hundredth of it
  /// is taken, and so on to 1e-13, until the adjoint finds the output to be right to 1e-3.
  double tolerance = 1e-5;
  int maximumIterations = 10000;
  Strategy strategy = Strategy::Auto; ///< how products with the stiffness matrix are made
  Preconditioner preconditioner = Preconditioner::Auto;
  int aggregates = 0;        ///< of RigidBodyModes; 0 chooses by mesh and device
  bool reproducible = false; ///< the same bits run after run on one device, on CUDA too
};

struct OptimizationSettings
{
  Objective objective = Objective::Compliance;
  Optimizer optimizer = Optimizer::OptimalityCriteria;

  Interpolation interpolation = Interpolation::Simp;
  double penalization = 3.0;         ///< p >= 1
  double minimumDensity = 1e-3;      ///< rho_min of Interpolation::Simp, in (0, 1)
  double minimumModulusRatio = 1e-9; ///< Emin / E0 of Interpolation::ModifiedSimp, in (0, 1)

  double volumeFraction = 0.3; ///< upper bound of solid volume over the whole mesh's, in (0, 1]

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
struct TopologyProblem
{
  HexMesh mesh;
  ElasticMaterial material;
  /// 3 per node; nonzero where that displacement component is prescribed.
  std::vector<std::uint8_t> supports;
  /// 3 per node, length; read where supports is nonzero. Empty means zero everywhere.
  std::vector<double> prescribedDisplacement;
  std::vector<LoadCase> loadCases;
  /// 3 per node, force per length, >= 0: springs between that displacement component and the
  /// ground. Empty means none. They do not count as supports.
  std::vector<double> springs;
  /// 3 per node, l of Objective::OutputDisplacement; read for no other. Without unit, as in a
  /// mean of displacements.
  std::vector<double> outputWeights;
  /// One per element; empty means that all are Design.
  std::vector<DesignRegion> designRegion;
  /// One per element, in [0, 1], read on Design elements. Empty means uniform there, at the density
  /// that gives the mesh its volume fraction.
  std::vector<double> initialDensity;
  OptimizationSettings settings;
  SolverSettings solver;
};

/**
 * Checks everything that can be wrong with a problem, on the host.
 *
 * @throws Error on the first thing found; the message names the array, node or element.
 */
void validate(const TopologyProblem& problem);

/// A fingerprint of everything in the problem that determines the iterates (64-bit FNV-1a).
/// Equal problems have equal fingerprints; densityChangeTolerance is left out, as it decides only
/// where the run ends.
std::uint64_t fingerprint(const TopologyProblem& problem);

/// Bytes that TopologyOptimizer will allocate on the device at most for this problem.
std::size_t estimateDeviceMemory(const TopologyProblem& problem);
}

#endif
