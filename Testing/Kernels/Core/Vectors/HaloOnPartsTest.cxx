// Ghosts of random halos, updated again and again.

#include "Support/Parts/ThreadParts.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Halo.h"
#include "Core/Vectors/Layout.h"
#include "Core/Vectors/Vector.h"
#include "Mesh/Distribution/HaloPlan.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Halos of random entities: each belongs to a part, of which some have none, and is a ghost on
/// none, some or all others.
std::vector<HaloPlan> randomHalos(Random& random, int parts, std::size_t entities)
{
  std::vector<std::int32_t> owners(entities);
  std::vector<std::vector<std::int32_t>> ghosts(static_cast<std::size_t>(parts));
  for (std::size_t i = 0; i < entities; ++i)
  {
    const auto owner = random.index(static_cast<std::size_t>(parts));
    owners[i] = parts > 2 && owner == 1 ? 0 : static_cast<std::int32_t>(owner);
    for (std::size_t part = 0; part < ghosts.size(); ++part)
    {
      if (static_cast<std::int32_t>(part) != owners[i] && random.index(3) == 0)
      {
        ghosts[part].push_back(static_cast<std::int32_t>(i));
      }
    }
  }
  return planHalos(owners, std::move(ghosts));
}

/// Values of a round, for each entity of a part; those of ghosts are zero if they are not known.
template <class T>
std::vector<T> valuesOfRound(
  const HaloPlan& plan, std::size_t components, std::size_t round, bool isKnown)
{
  std::vector<T> values;
  const std::vector<std::int32_t> all = plan.all();
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    for (std::size_t c = 0; c < components; ++c)
    {
      const std::size_t value = 1 + round + 7 * c + 31 * static_cast<std::size_t>(all[i]);
      values.push_back(isKnown || i < plan.owned.size() ? static_cast<T>(value) : T(0));
    }
  }
  return values;
}

/// Vectors of several rounds that are updated one after another without waiting for the device.
template <class T, class Space>
class Rounds
{
public:
  Rounds(const LayoutPointer<Space>& layout, const HaloPlan& plan) : Plan(plan)
  {
    this->Components = static_cast<std::size_t>(layout->components());
    for (std::size_t round = 0; round < Count; ++round)
    {
      this->Vectors.emplace_back(layout, valuesOfRound<T>(plan, this->Components, round, false));
    }
  }

  void update(std::size_t round) const { this->Vectors[round].updateGhosts(); }
  void expect(int rank) const
  {
    for (std::size_t round = 0; round < Count; ++round)
    {
      EXPECT_EQ(
        this->Vectors[round].toHost(), valuesOfRound<T>(this->Plan, this->Components, round, true))
        << "round " << round << ", " << this->Components << " components, part " << rank;
    }
  }

  static constexpr std::size_t Count = 5;

private:
  const HaloPlan& Plan;
  std::size_t Components = 0;
  std::vector<Vector<Space, T>> Vectors;
};

template <class Space>
using HaloOnParts = OnSpace<Space>;
TYPED_TEST_SUITE(HaloOnParts, Spaces, SpaceNames);
}

// Different numbers of components and types take turns in the same memory of the exchange.
TYPED_TEST(HaloOnParts, UpdatesSeveralVectorsInARow)
{
  Random random(12);
  for (const int parts : { 1, 2, 3, 7 })
  {
    for (const std::size_t entities : { 40U, 9000U })
    {
      SCOPED_TRACE(std::to_string(parts) + " parts, " + std::to_string(entities) + " entities");
      const std::vector<HaloPlan> plans = randomHalos(random, parts, entities);
      runPartsOn<TypeParam>(parts,
        [&](const Device& device, std::shared_ptr<const Communicator> communicator)
        {
          const int rank = communicator->rank();
          const HaloPlan& plan = plans[static_cast<std::size_t>(rank)];
          const Context<TypeParam> context(device, std::move(communicator));
          const LayoutPointer<TypeParam> layout =
            makeLayout(makeHalo(context, plan), Entity::Node, 1);
          const Rounds<double, TypeParam> scalars(layout, plan);
          const Rounds<double, TypeParam> displacements(layout->withComponents(3), plan);
          const Rounds<float, TypeParam> single(layout->withComponents(2), plan);
          const Rounds<std::uint8_t, TypeParam> marks(layout, plan);
          for (std::size_t round = 0; round < Rounds<double, TypeParam>::Count; ++round)
          {
            scalars.update(round);
            displacements.update(round);
            marks.update(round);
            single.update(round);
          }
          scalars.expect(rank);
          displacements.expect(rank);
          single.expect(rank);
          marks.expect(rank);
        });
    }
  }
}
}
