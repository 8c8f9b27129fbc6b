#ifndef TRABECULA_ANALYSIS_LOADS_BEARINGLOAD_H
#define TRABECULA_ANALYSIS_LOADS_BEARINGLOAD_H

#include "Analysis/Loads/SurfaceLoads.h"

#include <vector>

namespace trabecula
{
/// The axis of a bearing: a line.
struct BearingAxis
{
  Vector3 point = {};
  Vector3 direction = {}; ///< of any length
};

/// How the pressure of a bearing decreases with the angle theta from its direction. Values are the
/// powers of the cosine.
enum class BearingPressure
{
  Cosine = 1,       ///< p0 cos(theta)
  CosineSquared = 2 ///< p0 cos(theta)^2, narrower, as of a pin with clearance
};

/// Forces of a bearing load.
struct BearingForces
{
  std::vector<double> forces; ///< 3 components per point, force; zero at points without faces
  double peakPressure = 0.0;  ///< largest pressure on the cylinder, force per area
  double radius = 0.0;        ///< mean distance of the pressed faces from the axis, length
};

/**
 * Consistent nodal forces of a pin in a hole, or of a hub on a pin: a pressure p0 cos(theta) or
 * p0 cos(theta)^2 on the half of a cylinder that is pressed, theta being the angle from the
 * direction of the pressure. On a whole cylinder of radius R and length L it is
 * p0 = 2 F / (pi R L) or p0 = 3 F / (4 R L).
 *
 * The pressure acts along the radius and on the area of the cylinder that a face covers, seen from
 * the axis. Thus it is the same on chords and on stairs of voxels, whose own normals and areas
 * would give another one, and it has no moment about the axis. p0 and the direction of the pressure
 * are such that the sum of the forces is the given force, also on a part of a cylinder, where it
 * must lie between the radii of the faces. Which side is pressed follows from the outward normals:
 * those of a hole point to the axis.
 *
 * @param force across the axis. An axis within two degrees of that, as a fit may give, is turned
 * @throws Error if the force is zero or not across the axis, or if the faces cannot carry it
 */
BearingForces forcesOfBearing(const FaceSurface& surface, const BearingAxis& axis,
  const Vector3& force, BearingPressure shape = BearingPressure::Cosine);
}

#endif
