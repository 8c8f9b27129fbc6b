#ifndef TRABECULA_MESH_GENERATORS_TRABECULARSAMPLEREFERENCE_H
#define TRABECULA_MESH_GENERATORS_TRABECULARSAMPLEREFERENCE_H

#include <array>
#include <cstdint>

namespace trabecula::reference
{
/// Gradient noise at a point, in cells of its lattice (K. Perlin, Improving noise, SIGGRAPH 2002).
double gradientNoise(std::uint64_t seed, const std::array<double, 3>& point);

/// The minimum of the two functions of a trabecular sample, which is solid where this is at least
/// the threshold. The point is in periods from the corner of the sample.
double trabecularFunction(std::uint64_t seed, const std::array<double, 3>& point);
}

#endif
