#ifndef TRABECULA_GEOMETRY_LEVEL_SURFACESMOOTHING_H
#define TRABECULA_GEOMETRY_LEVEL_SURFACESMOOTHING_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

#include <cstdint>
#include <functional>

namespace trabecula
{
struct SmoothingSettings
{
  double volume = 0.0;    ///< of the smoothed surface, length^3; 0 means the present one
  double shortEdge = 0.5; ///< edges shorter than this share of the surrounding ones are collapsed
  double passBand = 0.05; ///< k_PB of the paper: components with eigenvalues of the Laplacian (0 to
                          ///< 2) below it are kept
  int iterations = 50;    ///< pairs of steps
  bool holdBoundary =
    true; ///< faces on the boundary of the domain are fixed, in addition to solid and void ones
  const PartShape* part = nullptr; ///< of the walls of the surface; needed only with walls
  const PartShape* bounds =
    nullptr; ///< inside of which free points remain, if it is closed; null for none
};

/**
 * Smooths a surface without shrinking it: Taubin's filter ("A signal processing approach to fair
 * surface design", SIGGRAPH 1995), pairs of steps that move each point towards the mean of its
 * neighbours by a factor lambda and away from it by -mu, 1 / lambda + 1 / mu = passBand; collapses
 * short edges; then moves all points by one distance along their normals to restore the volume.
 *
 * Fixed faces are unchanged, see SurfaceConstraints. The edges in which the surface meets fixed
 * faces or walls of a part are smoothed as curves, and remain on them. Displacements that would
 * invert a triangle are reduced.
 *
 * @param proceeds called with the completed fraction of the work; returns false to stop
 * @return false if it was stopped; the surface is then partially smoothed
 */
bool smoothSurface(const LevelField& field, LevelSurface& surface,
  const SmoothingSettings& settings, const std::function<bool(double)>& proceeds);

}

#endif
