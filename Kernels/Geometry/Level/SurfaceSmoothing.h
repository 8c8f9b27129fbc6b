#ifndef TRABECULA_GEOMETRY_LEVEL_SURFACESMOOTHING_H
#define TRABECULA_GEOMETRY_LEVEL_SURFACESMOOTHING_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"

#include <cstdint>
#include <functional>

namespace trabecula
{
struct SmoothingSettings
{
  double volume = 0.0;    ///< that the surface is to have, length^3; 0 means the one it has
  double shortEdge = 0.5; ///< edges shorter than this share of those around them are taken away
  double passBand =
    0.05;              ///< k_PB of the paper: eigenvalues of the Laplacian, 0 to 2, below it stay
  int iterations = 50; ///< pairs of steps
  bool holdBoundary =
    true; ///< faces of the domain's boundary are held, not only solid and void ones
};

/**
 * Smooths a surface without shrinking it: Taubin's filter ("A signal processing approach to fair
 * surface design", 1995), pairs of steps that move each point towards the mean of its neighbours by
 * a factor lambda and away from it by -mu, 1 / lambda + 1 / mu = passBand; takes away short edges;
 * then moves points along their normals, all equally far, until the surface has the volume that it
 * had.
 *
 * Faces that are held stay as they are: see SurfaceConstraints. The edges in which the surface
 * meets them are smoothed as curves. A triangle that would turn over keeps its points nearer to
 * where they were.
 *
 * @param proceeds is told the share of the work that is done; false stops
 * @return false if it was stopped: the surface is somewhere between
 */
bool smoothSurface(const LevelField& field, LevelSurface& surface,
  const SmoothingSettings& settings, const std::function<bool(double)>& proceeds);

/// Triangles that look against the mean of the normals at their points.
std::int64_t countFolds(const TriangleMesh& mesh);
}

#endif
