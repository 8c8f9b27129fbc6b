#include "Analysis/LoadCases.h"

#include "Analysis/SolveObserver.h"
#include "Core/Execution/ZeroVector.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace
{
std::string nameOf(const std::string& loadCase)
{
  return "load case '" + loadCase + "'";
}
}

template <class Space>
LoadCases<Space>::LoadCases(ElasticModel<Space>& model, const ElasticConditions& problem)
  : Model(&model)
{
  const LayoutPointer<Space>& unknowns = model.unknowns();
  std::vector<double> start; // empty if all are zero
  if (!problem.prescribedDisplacement.empty())
  {
    start = zeroVector<double>(static_cast<std::size_t>(unknowns->size()));
    for (std::size_t i = 0; i < problem.prescribedDisplacement.size(); ++i)
    {
      start[i] = problem.isConstrained(i) ? problem.prescribedDisplacement[i] : 0.0;
    }
  }
  for (const LoadCase& load : problem.loadCases)
  {
    Load& added = this->Loads.emplace_back(Load{ load.name, load.weight,
      SparseVector<Space>(unknowns, load.forces), Vector<Space>(unknowns) });
    if (start.empty())
    {
      added.displacement.zero();
    }
    else
    {
      added.displacement.assign(start);
    }
  }
}

template <class Space>
LoadCases<Space>::LoadCases(ElasticModel<Space>& model, std::vector<Load> loads)
  : Model(&model), Loads(std::move(loads))
{
}

template <class Space>
void LoadCases<Space>::setDesignForces(std::optional<DesignForces<Space>> ofDensity,
  std::optional<DesignForces<Space>> ofModulus,
  std::unique_ptr<DesignTemperature<Space>> temperature)
{
  this->OfDensity = std::move(ofDensity);
  this->OfModulus = std::move(ofModulus);
  this->Temperature = std::move(temperature);
  this->Totals.clear();
  if (this->haveDesignForces())
  {
    this->FromDesign = Vector<Space>(this->Model->unknowns());
    for (std::size_t i = 0; i < this->Loads.size(); ++i)
    {
      this->Totals.emplace_back(this->Model->unknowns());
    }
  }
}

template <class Space>
void LoadCases<Space>::updateDesignForces(const Vector<Space>& density, const Vector<Space>& moduli)
{
  if (this->Temperature)
  {
    this->Temperature->setModuli(moduli);
    this->Density = &density;
    this->Moduli = &moduli;
  }
  else if (this->haveDesignForces())
  {
    this->sumDesignForces(density, moduli);
  }
}

template <class Space>
void LoadCases<Space>::sumDesignForces(const Vector<Space>& density, const Vector<Space>& moduli)
{
  this->FromDesign.zero();
  if (this->OfDensity)
  {
    this->OfDensity->add(density, this->FromDesign);
  }
  if (this->OfModulus)
  {
    this->OfModulus->add(moduli, this->FromDesign);
  }
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Totals[i].copy(this->FromDesign);
    this->Loads[i].forces.addTo(this->Totals[i]);
  }
}

template <class Space>
void LoadCases<Space>::derivativesByDesignForces(
  const Vector<Space>& byForces, Vector<Space>& ofDensity, Vector<Space>& ofModulus) const
{
  ofDensity.zero();
  ofModulus.zero();
  if (this->OfDensity)
  {
    this->OfDensity->addWork(byForces, 1.0, ofDensity);
  }
  if (this->OfModulus)
  {
    this->OfModulus->addWork(byForces, 1.0, ofModulus);
  }
}

template <class Space>
bool LoadCases<Space>::solveTemperatureAdjoint(const Vector<Space>& byForces,
  Vector<Space>& adjoint, const LoadSolveSettings& settings, Observer& observer) const
{
  return this->Temperature->solveAdjoint(*this->OfModulus, byForces, adjoint, settings, observer);
}

template <class Space>
void LoadCases<Space>::addForces(std::size_t load, Vector<Space>& forces) const
{
  if (this->haveDesignForces())
  {
    addScaled(1.0, this->Totals[load], forces);
  }
  else
  {
    this->Loads[load].forces.addTo(forces);
  }
}

template <class Space>
double LoadCases<Space>::workOf(std::size_t load, const Vector<Space>& u) const
{
  return this->haveDesignForces() ? dot(this->Totals[load], u) : this->Loads[load].forces.dot(u);
}

template <class Space>
void LoadCases<Space>::prepare(std::size_t load)
{
  Vector<Space>& displacement = this->Loads[load].displacement;
  if (displacement.empty())
  {
    displacement = Vector<Space>(this->Model->unknowns());
  }
  displacement.zero();
}

template <class Space>
void LoadCases<Space>::start()
{
  while (this->Trials.size() < this->Loads.size())
  {
    this->Trials.emplace_back(this->Model->unknowns());
  }
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Trials[i].copy(this->Loads[i].displacement);
  }
  if (this->Temperature)
  {
    this->Temperature->start();
  }
}

template <class Space>
bool LoadCases<Space>::solve(
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  if (this->Temperature)
  {
    if (!this->Temperature->solve(*this->OfModulus, settings, summary, observer))
    {
      return false;
    }
    this->sumDesignForces(*this->Density, *this->Moduli);
  }
  return this->solveAll(settings, false, summary, observer);
}

template <class Space>
bool LoadCases<Space>::solveInPlace(
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  return this->solveAll(settings, true, summary, observer);
}

template <class Space>
bool LoadCases<Space>::solveAll(
  const LoadSolveSettings& settings, bool inPlace, SolveSummary& summary, Observer& observer)
{
  const std::string prefix = settings.place.empty() ? settings.place : settings.place + ", ";
  const std::size_t systems = settings.systems > 0 ? settings.systems : this->Loads.size();
  const std::size_t before = this->Temperature ? 1 : 0;
  std::size_t next = 0;
  while (next < this->Loads.size())
  {
    const auto count = static_cast<std::size_t>(
      this->Model->columnsAtOnce(static_cast<int>(this->Loads.size() - next)));
    SolveObserver solveObserver(observer, prefix, before + next, systems, count);
    std::vector<std::size_t> which;
    std::vector<Vector<Space>*> u;
    for (std::size_t i = next; i < next + count; ++i)
    {
      which.push_back(i);
      u.push_back(inPlace ? &this->Loads[i].displacement : &this->Trials[i]);
    }
    if (!this->solveSome(which, u, settings, summary, solveObserver, nullptr))
    {
      return false;
    }
    next += count;
  }
  return true;
}

template <class Space>
bool LoadCases<Space>::solveTogether(const std::vector<std::size_t>& which,
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer,
  std::vector<SolverReport>* reports)
{
  std::vector<Vector<Space>*> u;
  u.reserve(which.size());
  for (const std::size_t load : which)
  {
    u.push_back(&this->Loads[load].displacement);
  }
  return this->solveSome(which, u, settings, summary, observer, reports);
}

template <class Space>
bool LoadCases<Space>::solveSome(const std::vector<std::size_t>& which,
  const std::vector<Vector<Space>*>& u, const LoadSolveSettings& settings, SolveSummary& summary,
  Observer& observer, std::vector<SolverReport>* reports)
{
  std::vector<RightHandSide<Space>> forces;
  for (const std::size_t load : which)
  {
    const SparseVector<Space>& of = this->Loads[load].forces;
    forces.push_back(this->haveDesignForces() ? RightHandSide<Space>(this->Totals[load])
        : of.empty()                          ? RightHandSide<Space>()
                                              : RightHandSide<Space>(of));
  }
  const std::vector<SolverReport> solved =
    this->Model->solve(forces, u, settings.tolerance, settings.maximumIterations, observer);
  bool goesOn = true;
  for (std::size_t i = 0; i < which.size(); ++i)
  {
    if (reports)
    {
      summary.iterations += solved[i].iterations;
      summary.residual = std::max(summary.residual, solved[i].residual);
      goesOn = goesOn && !solved[i].stopped;
    }
    else
    {
      goesOn = detail::addReport(solved[i], settings.place, nameOf(this->Loads[which[i]].name),
                 summary, observer) &&
        goesOn;
    }
  }
  if (reports)
  {
    *reports = solved;
  }
  return goesOn;
}

template <class Space>
void LoadCases<Space>::accept()
{
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Loads[i].displacement.swap(this->Trials[i]);
  }
  if (this->Temperature)
  {
    this->Temperature->accept();
  }
}

template <class Space>
double LoadCases<Space>::compliance(
  const Vector<Space>& moduli, Vector<Space>& energies, std::vector<double>* each)
{
  StiffnessOperator<Space>& stiffness = this->Model->stiffness();
  energies.zero();
  if (each)
  {
    each->clear();
  }
  double work = 0.0;
  double constant = 0.0;
  double before = 0.0; // sum of the energies of the previous load cases
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    const Load& load = this->Loads[i];
    const Vector<Space>& u = load.displacement;
    const double constantOfThis = this->Model->constantEnergy(u, u);
    const double workOfThis = this->workOf(i, u);
    constant += load.weight * constantOfThis;
    stiffness.addUnitEnergies(u, load.weight, energies);
    work += load.weight * workOfThis;
    if (each)
    {
      const double until = dot(moduli, energies);
      // The energy of a load case is computed as a difference of sums, which is inaccurate for a
      // small fraction of the total, and unknown for a weight of zero.
      constexpr double leastShare = 1e-4;
      each->push_back(until - before > leastShare * until
          ? 2.0 * workOfThis - (until - before) / load.weight - constantOfThis
          : this->compliance(i, u, moduli));
      before = until;
    }
  }
  return 2.0 * work - dot(moduli, energies) - constant;
}

template <class Space>
double LoadCases<Space>::compliance(
  const Vector<Space>& moduli, const std::vector<double>& weights, Vector<Space>& energies)
{
  energies.zero();
  double work = 0.0;
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    if (weights[i] != 0.0)
    {
      const Vector<Space>& u = this->Loads[i].displacement;
      this->Model->stiffness().addUnitEnergies(u, weights[i], energies);
      work += weights[i] * (2.0 * this->workOf(i, u) - this->Model->constantEnergy(u, u));
    }
  }
  return work - dot(moduli, energies);
}

template <class Space>
double LoadCases<Space>::compliance(
  std::size_t load, const Vector<Space>& u, const Vector<Space>& moduli)
{
  LeasedVector<Space> energies(this->Model->materialPoints());
  energies.zero();
  this->Model->stiffness().addUnitEnergies(u, 1.0, energies);
  return 2.0 * this->workOf(load, u) - dot<Space>(moduli, energies) -
    this->Model->constantEnergy(u, u);
}

template class LoadCases<CompiledSpace>;
}
