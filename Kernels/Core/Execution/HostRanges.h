#ifndef TRABECULA_CORE_EXECUTION_HOSTRANGES_H
#define TRABECULA_CORE_EXECUTION_HOSTRANGES_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace trabecula
{
/// Number of ranges into which the following functions divide [0, n): one for each of
/// hostThreads(), or a single one if n is small.
int numberOfHostRanges(std::int64_t n);

/// Calls body(range, begin, end) for the ranges of [0, n), each by one of the host's threads. For
/// callers that are compiled without OpenMP. An exception of a body is rethrown after all bodies
/// have ended.
void forHostRanges(
  std::int64_t n, const std::function<void(int range, std::int64_t begin, std::int64_t end)>& body);

/// As forHostRanges(), with body(result, begin, end) and a result for each range, which is
/// initially a copy of the given one. Results are combined by result.add(other) in the order of the
/// ranges.
template <class Result, class Body>
Result reduceHostRanges(std::int64_t n, const Result& initial, const Body& body)
{
  std::vector<Result> results(static_cast<std::size_t>(numberOfHostRanges(n)), initial);
  forHostRanges(n,
    [&](int range, std::int64_t begin, std::int64_t end)
    {
      // Adjacent results of several threads would share cache lines.
      Result own = initial;
      body(own, begin, end);
      results[static_cast<std::size_t>(range)] = std::move(own);
    });
  Result all = initial;
  for (const Result& result : results)
  {
    all.add(result);
  }
  return all;
}
}

#endif
