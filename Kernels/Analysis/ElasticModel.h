#ifndef TRABECULA_ANALYSIS_ELASTICMODEL_H
#define TRABECULA_ANALYSIS_ELASTICMODEL_H

#include "Analysis/StructuralProblem.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/Ladder/PreconditionerLadder.h"
#include "Solver/RightHandSide.h"
#include "Solver/SolverReport.h"

#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Discrete model of a structure in one space: (K(E) + springs) u = f for variable Young's moduli,
 * with operator, preconditioners and conjugate gradient solver. Built once; between solutions only
 * setModuli() changes it.
 */
template <class Space>
class ElasticModel
{
public:
  /// @param springs one per unknown, force per length; empty means none
  explicit ElasticModel(
    std::unique_ptr<StiffnessOperator<Space>> stiffness, const std::vector<double>& springs = {});
  ~ElasticModel();
  ElasticModel(const ElasticModel&) = delete;
  ElasticModel& operator=(const ElasticModel&) = delete;

  /// Preconditioners of stiffness() and system(), which solutions need.
  void setPreconditioners(std::unique_ptr<PreconditionerLadder<Space>> ladder);

  const Context<Space>& context() const { return this->Stiffness->context(); }
  /// Of displacements and forces.
  const LayoutPointer<Space>& unknowns() const { return this->Stiffness->layoutPointer(); }
  /// Of moduli, with one component.
  const LayoutPointer<Space>& materialPoints() const
  {
    return this->Stiffness->materialPointsPointer();
  }
  /// K(E) alone.
  StiffnessOperator<Space>& stiffness() { return *this->Stiffness; }
  /// K(E) with the springs.
  SpringOperator<Space>& system() { return this->System; }
  /// a.(K b) for the part of K with the springs that does not depend on moduli.
  double constantEnergy(const Vector<Space>& a, const Vector<Space>& b)
  {
    return this->System.energy(a, b) + this->Stiffness->constantEnergy(a, b);
  }

  /// Sets moduli of the material points, and updates the preconditioner. The vector must remain
  /// valid until the next call. @param largest upper bound of the moduli
  void setModuli(const Vector<Space>& moduli, double largest);

  bool canSolve() const { return this->Preconditioners != nullptr; }
  PreconditionerLadder<Space>& preconditioners() { return *this->Preconditioners; }
  const PreconditionerLadder<Space>& preconditioners() const { return *this->Preconditioners; }
  /// Number of right-hand sides, of those wanted, that are to be solved together.
  int columnsAtOnce(int wanted) const { return this->Preconditioners->columnsAtOnce(wanted); }
  /// See PreconditionerLadder::solve(). @param f, u of at most columnsAtOnce() systems
  std::vector<SolverReport> solve(const std::vector<RightHandSide<Space>>& f,
    const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations,
    Observer& observer);
  SolverReport solve(const RightHandSide<Space>& f, Vector<Space>& u, double tolerance,
    int maximumIterations, Observer& observer);
  /// Residuals of the last solution.
  const ConjugateGradient<Space>& solver() const { return this->Solver; }
  /// Frees the solver and the preconditioners.
  void releaseSolver();

  /**
   * Stresses at the material points from displacements: those of the given material at the local
   * strain, independent of the moduli of the model.
   *
   * @param ratios Poisson's ratio of each material point; empty where it is the material's
   * @param stress six components in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area
   * @param vonMises one component; may be null
   */
  void stresses(const Vector<Space>& u, const ElasticMaterial& material,
    const DeviceVector<double, Space>& ratios, Vector<Space>& stress, Vector<Space>* vonMises);

private:
  std::unique_ptr<StiffnessOperator<Space>> Stiffness;
  SpringOperator<Space> System;
  ConjugateGradient<Space> Solver;
  std::unique_ptr<PreconditionerLadder<Space>> Preconditioners;
};
}

#endif
