#ifndef TRABECULA_ANALYSIS_ELASTICMODEL_H
#define TRABECULA_ANALYSIS_ELASTICMODEL_H

#include "Analysis/StructuralProblem.h"
#include "Core/Context.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * A structure in one space: (K(E) + springs) u = f for Young's moduli that change, with the
 * operator that makes products, what conjugate gradients are preconditioned with, and fields of a
 * solution. Built once and updated: setModuli() is the one thing that happens between solves.
 */
template <class Space>
class ElasticModel
{
public:
  /// @param grid of the problem's mesh, which then has the grid's numbers, for multigrid; else null
  ElasticModel(Context<Space>& context, const StructuralProblem& problem, const VoxelGrid* grid);

  /**
   * Of a voxel image, with the moduli of its grid, which do not change.
   *
   * @param supports 3 per node of the grid, nonzero where a displacement is prescribed; if all are,
   * nothing is made to solve with
   */
  ElasticModel(Context<Space>& context, const VoxelGrid& grid, double poissonsRatio,
    const std::vector<std::uint8_t>& supports);

  ElasticModel(const ElasticModel&) = delete;
  ElasticModel& operator=(const ElasticModel&) = delete;

  Context<Space>& context() { return *this->Computing; }
  /// K(E) alone.
  StiffnessOperator<Space>& stiffness() { return *this->Stiffness; }
  /// K(E) with the springs.
  SpringOperator<Space>& system() { return this->System; }
  /// The voxels behind stiffness() if it is a voxel operator, else null.
  VoxelOperator<Space>* voxels() { return this->Grid ? &this->Grid->voxels() : nullptr; }

  /// Takes moduli, one per material point in memory of the space, and makes the preconditioner for
  /// them. The pointer must remain valid until the next call.
  /// @param largest a bound on them
  void setModuli(const double* moduli, double largest);

  /// See ConjugateGradient::solve(). Where rounding breaks multigrid down, it is made for stiffer
  /// void, up to a limit, and the observer is told.
  SolverReport solve(const RightHandSide<Space>& f, double* u, double tolerance,
    int maximumIterations, Observer& observer);
  /// See ConjugateGradient::history().
  const std::vector<double>& history() const { return this->Solver.history(); }
  bool canSolve() const { return this->Multigrid || this->Diagonal; }
  /// Frees what only solving needs.
  void releaseSolver();

  /// Smallest modulus that multigrid is made for, over the largest. Solves raise it where rounding
  /// breaks multigrid down, and later ones keep it.
  double leastModulus() const { return this->LeastModulus; }
  /// Takes effect with the next setModuli().
  void setLeastModulus(double least) { this->LeastModulus = least; }

  /**
   * Stresses at the material points from displacements: those of a material of one modulus at the
   * strain there, whatever the moduli of the model. Poisson's ratios of the elements count, if the
   * problem had any.
   *
   * @param stress 6 per point, in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area
   * @param vonMises 1 per point; may be null
   */
  void stresses(const double* u, const ElasticMaterial& material, double* stress, double* vonMises);

private:
  // Bodies that float in void have motions of little energy, which single precision cannot tell
  // from rounding. A preconditioner for slightly stiffer void costs some iterations more for each
  // factor of ten.
  static constexpr double LargestLeastModulus = 1e-5;

  void updateMultigrid();

  Context<Space>* Computing;
  std::unique_ptr<StiffnessOperator<Space>> Stiffness;
  VoxelStiffness<Space>* Grid = nullptr; ///< the same, if it is one
  DeviceVector<double, Space> Ratios;    ///< Poisson's, of each element if they vary
  const double* Moduli = nullptr;
  double LargestModulus = 0.0;
  SpringOperator<Space> System;
  ConjugateGradient<Space> Solver;
  // Either these,
  std::unique_ptr<DiagonalPreconditioner<Space>> Diagonal;
  std::unique_ptr<RigidBodyCoarseSpace<Space>> Coarse;
  // or these.
  double LeastModulus = 1e-8;
  std::unique_ptr<VoxelOperator<Space>> RaisedVoxels; ///< of raised moduli
  DeviceVector<double, Space> RaisedModuli;
  std::unique_ptr<VoxelMultigrid<Space>> Multigrid;
};
}

#endif
