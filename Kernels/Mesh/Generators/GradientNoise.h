#ifndef TRABECULA_MESH_GENERATORS_GRADIENTNOISE_H
#define TRABECULA_MESH_GENERATORS_GRADIENTNOISE_H

#include <cstdint>

namespace trabecula
{
/// Lattice data of a noise function, shared by the fast evaluation and its reference.

/// The gradients of Perlin's improved noise: from the centre of a cube to the midpoints of its
/// edges.
constexpr double NoiseGradients[12][3] = { { 1, 1, 0 }, { -1, 1, 0 }, { 1, -1, 0 }, { -1, -1, 0 },
  { 1, 0, 1 }, { -1, 0, 1 }, { 1, 0, -1 }, { -1, 0, -1 }, { 0, 1, 1 }, { 0, -1, 1 }, { 0, 1, -1 },
  { 0, -1, -1 } };

/// The mixing step of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
/// generators, OOPSLA 2014): each bit of x affects about half of the bits of the result.
constexpr std::uint64_t mixBits(std::uint64_t x)
{
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// The gradient at a lattice point.
/// @return one of NoiseGradients
constexpr const double (
  &noiseGradient(std::uint64_t seed, std::int64_t x, std::int64_t y, std::int64_t z))[3]
{
  const std::uint64_t hash =
    mixBits(mixBits(mixBits(mixBits(seed) ^ static_cast<std::uint64_t>(x)) ^
              static_cast<std::uint64_t>(y)) ^
      static_cast<std::uint64_t>(z));
  return NoiseGradients[hash % 12];
}

/// 6 t^5 - 15 t^4 + 10 t^3, the interpolant between lattice points.
constexpr double noiseFade(double t)
{
  return t * t * t * (t * (t * 6 - 15) + 10);
}

/// The seed of the first or second function of a sample.
constexpr std::uint64_t noiseSeed(std::uint64_t seed, int function)
{
  return mixBits(2 * seed + static_cast<std::uint64_t>(function));
}

/// Shift of the lattice of a function of a sample along each axis, in cells.
constexpr double noiseShift(int function)
{
  return 0.5 * function;
}
}

#endif
