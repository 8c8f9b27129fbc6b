#ifndef TRABECULA_GEOMETRY_DECIMATION_SURFACESAMPLES_H
#define TRABECULA_GEOMETRY_DECIMATION_SURFACESAMPLES_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Positions on a surface that another surface has to be near to: its points, and the middles of
/// its edges.
struct SurfaceSamples
{
  std::vector<Position> positions;   ///< those of points have the numbers of the points
  std::vector<std::int32_t> middles; ///< 3 per triangle: after its first, second and third corner
};

SurfaceSamples findSamples(const TriangleMesh& mesh);
}

#endif
