#ifndef TRABECULA_ANALYSIS_ANALYSISMODEL_H
#define TRABECULA_ANALYSIS_ANALYSISMODEL_H

#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/Ladder/PreconditionerLadder.h"
#include "Solver/RightHandSide.h"
#include "Solver/RigidFaces/RigidSystem.h"
#include "Solver/SolverReport.h"

#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Discrete model of an analysis in one space: (K(m) + S) u = f with an operator K that is linear in
 * the moduli m of material points, a constant term S, preconditioners and a conjugate gradient
 * solver. It is built once; between solutions only setModuli() changes it.
 *
 * It does not depend on the physics: in elasticity u are displacements, three of each node, m
 * Young's moduli and S springs; in heat conduction u are temperatures, one of each node, m
 * conductivities and S films.
 */
template <class Space>
class AnalysisModel
{
public:
  /// S is the sum of a diagonal and of a matrix that couples unknowns.
  /// @param springs entries of the diagonal, one per unknown, >= 0; empty means none
  /// @param coupled symmetric matrix, one row per unknown; empty means none
  explicit AnalysisModel(std::unique_ptr<StiffnessOperator<Space>> stiffness,
    const std::vector<double>& springs = {}, const HostMatrix& coupled = {});
  ~AnalysisModel();
  AnalysisModel(const AnalysisModel&) = delete;
  AnalysisModel& operator=(const AnalysisModel&) = delete;

  /// Sets the preconditioners of system(), without which solve() must not be called.
  void setPreconditioners(std::unique_ptr<PreconditionerLadder<Space>> ladder);

  /// Restricts solutions to vectors that move rigidly at some unknowns. Preconditioners must be
  /// RigidPreconditioner of rigidSystem(). The part of an initial guess outside of these vectors is
  /// a prescribed motion.
  void setRigidUnknowns(RigidBasis basis);
  /// Null without rigid unknowns.
  RigidSystem<Space>* rigidSystem() { return this->Rigid.get(); }

  const Context<Space>& context() const { return this->Stiffness->context(); }
  /// Layout of solutions and loads.
  const LayoutPointer<Space>& unknowns() const { return this->Stiffness->layoutPointer(); }
  /// Layout of moduli, with one component.
  const LayoutPointer<Space>& materialPoints() const
  {
    return this->Stiffness->materialPointsPointer();
  }
  /// The operator K(m).
  StiffnessOperator<Space>& stiffness() { return *this->Stiffness; }
  /// The operator K(m) + S.
  SpringOperator<Space>& system() { return this->System; }
  /// a.(C b) for the part C of K + S that does not depend on moduli.
  double constantEnergy(const Vector<Space>& a, const Vector<Space>& b)
  {
    return this->System.energy(a, b) + this->Stiffness->constantEnergy(a, b);
  }

  /// Sets moduli of the material points, and updates the preconditioner. The vector must remain
  /// valid until the next call. @param largest upper bound of the moduli
  void setModuli(const Vector<Space>& moduli, double largest);

  /// Gives the model a mass matrix, for responses that need it.
  /// @param ofElements with the layouts of the stiffness; its coefficients are densities
  /// @param atUnknowns masses in addition, one per unknown; empty means none
  void setMass(std::unique_ptr<StiffnessOperator<Space>> ofElements,
    const std::vector<double>& atUnknowns = {});
  bool hasMass() const { return this->MassOfElements != nullptr; }
  StiffnessOperator<Space>& massOfElements() { return *this->MassOfElements; }
  /// The mass of elements and unknowns together.
  SpringOperator<Space>& mass() { return *this->Mass; }

  bool canSolve() const { return this->Preconditioners != nullptr; }
  PreconditionerLadder<Space>& preconditioners() { return *this->Preconditioners; }
  const PreconditionerLadder<Space>& preconditioners() const { return *this->Preconditioners; }
  /// Number of right-hand sides that are solved together if the given number is wanted.
  int columnsAtOnce(int wanted) const { return this->Preconditioners->columnsAtOnce(wanted); }
  /// See PreconditionerLadder::solve(). @param f, u right-hand sides and solutions of at most
  /// columnsAtOnce() systems; u is also the initial guess
  std::vector<SolverReport> solve(const std::vector<RightHandSide<Space>>& f,
    const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations,
    Observer& observer);
  SolverReport solve(const RightHandSide<Space>& f, Vector<Space>& u, double tolerance,
    int maximumIterations, Observer& observer);
  /// The solver, which has the residuals of the last solution.
  const ConjugateGradient<Space>& solver() const { return this->Solver; }
  /// Frees the solver and the preconditioners.
  void releaseSolver();

private:
  std::unique_ptr<StiffnessOperator<Space>> Stiffness;
  SpringOperator<Space> System;
  std::unique_ptr<RigidSystem<Space>> Rigid; ///< null if there are no rigid unknowns
  ConjugateGradient<Space> Solver;
  std::unique_ptr<PreconditionerLadder<Space>> Preconditioners;
  std::unique_ptr<StiffnessOperator<Space>> MassOfElements; ///< null if there is none
  std::unique_ptr<SpringOperator<Space>> Mass;
};
}

#endif
