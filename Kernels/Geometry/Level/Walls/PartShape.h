#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_PARTSHAPE_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_PARTSHAPE_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The surface of a part, divided into patches at its sharp edges.
 *
 * Equal points are merged, and triangles without area are removed. An edge is sharp if the normals
 * of its two triangles differ by more than SharpAngle; a patch is a largest set of triangles
 * connected through other edges. The wall of a bore is one patch, and its rim consists of sharp
 * edges.
 */
class PartShape
{
public:
  static constexpr double SharpAngle = 40.0; ///< degrees

  /// The nearest point of the surface.
  struct Nearest
  {
    std::array<double, 3> point{};
    std::int32_t triangle = 0;
    double distance = 0.0;
  };

  /// @param part with at least one triangle that has an area
  explicit PartShape(const TriangleMesh& part);
  PartShape(const PartShape&) = delete;
  PartShape& operator=(const PartShape&) = delete;

  /// Whether the surface bounds a volume, so that distances have a sign.
  bool isClosed() const { return this->Closed; }

  /// @param guess number of a triangle near the position, which saves time; set to the nearest one
  Nearest nearest(const std::array<double, 3>& position, std::int32_t& guess) const;

  /// Whether the surface is nearer than a distance. @param guess as above; set to such a triangle
  bool isWithin(const std::array<double, 3>& position, double distance, std::int32_t& guess) const;

  /// Distance to the surface, positive inside and negative outside of a closed one, by the
  /// angle-weighted normal at the nearest point (Baerentzen and Aanaes, "Signed distance
  /// computation using the angle weighted pseudonormal", 2005). @param guess as above
  double signedDistance(const std::array<double, 3>& position, std::int32_t& guess) const;

  std::int32_t patchOf(std::int32_t triangle) const
  {
    return this->Patches[static_cast<std::size_t>(triangle)];
  }

  /// Unit normal of a triangle, outward.
  const std::array<double, 3>& normalOf(std::int32_t triangle) const
  {
    return this->Normals[static_cast<std::size_t>(triangle)];
  }

  /// Whether all sharp edges of a patch are shared with the other given patch.
  bool isEnclosed(std::int32_t patch, std::int32_t by) const;

  /// Finds the nearest point of a patch. @param triangle of the point @return whether it is within
  /// reach
  bool nearestOfPatch(const std::array<double, 3>& position, std::int32_t patch, double reach,
    std::array<double, 3>& nearest, std::int32_t& triangle) const;
  bool nearestOfPatch(const std::array<double, 3>& position, std::int32_t patch, double reach,
    std::array<double, 3>& nearest) const
  {
    std::int32_t triangle = 0;
    return this->nearestOfPatch(position, patch, reach, nearest, triangle);
  }

  /// Finds the nearest point of triangles whose normals have at least a cosine with a direction.
  /// @param triangle of the point @return whether it is within reach
  bool nearestFacing(const std::array<double, 3>& position, const std::array<double, 3>& direction,
    double cosine, double reach, std::array<double, 3>& nearest, std::int32_t& triangle) const;

  /// Finds the nearest point of the sharp edges between two patches, of which -1 stands for any.
  /// @return whether it is within reach
  bool nearestOfEdges(const std::array<double, 3>& position, std::int32_t patch, std::int32_t other,
    double reach, std::array<double, 3>& nearest) const;

  /// Finds the nearest corner of three patches; any corner if the first is -1. @return whether it
  /// is within reach
  bool nearestCorner(const std::array<double, 3>& position,
    const std::array<std::int32_t, 3>& patches, double reach, std::array<double, 3>& nearest) const;

private:
  template <class Counts>
  bool nearestOf(const Counts& counts, const std::array<double, 3>& position, double reach,
    std::array<double, 3>& nearest, std::int32_t& triangle) const;

  struct SharpEdge
  {
    std::array<std::int32_t, 2> points;
    std::array<std::int32_t, 2> patches; ///< ascending
  };

  void weld(const TriangleMesh& part);
  void findPatches();

  TriangleMesh Mesh;
  bool Closed = false;
  std::vector<std::array<double, 3>> Normals;
  std::vector<std::array<double, 3>> PointNormals; ///< weighted by angles
  std::vector<std::int32_t> Neighbours;            ///< across the edge after each corner, or -1
  std::vector<std::int32_t> Patches;
  std::vector<SharpEdge> Edges;
  std::unique_ptr<TriangleTree> Tree;
  TriangleMesh EdgeMesh; ///< sharp edges as triangles without area
  std::unique_ptr<TriangleTree> EdgeTree;
};
}

#endif
