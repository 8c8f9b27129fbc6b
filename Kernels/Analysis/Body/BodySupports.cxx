#include "Analysis/Body/BodySupports.h"

#include "Geometry/Voxelization/NearestPoint.h"
#include "Geometry/Voxelization/VoxelPieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
using TriangleCorners = std::array<Position, 3>;

/// Slightly more than half the diagonal of a cube, in edges.
constexpr double LeastReach = 0.87;
/// Half a voxel, with a tolerance for rounding.
constexpr double HalfVoxel = 0.5 + 1e-9;

/// Marks one component of nodes of a grid.
class Marker
{
public:
  Marker(const Mesh& mesh, const SurfaceGrid& grid, bool isPlane, std::vector<std::uint8_t>& marks,
    std::size_t component)
    : Points(mesh), Grid(grid), IsPlane(isPlane), Marks(marks), Component(component)
  {
  }

  /// Marks nodes up to half a voxel away: corners of the voxels that the triangle intersects.
  void markTriangle(std::int32_t a, std::int32_t b, std::int32_t c) const
  {
    TriangleMesh triangle;
    for (const std::int32_t node : { a, b, c })
    {
      const Position x = this->at(node);
      triangle.points.insert(triangle.points.end(), x.begin(), x.end());
    }
    triangle.triangles = { 0, 1, 2 };
    TriangleCorners corners;
    for (std::size_t i = 0; i < 3; ++i)
    {
      corners[i] = this->Grid.inVoxels(triangle.point(static_cast<std::int32_t>(i)));
    }
    visitVoxels(triangle, 0, this->Grid,
      [&](int i, int j, int k, const Piece&)
      {
        for (int corner = 0; corner < 8; ++corner)
        {
          const std::array<int, 3> node = { i + (corner & 1), j + (corner >> 1 & 1),
            k + (corner >> 2) };
          if (this->squaredDistance(node, corners, { 1.0, 1.0, 1.0 }) <= HalfVoxel * HalfVoxel)
          {
            this->mark(node);
          }
        }
      });
  }

  /// Marks nodes within a reach of the segment between two nodes, which may be equal.
  void markSegment(std::int32_t a, std::int32_t b, double reach) const
  {
    const Position ends[2] = { this->at(a), this->at(b) };
    const Position voxels[2] = { this->Grid.inVoxels(ends[0]), this->Grid.inVoxels(ends[1]) };
    std::array<int, 3> low{};
    std::array<int, 3> high{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double more = reach / this->Grid.spacing[d];
      const double cells = this->Grid.cells[d];
      low[d] =
        static_cast<int>(std::ceil(std::max(0.0, std::min(voxels[0][d], voxels[1][d]) - more)));
      high[d] =
        static_cast<int>(std::floor(std::min(cells, std::max(voxels[0][d], voxels[1][d]) + more)));
    }
    if (this->IsPlane)
    {
      low[2] = 0;
      high[2] = 0;
    }
    const TriangleCorners corners = { voxels[0], voxels[1], voxels[1] };
    std::array<int, 3> node{};
    for (node[2] = low[2]; node[2] <= high[2]; ++node[2])
    {
      for (node[1] = low[1]; node[1] <= high[1]; ++node[1])
      {
        for (node[0] = low[0]; node[0] <= high[0]; ++node[0])
        {
          if (this->squaredDistance(node, corners, this->Grid.spacing) <= reach * reach)
          {
            this->mark(node);
          }
        }
      }
    }
  }

private:
  /// Position of a node; for plane bodies in the lower side of the grid.
  Position at(std::int32_t node) const
  {
    const double* x = &this->Points.points[3 * static_cast<std::size_t>(node)];
    return { x[0], x[1], this->IsPlane ? this->Grid.origin[2] : x[2] };
  }

  /// Squared distance of a node to a triangle in units of voxels, with given edges of voxels.
  double squaredDistance(
    const std::array<int, 3>& node, TriangleCorners corners, const Position& spacing) const
  {
    Position x = { double(node[0]), double(node[1]), this->IsPlane ? 0.0 : double(node[2]) };
    for (std::size_t d = 0; d < 3; ++d)
    {
      x[d] *= spacing[d];
      for (Position& corner : corners)
      {
        corner[d] *= spacing[d];
      }
    }
    return nearestInTriangle(x, corners).squaredDistance;
  }

  void mark(const std::array<int, 3>& node) const
  {
    for (int k = this->IsPlane ? 0 : node[2]; k <= (this->IsPlane ? 1 : node[2]); ++k)
    {
      this->Marks[3 * this->Grid.node(node[0], node[1], k) + this->Component] = 1;
    }
  }

  const Mesh& Points;
  const SurfaceGrid& Grid;
  bool IsPlane;
  std::vector<std::uint8_t>& Marks;
  std::size_t Component;
};

/// Marks the supports of one displacement component.
class ComponentSupports
{
public:
  ComponentSupports(const StructuralProblem& design, std::size_t component, const Marker& marker)
    : Design(design), Component(component), Mark(marker), IsDone(design.mesh.numberOfNodes(), 0)
  {
  }

  void markFaces()
  {
    this->visitFaces(
      [this](const std::array<std::int32_t, 4>& corners, std::size_t count)
      {
        if (!std::all_of(corners.begin(), corners.begin() + count,
              [this](std::int32_t node) { return this->isHeld(node); }))
        {
          return;
        }
        this->Mark.markTriangle(corners[0], corners[1], corners[2]);
        if (count == 4)
        {
          this->Mark.markTriangle(corners[0], corners[2], corners[3]);
        }
        std::for_each(corners.begin(), corners.begin() + count,
          [this](std::int32_t node) { this->IsDone[static_cast<std::size_t>(node)] = 1; });
      });
  }

  void markEdgesAndCorners(double reach)
  {
    std::vector<std::uint8_t> inEdge(this->IsDone.size(), 0);
    const Mesh& mesh = this->Design.mesh;
    const auto visitEdges = [&](const auto& visit)
    {
      for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
      {
        const CellShape& shape = mesh.shape(e);
        for (std::size_t i = 0; i < static_cast<std::size_t>(shape.edges); ++i)
        {
          visit(mesh.element(e)[shape.edgeCorners[i][0]], mesh.element(e)[shape.edgeCorners[i][1]]);
        }
      }
    };
    // Edges with both ends on faces connect two faces, or are within one.
    visitEdges(
      [&](std::int32_t a, std::int32_t b)
      {
        if (this->isHeld(a) && this->isHeld(b) && !(this->isDone(a) && this->isDone(b)))
        {
          this->Mark.markSegment(a, b, reach);
          inEdge[static_cast<std::size_t>(a)] = 1;
          inEdge[static_cast<std::size_t>(b)] = 1;
        }
      });
    visitEdges(
      [&](std::int32_t a, std::int32_t b)
      {
        for (const std::int32_t node : { a, b })
        {
          std::uint8_t& done = inEdge[static_cast<std::size_t>(node)];
          if (this->isHeld(node) && !this->isDone(node) && !done)
          {
            this->Mark.markSegment(node, node, reach);
            done = 1;
          }
        }
      });
  }

private:
  bool isHeld(std::int32_t node) const
  {
    return this->Design.supports[3 * static_cast<std::size_t>(node) + this->Component] != 0;
  }
  bool isDone(std::int32_t node) const { return this->IsDone[static_cast<std::size_t>(node)] != 0; }

  template <class Visit>
  void visitFaces(const Visit& visit) const
  {
    const Mesh& mesh = this->Design.mesh;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      const CellShape& shape = mesh.shape(e);
      for (int face = 0; face < shape.faces; ++face)
      {
        const auto count = static_cast<std::size_t>(shape.cornersOfFace(face));
        std::array<std::int32_t, 4> corners{};
        for (std::size_t i = 0; i < count; ++i)
        {
          corners[i] = mesh.element(e)[shape.faceNodes[static_cast<std::size_t>(face)][i]];
        }
        visit(corners, count);
      }
    }
  }

  const StructuralProblem& Design;
  std::size_t Component;
  const Marker& Mark;
  std::vector<std::uint8_t> IsDone; ///< nodes of supported faces
};
}

std::vector<std::uint8_t> supportsOnGrid(
  const StructuralProblem& design, const SurfaceGrid& grid, bool isPlane, double reach)
{
  const double longest = isPlane ? std::max(grid.spacing[0], grid.spacing[1])
                                 : std::max({ grid.spacing[0], grid.spacing[1], grid.spacing[2] });
  std::vector<std::uint8_t> marks(3 * grid.numberOfNodes(), 0);
  for (std::size_t component = 0; component < (isPlane ? 2U : 3U); ++component)
  {
    const Marker marker(design.mesh, grid, isPlane, marks, component);
    ComponentSupports supports(design, component, marker);
    supports.markFaces();
    supports.markEdgesAndCorners(std::max(reach, LeastReach * longest));
  }
  return marks;
}
}
