#ifndef TRABECULA_ANALYSIS_BODY_BODYGRID_H
#define TRABECULA_ANALYSIS_BODY_BODYGRID_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/SurfaceGrid.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <limits>

namespace trabecula
{
/// A box along the axes.
struct BodyBounds
{
  Position low = { std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
    std::numeric_limits<double>::max() };
  Position high = { std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest(),
    std::numeric_limits<double>::lowest() };

  void add(const Position& x);
  /// Adds the points of elements.
  void add(const Mesh& mesh);
  /// Adds the points of triangles.
  void add(const TriangleMesh& surface);
  /// Longest edge, length. @param isPlane whether only the edges in x and y are considered
  double longest(bool isPlane) const;
};

/**
 * The grid on which bodies are analysed: bricks that fill the bounds exactly, so that flat sides of
 * the design domain are faces of voxels, and whose edges are as equal as the bounds allow. For
 * plane bodies there is one layer in z.
 *
 * @param resolution voxels along the longest edge, at least 2
 * @throws Error if the bounds have no extent or the nodes cannot be numbered with 32 bits
 */
SurfaceGrid makeBodyGrid(const BodyBounds& bounds, bool isPlane, double resolution);

/// Largest number of voxels of the whole grid for automatic resolutions, in space and in the plane.
constexpr double MostBodyVoxels = 2e6;
constexpr double MostBodyPixels = 1e6;

/// The resolution at which the grid has the given number of voxels.
double resolutionOf(const BodyBounds& bounds, bool isPlane, double voxels);

/// Edge of a cube of the mean element volume, length; for plane bodies, of a square of the mean
/// area of elements, which form one layer.
double meanEdge(const Mesh& mesh, bool isPlane);
}

#endif
