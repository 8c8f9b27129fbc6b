#include "Design/Response/ResponseWithLoads.h"

#include "Analysis/Loads/DesignForces.h"
#include "Analysis/Loads/DesignTemperature.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trabecula
{
template <class Space>
ResponseWithLoads<Space>::ResponseWithLoads(std::unique_ptr<Response<Space>> response,
  const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Of(std::move(response)), Name(columnsOf(settings, input.problem).front())
{
  for (std::size_t i = 0; i < std::max<std::size_t>(1, this->Of->numberOfTerms()); ++i)
  {
    Derivatives& term = this->Terms.emplace_back();
    for (Vector<Space>* by : { &term.byDensity, &term.byModulus })
    {
      *by = Vector<Space>(input.model.materialPoints());
      by->zero();
    }
    if (input.temperatures)
    {
      term.temperature =
        std::make_unique<AdjointSystem<Space>>(input.temperatures, "the adjoint temperature");
    }
  }
}

template <class Space>
std::size_t ResponseWithLoads<Space>::furtherSystems() const
{
  return this->Of->furtherSystems() + (this->Terms.front().temperature ? this->Terms.size() : 0);
}

template <class Space>
bool ResponseWithLoads<Space>::solve(
  const SolvedDesign<Space>& trial, const LoadSolveSettings& settings, Observer& observer)
{
  if (!this->Of->solve(trial, settings, observer))
  {
    return false;
  }
  LoadSolveSettings next = settings;
  next.solved += this->Of->furtherSystems();
  LeasedVector<Space> byForces(trial.model.unknowns());
  for (std::size_t i = 0; i < this->Terms.size() && this->Terms[i].temperature; ++i)
  {
    AdjointSystem<Space>& system = *this->Terms[i].temperature;
    byForces.zero();
    this->Of->addDerivativesByForces(trial, i, byForces);
    system.start();
    if (!trial.loads.solveTemperatureAdjoint(byForces, system.trial, next, observer))
    {
      return false;
    }
    ++next.solved;
  }
  return true;
}

template <class Space>
double ResponseWithLoads<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const double value = this->Of->evaluate(design);
  LeasedVector<Space> byForces(design.model.unknowns());
  for (std::size_t i = 0; i < this->Terms.size(); ++i)
  {
    Derivatives& term = this->Terms[i];
    byForces.zero();
    this->Of->addDerivativesByForces(design, i, byForces);
    design.loads.derivativesByDesignForces(byForces, term.byDensity, term.byModulus);
    if (term.temperature)
    {
      // The last one that was solved is that of the accepted design.
      term.temperature->solution.copy(term.temperature->trial);
      design.loads.temperature()->addDerivatives(term.temperature->solution, term.byModulus);
    }
  }
  return value;
}

template <class Space>
void ResponseWithLoads<Space>::addToDensity(
  std::size_t term, const Parametrization<Space>& design, Vector<Space>& result) const
{
  const Derivatives& of = this->Terms[term];
  const double scale = this->Of->scaleOfGradient();
  LeasedVector<Space> byModulus(result.layoutPointer());
  design.derivativesToDensity(scale, of.byModulus, byModulus);
  addScaled<Space>(1.0, byModulus, result);
  addScaled(scale, of.byDensity, result);
}

template <class Space>
void ResponseWithLoads<Space>::addToGradient(
  std::size_t term, Parametrization<Space>& design, Vector<Space>& gradient) const
{
  LeasedVector<Space> byDensity(design.density().layoutPointer());
  LeasedVector<Space> byVariables(gradient.layoutPointer());
  byDensity.zero();
  this->addToDensity(term, design, byDensity);
  design.pullBackDensity(byDensity, byVariables);
  addScaled<Space>(1.0, byVariables, gradient);
}

template <class Space>
void ResponseWithLoads<Space>::derivativesToDensity(
  const Parametrization<Space>& design, Vector<Space>& result) const
{
  this->Of->derivativesToDensity(design, result);
  this->addToDensity(this->termOfValue(), design, result);
}

template <class Space>
double ResponseWithLoads<Space>::linearizeTerm(
  std::size_t term, Parametrization<Space>& design, Vector<Space>& result)
{
  const double value = this->Of->linearizeTerm(term, design, result);
  this->addToGradient(term, design, result);
  return value;
}

template <class Space>
LinearizedConstraint<Space> ResponseWithLoads<Space>::linearize(
  Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient)
{
  const LinearizedConstraint<Space> bounded = this->Of->linearize(design, value, bound, gradient);
  this->addToGradient(this->termOfValue(), design, gradient);
  return bounded;
}

template <class Space>
NamedVectors<Space> ResponseWithLoads<Space>::stateVectors()
{
  NamedVectors<Space> vectors = this->Of->stateVectors();
  for (std::size_t i = 0; i < this->Terms.size(); ++i)
  {
    Derivatives& term = this->Terms[i];
    const std::string name = this->Name + (this->Terms.size() > 1 ? std::to_string(i) : "");
    vectors.emplace_back(name + "LoadsByDensity", &term.byDensity);
    vectors.emplace_back(name + "LoadsByModulus", &term.byModulus);
    if (term.temperature)
    {
      vectors.emplace_back(name + "AdjointTemperature", &term.temperature->solution);
    }
  }
  return vectors;
}

template <class Space>
std::size_t ResponseWithLoads<Space>::memory(
  std::size_t terms, std::size_t unknowns, std::size_t elements, std::size_t temperatures)
{
  // With leased vectors of the derivatives by forces, by densities, by moduli and by variables.
  return (terms * (2 * elements + 3 * temperatures) + unknowns + 3 * elements) * sizeof(double);
}

template class ResponseWithLoads<CompiledSpace>;
}
