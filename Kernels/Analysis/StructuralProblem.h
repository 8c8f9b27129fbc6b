#ifndef TRABECULA_ANALYSIS_STRUCTURALPROBLEM_H
#define TRABECULA_ANALYSIS_STRUCTURALPROBLEM_H

#include "Analysis/Loads/LoadsOfDesign.h"
#include "Analysis/Rigid/RigidFaces.h"
#include "Mesh/Mesh.h"
#include "Operator/OperatorSettings.h"

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

/// Preconditioner of the conjugate gradient method.
enum class Preconditioner
{
  Jacobi,         ///< the diagonal (EbE paper, Algorithm 1)
  RigidBodyModes, ///< the diagonal and a coarse space; see RigidBodyCoarseSpace
  /// Geometric multigrid on congruent axis-aligned bricks, see VoxelLattice and VoxelMultigrid; on
  /// other meshes multigrid on a lattice over the mesh, see LatticeMultigrid, or by aggregation,
  /// see AggregationMultigrid.
  Multigrid,
  Auto ///< Multigrid if it is applicable and faster, else RigidBodyModes
};

struct SolverSettings : OperatorSettings
{
  /// Tolerance of ||r|| / ||b|| over the free unknowns. It is reduced by factors of 100, down to
  /// 1e-13, if a response of an optimization is not accurate enough.
  double tolerance = 1e-5;
  int maximumIterations = 10000;
  Preconditioner preconditioner = Preconditioner::Auto;
  int aggregates = 0; ///< of RigidBodyModes; 0 chooses by mesh and device
};

/// Material, boundary conditions, loads and solver settings of a structure, for the points of any
/// discretization: nodes of a mesh or control points of a patch. In a model, arrays have one entry
/// per unknown.
struct ElasticConditions
{
  ElasticMaterial material;
  /// 3 per point; nonzero where that displacement component is prescribed.
  std::vector<std::uint8_t> supports;
  /// 3 per point, length; used where supports is nonzero. Empty means zero everywhere.
  std::vector<double> prescribedDisplacement;
  std::vector<LoadCase> loadCases;
  /// 3 per point, force per length, >= 0: springs between a displacement component and the ground.
  /// Empty means none. Springs do not replace supports.
  std::vector<double> springs;
  SolverSettings solver;
  /// 3 per point, at least 0: mass that a displacement component moves in addition to that of the
  /// material, for responses of vibrations. Empty means none.
  std::vector<double> pointMasses;
  /// Whether the forces include those of a given strain, as of heat, which stress a body even where
  /// they act on supports alone.
  bool hasGivenStrain = false;
  LoadsOfDesign ofDesign; ///< of optimizations only
  /// Faces that move as rigid bodies; see resolveRigidFaces(), which must be called before a model
  /// is made.
  RigidFaces rigid;

  /// Whether a component of a point has its prescribed displacement, or that of a rigid face.
  bool isConstrained(std::size_t unknown) const
  {
    return this->supports[unknown] != 0 || this->rigid.has(unknown);
  }
};

/// A structure on a mesh, whose nodes are the points of its conditions.
struct StructuralProblem : ElasticConditions
{
  Mesh mesh;
  /// Poisson's ratio of each element, in (-1, 0.5). Empty means the material's.
  std::vector<double> poissonsRatios;
};

/// Requirements on the solver in addition to those of the problem.
struct SolverRequirements
{
  double smallestModulusRatio = 1.0; ///< over all elements, relative to the material's
  /// Whether the required accuracy excludes a preconditioner in single precision.
  bool accurate = false;
  const std::vector<double>* adjointLoad = nullptr; ///< of an adjoint system, 3 per node
};
}

#endif
