#ifndef TRABECULA_OPERATOR_SEVERALVECTORS_H
#define TRABECULA_OPERATOR_SEVERALVECTORS_H

#include "Core/Space.h"

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Numbers of vectors that can be multiplied at once, so that a matrix is read once for all: entry
/// i of vector v is at the number times i plus v. So many numbers of single precision fill a
/// register of SSE and of AVX. Vectors that are not needed are zero.
constexpr int FewVectors = 4;
constexpr int SeveralVectors = 8;

/// Some of several vectors.
using VectorSet = std::bitset<static_cast<std::size_t>(SeveralVectors)>;

/// The first vectors, so many of them.
inline VectorSet firstVectors(std::size_t count)
{
  return VectorSet((1ULL << count) - 1U);
}

/// How many vectors are side by side where so many are wanted.
constexpr int sideBySide(int vectors)
{
  return vectors <= FewVectors ? FewVectors : SeveralVectors;
}

/// Whether several vectors of unknowns on voxels are one after another, and not side by side: on
/// GPUs, whose loops over voxels store no matrix and take a vector at a time.
template <class Space>
constexpr bool AreVectorsApart = Space::Id == ExecutionSpace::Cuda;

/// From the begin of one vector to that of the next, if they are one after another: they begin at
/// multiples of 256 bytes, as those with an allocation of their own do.
constexpr std::int64_t strideOfVectors(std::int64_t size)
{
  constexpr std::int64_t alignment = 64; // numbers of single precision
  return (size + alignment - 1) / alignment * alignment;
}
}

#endif
