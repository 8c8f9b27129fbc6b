#ifndef TRABECULA_TESTING_KERNELS_THREADCOUNTS_H
#define TRABECULA_TESTING_KERNELS_THREADCOUNTS_H

#include "Core/Device.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trabecula::testing
{
template <class Value, class Values>
void append(std::vector<Value>& all, const Values& values)
{
  all.insert(all.end(), values.begin(), values.end());
}

/// Returns all values, one list after another.
template <class Value, class... Lists>
std::vector<Value> joined(const Lists&... lists)
{
  std::vector<Value> all;
  (append(all, lists), ...);
  return all;
}

/// Computes with different numbers of threads and expects bitwise equal results. @return the result
/// of one thread
template <class Compute>
auto expectSameWithThreads(const Compute& compute)
{
  const int before = hostThreads();
  setHostThreads(1);
  const auto expected = compute();
  for (const int threads : { 2, 3, 5, 16 })
  {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    setHostThreads(threads);
    EXPECT_TRUE(compute() == expected);
  }
  setHostThreads(before);
  return expected;
}
}

#endif
