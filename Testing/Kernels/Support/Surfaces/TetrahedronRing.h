#ifndef TRABECULA_TESTING_KERNELS_TETRAHEDRONRING_H
#define TRABECULA_TESTING_KERNELS_TETRAHEDRONRING_H

#include "Geometry/Level/TopologySurface.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <functional>

namespace trabecula::testing
{
/// A ring about the z axis that begins at z = 0 and consists of tetrahedra whose outer nodes are on
/// its surface.
struct TetrahedronRing
{
  double inner = 5.0;
  double outer = 9.0;
  double height = 6.0;
  int around = 32; ///< number of elements in the direction of the angle
  int across = 4;
  int high = 6;

  /// Returns the edge of an element at the bore.
  double edge() const;
  /// Returns the surface, with facets that are much smaller than the elements.
  TriangleMesh surface() const;
  /// @param density at the centres of elements
  TopologySurfaceProblem design(
    const std::function<double(const std::array<double, 3>&)>& density) const;
};
}

#endif
