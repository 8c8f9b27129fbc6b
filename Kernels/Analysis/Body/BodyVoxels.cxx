#include "Analysis/Body/BodyVoxels.h"

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
/// Sample points along each edge of a voxel, where fractions cannot be exact.
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

/// Thickness of the layer of elements on a plane, else the voxels' edge in z.
double heightOf(const SurfaceGrid& grid, bool isPlane)
{
  return isPlane ? std::min(grid.spacing[0], grid.spacing[1]) : grid.spacing[2];
}

/// Whether supports hold all motions of a piece.
/// @param held numbers of components, 3 times a node's number plus the component
bool isHeldFast(const Mesh& mesh, const std::vector<std::size_t>& held)
{
  if (held.empty())
  {
    return false;
  }
  Position low;
  std::copy_n(&mesh.points[3 * (held[0] / 3)], 3, low.begin());
  Position high = low;
  for (const std::size_t component : held)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double x = mesh.points[3 * (component / 3) + d];
      low[d] = std::min(low[d], x);
      high[d] = std::max(high[d], x);
    }
  }
  const Position diagonal = minus(high, low);
  Position centre;
  for (std::size_t d = 0; d < 3; ++d)
  {
    centre[d] = 0.5 * (low[d] + high[d]);
  }
  // Supports in one point leave rotations, at any radius.
  const double radius = std::max(0.5 * lengthOf(diagonal), 1e-300);
  RigidBodyMotions motions({ centre }, { radius });
  for (const std::size_t component : held)
  {
    const double* x = &mesh.points[3 * (component / 3)];
    motions.hold({ 0, static_cast<int>(component % 3), { x[0], x[1], x[2] } });
  }
  return motions.describe().freedoms == 0;
}

/// The nodes of voxels with a mark, and their elements.
struct Numbered
{
  std::vector<std::int32_t> numberOf;
  Mesh mesh;
  std::vector<std::size_t> nodes; ///< of the grid
};

Numbered numbered(const BodyVoxels& body, const std::vector<std::uint8_t>& ofPiece)
{
  const SurfaceGrid& grid = body.grid;
  Numbered result;
  result.numberOf.assign(grid.numberOfNodes(), -1);
  const auto visitKept = [&](const auto& visit)
  {
    visitAll(grid,
      [&](std::size_t voxel, int i, int j, int k)
      {
        if (ofPiece[static_cast<std::size_t>(body.pieces[voxel])])
        {
          for (const auto& corner : Corners)
          {
            visit(grid.node(i + corner[0], j + corner[1], k + corner[2]));
          }
        }
      });
  };
  visitKept([&](std::size_t node) { result.numberOf[node] = 0; });
  const double height = heightOf(grid, body.isPlane);
  std::int32_t count = 0;
  for (int k = 0; k <= grid.cells[2]; ++k)
  {
    for (int j = 0; j <= grid.cells[1]; ++j)
    {
      for (int i = 0; i <= grid.cells[0]; ++i)
      {
        const std::size_t node = grid.node(i, j, k);
        if (result.numberOf[node] == 0)
        {
          result.numberOf[node] = count++;
          result.nodes.push_back(node);
          result.mesh.points.insert(result.mesh.points.end(),
            { grid.origin[0] + i * grid.spacing[0], grid.origin[1] + j * grid.spacing[1],
              grid.origin[2] + k * height });
        }
      }
    }
  }
  visitKept([&](std::size_t node) { result.mesh.connectivity.push_back(result.numberOf[node]); });
  return result;
}

/// The supports of numbered nodes.
std::vector<std::uint8_t> supportsOf(
  const BodyVoxels& body, const Numbered& all, const std::vector<std::uint8_t>& held)
{
  std::vector<std::uint8_t> supports(3 * all.nodes.size());
  const std::size_t layer =
    std::size_t(body.grid.cells[0] + 1) * std::size_t(body.grid.cells[1] + 1);
  for (std::size_t n = 0; n < all.nodes.size(); ++n)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      supports[3 * n + c] = held[3 * all.nodes[n] + c];
    }
    if (body.isPlane)
    {
      supports[3 * n + 2] = all.nodes[n] < layer ? 1 : 0;
    }
  }
  return supports;
}

/// Of which pieces all motions are held.
std::vector<std::uint8_t> heldPieces(
  const BodyVoxels& body, std::size_t pieces, const std::vector<std::uint8_t>& held)
{
  std::vector<std::uint8_t> isHeld(pieces + 1, 1);
  isHeld[0] = 0;
  const Numbered all = numbered(body, isHeld);
  const std::vector<std::uint8_t> supports = supportsOf(body, all, held);
  // A node at which pieces touch belongs to all of them.
  std::vector<std::vector<std::size_t>> components(pieces + 1);
  std::vector<std::int32_t> last(all.nodes.size(), 0);
  std::size_t element = 0;
  visitAll(body.grid,
    [&](std::size_t voxel, int, int, int)
    {
      const std::int32_t piece = body.pieces[voxel];
      for (std::size_t a = 0; piece > 0 && a < 8; ++a)
      {
        const auto node = static_cast<std::size_t>(all.mesh.connectivity[8 * element + a]);
        for (std::size_t c = 0; last[node] != piece && c < 3; ++c)
        {
          if (supports[3 * node + c])
          {
            components[static_cast<std::size_t>(piece)].push_back(3 * node + c);
          }
        }
        last[node] = piece;
      }
      element += piece > 0 ? 1 : 0;
    });
  for (std::size_t piece = 1; piece <= pieces; ++piece)
  {
    isHeld[piece] = isHeldFast(all.mesh, components[piece]) ? 1 : 0;
  }
  return isHeld;
}
}

std::int64_t BodyVoxels::numberOfLoosePieces() const
{
  return std::count(this->isHeld.begin() + 1, this->isHeld.end(), std::uint8_t(0));
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
  body.isHeld = heldPieces(body, pieces, held);

  Numbered kept = numbered(body, body.isHeld);
  body.supports = supportsOf(body, kept, held);
  body.mesh = std::move(kept.mesh);
  body.numberOf = std::move(kept.numberOf);
  for (std::size_t v = 0; v < solid.size(); ++v)
  {
    const bool isHeld = body.isHeld[static_cast<std::size_t>(body.pieces[v])] != 0;
    (isHeld ? body.heldVolume : body.looseVolume) += body.fractions[v] * grid.voxelVolume();
    if (isHeld)
    {
      body.shares.push_back(body.fractions[v]);
    }
  }
  return body;
}
}
