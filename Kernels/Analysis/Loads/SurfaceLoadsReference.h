#ifndef TRABECULA_ANALYSIS_LOADS_SURFACELOADSREFERENCE_H
#define TRABECULA_ANALYSIS_LOADS_SURFACELOADSREFERENCE_H

#include "Analysis/Loads/SurfaceLoads.h"

#include <functional>

namespace trabecula::reference
{
/**
 * Consistent nodal forces of any traction on a surface by the definition: explicit shape functions
 * and derivatives, and a given number of Gauss points in each direction of a face.
 *
 * @param traction force per area at a position with an outward unit normal
 * @param gaussPoints in each direction, 1 to 5
 */
std::vector<double> consistentForces(const FaceSurface& surface,
  const std::function<Vector3(const Vector3& position, const Vector3& normal)>& traction,
  int gaussPoints);

/// Area, centroid and inertia tensor by the same quadrature.
struct SurfaceInertia
{
  double area = 0.0;
  Vector3 centroid = {};
  std::array<Vector3, 3> tensor = {}; ///< about the centroid, length to the power of four
};

SurfaceInertia inertiaOf(const FaceSurface& surface, int gaussPoints);
}

#endif
