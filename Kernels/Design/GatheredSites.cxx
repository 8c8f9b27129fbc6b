#include "Design/GatheredSites.h"

#include "Core/Communication/PartLists.h"
#include "Core/Error.h"
#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// target[i] = values[components * i + component].
template <class Space>
void copyComponent(const Context<Space>& context, std::int64_t n, const double* values,
  int components, int component, double* target)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { target[i] = values[components * i + component]; });
}

/// target[components * numbers[i] + component] = values[i].
template <class Space>
void scatterComponent(const Context<Space>& context, std::int64_t n, const std::int32_t* numbers,
  const double* values, int components, int component, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[components * std::int64_t(numbers[i]) + component] = values[i];
    });
}

/// target = values of the entities of these numbers.
template <class Space>
void takeEntries(const Context<Space>& context, std::int64_t n, const std::int32_t* numbers,
  const double* values, int components, double* target)
{
  forEach(
    context, components * n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = values[components * std::int64_t(numbers[i / components]) + i % components];
    });
}
}

template <class Space>
GatheredSites<Space>::GatheredSites(const Context<Space>& context, const HaloPlan& plan)
  : Computing(&context), Alone(context.device()), Numbers(plan.all()),
    Begins(beginsOfParts(gatherCounts(context.communicator(), plan.owned.size()))),
    OfPart(context, this->Numbers), Exchange(makeGatheringHalo(context, this->Begins))
{
  // What is gathered for the other context, and what is computed there, is in order.
  this->Alone.exchangeLane(&context.lane());
  const auto sites = static_cast<std::size_t>(this->count());
  const auto begin =
    static_cast<std::size_t>(this->Begins[static_cast<std::size_t>(context.communicator().rank())]);
  std::vector<double> numbers(sites, 0.0);
  for (std::size_t i = 0; i < plan.owned.size(); ++i)
  {
    numbers[begin + i] = static_cast<double>(plan.owned[i]);
  }
  DeviceVector<double, Space> inTurn(context, numbers);
  this->Exchange->update(inTurn.data(), 1);
  numbers = inTurn.toHost();
  const std::vector<std::int32_t> ofAll(numbers.begin(), numbers.end());
  this->OfAll = DeviceVector<std::int32_t, Space>(context, ofAll);
}

template <class Space>
GatheredSites<Space>::~GatheredSites() = default;

template <class Space>
void GatheredSites<Space>::gather(const Vector<Space>& ofPart, Vector<Space>& whole) const
{
  const int components = whole.layout().components();
  const auto rank = static_cast<std::size_t>(this->Computing->communicator().rank());
  const std::int64_t owned = this->Begins[rank + 1] - this->Begins[rank];
  if (ofPart.ownedSize() != components * owned || whole.size() != components * this->count())
  {
    throw Error("A vector of a part is gathered to one of the whole with other entries.");
  }
  const auto inTurn =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(this->count()));
  for (int c = 0; c < components; ++c)
  {
    detail::copyComponent(
      *this->Computing, owned, ofPart.data(), components, c, inTurn.data() + this->Begins[rank]);
    this->Exchange->update(inTurn.data(), 1);
    detail::scatterComponent(*this->Computing, this->count(), this->OfAll.data(), inTurn.data(),
      components, c, whole.data());
  }
}

template <class Space>
void GatheredSites<Space>::take(const Vector<Space>& whole, Vector<Space>& ofPart) const
{
  const int components = whole.layout().components();
  const auto sites = static_cast<std::int64_t>(this->Numbers.size());
  if (ofPart.size() != components * sites || whole.size() != components * this->count())
  {
    throw Error("A vector of a part is taken from one of the whole with other entries.");
  }
  detail::takeEntries(
    *this->Computing, sites, this->OfPart.data(), whole.data(), components, ofPart.data());
}

template <class Space>
std::size_t GatheredSites<Space>::memory(std::size_t sites, std::size_t ofPart)
{
  // The lists of what is sent to each other part and of what is received have at most all sites, as
  // those of each part have, too, for each other part.
  constexpr std::size_t lists = 2;
  constexpr std::size_t fields = 3; // sites in turns, and what is sent and received
  return sites * (lists * sizeof(std::int32_t) + fields * sizeof(double)) +
    ofPart * sizeof(std::int32_t);
}

template class GatheredSites<CompiledSpace>;
}
