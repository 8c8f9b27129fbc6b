#ifndef TRABECULA_CORE_EXECUTION_HOSTLOOPS_H
#define TRABECULA_CORE_EXECUTION_HOSTLOOPS_H

// Loops of the host's threads over arrays of the host, for sources that are compiled for it alone.

#include "Core/Device.h"
#include "Core/Execution/ZeroVector.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The smallest i in [0, n) for which is(i) is true; n if there is none.
template <class Is>
std::size_t firstWhere(std::size_t n, const Is& is)
{
  std::size_t first = n;
#pragma omp parallel for schedule(static) reduction(min : first)
  for (std::size_t i = 0; i < n; ++i)
  {
    // Indices beyond the first hit of the thread need not be tested.
    if (i < first && is(i))
    {
      first = i;
    }
  }
  return first;
}

/// Divides [0, n) into the given number of slices, and calls body(slice, first, end) for each of
/// them, by all threads.
template <class Body>
void forEachSlice(std::int64_t slices, std::int64_t n, const Body& body)
{
#pragma omp parallel for schedule(static) if (slices > 1)
  for (std::int64_t slice = 0; slice < slices; ++slice)
  {
    body(slice, n * slice / slices, n * (slice + 1) / slices);
  }
}

/**
 * Lists the indices at which each number occurs among keys, as compressed rows. The result does not
 * depend on the number of threads.
 *
 * @param keys from 0 to numbers - 1
 * @param starts begin of the indices of each number in places, and their end: numbers + 1 entries
 * @param places indices of keys, ascending for each number; count entries
 */
template <class Place>
void listPlaces(const std::int32_t* keys, std::int64_t count, std::int64_t numbers,
  std::int64_t* starts, Place* places)
{
  // With three threads, atomic operations and sorting cost as much time as the threads save.
  constexpr std::int64_t leastParallel = 65536;
  const bool isParallel = count >= leastParallel && hostThreads() > 3;
  auto left = zeroVector<std::int32_t>(static_cast<std::size_t>(numbers)); // not yet listed
#pragma omp parallel for schedule(static) if (isParallel)
  for (std::int64_t i = 0; i < count; ++i)
  {
    std::int32_t& mine = left[static_cast<std::size_t>(keys[i])];
    if (isParallel)
    {
#pragma omp atomic
      ++mine;
    }
    else
    {
      ++mine;
    }
  }
  starts[0] = 0;
  for (std::int64_t n = 0; n < numbers; ++n)
  {
    starts[n + 1] = starts[n] + left[static_cast<std::size_t>(n)];
  }
  if (!isParallel)
  {
    for (std::int64_t i = count - 1; i >= 0; --i)
    {
      places[starts[keys[i]] + --left[static_cast<std::size_t>(keys[i])]] = static_cast<Place>(i);
    }
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i)
  {
    std::int32_t& mine = left[static_cast<std::size_t>(keys[i])];
    std::int32_t place = 0;
#pragma omp atomic capture
    place = --mine;
    places[starts[keys[i]] + place] = static_cast<Place>(i);
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t n = 0; n < numbers; ++n)
  {
    std::sort(places + starts[n], places + starts[n + 1]);
  }
}
}

#endif
