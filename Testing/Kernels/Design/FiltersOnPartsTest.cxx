// Tests that filters and updates on parts equal those of the whole for any partition.

#include "Parts/DistributedStructure.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Design/Filter/NeighbourFilter.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Stage/PassiveRegions.h"
#include "Design/Stage/StageChain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
constexpr std::size_t Elements = 600;
constexpr double Radius = 0.31;

/// Elements at random positions in a box, with random values.
struct Whole
{
  explicit Whole(std::uint64_t seed)
  {
    Random random(seed);
    this->centroids = random.vector(3 * Elements, 0.0, 2.0);
    this->weights = random.vector(Elements, 0.5, 2.0);
    this->density = random.vector(Elements, 0.0, 1.0);
    this->values = random.vector(Elements, -1.0, 0.0);
    for (std::size_t e = 0; e < Elements; ++e)
    {
      this->isDesign.push_back(e % 9 == 4 ? 0 : 1);
    }
  }

  std::vector<double> centroids;
  std::vector<double> weights;
  std::vector<double> density;
  std::vector<double> values;
  std::vector<std::uint8_t> isDesign;
};

/// Returns partitions: in turns, by position, and all elements in the last part, so that the other
/// parts are empty.
std::vector<std::vector<std::int32_t>> divisionsOf(const Whole& whole, int parts)
{
  std::vector<std::vector<std::int32_t>> divisions(3);
  for (std::size_t e = 0; e < Elements; ++e)
  {
    divisions[0].push_back(static_cast<std::int32_t>(e) % parts);
    divisions[1].push_back(
      std::min(parts - 1, static_cast<int>(0.5 * parts * whole.centroids[3 * e])));
    divisions[2].push_back(parts - 1);
  }
  return divisions;
}

struct Filtered
{
  std::vector<double> sensitivity = std::vector<double>(Elements);
  std::vector<double> density = std::vector<double>(Elements);
  std::vector<double> transposed = std::vector<double>(Elements);
  std::vector<double> projected = std::vector<double>(Elements); ///< by a chain of stages
  std::vector<double> pulledBack = std::vector<double>(Elements);
  std::int64_t pairs = 0;
};

template <class Space>
Filtered filter(
  const Whole& whole, bool isWeighted, const std::vector<std::int32_t>& partOfElement, int parts)
{
  Filtered results;
  const std::vector<HaloPlan> plans =
    planFilterHalos(whole.centroids, partOfElement, parts, Radius);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const HaloPlan& plan = plans[static_cast<std::size_t>(communicator->rank())];
      const bool isFirst = communicator->rank() == 0;
      const Context<Space> context(device, std::move(communicator));
      const LayoutPointer<Space> elements =
        makeLayout(makeHalo(context, plan), Entity::MaterialPoint, 1);
      // Vectors of variables have no ghosts.
      const LayoutPointer<Space> variables =
        makeLayout(context, Entity::Variable, elements->owned(), 1);
      HaloPlan owned;
      owned.owned = plan.owned;
      const Vector<Space> centroids(
        elements->withComponents(3), valuesOfPart(plan, whole.centroids, 3));
      const Vector<Space> weights = withoutGhosts(elements, plan, whole.weights);
      const NeighbourFilter<Space> neighbours(
        elements, centroids, isWeighted ? &weights : nullptr, Radius);
      const Vector<Space> density = withoutGhosts(elements, plan, whole.density);
      const Vector<Space> values = withoutGhosts(variables, owned, whole.values);
      Vector<Space> out = poisoned(variables);
      neighbours.filterSensitivity(density, values, out);
      collect(plan, out.toHost(), 1, results.sensitivity);
      neighbours.filterDensity(density, out);
      collect(plan, out.toHost(), 1, results.density);
      neighbours.filterDensityTransposed(values, out);
      collect(plan, out.toHost(), 1, results.transposed);
      ChainSettings settings;
      settings.filter = FilterKind::Density;
      settings.filterRadius = Radius;
      settings.volumeWeightedFilter = isWeighted;
      settings.stages.projection.mode = ProjectionMode::VolumePreserving;
      StageChain<Space> chain(settings, weights, centroids, valuesOfPart(plan, whole.isDesign, 1),
        valuesOfPart(plan, whole.density, 1));
      chain.restore(valuesOfPart(plan, whole.density, 1), {}, { { "projectionSharpness", 8.0 } });
      collect(plan, chain.density().toHost(), 1, results.projected);
      Vector<Space> masked = withoutGhosts(elements, plan, whole.values);
      clearPassive(chain.isDesign(), masked, masked);
      Vector<Space> gradient = poisoned(chain.variables().layoutPointer());
      chain.pullBack(masked, gradient);
      collect(plan, gradient.toHost(), 1, results.pulledBack);
      const std::int64_t pairs = neighbours.countNeighbours();
      if (isFirst)
      {
        results.pairs = pairs;
      }
    });
  return results;
}

/// Computes three updates, each of which starts from the result of the previous one.
template <class Space>
std::vector<double> update(const Whole& whole, Optimizer optimizer,
  const std::vector<std::int32_t>& partOfElement, int parts, std::vector<double>& changes)
{
  std::vector<double> result(Elements);
  std::vector<std::vector<std::int32_t>> ghosts(static_cast<std::size_t>(parts));
  if (parts > 1)
  {
    // These ghosts must not have any influence.
    for (std::size_t e = 0; e < Elements; e += 7)
    {
      const int other = (partOfElement[e] + 1) % parts;
      ghosts[static_cast<std::size_t>(other)].push_back(static_cast<std::int32_t>(e));
    }
  }
  const std::vector<HaloPlan> plans = planHalos(partOfElement, std::move(ghosts));
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const HaloPlan& plan = plans[static_cast<std::size_t>(communicator->rank())];
      const bool isFirst = communicator->rank() == 0;
      const Context<Space> context(device, std::move(communicator));
      const LayoutPointer<Space> variables =
        makeLayout(makeHalo(context, plan), Entity::Variable, 1);
      Vector<Space> x = withoutGhosts(variables, plan, whole.density);
      const Vector<Space> dc = withoutGhosts(variables, plan, whole.values);
      const Vector<Space> dv = withoutGhosts(variables, plan, whole.weights);
      const Vector<Space, std::uint8_t> isDesign(variables, valuesOfPart(plan, whole.isDesign, 1));
      Vector<Space> next = poisoned(variables);
      DesignUpdateSettings settings;
      settings.optimizer = optimizer;
      settings.minimumDensity = 1e-3;
      DesignUpdate<Space> update(variables, settings);
      for (int i = 0; i < 3; ++i)
      {
        const double excess = dot(dv, x) - 0.45 * 1.25 * static_cast<double>(Elements);
        const double change = update.update(x, isDesign, dc, { { excess, &dv, 0.0 } }, next);
        update.accept();
        if (isFirst)
        {
          changes.push_back(change);
        }
        x.swap(next);
      }
      collect(plan, x.toHost(), 1, result);
    });
  return result;
}

template <class Space>
using FiltersOnParts = OnSpace<Space>;
TYPED_TEST_SUITE(FiltersOnParts, Spaces, SpaceNames);
}

TYPED_TEST(FiltersOnParts, EqualThoseOfTheWhole)
{
  const Whole whole(11);
  for (const bool isWeighted : { true, false })
  {
    const Filtered expected =
      filter<TypeParam>(whole, isWeighted, std::vector<std::int32_t>(Elements, 0), 1);
    EXPECT_GT(expected.pairs, static_cast<std::int64_t>(Elements));
    for (const int parts : { 2, 3, 7 })
    {
      for (const std::vector<std::int32_t>& division : divisionsOf(whole, parts))
      {
        SCOPED_TRACE(std::to_string(parts) + " parts");
        const Filtered found = filter<TypeParam>(whole, isWeighted, division, parts);
        EXPECT_LT(relativeDifference(expected.sensitivity, found.sensitivity), 1e-13);
        EXPECT_LT(relativeDifference(expected.density, found.density), 1e-13);
        EXPECT_LT(relativeDifference(expected.transposed, found.transposed), 1e-13);
        EXPECT_LT(relativeDifference(expected.projected, found.projected), 1e-12);
        EXPECT_LT(relativeDifference(expected.pulledBack, found.pulledBack), 1e-12);
        EXPECT_EQ(expected.pairs, found.pairs);
      }
    }
  }
}

TYPED_TEST(FiltersOnParts, UpdatesEqualThoseOfTheWhole)
{
  const Whole whole(12);
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    std::vector<double> changes;
    const std::vector<double> expected =
      update<TypeParam>(whole, optimizer, std::vector<std::int32_t>(Elements, 0), 1, changes);
    for (const int parts : { 2, 3, 7 })
    {
      for (const std::vector<std::int32_t>& division : divisionsOf(whole, parts))
      {
        SCOPED_TRACE(std::to_string(parts) + " parts");
        std::vector<double> ofParts;
        const std::vector<double> found =
          update<TypeParam>(whole, optimizer, division, parts, ofParts);
        // The dual of the method of moving asymptotes is solved to |lambda (f - y)| < 1e-10, where
        // f is of the order of one. Within this tolerance, the result depends on rounding.
        const double tolerance = optimizer == Optimizer::OptimalityCriteria ? 1e-12 : 1e-10;
        EXPECT_LT(relativeDifference(expected, found), tolerance);
        EXPECT_LT(relativeDifference(changes, ofParts), tolerance);
      }
    }
  }
}

TYPED_TEST(FiltersOnParts, RefuseVectorsOfOtherElements)
{
  const LayoutPointer<TypeParam> elements = this->layout(4);
  const Vector<TypeParam> centroids(elements->withComponents(3), std::vector<double>(12, 0.0));
  const NeighbourFilter<TypeParam> neighbours(elements, centroids, nullptr, 1.0);
  const auto in = this->vector(std::vector<double>(4, 1.0));
  Vector<TypeParam> out(this->layout(5));
  EXPECT_THROW(neighbours.filterDensity(in, out), Error);
  EXPECT_THROW(neighbours.filterDensityTransposed(out, out), Error);
  Vector<TypeParam> ofNodes(this->nodal(4, 1));
  neighbours.filterDensity(in, ofNodes);
  for (const double value : ofNodes.toHost())
  {
    EXPECT_EQ(value, 1.0);
  }
}
}
