#include "Analysis/Body/BodyVoxels.h"

#include "Core/Device.h"
#include "Geometry/Triangles/SolidFraction.h"
#include "Geometry/Voxelization/VoxelFractions.h"
#include "Mesh/RigidBodyMotions.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trabecula
{
namespace
{
/// Sample points along each edge of a voxel if fractions cannot be exact.
constexpr int SamplesOfVoxel = 4;

/// Corners of a voxel in VTK's order.
constexpr std::array<std::array<int, 3>, 8> Corners = { { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 },
  { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } } };

/// Calls visit(voxel, i, j, k) for all voxels, x fastest.
template <class Visit>
void visitAll(const SurfaceGrid& grid, const Visit& visit)
{
  std::size_t voxel = 0;
  for (int k = 0; k < grid.cells[2]; ++k)
  {
    for (int j = 0; j < grid.cells[1]; ++j)
    {
      for (int i = 0; i < grid.cells[0]; ++i)
      {
        visit(voxel++, i, j, k);
      }
    }
  }
}

/// Thickness of the layer of elements of a plane body, else the edge of voxels in z.
double heightOf(const SurfaceGrid& grid, bool isPlane)
{
  return isPlane ? std::min(grid.spacing[0], grid.spacing[1]) : grid.spacing[2];
}

/// Bytes of the arrays of a body, for each voxel and each node of the grid: fractions, pieces,
/// shares and eight numbers of nodes; numbers, coordinates and supports.
constexpr std::size_t BytesOfVoxel = 8 + 4 + 8 + 8 * 4;
constexpr std::size_t BytesOfNode = 4 + 3 * 8 + 3;
/// Bytes of temporary arrays: the mask of solid voxels, and supports on the grid.
constexpr std::size_t ScratchOfVoxel = 1;
constexpr std::size_t ScratchOfNode = 3;
/// Bytes of voxelFractions() for each voxel of a layer and thread: two sums.
constexpr std::size_t BytesOfLayer = 16;

/// Supports of the nodes of a grid.
class HeldNodes
{
public:
  HeldNodes(const SurfaceGrid& grid, bool isPlane, const std::vector<std::uint8_t>& held)
    : Held(held),
      Layer(isPlane ? std::size_t(grid.cells[0] + 1) * std::size_t(grid.cells[1] + 1) : 0)
  {
  }

  bool isHeld(std::size_t node, std::size_t component) const
  {
    return this->Layer > 0 && component == 2 ? node < this->Layer
                                             : this->Held[3 * node + component] != 0;
  }

private:
  const std::vector<std::uint8_t>& Held;
  std::size_t Layer; ///< number of nodes of the lower side of a plane grid; else 0
};

/// The bounds of the supported nodes of a piece.
struct HeldPiece
{
  bool isAny = false;
  Position low = {};
  Position high = {};

  void add(const Position& x)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      this->low[d] = this->isAny ? std::min(this->low[d], x[d]) : x[d];
      this->high[d] = this->isAny ? std::max(this->high[d], x[d]) : x[d];
    }
    this->isAny = true;
  }
  RigidBodyMotions motions() const
  {
    Position centre;
    for (std::size_t d = 0; d < 3; ++d)
    {
      centre[d] = 0.5 * (this->low[d] + this->high[d]);
    }
    // Supports at a single point do not prevent rotations, whatever the radius.
    return RigidBodyMotions(
      { centre }, { std::max(0.5 * lengthOf(minus(this->high, this->low)), 1e-300) });
  }
};

/// Returns for each piece whether supports prevent all its rigid-body motions.
std::vector<std::uint8_t> heldPieces(
  const BodyVoxels& body, std::size_t pieces, const HeldNodes& held)
{
  const SurfaceGrid& grid = body.grid;
  const double height = heightOf(grid, body.isPlane);
  std::vector<std::int32_t> last(grid.numberOfNodes(), 0);
  // A node at which pieces touch belongs to all of them; most nodes are visited once per piece.
  const auto visitHeld = [&](const auto& visit)
  {
    std::fill(last.begin(), last.end(), 0);
    visitAll(grid,
      [&](std::size_t voxel, int i, int j, int k)
      {
        const std::int32_t piece = body.pieces[voxel];
        for (std::size_t a = 0; piece > 0 && a < Corners.size(); ++a)
        {
          const int x = i + Corners[a][0];
          const int y = j + Corners[a][1];
          const int z = k + Corners[a][2];
          const std::size_t node = grid.node(x, y, z);
          for (std::size_t c = 0; last[node] != piece && c < 3; ++c)
          {
            if (held.isHeld(node, c))
            {
              visit(static_cast<std::size_t>(piece), static_cast<int>(c),
                Position{ grid.origin[0] + x * grid.spacing[0],
                  grid.origin[1] + y * grid.spacing[1], grid.origin[2] + z * height });
            }
          }
          last[node] = piece;
        }
      });
  };
  std::vector<HeldPiece> bounds(pieces + 1);
  visitHeld([&](std::size_t piece, int, const Position& x) { bounds[piece].add(x); });
  std::vector<RigidBodyMotions> motions; // for pieces with a support
  std::vector<std::size_t> placeOf(pieces + 1, 0);
  for (std::size_t piece = 1; piece <= pieces; ++piece)
  {
    if (bounds[piece].isAny)
    {
      placeOf[piece] = motions.size();
      motions.push_back(bounds[piece].motions());
    }
  }
  visitHeld(
    [&](std::size_t piece, int component, const Position& x) {
      motions[placeOf[piece]].hold({ 0, component, x });
    });
  std::vector<std::uint8_t> isHeld(pieces + 1, 0);
  for (std::size_t piece = 1; piece <= pieces; ++piece)
  {
    isHeld[piece] = bounds[piece].isAny && motions[placeOf[piece]].describe().freedoms == 0 ? 1 : 0;
  }
  return isHeld;
}

/// Numbers the nodes of supported pieces, and makes the mesh, its supports and its solid fractions.
void makeMesh(BodyVoxels& body, const HeldNodes& held)
{
  const SurfaceGrid& grid = body.grid;
  body.numberOf.assign(grid.numberOfNodes(), -1);
  const auto visitKept = [&](const auto& visit)
  {
    visitAll(grid,
      [&](std::size_t voxel, int i, int j, int k)
      {
        if (body.isHeld[static_cast<std::size_t>(body.pieces[voxel])])
        {
          visit(voxel,
            [&](const auto& visitNode)
            {
              for (const auto& corner : Corners)
              {
                visitNode(grid.node(i + corner[0], j + corner[1], k + corner[2]));
              }
            });
        }
      });
  };
  std::size_t elements = 0;
  visitKept(
    [&](std::size_t, const auto& visitNodes)
    {
      ++elements;
      visitNodes([&](std::size_t node) { body.numberOf[node] = 0; });
    });
  // Sizes are determined beforehand, as growing arrays would take up to twice the memory.
  const auto nodes =
    static_cast<std::size_t>(std::count(body.numberOf.begin(), body.numberOf.end(), 0));
  body.mesh.points.reserve(3 * nodes);
  body.supports.reserve(3 * nodes);
  const double height = heightOf(grid, body.isPlane);
  std::int32_t count = 0;
  for (int k = 0; k <= grid.cells[2]; ++k)
  {
    for (int j = 0; j <= grid.cells[1]; ++j)
    {
      for (int i = 0; i <= grid.cells[0]; ++i)
      {
        const std::size_t node = grid.node(i, j, k);
        if (body.numberOf[node] != 0)
        {
          continue;
        }
        body.numberOf[node] = count++;
        body.mesh.points.insert(body.mesh.points.end(),
          { grid.origin[0] + i * grid.spacing[0], grid.origin[1] + j * grid.spacing[1],
            grid.origin[2] + k * height });
        for (std::size_t c = 0; c < 3; ++c)
        {
          body.supports.push_back(held.isHeld(node, c) ? 1 : 0);
        }
      }
    }
  }
  body.mesh.connectivity.reserve(Corners.size() * elements);
  body.shares.reserve(elements);
  visitKept(
    [&](std::size_t voxel, const auto& visitNodes)
    {
      body.shares.push_back(body.fractions[voxel]);
      visitNodes([&](std::size_t node) { body.mesh.connectivity.push_back(body.numberOf[node]); });
    });
}
}

std::int64_t BodyVoxels::numberOfLoosePieces() const
{
  return std::count(this->isHeld.begin() + 1, this->isHeld.end(), std::uint8_t(0));
}

std::size_t BodyVoxels::mostBytes(const SurfaceGrid& grid)
{
  const std::size_t voxels = grid.numberOfVoxels();
  const std::size_t layer = std::size_t(grid.cells[0]) * std::size_t(grid.cells[1]);
  const std::size_t fractions =
    8 * voxels + BytesOfLayer * layer * static_cast<std::size_t>(hostThreads());
  const std::size_t arrays =
    (BytesOfVoxel + ScratchOfVoxel) * voxels + (BytesOfNode + ScratchOfNode) * grid.numberOfNodes();
  return std::max(fractions, arrays);
}

std::optional<std::vector<double>> bodyFractions(
  const TriangleMesh& surface, const SurfaceGrid& grid, Observer& observer)
{
  requireClosedSurface(surface);
  try
  {
    return voxelFractions(surface, grid, observer);
  }
  catch (const SetupStopped&)
  {
    throw;
  }
  catch (const Error&)
  {
    const Position& spacing = grid.spacing;
    const Mesh mesh = makeBoxMesh(grid.cells,
      { spacing[0] * grid.cells[0], spacing[1] * grid.cells[1], spacing[2] * grid.cells[2] },
      grid.origin);
    return solidFractions(mesh, surface, SamplesOfVoxel, observer);
  }
}

BodyVoxels makeBodyVoxels(const SurfaceGrid& grid, bool isPlane, std::vector<double> fractions,
  const std::vector<std::uint8_t>& held)
{
  BodyVoxels body;
  body.grid = grid;
  body.isPlane = isPlane;
  body.fractions = std::move(fractions);
  std::vector<std::uint8_t> solid(body.fractions.size());
  for (std::size_t v = 0; v < solid.size(); ++v)
  {
    solid[v] = body.fractions[v] >= LeastBodyFraction ? 1 : 0;
    body.fractions[v] = solid[v] ? std::min(body.fractions[v], 1.0) : 0.0;
  }
  const std::size_t pieces = labelParts(grid.cells, solid, body.pieces).size();
  const HeldNodes heldNodes(grid, isPlane, held);
  body.isHeld = heldPieces(body, pieces, heldNodes);
  makeMesh(body, heldNodes);
  for (std::size_t v = 0; v < solid.size(); ++v)
  {
    body.looseVolume += body.isHeld[static_cast<std::size_t>(body.pieces[v])]
      ? 0.0
      : body.fractions[v] * grid.voxelVolume();
  }
  return body;
}
}
