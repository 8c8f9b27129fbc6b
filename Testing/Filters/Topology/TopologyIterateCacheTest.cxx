// Which iterates the cache keeps.

#include "TopologyIterateCache.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
using filters::TopologyIterate;
using filters::TopologyIterateCache;

constexpr std::size_t Bytes = (10 + 10 + 30 + 30) * sizeof(double);

TopologyIterate iterate(int number)
{
  const auto array = [&](int components)
  {
    auto values = vtkSmartPointer<vtkDoubleArray>::New();
    values->SetNumberOfComponents(components);
    values->SetNumberOfTuples(10);
    values->FillValue(number);
    return values;
  };
  TopologyIterate result;
  result.record.iteration = number;
  result.density = array(1);
  result.strainEnergyDensity = array(1);
  result.displacements = { array(3), array(3) };
  return result;
}

std::vector<int> kept(const TopologyIterateCache& cache)
{
  std::vector<int> numbers;
  for (int i = 0; i < 100; ++i)
  {
    if (const TopologyIterate* found = cache.find(i))
    {
      EXPECT_EQ(found->density->GetValue(9), i);
      numbers.push_back(i);
    }
  }
  return numbers;
}
}

TEST(TopologyIterateCache, DropsTheEarliestFirst)
{
  TopologyIterateCache cache;
  cache.setBudget(3 * Bytes);
  for (int i = 0; i < 6; ++i)
  {
    cache.insert(iterate(i), i);
    EXPECT_LE(cache.bytes(), 3 * Bytes);
  }
  EXPECT_EQ(kept(cache), (std::vector<int>{ 3, 4, 5 }));
  EXPECT_EQ(cache.last()->record.iteration, 5);
  EXPECT_EQ(cache.bytes(), 3 * Bytes);
}

TEST(TopologyIterateCache, KeepsTheRequestedAndTheLastWhateverTheBudget)
{
  TopologyIterateCache cache;
  cache.setBudget(0);
  for (int i = 0; i < 6; ++i)
  {
    cache.insert(iterate(i), 2);
  }
  EXPECT_EQ(kept(cache), (std::vector<int>{ 2, 5 }));

  // Computed again on the way to an earlier one.
  cache.insert(iterate(0), 1);
  cache.insert(iterate(1), 1);
  EXPECT_EQ(kept(cache), (std::vector<int>{ 1, 5 }));
}

TEST(TopologyIterateCache, CountsAReplacedIterateOnce)
{
  TopologyIterateCache cache;
  cache.setBudget(10 * Bytes);
  cache.insert(iterate(1), 1);
  cache.insert(iterate(1), 1);
  EXPECT_EQ(cache.bytes(), Bytes);
  EXPECT_EQ(cache.size(), 1);
  cache.clear();
  EXPECT_EQ(cache.bytes(), 0);
  EXPECT_EQ(cache.last(), nullptr);
}
}
