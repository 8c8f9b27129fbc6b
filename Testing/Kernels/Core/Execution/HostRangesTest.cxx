#include "Core/Execution/HostRanges.h"

#include "Core/Device.h"
#include "Core/Error.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

using namespace trabecula;

namespace
{
/// Lists numbers in the order in which results are combined.
struct Listed
{
  std::vector<std::int64_t> numbers;
  void add(const Listed& other)
  {
    this->numbers.insert(this->numbers.end(), other.numbers.begin(), other.numbers.end());
  }
};

Listed listed(std::int64_t n)
{
  return reduceHostRanges(n, Listed(),
    [](Listed& own, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        own.numbers.push_back(i);
      }
    });
}
}

TEST(HostRanges, CoverAllNumbersInOrder)
{
  for (const int threads : { 1, 3, 0 })
  {
    setHostThreads(threads);
    for (const std::int64_t n : { 0, 1, 100, 100003 })
    {
      const std::vector<std::int64_t> numbers = listed(n).numbers;
      ASSERT_EQ(static_cast<std::int64_t>(numbers.size()), n);
      for (std::int64_t i = 0; i < n; ++i)
      {
        ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i);
      }
    }
  }
}

TEST(HostRanges, PassAnExceptionOn)
{
  for (const std::int64_t n : { 1, 100003 })
  {
    EXPECT_THROW(forHostRanges(n,
                   [n](int, std::int64_t, std::int64_t end)
                   {
                     if (end == n)
                     {
                       throw Error("The last range fails.");
                     }
                   }),
      Error);
  }
}
