#ifndef TRABECULA_ANALYSIS_ELASTICMODEL_H
#define TRABECULA_ANALYSIS_ELASTICMODEL_H

#include "Analysis/StructuralProblem.h"
#include "Core/Context.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/ElasticPreconditioner.h"
#include "Solver/MeshMultigridSettings.h"
#include "Solver/RightHandSide.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/SolverReport.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
template <class Space>
class SeveralVoxelSystems;

/**
 * Discrete model of a structure in one space: (K(E) + springs) u = f for variable Young's moduli,
 * with operator, preconditioner, conjugate gradient solver and fields of a solution. Built once;
 * between solves only setModuli() changes it.
 */
template <class Space>
class ElasticModel
{
public:
  /// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
  /// multigrid; else null
  /// @param onMesh multigrid of a mesh that is no lattice, if it is the preconditioner; without a
  /// grid
  /// @param stays the problem remains valid as long as the model; else the model copies what it may
  /// need later
  ElasticModel(Context<Space>& context, const StructuralProblem& problem, const VoxelGrid* grid,
    const std::optional<MeshMultigridSettings>& onMesh = std::nullopt, bool stays = false);

  /**
   * Model of a voxel image, with the constant moduli of its grid.
   *
   * @param supports 3 per node of the grid, nonzero where a displacement is prescribed; if it is
   * everywhere, no solver is built
   */
  ElasticModel(Context<Space>& context, const VoxelGrid& grid, double poissonsRatio,
    const std::vector<std::uint8_t>& supports);

  /**
   * Model of a given stiffness.
   *
   * @param preconditioner for the same stiffness and springs; null means the diagonal
   * @param supports one per unknown, nonzero where it is prescribed; empty means none
   * @param springs one per unknown, force per length; empty means none
   */
  ElasticModel(Context<Space>& context, std::unique_ptr<StiffnessOperator<Space>> stiffness,
    std::unique_ptr<ElasticPreconditioner<Space>> preconditioner,
    const std::vector<std::uint8_t>& supports = {}, const std::vector<double>& springs = {});

  ~ElasticModel();
  ElasticModel(const ElasticModel&) = delete;
  ElasticModel& operator=(const ElasticModel&) = delete;

  Context<Space>& context() { return *this->Computing; }
  /// K(E) alone.
  StiffnessOperator<Space>& stiffness() { return *this->Stiffness; }
  /// K(E) with the springs.
  SpringOperator<Space>& system() { return this->System; }
  /// a.(K b) for the part of K with the springs that does not depend on moduli.
  double constantEnergy(const double* a, const double* b)
  {
    return this->System.energy(a, b) + this->Stiffness->constantEnergy(a, b);
  }
  /// The voxel operator of stiffness(), null for other operators.
  VoxelOperator<Space>* voxels() { return this->Grid ? &this->Grid->voxels() : nullptr; }

  /// Sets moduli, one per material point in memory of the space, and builds the preconditioner for
  /// them. The pointer must remain valid until the next call. @param largest upper bound of the
  /// moduli
  void setModuli(const double* moduli, double largest);

  /// See ConjugateGradient::solve(). After a breakdown of multigrid by rounding it is rebuilt for
  /// stiffer void, up to LargestLeastModulus, or replaced by another preconditioner, with a note to
  /// the observer; so is one that takes many iterations.
  SolverReport solve(const RightHandSide<Space>& f, double* u, double tolerance,
    int maximumIterations, Observer& observer);
  /// Whether solveSeveral() can be called for so many systems: with voxel multigrid, without
  /// springs, with memory for it.
  bool canSolveSeveral(std::size_t systems) const;
  /**
   * solve() for up to SeveralVectors systems at once, which reads matrices once for all, on CUDA
   * those of coarse levels: see SeveralConjugateGradients. Six take half to three quarters of the
   * time of one after another. On CUDA memory for it is kept until releaseSolver().
   *
   * @param f, u of each system
   * @param histories if not null, residuals of each system
   */
  std::vector<SolverReport> solveSeveral(const std::vector<RightHandSide<Space>>& f,
    const std::vector<double*>& u, double tolerance, int maximumIterations, Observer& observer,
    std::vector<std::vector<double>>* histories = nullptr);
  /// How many of so many systems are to be solved at once: as many as there is memory for, where
  /// that is faster than one after another; else 1.
  std::size_t systemsAtOnce(std::size_t systems) const;
  /// See ConjugateGradient::history().
  const std::vector<double>& history() const { return this->Solver.history(); }
  bool canSolve() const { return this->Multigrid || this->Given || this->Diagonal; }
  /// Frees the solver and the preconditioner.
  void releaseSolver();

  /// Smallest modulus that multigrid is built for, relative to the largest. Raised after breakdowns
  /// by rounding, for later solves too.
  double leastModulus() const { return this->LeastModulus; }
  /// Takes effect with the next setModuli().
  void setLeastModulus(double least) { this->LeastModulus = least; }

  /// How many preconditioners of a mesh were given up for the next, which solutions depend on to
  /// their last bits: a lattice over it, aggregation, rigid-body modes. 0 with all others.
  int replacements() const { return this->Replacements; }
  /// Takes effect with the next setModuli().
  void setReplacements(int count);

  /**
   * Stresses at the material points from displacements: those of the given material at the local
   * strain, independent of the moduli of the model, with the Poisson's ratios of the elements if
   * the problem has any.
   *
   * @param stress 6 per point, in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area
   * @param vonMises 1 per point; may be null
   */
  void stresses(const double* u, const ElasticMaterial& material, double* stress, double* vonMises);

private:
  // Bodies surrounded by void have motions of little energy, which single precision cannot resolve.
  // A preconditioner for stiffer void costs some more iterations for each factor of ten.
  static constexpr double LargestLeastModulus = 1e-5;

  void updateMultigrid();
  /// After a breakdown: multigrid for stiffer void. @return false if it is stiff already
  bool raiseVoid(Observer& observer);
  /// Diagonal and coarse space for a problem.
  void makeDiagonal(const StructuralProblem& problem);
  void updateDiagonal();
  /// The preconditioner of the mesh after so many replacements.
  void makeOnMesh();
  /// Replaces multigrid on a lattice by aggregation, where there is memory for it, and aggregation
  /// by rigid-body modes; to be followed by setModuli().
  /// @param why, a sentence @return false if there is nothing to replace it
  bool replace(const std::string& why);
  void tellWhy(Observer& observer);

  Context<Space>* Computing;
  std::unique_ptr<StiffnessOperator<Space>> Stiffness;
  VoxelStiffness<Space>* Grid = nullptr; ///< Stiffness, if it is a VoxelStiffness
  DeviceVector<double, Space> Ratios;    ///< Poisson's, of each element if they vary
  const double* Moduli = nullptr;
  double LargestModulus = 0.0;
  SpringOperator<Space> System;
  ConjugateGradient<Space> Solver;
  // Without multigrid:
  std::unique_ptr<DiagonalPreconditioner<Space>> Diagonal;
  std::unique_ptr<RigidBodyCoarseSpace<Space>> Coarse;
  std::unique_ptr<ElasticPreconditioner<Space>> Given; ///< instead of these
  /// With multigrid on a mesh: what other preconditioners need after a breakdown, on the host.
  const StructuralProblem* Spare = nullptr;
  std::unique_ptr<StructuralProblem> SpareCopy; ///< null if the problem stays
  MeshMultigridSettings OnMesh;
  int Replacements = 0;
  std::string WhyReplaced; ///< as long as nobody was told
  // With multigrid:
  double LeastModulus = 1e-8;
  std::unique_ptr<VoxelOperator<Space>> RaisedVoxels; ///< of raised moduli
  DeviceVector<double, Space> RaisedModuli;
  std::unique_ptr<VoxelMultigrid<Space>> Multigrid;
  std::unique_ptr<SeveralVoxelSystems<Space>> Several; ///< room for several systems
  /// Whether there is memory for so many, as found when it was first asked for, before there was
  /// room for others.
  mutable std::array<std::optional<bool>, SeveralVectors + 1> FitSeveral;
};
}

#endif
