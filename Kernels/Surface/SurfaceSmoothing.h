#ifndef TRABECULA_SURFACE_SURFACESMOOTHING_H
#define TRABECULA_SURFACE_SURFACESMOOTHING_H

#include "Surface/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Smooths a surface without shrinking it: Taubin's filter ("A signal processing approach to fair
 * surface design", 1995), pairs of steps that move each point towards the mean of its neighbours by
 * a factor lambda and away from it by -mu, 1 / lambda + 1 / mu = passBand.
 *
 * @param isFixed nonzero per point that stays where it is, to the last bit
 * @param passBand k_PB of the paper: eigenvalues of the Laplacian, 0 to 2, below it are kept
 * @param iterations pairs of steps
 */
void smoothSurface(
  TriangleMesh& mesh, const std::vector<std::uint8_t>& isFixed, double passBand, int iterations);

/**
 * Moves points that are not fixed along their normals, all equally far, until a closed surface has
 * a volume, length^3.
 *
 * @return how far, length; outward is positive
 */
double offsetToVolume(TriangleMesh& mesh, const std::vector<std::uint8_t>& isFixed, double volume);

/// Of length 1, 3 per point: the mean of the point's triangles, weighted by their areas.
std::vector<float> pointNormals(const TriangleMesh& mesh);
}

#endif
