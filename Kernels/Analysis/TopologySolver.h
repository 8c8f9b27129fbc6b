#ifndef TRABECULA_ANALYSIS_TOPOLOGYSOLVER_H
#define TRABECULA_ANALYSIS_TOPOLOGYSOLVER_H

#include "Operator/SprungOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Optimization/TopologyProblem.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/PreconditionedConjugateGradient.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace trabecula
{
/**
 * (K(E) + springs) u = f on one structure for Young's moduli that change: how products are made,
 * and what conjugate gradients are preconditioned with.
 */
template <class Space>
class TopologySolver
{
public:
  /// @param grid of the problem's mesh, which then has the grid's numbers, for multigrid; else null
  TopologySolver(const TopologyProblem& problem, const VoxelGrid* grid);

  StiffnessOperator<Space>& stiffness() { return *this->Stiffness; }
  SprungOperator<Space>& sprung() { return this->Sprung; }

  /// Takes moduli, one per element in memory of the space, which must stay there.
  /// @param largest a bound on them
  void update(const double* moduli, double largest);

  /// See ConjugateGradient::solve().
  SolverReport solve(
    const double* f, double* u, double tolerance, int maximumIterations, Observer& observer);
  /// What multigrid takes the largest modulus times at least, instead of a smaller one. Solves
  /// raise it where rounding breaks multigrid down, and it stays so.
  double leastModulus() const { return this->LeastModulus; }
  /// Takes effect with the next update().
  void setLeastModulus(double least) { this->LeastModulus = least; }

  /// A vector to put f in; it is lost when solved for.
  double* rightHandSide();

  /// Memory for doubles that is needed only while moduli are taken and systems solved.
  double* scratch();
  std::size_t scratchBytes() const;

private:
  // Bodies that float in void have motions of little energy, which single precision cannot tell
  // from rounding. Where multigrid takes void for a bit stiffer, what it gets wrong is left to
  // conjugate gradients: some iterations more for each factor of ten.
  static constexpr double LargestLeastModulus = 1e-5;

  void updateMultigrid();
  SolverReport solveByMultigrid(
    const double* f, double* u, double tolerance, int maximumIterations, Observer& observer);

  std::unique_ptr<StiffnessOperator<Space>> Stiffness;
  const double* Moduli = nullptr;
  double LargestModulus = 0.0;
  SprungOperator<Space> Sprung;
  DeviceVector<std::uint8_t, Space> Supports;
  DeviceVector<double, Space> InverseDiagonal;
  // Either these,
  std::unique_ptr<ConjugateGradient<Space>> Cg;
  std::unique_ptr<RigidBodyCoarseSpace<Space>> Coarse;
  bool UseCoarse = false; ///< for the present moduli
  // or these.
  double LeastModulus = 1e-8;                   ///< over the largest, as multigrid sees them
  std::unique_ptr<VoxelOperator<Space>> Voxels; ///< of raised moduli
  DeviceVector<double, Space> RaisedModuli;
  std::unique_ptr<VoxelMultigrid<Space>> Multigrid;
  std::unique_ptr<PreconditionedConjugateGradient<Space>> MultigridCg;
};
}

#endif
