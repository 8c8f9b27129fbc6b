#include "Mesh/Voxel/VoxelGrid.h"

#include "Core/Error.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Text.h"
#include "Mesh/Voxel/BrickPositions.h"
#include "Mesh/Voxel/Solid/SolidVoxels.h"
#include "Mesh/Voxel/Solid/VoxelBits.h"
#include "Mesh/Voxel/Solid/VoxelRuns.h"
#include "Mesh/Voxel/Solid/VoxelSelection.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
namespace
{
constexpr int Edge = VoxelBrick::Edge;

/// Masks of the solid voxels and the nodes of the rows of a brick.
class SolidRows
{
public:
  SolidRows(const VoxelBits& bits, const std::array<std::int32_t, 3>& place)
    : Bits(bits), Place(place)
  {
  }

  unsigned elements(int row) const { return this->around(row, 0, 0) >> 1; }
  /// Returns the nodes in a row that belong to an element.
  unsigned nodes(int row) const
  {
    const unsigned any = this->around(row, 0, 0) | this->around(row, 1, 0) |
      this->around(row, 0, 1) | this->around(row, 1, 1);
    return (any | any >> 1) & 0xffU;
  }

private:
  unsigned around(int row, int rowsBefore, int layersBefore) const
  {
    return this->Bits.around(this->Place[0], Edge * this->Place[1] + row % Edge - rowsBefore,
      Edge * this->Place[2] + row / Edge - layersBefore);
  }

  const VoxelBits& Bits;
  std::array<std::int32_t, 3> Place;
};
}

std::vector<std::int64_t> labelParts(const std::array<int, 3>& cells,
  const std::vector<std::uint8_t>& solid, std::vector<std::int32_t>& labels)
{
  const VoxelRuns runs(VoxelBits(cells, solid));
  labels.assign(solid.size(), 0);
  runs.visit([&labels](std::int32_t part, std::int64_t begin, std::int64_t end)
    { std::fill(labels.begin() + begin, labels.begin() + end, part + 1); });
  return runs.sizes();
}

VoxelGrid::VoxelGrid(const VoxelImage& image, VoxelParts parts)
  : VoxelGrid(image, selectVoxels(image, parts))
{
}

VoxelGrid::VoxelGrid(
  const VoxelImage& image, VoxelParts parts, const BrickOwnership& owns, GhostVoxels ghosts)
  : VoxelGrid(image, selectVoxels(image, parts), owns, ghosts)
{
}

VoxelGrid::VoxelGrid(const VoxelImage& image, const VoxelSelection& selection)
  : Cells(image.cells), Spacing(image.spacing), Origin(image.origin)
{
  this->build(image, selection, nullptr);
}

VoxelGrid::VoxelGrid(const VoxelImage& image, const VoxelSelection& selection,
  const BrickOwnership& owns, GhostVoxels ghosts)
  : Cells(image.cells), Spacing(image.spacing), Origin(image.origin), Ghosts(ghosts)
{
  this->build(image, selection, &owns);
}

void VoxelGrid::build(
  const VoxelImage& image, const VoxelSelection& selection, const BrickOwnership* owns)
{
  this->DroppedVoxels = selection.droppedVoxels;
  this->DroppedParts = selection.droppedParts;
  for (int d = 0; d < 3; ++d)
  {
    this->Extent[d] = this->Cells[d] / Edge + 1;
  }
  this->Index.assign(
    std::size_t(this->Extent[0]) * std::size_t(this->Extent[1]) * std::size_t(this->Extent[2]), -1);
  if (owns)
  {
    this->Owned.resize(this->Index.size());
    for (std::size_t b = 0; b < this->Owned.size(); ++b)
    {
      this->Owned[b] = (*owns)(this->placeAt(static_cast<std::int64_t>(b))) ? 1 : 0;
    }
    VoxelBits near = selection.voxels;
    clearFarVoxels(this->Extent, this->Owned, this->Ghosts, near);
    this->placeBricks(near);
  }
  else
  {
    this->placeBricks(selection.voxels);
  }

  const auto bricks = static_cast<std::int64_t>(this->Bricks.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < bricks; ++b)
  {
    std::int64_t element = this->Bricks[b].firstElement;
    visitPositions(this->Places[b], this->Bricks[b].elements,
      [&](std::size_t i, std::size_t j, std::size_t k)
      {
        this->Moduli[element++] =
          image.moduli[i + std::size_t(this->Cells[0]) * (j + std::size_t(this->Cells[1]) * k)];
      });
  }
}

std::array<std::int32_t, 3> VoxelGrid::placeAt(std::int64_t index) const
{
  const std::int64_t nx = this->Extent[0];
  const std::int64_t ny = this->Extent[1];
  return { static_cast<std::int32_t>(index % nx), static_cast<std::int32_t>(index / nx % ny),
    static_cast<std::int32_t>(index / nx / ny) };
}

void VoxelGrid::placeBricks(const VoxelBits& solid)
{
  const std::vector<std::uint8_t>& owned = this->Owned;
  const int nx = this->Extent[0];
  const int ny = this->Extent[1];
  const int nz = this->Extent[2];
  const auto places = static_cast<std::int64_t>(this->Index.size());
  // First, positions of bricks that contain nodes are found; then these bricks are numbered.
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < places; ++b)
  {
    const auto [x, y, z] = this->placeAt(b);
    unsigned any = 0; // voxels around the nodes of the brick
    for (int k = -1; k < Edge; ++k)
    {
      for (int j = -1; j < Edge; ++j)
      {
        any |= solid.around(x, Edge * y + j, Edge * z + k);
      }
    }
    this->Index[b] = any != 0 ? 0 : -1;
  }
  // The part's own bricks come first.
  const auto number = [&](bool ofPart)
  {
    for (std::int64_t b = 0; b < places; ++b)
    {
      if (this->Index[b] == 0 && (owned.empty() || owned[b] != 0) == ofPart)
      {
        this->Places.push_back(this->placeAt(b));
      }
    }
  };
  number(true);
  const std::size_t ownedBricks = this->Places.size();
  this->NumberOfOwnedBricks = static_cast<std::int64_t>(ownedBricks);
  if (!owned.empty())
  {
    number(false);
  }
  for (std::size_t b = 0; b < this->Places.size(); ++b)
  {
    const std::array<std::int32_t, 3>& place = this->Places[b];
    this->Index[place[0] + std::int64_t(nx) * (place[1] + std::int64_t(ny) * place[2])] =
      static_cast<std::int32_t>(b);
  }
  this->Bricks = zeroVector<VoxelBrick>(this->Places.size());
  const auto bricks = static_cast<std::int64_t>(this->Bricks.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < bricks; ++b)
  {
    VoxelBrick& brick = this->Bricks[b];
    const SolidRows rows(solid, this->Places[b]);
    int nodes = 0;
    int inside = 0;
    for (int row = 0; row < VoxelBrick::Rows; ++row)
    {
      brick.nodes[row] = static_cast<std::uint8_t>(rows.nodes(row));
      brick.elements[row] = static_cast<std::uint8_t>(rows.elements(row));
      brick.nodeRows[row] = static_cast<std::uint16_t>(nodes);
      brick.elementRows[row] = static_cast<std::uint16_t>(inside);
      nodes += bitsSet(brick.nodes[row]);
      inside += bitsSet(brick.elements[row]);
    }
    // These are counts until the counts of all bricks are known.
    brick.firstNode = nodes;
    brick.firstElement = inside;
  }
  std::int64_t elements = 0;
  for (std::size_t b = 0; b < this->Bricks.size(); ++b)
  {
    VoxelBrick& brick = this->Bricks[b];
    const std::int64_t nodes = this->NumberOfNodes;
    this->NumberOfNodes += brick.firstNode;
    brick.firstNode = static_cast<std::int32_t>(nodes);
    const std::int64_t before = elements;
    elements += brick.firstElement;
    brick.firstElement = static_cast<std::int32_t>(before);
    if (this->NumberOfNodes > std::numeric_limits<std::int32_t>::max() / 4)
    {
      throw Error("The image has more than " +
        std::to_string(std::numeric_limits<std::int32_t>::max() / 4) +
        " nodes, more than a grid can number. Crop it or make it coarser.");
    }
    if (b < ownedBricks)
    {
      this->NumberOfOwnedNodes = this->NumberOfNodes;
      this->NumberOfOwnedElements = elements;
    }
  }
  this->Moduli = zeroVector<double>(static_cast<std::size_t>(elements));
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < bricks; ++b)
  {
    for (int n = 0; n < 27; ++n)
    {
      const int p[3] = { this->Places[b][0] + n % 3 - 1, this->Places[b][1] + n / 3 % 3 - 1,
        this->Places[b][2] + n / 9 - 1 };
      const bool inside =
        p[0] >= 0 && p[1] >= 0 && p[2] >= 0 && p[0] < nx && p[1] < ny && p[2] < nz;
      this->Bricks[b].neighbours[n] =
        inside ? this->Index[p[0] + std::int64_t(nx) * (p[1] + std::int64_t(ny) * p[2])] : -1;
    }
  }
}

const VoxelBrick* VoxelGrid::brickAt(int i, int j, int k) const
{
  if (i < 0 || j < 0 || k < 0 || i > this->Cells[0] || j > this->Cells[1] || k > this->Cells[2])
  {
    return nullptr;
  }
  const std::int32_t b = this->Index[i / Edge +
    std::int64_t(this->Extent[0]) * (j / Edge + std::int64_t(this->Extent[1]) * (k / Edge))];
  return b < 0 ? nullptr : &this->Bricks[b];
}

std::int32_t VoxelGrid::node(int i, int j, int k) const
{
  const VoxelBrick* brick = this->brickAt(i, j, k);
  if (!brick)
  {
    return -1;
  }
  const int row = j % Edge + Edge * (k % Edge);
  const unsigned bit = 1U << (unsigned(i) % Edge);
  const unsigned mask = brick->nodes[row];
  return mask & bit ? brick->firstNode + brick->nodeRows[row] + bitsSet(mask & (bit - 1)) : -1;
}

std::int32_t VoxelGrid::element(int i, int j, int k) const
{
  const VoxelBrick* brick = this->brickAt(i, j, k);
  if (!brick)
  {
    return -1;
  }
  const int row = j % Edge + Edge * (k % Edge);
  const unsigned bit = 1U << (unsigned(i) % Edge);
  const unsigned mask = brick->elements[row];
  return mask & bit ? brick->firstElement + brick->elementRows[row] + bitsSet(mask & (bit - 1))
                    : -1;
}

std::vector<std::int32_t> VoxelGrid::nodePositions() const
{
  return listByBricks<std::int32_t>(3 * static_cast<std::size_t>(this->NumberOfNodes), this->Bricks,
    [this](std::int64_t b, std::int32_t* list)
    {
      const VoxelBrick& brick = this->Bricks[b];
      writePositions(this->Places[b], brick.nodes, list + 3 * std::int64_t(brick.firstNode));
    });
}

std::vector<std::int32_t> VoxelGrid::elementPositions() const
{
  return listByBricks<std::int32_t>(3 * this->Moduli.size(), this->Bricks,
    [this](std::int64_t b, std::int32_t* list)
    {
      const VoxelBrick& brick = this->Bricks[b];
      writePositions(this->Places[b], brick.elements, list + 3 * std::int64_t(brick.firstElement));
    });
}

std::vector<std::int64_t> VoxelGrid::nodeIndices() const
{
  const std::array<int, 3> size = { this->Cells[0] + 1, this->Cells[1] + 1, this->Cells[2] + 1 };
  return listByBricks<std::int64_t>(static_cast<std::size_t>(this->NumberOfNodes), this->Bricks,
    [this, &size](std::int64_t b, std::int64_t* list)
    {
      const VoxelBrick& brick = this->Bricks[b];
      writeIndices(this->Places[b], brick.nodes, size, list + brick.firstNode);
    });
}

std::vector<std::int64_t> VoxelGrid::elementIndices() const
{
  return listByBricks<std::int64_t>(this->Moduli.size(), this->Bricks,
    [this](std::int64_t b, std::int64_t* list)
    {
      const VoxelBrick& brick = this->Bricks[b];
      writeIndices(this->Places[b], brick.elements, this->Cells, list + brick.firstElement);
    });
}

Mesh VoxelGrid::mesh() const
{
  Mesh mesh;
  const std::vector<std::int32_t> nodes = this->nodePositions();
  mesh.points = zeroVector<double>(nodes.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t n = 0; n < this->NumberOfNodes; ++n)
  {
    for (std::int64_t d = 0; d < 3; ++d)
    {
      mesh.points[3 * n + d] = this->Origin[d] + this->Spacing[d] * nodes[3 * n + d];
    }
  }
  const std::vector<std::int32_t> elements = this->elementPositions();
  mesh.connectivity = zeroVector<std::int32_t>(8 * this->Moduli.size());
  const std::int64_t count = this->numberOfElements();
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < count; ++e)
  {
    const std::int32_t* p = elements.data() + 3 * e;
    for (int a = 0; a < 8; ++a)
    {
      mesh.connectivity[8 * e + a] =
        this->node(p[0] + ((a + 1) / 2 & 1), p[1] + (a / 2 & 1), p[2] + a / 4);
    }
  }
  return mesh;
}

std::size_t VoxelGrid::memory(std::size_t bricks, std::size_t elements)
{
  return bricks * (sizeof(VoxelBrick) + 4 * sizeof(std::int32_t)) + elements * sizeof(double);
}
}
