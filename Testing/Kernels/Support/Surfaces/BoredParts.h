#ifndef TRABECULA_TESTING_KERNELS_BOREDPARTS_H
#define TRABECULA_TESTING_KERNELS_BOREDPARTS_H

#include "Geometry/Level/TopologySurface.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <functional>

namespace trabecula::testing
{
/// A square plate centred at the origin with a bore along its axis.
struct BoredPlate
{
  double radius = 0.0;
  double half = 0.0;   ///< half the edge of the square
  double height = 0.0; ///< in z from -height / 2 to height / 2
  /// Rows are the directions of the plate's own axes; the third is that of the bore.
  std::array<std::array<double, 3>, 3> axes = { { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 },
    { 0.0, 0.0, 1.0 } } };

  /// Turns the plate about an oblique axis.
  void tilt() { this->turn({ 1.0, 2.0, 2.0 }, 0.7); }
  /// Rotates a plate that is parallel to the axes. @param angle in radians
  void turn(const std::array<double, 3>& axis, double angle);
  /// A position in the plate's own axes.
  std::array<double, 3> local(const std::array<double, 3>& position) const;
  /// The surface; the bore has a number of facets, divisible by 8.
  TriangleMesh surface(int facets) const;
};

/// Returns the voxels of a surface with their solid fractions, as a design.
/// @param density at a position, which is multiplied by the fraction
TopologySurfaceProblem voxelsOfSurface(const TriangleMesh& surface, double edge,
  const std::function<double(const std::array<double, 3>&)>& density);
}

#endif
