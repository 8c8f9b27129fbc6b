#ifndef TRABECULA_CORE_UNIONFIND_H
#define TRABECULA_CORE_UNIONFIND_H

#include "Core/Space.h"

#include <cstdint>

namespace trabecula
{
/// Disjoint sets (union-find) that are joined concurrently in kernels of every space. parents[i] is
/// initially i and only decreases; the root of a set is its smallest number, independent of the
/// order of joins.
namespace unionfind
{
TRABECULA_FUNCTION std::int32_t load(const std::int32_t* parents, std::int32_t v)
{
#ifdef __CUDA_ARCH__
  return *static_cast<const volatile std::int32_t*>(parents + v);
#else
  return __atomic_load_n(parents + v, __ATOMIC_RELAXED);
#endif
}

/// Replaces the parent of the root v by a smaller number. @return whether v was still a root
TRABECULA_FUNCTION bool hook(std::int32_t* parents, std::int32_t v, std::int32_t to)
{
#ifdef __CUDA_ARCH__
  return atomicCAS(parents + v, v, to) == v;
#else
  std::int32_t expected = v;
  return __atomic_compare_exchange_n(
    parents + v, &expected, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

TRABECULA_FUNCTION std::int32_t root(const std::int32_t* parents, std::int32_t v)
{
  std::int32_t parent = load(parents, v);
  while (parent != v)
  {
    v = parent;
    parent = load(parents, v);
  }
  return v;
}

TRABECULA_FUNCTION void join(std::int32_t* parents, std::int32_t a, std::int32_t b)
{
  for (;;)
  {
    a = root(parents, a);
    b = root(parents, b);
    if (a == b)
    {
      return;
    }
    if (a < b)
    {
      const std::int32_t swapped = a;
      a = b;
      b = swapped;
    }
    if (hook(parents, a, b))
    {
      return;
    }
  }
}

/// root() on the host with path halving: parents on the path to the root are replaced by
/// grandparents. Other threads may do so concurrently, as a parent is only replaced by one of its
/// ancestors.
inline std::int32_t shortenedRoot(std::int32_t* parents, std::int32_t v)
{
  std::int32_t parent = load(parents, v);
  while (parent != v)
  {
    const std::int32_t next = load(parents, parent);
    if (next != parent)
    {
      __atomic_store_n(parents + v, next, __ATOMIC_RELAXED);
    }
    v = parent;
    parent = next;
  }
  return v;
}

/// join() on the host with path halving.
inline void joinShortened(std::int32_t* parents, std::int32_t a, std::int32_t b)
{
  join(parents, shortenedRoot(parents, a), shortenedRoot(parents, b));
}
}
}

#endif
