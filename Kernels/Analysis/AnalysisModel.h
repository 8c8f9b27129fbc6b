#ifndef TRABECULA_ANALYSIS_ANALYSISMODEL_H
#define TRABECULA_ANALYSIS_ANALYSISMODEL_H

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
 * Discrete model of an analysis in one space: (K(m) + S) u = f with an operator K that is linear in
 * the moduli m of material points, what is added to it, S, preconditioners and a conjugate gradient
 * solver. Built once; between solutions only setModuli() changes it.
 *
 * It knows no physics: in elasticity u are displacements, three of each node, m Young's moduli and
 * S springs; in heat conduction u are temperatures, one of each node, m conductivities and S films.
 */
template <class Space>
class AnalysisModel
{
public:
  /// S is a diagonal and a matrix that couples unknowns.
  /// @param springs numbers of the diagonal, one per unknown, >= 0; empty means none
  /// @param coupled symmetric, one row per unknown; empty means none
  explicit AnalysisModel(std::unique_ptr<StiffnessOperator<Space>> stiffness,
    const std::vector<double>& springs = {}, const HostMatrix& coupled = {});
  ~AnalysisModel();
  AnalysisModel(const AnalysisModel&) = delete;
  AnalysisModel& operator=(const AnalysisModel&) = delete;

  /// Preconditioners of stiffness() and system(), which solutions need.
  void setPreconditioners(std::unique_ptr<PreconditionerLadder<Space>> ladder);

  const Context<Space>& context() const { return this->Stiffness->context(); }
  /// Of solutions and loads.
  const LayoutPointer<Space>& unknowns() const { return this->Stiffness->layoutPointer(); }
  /// Of moduli, with one component.
  const LayoutPointer<Space>& materialPoints() const
  {
    return this->Stiffness->materialPointsPointer();
  }
  /// K(m) alone.
  StiffnessOperator<Space>& stiffness() { return *this->Stiffness; }
  /// K(m) + S.
  SpringOperator<Space>& system() { return this->System; }
  /// a.(K b) for the part of K + S that does not depend on moduli.
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

private:
  std::unique_ptr<StiffnessOperator<Space>> Stiffness;
  SpringOperator<Space> System;
  ConjugateGradient<Space> Solver;
  std::unique_ptr<PreconditionerLadder<Space>> Preconditioners;
};
}

#endif
