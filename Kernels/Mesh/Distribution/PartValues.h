#ifndef TRABECULA_MESH_DISTRIBUTION_PARTVALUES_H
#define TRABECULA_MESH_DISTRIBUTION_PARTVALUES_H

#include "Core/Communication/Processes/FirstPart.h"
#include "Mesh/Distribution/HaloPlan.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The values of the entities of a part, with its ghosts. @param whole values of all entities, with
/// the given number for each
template <class T>
std::vector<T> valuesOfPart(
  const HaloPlan& plan, const std::vector<T>& whole, std::size_t components)
{
  std::vector<T> values;
  values.reserve(components * static_cast<std::size_t>(plan.count()));
  for (const auto* entities : { &plan.owned, &plan.ghosts })
  {
    for (const std::int32_t entity : *entities)
    {
      const auto begin =
        whole.begin() + static_cast<std::ptrdiff_t>(components * static_cast<std::size_t>(entity));
      values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(components));
    }
  }
  return values;
}

/// Writes the values of owned entities to those of all. Different parts write to different places.
/// @param values of the entities of the part, owned ones first
template <class T>
void collect(
  const HaloPlan& plan, const std::vector<T>& values, std::size_t components, std::vector<T>& whole)
{
  for (std::size_t i = 0; i < plan.owned.size(); ++i)
  {
    for (std::size_t c = 0; c < components; ++c)
    {
      whole[components * static_cast<std::size_t>(plan.owned[i]) + c] = values[components * i + c];
    }
  }
}

/**
 * The same of all parts on the first one, which may be another process; called by all parts.
 *
 * @param planOf the plan of each part, by its rank
 * @param values of the entities of the calling part
 * @param whole of the first part; not used by others
 */
template <class T, class PlanOf>
void collectOnFirst(const Communicator& parts, const PlanOf& planOf, std::vector<T> values,
  std::size_t components, std::vector<T>& whole)
{
  std::vector<std::size_t> counts(static_cast<std::size_t>(parts.size()));
  for (int part = 0; part < parts.size(); ++part)
  {
    counts[static_cast<std::size_t>(part)] = components * planOf(part).owned.size();
  }
  values.resize(counts[static_cast<std::size_t>(parts.rank())]); // without ghosts
  sendToFirst(parts, values, counts,
    [&](int part, const std::vector<T>& theirs)
    { collect(planOf(part), theirs, components, whole); });
}

/// Returns the values of the entities of the calling part, with its ghosts, from those of all
/// entities on the first part; called by all parts. @param whole not used by others
template <class T, class PlanOf>
std::vector<T> valuesFromFirst(const Communicator& parts, const PlanOf& planOf,
  const std::vector<T>& whole, std::size_t components)
{
  const auto count = static_cast<std::size_t>(planOf(parts.rank()).count());
  return receiveFromFirst<T>(parts, components * count,
    [&](int part) { return valuesOfPart(planOf(part), whole, components); });
}
}

#endif
