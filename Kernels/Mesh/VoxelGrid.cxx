#include "Mesh/VoxelGrid.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
constexpr int Edge = VoxelBrick::Edge;

int bitsSet(unsigned mask)
{
  int count = 0;
  for (; mask; mask &= mask - 1)
  {
    ++count;
  }
  return count;
}

std::string sizeText(const std::array<int, 3>& cells)
{
  return std::to_string(cells[0]) + " x " + std::to_string(cells[1]) + " x " +
    std::to_string(cells[2]);
}

/// Which voxels are solid. @throws Error about what is wrong with the image
std::vector<std::uint8_t> solidVoxels(const VoxelImage& image)
{
  for (int d = 0; d < 3; ++d)
  {
    if (image.cells[d] < 1)
    {
      throw Error("The image has no voxels: its size is " + sizeText(image.cells) +
        ". Give an image of one voxel at least.");
    }
    if (!(image.spacing[d] > 0.0) || !std::isfinite(image.spacing[d]) ||
      !std::isfinite(image.origin[d]))
    {
      throw Error("The spacing of the image along " + std::string(1, char('x' + d)) + " is " +
        shortText(image.spacing[d]) + ", its origin " + shortText(image.origin[d]) +
        ". Give a positive spacing and a finite origin.");
    }
  }
  const std::size_t voxels =
    std::size_t(image.cells[0]) * std::size_t(image.cells[1]) * std::size_t(image.cells[2]);
  if (image.moduli.size() != voxels)
  {
    throw Error("The image has " + std::to_string(image.moduli.size()) + " moduli for " +
      sizeText(image.cells) + " voxels. Give one Young's modulus for each voxel.");
  }
  std::vector<std::uint8_t> solid(voxels);
  bool any = false;
  for (std::size_t v = 0; v < voxels; ++v)
  {
    const double modulus = image.moduli[v];
    if (!(modulus >= 0.0) || !std::isfinite(modulus))
    {
      throw Error("Young's modulus of voxel " + std::to_string(v) + " is " + shortText(modulus) +
        ". Give finite positive moduli, and zero where the image is void.");
    }
    solid[v] = modulus > 0.0;
    any = any || solid[v];
  }
  if (!any)
  {
    throw Error("All voxels of the image are void. Change the threshold or the table of labels so "
                "that some are solid.");
  }
  return solid;
}

std::int32_t root(std::vector<std::int32_t>& parents, std::int32_t v)
{
  while (parents[v] != v)
  {
    parents[v] = parents[parents[v]];
    v = parents[v];
  }
  return v;
}
}

std::vector<std::int64_t> labelParts(const std::array<int, 3>& cells,
  const std::vector<std::uint8_t>& solid, std::vector<std::int32_t>& labels)
{
  // Runs along x are joined first, so that trees hold runs instead of voxels.
  std::vector<std::int32_t> parents(1, 0);
  labels.assign(solid.size(), 0);
  const std::int64_t strides[3] = { 1, cells[0], std::int64_t(cells[0]) * cells[1] };
  std::int64_t v = 0;
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i, ++v)
      {
        if (!solid[v])
        {
          continue;
        }
        std::int32_t label = i > 0 ? labels[v - 1] : 0;
        const bool inside[3] = { false, j > 0, k > 0 };
        for (int d = 1; d < 3; ++d)
        {
          const std::int32_t other = inside[d] ? labels[v - strides[d]] : 0;
          if (other == 0)
          {
            continue;
          }
          if (label == 0)
          {
            label = other;
          }
          const std::int32_t a = root(parents, label);
          const std::int32_t b = root(parents, other);
          parents[std::max(a, b)] = std::min(a, b);
        }
        if (label == 0)
        {
          label = static_cast<std::int32_t>(parents.size());
          parents.push_back(label);
        }
        labels[v] = label;
      }
    }
  }
  std::vector<std::int32_t> numbers(parents.size(), 0);
  std::vector<std::int64_t> sizes;
  for (std::int32_t& label : labels)
  {
    if (label == 0)
    {
      continue;
    }
    std::int32_t& number = numbers[root(parents, label)];
    if (number == 0)
    {
      sizes.push_back(0);
      number = static_cast<std::int32_t>(sizes.size());
    }
    label = number;
    ++sizes[number - 1];
  }
  return sizes;
}

VoxelGrid::VoxelGrid(const VoxelImage& image, VoxelParts parts)
  : Cells(image.cells), Spacing(image.spacing), Origin(image.origin)
{
  std::vector<std::uint8_t> solid = solidVoxels(image);
  if (parts == VoxelParts::Largest)
  {
    std::vector<std::int32_t> labels;
    const std::vector<std::int64_t> sizes = labelParts(image.cells, solid, labels);
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    const auto kept = static_cast<std::int32_t>(largest - sizes.begin()) + 1;
    for (std::size_t v = 0; v < solid.size(); ++v)
    {
      this->DroppedVoxels += solid[v] && labels[v] != kept;
      solid[v] = labels[v] == kept;
    }
    this->DroppedParts = static_cast<std::int64_t>(sizes.size()) - 1;
  }
  this->placeBricks(solid);

  const std::vector<std::int32_t> positions = this->elementPositions();
  this->Moduli.resize(positions.size() / 3);
  for (std::size_t e = 0; e < this->Moduli.size(); ++e)
  {
    const std::int32_t* p = positions.data() + 3 * e;
    this->Moduli[e] = image.moduli[std::size_t(p[0]) +
      std::size_t(this->Cells[0]) * (std::size_t(p[1]) + std::size_t(this->Cells[1]) * p[2])];
  }
}

void VoxelGrid::placeBricks(const std::vector<std::uint8_t>& solid)
{
  for (int d = 0; d < 3; ++d)
  {
    this->Extent[d] = this->Cells[d] / Edge + 1;
  }
  const auto [nx, ny, nz] = this->Extent;
  this->Index.assign(std::size_t(nx) * std::size_t(ny) * std::size_t(nz), -1);
  const auto isSolid = [&](int i, int j, int k)
  {
    return i >= 0 && j >= 0 && k >= 0 && i < this->Cells[0] && j < this->Cells[1] &&
      k < this->Cells[2] &&
      solid[std::size_t(i) +
        std::size_t(this->Cells[0]) * (std::size_t(j) + std::size_t(this->Cells[1]) * k)];
  };
  std::int64_t elements = 0;
  for (std::int32_t b = 0; b < static_cast<std::int32_t>(this->Index.size()); ++b)
  {
    const std::array<std::int32_t, 3> place = { b % nx, b / nx % ny, b / nx / ny };
    VoxelBrick brick = {};
    int nodes = 0;
    int inside = 0;
    for (int row = 0; row < VoxelBrick::Rows; ++row)
    {
      const int j = Edge * place[1] + row % Edge;
      const int k = Edge * place[2] + row / Edge;
      unsigned solidBits = 0; // bit i + 1 of a voxel, in any of the four rows around
      unsigned own = 0;
      for (int i = 0; i <= Edge; ++i)
      {
        const int x = Edge * place[0] + i - 1;
        const bool here = isSolid(x, j, k);
        const bool around =
          here || isSolid(x, j - 1, k) || isSolid(x, j, k - 1) || isSolid(x, j - 1, k - 1);
        const unsigned bit = 1U << i;
        solidBits |= around ? bit : 0U;
        own |= here ? bit : 0U;
      }
      brick.nodes[row] = static_cast<std::uint8_t>(solidBits | solidBits >> 1);
      brick.elements[row] = static_cast<std::uint8_t>(own >> 1);
      brick.nodeRows[row] = static_cast<std::uint16_t>(nodes);
      brick.elementRows[row] = static_cast<std::uint16_t>(inside);
      nodes += bitsSet(brick.nodes[row]);
      inside += bitsSet(brick.elements[row]);
    }
    if (nodes == 0)
    {
      continue;
    }
    if (this->NumberOfNodes + nodes > std::numeric_limits<std::int32_t>::max() / 4)
    {
      throw Error("The image has more than " +
        std::to_string(std::numeric_limits<std::int32_t>::max() / 4) +
        " nodes, more than a grid can number. Crop it or make it coarser.");
    }
    brick.firstNode = static_cast<std::int32_t>(this->NumberOfNodes);
    brick.firstElement = static_cast<std::int32_t>(elements);
    this->NumberOfNodes += nodes;
    elements += inside;
    this->Index[b] = static_cast<std::int32_t>(this->Bricks.size());
    this->Bricks.push_back(brick);
    this->Places.push_back(place);
  }
  this->Moduli.resize(static_cast<std::size_t>(elements));
  for (std::size_t b = 0; b < this->Bricks.size(); ++b)
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

namespace
{
/// Appends the lattice positions of the bits set in masks.
void appendPositions(const std::array<std::int32_t, 3>& place, const std::uint8_t* masks,
  std::vector<std::int32_t>& positions)
{
  for (int row = 0; row < VoxelBrick::Rows; ++row)
  {
    for (int i = 0; i < Edge; ++i)
    {
      if (masks[row] >> i & 1)
      {
        positions.push_back(Edge * place[0] + i);
        positions.push_back(Edge * place[1] + row % Edge);
        positions.push_back(Edge * place[2] + row / Edge);
      }
    }
  }
}
}

std::vector<std::int32_t> VoxelGrid::nodePositions() const
{
  std::vector<std::int32_t> positions;
  positions.reserve(3 * static_cast<std::size_t>(this->NumberOfNodes));
  for (std::size_t b = 0; b < this->Bricks.size(); ++b)
  {
    appendPositions(this->Places[b], this->Bricks[b].nodes, positions);
  }
  return positions;
}

std::vector<std::int32_t> VoxelGrid::elementPositions() const
{
  std::vector<std::int32_t> positions;
  positions.reserve(3 * this->Moduli.size());
  for (std::size_t b = 0; b < this->Bricks.size(); ++b)
  {
    appendPositions(this->Places[b], this->Bricks[b].elements, positions);
  }
  return positions;
}

HexMesh VoxelGrid::mesh() const
{
  HexMesh mesh;
  const std::vector<std::int32_t> nodes = this->nodePositions();
  mesh.points.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    mesh.points[i] = this->Origin[i % 3] + this->Spacing[i % 3] * nodes[i];
  }
  const std::vector<std::int32_t> elements = this->elementPositions();
  mesh.connectivity.reserve(8 * this->Moduli.size());
  for (std::size_t e = 0; e < this->Moduli.size(); ++e)
  {
    const std::int32_t* p = elements.data() + 3 * e;
    for (int a = 0; a < 8; ++a)
    {
      mesh.connectivity.push_back(
        this->node(p[0] + ((a + 1) / 2 & 1), p[1] + (a / 2 & 1), p[2] + a / 4));
    }
  }
  return mesh;
}

std::size_t VoxelGrid::memory(std::size_t bricks, std::size_t elements)
{
  return bricks * (sizeof(VoxelBrick) + 4 * sizeof(std::int32_t)) + elements * sizeof(double);
}
}
