// Tests of which iterates the cache keeps.

#include "Run/IterateCache.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr std::size_t Bytes = (10 + 10 + 30 + 30) * sizeof(double);

std::shared_ptr<const RunIterate> iterate(int number)
{
  auto result = std::make_shared<RunIterate>();
  result->row.iteration = number;
  for (const std::size_t size : { 10, 10, 30, 30 })
  {
    result->fields.emplace_back();
    result->values.emplace_back(size, number);
  }
  return result;
}

std::vector<int> kept(const IterateCache& cache)
{
  std::vector<int> numbers;
  for (int i = 0; i < 100; ++i)
  {
    if (const auto found = cache.find(i))
    {
      EXPECT_EQ(found->values[0][9], i);
      numbers.push_back(i);
    }
  }
  return numbers;
}
}

TEST(IterateCache, DropsTheEarliestFirst)
{
  IterateCache cache;
  cache.setBudget(3 * Bytes);
  for (int i = 0; i < 6; ++i)
  {
    cache.insert(iterate(i), i);
    EXPECT_LE(cache.bytes(), 3 * Bytes);
  }
  EXPECT_EQ(kept(cache), (std::vector<int>{ 3, 4, 5 }));
  EXPECT_EQ(cache.last()->number(), 5);
  EXPECT_EQ(cache.bytes(), 3 * Bytes);
}

TEST(IterateCache, KeepsTheRequestedAndTheLastWhateverTheBudget)
{
  IterateCache cache;
  cache.setBudget(0);
  for (int i = 0; i < 6; ++i)
  {
    cache.insert(iterate(i), 2);
  }
  EXPECT_EQ(kept(cache), (std::vector<int>{ 2, 5 }));

  // The iterate is recomputed on the way to an earlier one.
  cache.insert(iterate(0), 1);
  cache.insert(iterate(1), 1);
  EXPECT_EQ(kept(cache), (std::vector<int>{ 1, 5 }));
}

TEST(IterateCache, CountsAReplacedIterateOnce)
{
  IterateCache cache;
  cache.setBudget(10 * Bytes);
  cache.insert(iterate(1), 1);
  cache.insert(iterate(1), 1);
  EXPECT_EQ(cache.bytes(), Bytes);
  EXPECT_EQ(cache.size(), 1U);
  cache.clear();
  EXPECT_EQ(cache.bytes(), 0U);
  EXPECT_EQ(cache.last(), nullptr);
}
}
