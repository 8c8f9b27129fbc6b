#include "Design/ReplicatedParametrization.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// The layout of the variables of elements.
template <class Space>
LayoutPointer<Space> variablesOfElements(const LayoutPointer<Space>& points)
{
  return makeLayout(points->context(), Entity::Variable, points->count(), 1, points->halo());
}

/// The values of all elements, on the host, from those of the part.
template <class Space>
std::vector<double> gatheredValues(const GatheredSites<Space>& sites,
  const LayoutPointer<Space>& ofPart, const LayoutPointer<Space>& whole,
  const std::vector<double>& values)
{
  Vector<Space> all(whole);
  sites.gather(Vector<Space>(ofPart, values), all);
  return all.toHost();
}
}

template <class Space>
void ReplicatedDensity<Space>::setWhole(const GatheredSites<Space>& sites,
  Parametrization<Space>& whole, const LayoutPointer<Space>& points)
{
  this->Sites = &sites;
  this->Whole = &whole;
  this->Accepted = Vector<Space>(points);
  this->Next = Vector<Space>(points);
  this->takeAccepted();
  this->takeNext();
}

template <class Space>
void ReplicatedDensity<Space>::takeNext()
{
  this->Sites->take(this->Whole->nextDensity(), this->Next);
}

template <class Space>
void ReplicatedDensity<Space>::takeAccepted()
{
  this->Sites->take(this->Whole->density(), this->Accepted);
}

template <class Space>
void ReplicatedDensity<Space>::trialModuli(Vector<Space>& moduli) const
{
  LeasedVector<Space> ofAll(this->Whole->density().layoutPointer());
  this->Whole->trialModuli(ofAll);
  this->Sites->take(ofAll, moduli);
}

template <class Space>
void ReplicatedDensity<Space>::moduli(Vector<Space>& moduli) const
{
  LeasedVector<Space> ofAll(this->Whole->density().layoutPointer());
  this->Whole->moduli(ofAll);
  this->Sites->take(ofAll, moduli);
}

template <class Space>
void ReplicatedDensity<Space>::pullBackModuli(
  double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  LeasedVector<Space> ofAll(this->Whole->density().layoutPointer());
  LeasedVector<Space> result(this->Whole->variables().layoutPointer());
  this->Sites->gather(values, ofAll);
  this->Whole->pullBackModuli(factor, ofAll, result);
  this->Sites->take(result, gradient);
}

template <class Space>
void ReplicatedDensity<Space>::pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient)
{
  LeasedVector<Space> ofAll(this->Whole->density().layoutPointer());
  LeasedVector<Space> result(this->Whole->variables().layoutPointer());
  this->Sites->gather(values, ofAll);
  this->Whole->pullBackDensity(ofAll, result);
  this->Sites->take(result, gradient);
}

template <class Space>
void ReplicatedDensity<Space>::derivativesToDensity(
  double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  LeasedVector<Space> ofAll(this->Whole->density().layoutPointer());
  LeasedVector<Space> derivatives(this->Whole->density().layoutPointer());
  this->Sites->gather(values, ofAll);
  this->Whole->derivativesToDensity(factor, ofAll, derivatives);
  this->Sites->take(derivatives, result);
}

template <class Space>
ReplicatedParametrization<Space>::ReplicatedParametrization(const HaloPlan& plan,
  const Vector<Space>& volumes, const Vector<Space>& positions, const MakeWhole& make)
  : Gathered(volumes.context(), plan),
    AllPoints(makeLayout(this->Gathered.whole(), Entity::MaterialPoint, this->Gathered.count(), 1)),
    Volumes(this->AllPoints), OfVariables(detail::variablesOfElements(volumes.layoutPointer())),
    Variables(this->OfVariables), NextVariables(this->OfVariables)
{
  this->Gathered.gather(volumes, this->Volumes);
  {
    Vector<Space> allPositions(this->AllPoints->withComponents(3));
    this->Gathered.gather(positions, allPositions);
    this->Design = make(this->Volumes, allPositions);
  }
  this->setWhole(this->Gathered, *this->Design, volumes.layoutPointer());
  this->Free = Vector<Space, std::uint8_t>(
    this->OfVariables, this->Gathered.take(this->Design->freeVariables().toHost()));
  this->Gathered.take(this->Design->variables(), this->Variables);
  this->Gathered.take(this->Design->trialVariables(), this->NextVariables);
  if (this->Design->boundsOtherDensity())
  {
    this->Bounded = Vector<Space>(volumes.layoutPointer());
    this->takeBounded();
  }
  for (std::size_t i = 0; this->realizations() > 1 && i < this->realizations(); ++i)
  {
    this->Realized.push_back(std::make_unique<ReplicatedRealization<Space>>(
      *this, this->Gathered, this->Design->realization(i)));
  }
}

template <class Space>
ReplicatedParametrization<Space>::~ReplicatedParametrization() = default;

template <class Space>
void ReplicatedParametrization<Space>::forEachDensity(void (ReplicatedDensity<Space>::*work)())
{
  (this->*work)();
  for (const auto& realization : this->Realized)
  {
    ((*realization).*work)();
  }
}

template <class Space>
void ReplicatedParametrization<Space>::takeBounded()
{
  if (!this->Bounded.empty())
  {
    this->Gathered.take(this->Design->boundedDensity(), this->Bounded);
  }
}

template <class Space>
void ReplicatedParametrization<Space>::evaluateTrial()
{
  this->Gathered.gather(this->NextVariables, this->Design->trialVariables());
  this->Design->evaluateTrial();
  this->forEachDensity(&ReplicatedDensity<Space>::takeNext);
}

template <class Space>
void ReplicatedParametrization<Space>::accept()
{
  this->Design->accept();
  this->Variables.swap(this->NextVariables);
  this->forEachDensity(&ReplicatedDensity<Space>::swapDensities);
  this->takeBounded();
}

template <class Space>
Parametrization<Space>& ReplicatedParametrization<Space>::realization(std::size_t number)
{
  if (this->Realized.empty())
  {
    return *this;
  }
  return *this->Realized.at(number);
}

template <class Space>
void ReplicatedParametrization<Space>::pullBackBoundedDensity(
  const Vector<Space>& values, Vector<Space>& gradient)
{
  LeasedVector<Space> ofAll(this->AllPoints);
  LeasedVector<Space> result(this->Design->variables().layoutPointer());
  this->Gathered.gather(values, ofAll);
  this->Design->pullBackBoundedDensity(ofAll, result);
  this->Gathered.take(result, gradient);
}

template <class Space>
void ReplicatedParametrization<Space>::restore(const std::vector<double>& variables,
  const std::vector<double>& filteredDensity, const NamedValues& stageState)
{
  const LayoutPointer<Space>& points = this->density().layoutPointer();
  const std::vector<double> allVariables =
    detail::gatheredValues(this->Gathered, points, this->AllPoints, variables);
  // A part without elements has none in any case.
  std::vector<double> allDensities;
  if (points->context().any(!filteredDensity.empty()))
  {
    allDensities = detail::gatheredValues(this->Gathered, points, this->AllPoints, filteredDensity);
  }
  this->Design->restore(allVariables, allDensities, stageState);
  this->Gathered.take(this->Design->variables(), this->Variables);
  this->forEachDensity(&ReplicatedDensity<Space>::takeAccepted);
  this->takeBounded();
}

template <class Space>
std::size_t ReplicatedParametrization<Space>::memory(
  std::size_t elements, std::size_t ofPart, std::size_t realizations)
{
  // Volumes, variables, the next ones and the mask; positions during the set-up, and two vectors of
  // the workspace.
  constexpr std::size_t fields = 3 + 3 + 2;
  const std::size_t densities = 1 + 2 * (realizations > 1 ? realizations + 1 : 1);
  return elements * (fields * sizeof(double) + 1) + ofPart * densities * sizeof(double) +
    GatheredSites<Space>::memory(elements, ofPart);
}

template class ReplicatedDensity<CompiledSpace>;
template class ReplicatedParametrization<CompiledSpace>;
}
