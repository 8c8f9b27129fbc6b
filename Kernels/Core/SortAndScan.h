#ifndef TRABECULA_CORE_SORTANDSCAN_H
#define TRABECULA_CORE_SORTANDSCAN_H

// For the library's own sources, compiled once for each space: sorts, sums by key and scans on
// Thrust. Include it from .inl, .cxx and .cu files only.

#include "Core/Parallel.h"

#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Sorts values by their keys, stably.
template <class Space, class Key, class Value>
void sortByKey(DeviceVector<Key, Space>& keys, DeviceVector<Value, Space>& values)
{
  if (keys.size() == 0)
  {
    return;
  }
  detail::withPolicy(keys.context(),
    [&](const auto& policy)
    { thrust::stable_sort_by_key(policy, keys.data(), keys.data() + keys.size(), values.data()); });
}

/// Sums the values of each run of equal consecutive keys.
/// @param keysOfSums key of each sum @return number of sums
template <class Space, class Key, class Value>
std::int64_t sumByKey(const Context<Space>& context, std::int64_t count, const Key* keys,
  const Value* values, Key* keysOfSums, Value* sums)
{
  return detail::withPolicy(context,
    [&](const auto& policy)
    {
      return std::int64_t(
        thrust::reduce_by_key(policy, keys, keys + count, values, keysOfSums, sums).first -
        keysOfSums);
    });
}

/// The value at a place of the ascending order, from 0. Reorders the values.
template <class Space>
double nthElement(DeviceVector<double, Space>& values, std::size_t place)
{
  double result = 0.0;
#ifdef __CUDACC__
  detail::withPolicy(values.context(),
    [&](const auto& policy)
    { thrust::sort(policy, values.data(), values.data() + values.size()); });
#else
  std::nth_element(values.data(), values.data() + place, values.data() + values.size());
#endif
  values.context().copyToHost(&result, values.data() + place, sizeof(result));
  return result;
}

/// Sets starts[k], for each k, to the index of the first of the ascending keys that is not below k.
template <class Space, class Start>
void findStarts(const DeviceVector<std::int32_t, Space>& keys, DeviceVector<Start, Space>& starts)
{
  if (starts.size() == 0)
  {
    return;
  }
  const auto n = static_cast<std::int64_t>(keys.size());
  const std::int32_t* key = keys.data();
  Start* to = starts.data();
  forEach(
    starts.context(), static_cast<std::int64_t>(starts.size()), TRABECULA_LAMBDA(std::int64_t k) {
      std::int64_t begin = 0;
      std::int64_t end = n;
      while (begin < end)
      {
        const std::int64_t middle = (begin + end) / 2;
        if (key[middle] < k)
        {
          begin = middle + 1;
        }
        else
        {
          end = middle;
        }
      }
      to[k] = static_cast<Start>(begin);
    });
}

/// values[i] becomes the sum of values[0..i].
template <class Space, class T>
void inclusiveScan(DeviceVector<T, Space>& values)
{
  if (values.size() == 0)
  {
    return;
  }
  detail::withPolicy(values.context(),
    [&](const auto& policy) {
      thrust::inclusive_scan(policy, values.data(), values.data() + values.size(), values.data());
    });
}
}

#endif
