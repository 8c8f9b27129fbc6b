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
  /// The points that elements use.
  void add(const Mesh& mesh);
  /// The points that triangles use.
  void add(const TriangleMesh& surface);
  /// Longest edge. @param isPlane of the edges in x and y only
  double longest(bool isPlane) const;
};

/**
 * The grid that bodies are analysed on: bricks that fill the bounds exactly, so that flat sides of
 * the design domain are faces of voxels, and are as near to cubes as the bounds allow. On a plane
 * there is one layer in z.
 *
 * @param resolution voxels along the longest edge, 2 or more
 * @throws Error if the bounds have no extent or the nodes cannot be numbered with 32 bits
 */
SurfaceGrid makeBodyGrid(const BodyBounds& bounds, bool isPlane, double resolution);

/// Voxels of the whole grid that automatic resolutions do not exceed.
constexpr double MostBodyVoxels = 2e6;
constexpr double MostBodyPixels = 1e6;

/// The resolution at which the grid has a number of voxels.
double resolutionOf(const BodyBounds& bounds, bool isPlane, double voxels);

/// Edge of a cube of the mean element volume; on a plane, of a square of the mean area of elements
/// that are one thick layer.
double meanEdge(const Mesh& mesh, bool isPlane);
}

#endif
