#include "Analysis/AnalysisModel.h"

#include "Core/Error.h"

#include <utility>

namespace trabecula
{
template <class Space>
AnalysisModel<Space>::AnalysisModel(std::unique_ptr<StiffnessOperator<Space>> stiffness,
  const std::vector<double>& springs, const HostMatrix& coupled)
  : Stiffness(std::move(stiffness)), System(*this->Stiffness, springs, coupled),
    Solver(this->Stiffness->layoutPointer())
{
}

template <class Space>
AnalysisModel<Space>::~AnalysisModel() = default;

template <class Space>
void AnalysisModel<Space>::setPreconditioners(std::unique_ptr<PreconditionerLadder<Space>> ladder)
{
  this->Preconditioners = std::move(ladder);
}

template <class Space>
void AnalysisModel<Space>::setRigidUnknowns(RigidBasis basis)
{
  this->Rigid = std::make_unique<RigidSystem<Space>>(this->System, std::move(basis));
}

template <class Space>
void AnalysisModel<Space>::setMass(
  std::unique_ptr<StiffnessOperator<Space>> ofElements, const std::vector<double>& atUnknowns)
{
  this->MassOfElements = std::move(ofElements);
  this->Mass = std::make_unique<SpringOperator<Space>>(*this->MassOfElements, atUnknowns);
}

template <class Space>
void AnalysisModel<Space>::setModuli(const Vector<Space>& moduli, double largest)
{
  this->Stiffness->setModuli(moduli);
  if (this->Preconditioners)
  {
    this->Preconditioners->update(moduli, largest);
  }
}

template <class Space>
std::vector<SolverReport> AnalysisModel<Space>::solve(const std::vector<RightHandSide<Space>>& f,
  const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations, Observer& observer)
{
  if (!this->Preconditioners)
  {
    throw Error("The model of an analysis has no solver.");
  }
  if (!this->Rigid)
  {
    return this->Preconditioners->solve(
      this->Solver, this->System, f, u, tolerance, maximumIterations, observer);
  }
  std::vector<SolverReport> reports;
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    reports.push_back(this->Rigid->solve(f[i], *u[i],
      [&](const RightHandSide<Space>& forces, Vector<Space>& free)
      {
        return this->Preconditioners
          ->solve(this->Solver, *this->Rigid, { forces }, { &free }, tolerance, maximumIterations,
            observer)
          .front();
      }));
    if (reports.back().stopped)
    {
      reports.resize(u.size(), reports.back());
      break;
    }
  }
  return reports;
}

template <class Space>
SolverReport AnalysisModel<Space>::solve(const RightHandSide<Space>& f, Vector<Space>& u,
  double tolerance, int maximumIterations, Observer& observer)
{
  const std::vector<RightHandSide<Space>> forces = { f };
  return this->solve(forces, { &u }, tolerance, maximumIterations, observer).front();
}

template <class Space>
void AnalysisModel<Space>::releaseSolver()
{
  this->Preconditioners.reset();
  this->Solver.release();
}

template class AnalysisModel<CompiledSpace>;
}
