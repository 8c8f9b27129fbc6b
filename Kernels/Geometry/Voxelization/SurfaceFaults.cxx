#include "Geometry/Voxelization/SurfaceFaults.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Core/UnionFind.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"
#include "Geometry/Voxelization/MergedSurface.h"
#include "Geometry/Voxelization/TriangleCrossings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>

namespace trabecula
{
namespace
{
std::string placeText(const Position& x)
{
  return "(" + shortText(x[0]) + ", " + shortText(x[1]) + ", " + shortText(x[2]) + ")";
}

/// A side of a triangle, by its ends in ascending order.
struct HalfEdge
{
  std::int32_t low;
  std::int32_t high;
  std::int32_t triangle;
  std::int32_t direction; ///< 1 from low to high, otherwise -1

  bool operator<(const HalfEdge& other) const
  {
    return std::tie(this->low, this->high, this->triangle) <
      std::tie(other.low, other.high, other.triangle);
  }
  bool isAlong(const HalfEdge& other) const
  {
    return this->low == other.low && this->high == other.high;
  }
};

std::vector<HalfEdge> sortedEdges(const TriangleMesh& mesh)
{
  std::vector<HalfEdge> edges(mesh.triangles.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
  {
    const std::int32_t a = mesh.triangles[i];
    const std::int32_t b = mesh.triangles[i % 3 == 2 ? i - 2 : i + 1];
    edges[i] = { std::min(a, b), std::max(a, b), static_cast<std::int32_t>(i / 3), a < b ? 1 : -1 };
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

/// Edges that are traversed more often in one direction than in the other.
struct UnevenEdges
{
  std::int64_t open = 0;   ///< edges of an odd number of triangles
  std::int64_t turned = 0; ///< edges of an even number of triangles
  HalfEdge firstOpen = {};
  HalfEdge firstTurned = {};
};

/// Calls visit(first, last) for the triangles of each edge.
template <class Visit>
void visitEdges(const std::vector<HalfEdge>& edges, const Visit& visit)
{
  for (std::size_t i = 0; i < edges.size();)
  {
    std::size_t end = i;
    while (end < edges.size() && edges[end].isAlong(edges[i]))
    {
      ++end;
    }
    visit(&edges[i], edges.data() + end);
    i = end;
  }
}

UnevenEdges findUneven(const std::vector<HalfEdge>& edges)
{
  UnevenEdges uneven;
  visitEdges(edges,
    [&](const HalfEdge* first, const HalfEdge* last)
    {
      const int sum = std::accumulate(
        first, last, 0, [](int s, const HalfEdge& edge) { return s + edge.direction; });
      if (sum == 0)
      {
        return;
      }
      const bool isOpen = (last - first) % 2 != 0;
      HalfEdge& told = isOpen ? uneven.firstOpen : uneven.firstTurned;
      std::int64_t& count = isOpen ? uneven.open : uneven.turned;
      told = count++ == 0 ? *first : told;
    });
  return uneven;
}

/// Describes an edge, for example "between the points (..) and (..), of cell 7".
std::string describe(
  const HalfEdge& edge, const TriangleMesh& mesh, const std::vector<std::int64_t>& cells)
{
  return "between the points " + placeText(mesh.point(edge.low)) + " and " +
    placeText(mesh.point(edge.high)) + ", of cell " +
    std::to_string(cells[std::size_t(edge.triangle)]);
}

void requireClosed(
  const UnevenEdges& uneven, const TriangleMesh& mesh, const std::vector<std::int64_t>& cells)
{
  if (uneven.open > 0)
  {
    throw Error("The surface is not closed: it has " + countText(uneven.open, "open edge") +
      ", the first " + describe(uneven.firstOpen, mesh, cells) +
      ". Close it, with the filter Fill Holes or in the program that made it; where points of both "
      "sides differ a little, with the filter Clean and a tolerance.");
  }
  if (uneven.turned > 0)
  {
    throw Error("Some triangles of the surface are turned inside out: " +
      countText(uneven.turned, "edge") + (uneven.turned == 1 ? " is" : " are") +
      " between two triangles of opposite sides, the first " +
      describe(uneven.firstTurned, mesh, cells) +
      ". Turn them, with the filter Generate Surface Normals (Consistency on, Splitting off), or "
      "in "
      "the program that made the surface.");
  }
}

void requireNoCrossings(const SurfaceCrossings& found, const std::vector<std::int64_t>& cells)
{
  const auto describe = [&](const TrianglePairs& pairs)
  {
    return "the first of cells " + std::to_string(cells[std::size_t(pairs.first)]) + " and " +
      std::to_string(cells[std::size_t(pairs.second)]) + " at " + placeText(pairs.place) +
      ". Unite its parts in the program that made it (a Boolean union).";
  };
  if (found.crossing.count > 0)
  {
    throw Error("The surface intersects itself: " + countText(found.crossing.count, "pair") +
      " of triangles cross, " + describe(found.crossing));
  }
  if (found.overlapping.count > 0)
  {
    throw Error("The surface lies on itself, so that its inside would count twice: " +
      countText(found.overlapping.count, "pair") +
      " of triangles overlap in one plane with the same orientation, " +
      describe(found.overlapping));
  }
}

/// The piece of each triangle, connected through edges: the number of its first triangle.
std::vector<std::int32_t> findPieces(const TriangleMesh& mesh, const std::vector<HalfEdge>& edges)
{
  std::vector<std::int32_t> parents(mesh.numberOfTriangles());
  std::iota(parents.begin(), parents.end(), 0);
  visitEdges(edges,
    [&](const HalfEdge* first, const HalfEdge* last)
    {
      for (const HalfEdge* edge = first + 1; edge < last; ++edge)
      {
        unionfind::join(parents.data(), first->triangle, edge->triangle);
      }
    });
  for (std::size_t t = 0; t < parents.size(); ++t)
  {
    parents[t] = unionfind::root(parents.data(), static_cast<std::int32_t>(t));
  }
  return parents;
}

/// A closed piece of a surface.
struct ClosedPiece
{
  std::int32_t first = 0; ///< its first triangle
  double volume = 0.0;    ///< signed, length^3
  double largest = 0.0;   ///< largest of the terms whose sum is the volume
  Position tip = {};      ///< point with the largest x
  int around = 0;         ///< number of times that the other pieces enclose the tip

  /// 1 for an outer surface, -1 for a cavity, 0 for a sheet of two equal sides.
  int sign() const
  {
    const double rounding = 1e-12 * this->largest;
    return this->volume > rounding ? 1 : this->volume < -rounding ? -1 : 0;
  }
};

std::vector<ClosedPiece> measurePieces(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& pieceOf)
{
  std::vector<std::int32_t> numberOf(pieceOf.size(), -1);
  std::vector<ClosedPiece> pieces;
  for (std::size_t t = 0; t < pieceOf.size(); ++t)
  {
    std::int32_t& number = numberOf[std::size_t(pieceOf[t])];
    const std::int32_t* corners = &mesh.triangles[3 * t];
    if (number < 0)
    {
      number = static_cast<std::int32_t>(pieces.size());
      pieces.emplace_back();
      pieces.back().first = static_cast<std::int32_t>(t);
      pieces.back().tip = mesh.point(corners[0]);
    }
    ClosedPiece& piece = pieces[std::size_t(number)];
    const Position centre = mesh.point(mesh.triangles[3 * std::size_t(piece.first)]);
    const double volume = dotProduct(minus(mesh.point(corners[0]), centre),
                            crossProduct(minus(mesh.point(corners[1]), centre),
                              minus(mesh.point(corners[2]), centre))) /
      6.0;
    piece.volume += volume;
    piece.largest += std::abs(volume);
    for (std::size_t c = 0; c < 3; ++c)
    {
      piece.tip = std::max(piece.tip, mesh.point(corners[c]));
    }
  }
  return pieces;
}

/// Sign of the area of a triangle projected to y and z. The second point is displaced by
/// infinitesimals, so that the sign is never 0 for different points.
int sideInYz(const Position& a, const Position& b, const Position& x)
{
  const bool swapped = std::make_pair(b[1], b[2]) < std::make_pair(a[1], a[2]);
  const Position& p = swapped ? b : a;
  const Position& q = swapped ? a : b;
  const double dy = q[1] - p[1];
  const double dz = q[2] - p[2];
  const double cross = dy * (x[2] - p[2]) - dz * (x[1] - p[1]);
  const bool left = cross != 0.0 ? cross > 0.0 : dz != 0.0 ? dz < 0.0 : dy > 0.0;
  return left != swapped ? 1 : -1;
}

/// Returns the number of other pieces that contain the tip of a piece, from the crossings of the
/// ray in x that begins at the tip.
int countAround(const TriangleMesh& mesh, const TriangleTree& tree,
  const std::vector<std::int32_t>& pieceOf, const ClosedPiece& piece)
{
  const std::int32_t own = pieceOf[std::size_t(piece.first)];
  const Position& tip = piece.tip;
  int around = 0;
  tree.visitBox(tip, { std::numeric_limits<double>::max(), tip[1], tip[2] },
    [&](std::int32_t t)
    {
      if (pieceOf[std::size_t(t)] == own)
      {
        return;
      }
      const Position a = mesh.point(mesh.triangles[3 * std::size_t(t)]);
      const Position b = mesh.point(mesh.triangles[3 * std::size_t(t) + 1]);
      const Position c = mesh.point(mesh.triangles[3 * std::size_t(t) + 2]);
      const int side = sideInYz(a, b, tip);
      if (side != sideInYz(b, c, tip) || side != sideInYz(c, a, tip))
      {
        return;
      }
      const Position normal = crossProduct(minus(b, a), minus(c, a));
      // The triangle must not be below the tip in x; a part that the tip touches is beyond it.
      around += normal[0] * dotProduct(normal, minus(a, tip)) >= 0.0 ? side : 0;
    });
  return around;
}

/// Returns whether a piece bounds solid that is outside of the solid of others, or a cavity in the
/// solid of another piece.
bool isInOrder(int sign, int around)
{
  return sign == 0 || around == (sign > 0 ? 0 : 1);
}

void requireOrientation(
  const std::vector<ClosedPiece>& pieces, const std::vector<std::int64_t>& cells)
{
  const auto wrong = std::find_if(pieces.begin(), pieces.end(),
    [](const ClosedPiece& piece) { return !isInOrder(piece.sign(), piece.around); });
  if (wrong == pieces.end())
  {
    return;
  }
  if (std::all_of(pieces.begin(), pieces.end(),
        [](const ClosedPiece& piece) { return isInOrder(-piece.sign(), -piece.around); }))
  {
    throw Error("The surface is inside out: its triangles are clockwise seen from outside, and it "
                "encloses a negative volume. Tick Reverse Orientation.");
  }
  const std::string which = "The piece of the surface that cell " +
    std::to_string(cells[std::size_t(wrong->first)]) + " belongs to, at " + placeText(wrong->tip);
  if (wrong->sign() < 0)
  {
    throw Error(which +
      ", is inside out, and is no cavity of another piece. Turn it, with the "
      "filters Connectivity, Extract and Reverse Sense, or in the program that "
      "made the surface.");
  }
  throw Error(which +
    ", lies within another piece, so that its inside would count twice. Leave it "
    "out, or turn it inside out if it is a cavity.");
}

bool requireSurface(const MergedSurface& surface, const std::vector<std::int64_t>& cells,
  bool mayCross, Observer& observer)
{
  const TriangleMesh& mesh = surface.mesh;
  if (mesh.numberOfTriangles() == 0)
  {
    throw Error(
      "The surface has no polygons. Give it a closed surface, of an STL file for example.");
  }
  std::vector<std::int64_t> cellOf(mesh.numberOfTriangles());
  for (std::size_t t = 0; t < cellOf.size(); ++t)
  {
    cellOf[t] = cells[std::size_t(surface.triangles[t])];
  }
  observer.progress(0.0, "Checking that the surface is closed");
  const std::vector<HalfEdge> edges = sortedEdges(mesh);
  requireClosed(findUneven(edges), mesh, cellOf);
  if (observer.stopRequested())
  {
    return false;
  }
  if (!mayCross)
  {
    observer.progress(0.3, "Looking for triangles that cross");
    requireNoCrossings(findCrossings(mesh), cellOf);
  }
  if (observer.stopRequested())
  {
    return false;
  }
  observer.progress(0.9, "Checking orientations");
  const std::vector<std::int32_t> pieceOf = findPieces(mesh, edges);
  std::vector<ClosedPiece> pieces = measurePieces(mesh, pieceOf);
  const TriangleTree tree(mesh);
  const auto count = static_cast<std::int64_t>(pieces.size());
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t p = 0; p < count; ++p)
  {
    pieces[std::size_t(p)].around = countAround(mesh, tree, pieceOf, pieces[std::size_t(p)]);
  }
  requireOrientation(pieces, cellOf);
  observer.progress(1.0, "Checked the surface");
  return true;
}
}

bool requireSolidSurface(
  const MergedSurface& surface, const std::vector<std::int64_t>& cells, Observer& observer)
{
  return requireSurface(surface, cells, false, observer);
}

bool requireClosedSurface(
  const MergedSurface& surface, const std::vector<std::int64_t>& cells, Observer& observer)
{
  return requireSurface(surface, cells, true, observer);
}
}
