#include "Solver/AuxiliaryLattice/LatticeFrame.h"

#include "Mesh/Voxel/VoxelGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace trabecula
{
namespace
{
/// Errors on elements much smaller than cells are smoothed slowly. Elements whose bounding box is
/// smaller than SmallElement times the volume of a cell are small; MostSmallElements is the largest
/// accepted fraction of them.
constexpr double SmallElement = 1.0 / 16.0;
constexpr double MostSmallElements = 0.01;
/// Largest ratio of the edges of a cell: pointwise smoothing is slow along the short edges, and
/// aggregation is more robust for flat elements.
constexpr double MostStretch = 4.5;
/// Largest number of cells of the bounding box per element; each cell requires memory, even without
/// a voxel.
constexpr double MostCellsPerElement = 16.0;
/// Largest number of cells, which are numbered by 32-bit integers, and of nodes, each of which
/// refers to eight corners of voxels.
constexpr double MostCells = 2147483647.0;
constexpr std::size_t MostNodes = std::size_t(1) << 29U;

/// The bounding box of an element's nodes.
struct ElementBox
{
  std::array<double, 3> low;
  std::array<double, 3> high;

  ElementBox(const Mesh& mesh, std::size_t e)
  {
    this->low.fill(std::numeric_limits<double>::max());
    this->high.fill(std::numeric_limits<double>::lowest());
    const std::int32_t* nodes = mesh.element(e);
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      for (std::size_t d = 0; d < 3; ++d)
      {
        const double x = mesh.points[3 * static_cast<std::size_t>(nodes[a]) + d];
        this->low[d] = std::min(this->low[d], x);
        this->high[d] = std::max(this->high[d], x);
      }
    }
  }
};

/// Sums over the bounding boxes of a range of elements, and the bounding box of all of them.
struct Extents
{
  std::array<double, 3> sums = {};
  std::array<double, 3> low;
  std::array<double, 3> high;

  Extents()
  {
    this->low.fill(std::numeric_limits<double>::max());
    this->high.fill(std::numeric_limits<double>::lowest());
  }
  void add(const Extents& other)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      this->sums[d] += other.sums[d];
      this->low[d] = std::min(this->low[d], other.low[d]);
      this->high[d] = std::max(this->high[d], other.high[d]);
    }
  }
};

Extents extentsOf(const Mesh& mesh)
{
  constexpr std::size_t Chunk = 4096;
  const std::size_t elements = mesh.numberOfElements();
  std::vector<Extents> chunks((elements + Chunk - 1) / Chunk);
  const auto count = static_cast<std::int64_t>(chunks.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t c = 0; c < count; ++c)
  {
    Extents& chunk = chunks[static_cast<std::size_t>(c)];
    const std::size_t begin = static_cast<std::size_t>(c) * Chunk;
    for (std::size_t e = begin; e < std::min(begin + Chunk, elements); ++e)
    {
      const ElementBox box(mesh, e);
      // The distance of nodes in quadratic elements is half an edge.
      const double nodes = mesh.shape(e).isQuadratic() ? 0.5 : 1.0;
      for (std::size_t d = 0; d < 3; ++d)
      {
        chunk.sums[d] += nodes * (box.high[d] - box.low[d]);
        chunk.low[d] = std::min(chunk.low[d], box.low[d]);
        chunk.high[d] = std::max(chunk.high[d], box.high[d]);
      }
    }
  }
  Extents all;
  for (const Extents& chunk : chunks)
  {
    all.add(chunk);
  }
  return all;
}

/// Marks the cells that intersect the bounding boxes of elements.
/// @param shares set to the number of marks counted with repetitions
/// @return false if an element intersects too many cells, or too many elements are small
bool markCells(const Mesh& mesh, const LatticeFrame& lattice, std::vector<std::uint8_t>& marks,
  std::int64_t& shares)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::int64_t small = 0;
  std::int64_t large = 0;
  std::int64_t pairs = 0;
#pragma omp parallel for schedule(static) reduction(+ : small, large, pairs)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    const ElementBox box(mesh, static_cast<std::size_t>(e));
    int begin[3];
    int end[3];
    int touched = 1;
    double volume = mesh.shape(static_cast<std::size_t>(e)).isQuadratic() ? 0.125 : 1.0;
    for (int d = 0; d < 3; ++d)
    {
      const double low = lattice.local(box.low.data(), d);
      const double high = lattice.local(box.high.data(), d);
      volume *= high - low;
      begin[d] = std::clamp(static_cast<int>(low), 0, lattice.cells[d] - 1);
      // A node on the face between two cells belongs to the second one.
      end[d] = std::clamp(static_cast<int>(high) + 1, begin[d] + 1, lattice.cells[d]);
      touched = std::min(touched, MostCellsOfElement) * (end[d] - begin[d]);
    }
    small += volume < SmallElement ? 1 : 0;
    if (touched > MostCellsOfElement)
    {
      ++large;
      continue;
    }
    pairs += touched;
    for (int k = begin[2]; k < end[2]; ++k)
    {
      for (int j = begin[1]; j < end[1]; ++j)
      {
        for (int i = begin[0]; i < end[0]; ++i)
        {
          // Several threads may write the same mark concurrently.
          __atomic_store_n(
            &marks[static_cast<std::size_t>(lattice.index(i, j, k))], 1, __ATOMIC_RELAXED);
        }
      }
    }
  }
  shares = pairs;
  return large == 0 && double(small) <= MostSmallElements * double(elements);
}

/// Counts the corners of marked cells.
std::int64_t countCorners(const LatticeFrame& lattice, const std::vector<std::uint8_t>& marks)
{
  std::int64_t count = 0;
  const std::int64_t nx = lattice.cells[0] + 1;
  const std::int64_t ny = lattice.cells[1] + 1;
  const std::int64_t nodes = lattice.numberOfPositions();
#pragma omp parallel for schedule(static) reduction(+ : count)
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    const int at[3] = { static_cast<int>(n % nx), static_cast<int>(n / nx % ny),
      static_cast<int>(n / (nx * ny)) };
    bool isCorner = false;
    for (int a = 0; a < 8 && !isCorner; ++a)
    {
      const int i = at[0] - (a & 1);
      const int j = at[1] - (a >> 1 & 1);
      const int k = at[2] - (a >> 2);
      isCorner = i >= 0 && j >= 0 && k >= 0 && i < lattice.cells[0] && j < lattice.cells[1] &&
        k < lattice.cells[2] && marks[static_cast<std::size_t>(lattice.index(i, j, k))] != 0;
    }
    count += isCorner ? 1 : 0;
  }
  return count;
}

/// The places of the bricks of a lattice.
struct BricksOfLattice
{
  std::array<int, 3> extent;

  explicit BricksOfLattice(const LatticeFrame& lattice) : extent(lattice.bricks()) {}
  std::size_t index(int i, int j, int k) const
  {
    return static_cast<std::size_t>(
      i + std::int64_t(this->extent[0]) * (j + std::int64_t(this->extent[1]) * k));
  }
  std::size_t size() const { return this->index(0, 0, this->extent[2]); }
  /// Calls visit(i, j, k) for each place.
  template <class Visit>
  void forEach(const Visit& visit) const
  {
    for (int k = 0; k < this->extent[2]; ++k)
    {
      for (int j = 0; j < this->extent[1]; ++j)
      {
        for (int i = 0; i < this->extent[0]; ++i)
        {
          visit(i, j, k);
        }
      }
    }
  }
  /// Calls visit(mark of a cell) for each cell of a brick.
  template <class Visit>
  static void forEachCell(const LatticeFrame& lattice, std::vector<std::uint8_t>& marks, int i,
    int j, int k, const Visit& visit)
  {
    constexpr int Edge = VoxelBrick::Edge;
    for (int z = Edge * k; z < std::min(Edge * (k + 1), lattice.cells[2]); ++z)
    {
      for (int y = Edge * j; y < std::min(Edge * (j + 1), lattice.cells[1]); ++y)
      {
        for (int x = Edge * i; x < std::min(Edge * (i + 1), lattice.cells[0]); ++x)
        {
          visit(marks[static_cast<std::size_t>(lattice.index(x, y, z))]);
        }
      }
    }
  }
};

/// Marks all cells of bricks with a marked cell, and of the bricks around them.
void markBricksAround(const LatticeFrame& lattice, std::vector<std::uint8_t>& marks)
{
  const BricksOfLattice bricks(lattice);
  std::vector<std::uint8_t> isNear(bricks.size(), 0);
  const auto markAround = [&](int i, int j, int k)
  {
    for (int a = 0; a < 27; ++a)
    {
      const int x = i + a % 3 - 1;
      const int y = j + a / 3 % 3 - 1;
      const int z = k + a / 9 - 1;
      if (x >= 0 && y >= 0 && z >= 0 && x < bricks.extent[0] && y < bricks.extent[1] &&
        z < bricks.extent[2])
      {
        isNear[bricks.index(x, y, z)] = 1;
      }
    }
  };
  bricks.forEach(
    [&](int i, int j, int k)
    {
      bool isMarked = false;
      BricksOfLattice::forEachCell(
        lattice, marks, i, j, k, [&](std::uint8_t mark) { isMarked = isMarked || mark != 0; });
      if (isMarked)
      {
        markAround(i, j, k);
      }
    });
  bricks.forEach(
    [&](int i, int j, int k)
    {
      const std::uint8_t here = isNear[bricks.index(i, j, k)];
      BricksOfLattice::forEachCell(
        lattice, marks, i, j, k, [here](std::uint8_t& mark) { mark = here; });
    });
}
}

std::array<int, 3> LatticeFrame::bricks() const
{
  constexpr int Edge = VoxelBrick::Edge;
  return { this->cells[0] / Edge + 1, this->cells[1] / Edge + 1, this->cells[2] / Edge + 1 };
}

VoxelImage imageOf(const LatticeFrame& frame)
{
  VoxelImage image;
  for (std::size_t d = 0; d < 3; ++d)
  {
    image.cells[d] = frame.cells[d];
    image.spacing[d] = frame.spacing[d];
    image.origin[d] = frame.origin[d];
  }
  image.moduli.resize(static_cast<std::size_t>(frame.size()));
  return image;
}

LatticeFrame latticeOfPart(const Mesh& part, const LatticeFrame& whole)
{
  LatticeFrame lattice = whole;
  lattice.voxelsOfWhole = whole.voxels;
  lattice.nodesOfWhole = whole.nodes;
  std::vector<std::uint8_t> marks(static_cast<std::size_t>(whole.size()), 0);
  markCells(part, whole, marks, lattice.shares);
  markBricksAround(whole, marks);
  lattice.voxels = std::min<std::int64_t>(whole.voxels, std::count(marks.begin(), marks.end(), 1));
  lattice.nodes = std::min(whole.nodes, countCorners(whole, marks));
  return lattice;
}

std::optional<LatticeFrame> latticeAround(const Mesh& mesh, double edges)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  if (elements == 0 || mesh.numberOfNodes() >= MostNodes)
  {
    return std::nullopt;
  }
  const Extents extents = extentsOf(mesh);
  LatticeFrame lattice = {};
  double cells = 1.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double range = extents.high[d] - extents.low[d];
    const double wanted =
      std::max(1.0, std::round(range * double(elements) / (edges * extents.sums[d])));
    cells *= wanted;
    if (!(range > 0.0) ||
      !(cells <= std::min(MostCells, MostCellsPerElement * double(elements) + 64.0)))
    {
      return std::nullopt;
    }
    lattice.cells[d] = static_cast<int>(wanted);
    lattice.origin[d] = extents.low[d];
    lattice.spacing[d] = range / wanted;
  }
  const auto [shortest, longest] = std::minmax_element(lattice.spacing, lattice.spacing + 3);
  if (*longest > MostStretch * *shortest)
  {
    return std::nullopt;
  }
  std::vector<std::uint8_t> marks(static_cast<std::size_t>(lattice.size()), 0);
  if (!markCells(mesh, lattice, marks, lattice.shares))
  {
    return std::nullopt;
  }
  lattice.voxels = std::count(marks.begin(), marks.end(), 1);
  lattice.nodes = countCorners(lattice, marks);
  return lattice;
}
}
