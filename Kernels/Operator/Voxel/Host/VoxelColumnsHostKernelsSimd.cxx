// This file contains the loops over vectors with interleaved columns.

#include "Operator/Voxel/Host/VoxelHostLoops.h"

namespace trabecula
{
namespace
{
/// The columns of an entry that one vector instruction processes.
template <class Real, int Columns>
struct ColumnParts
{
  static constexpr int Bytes = Columns * static_cast<int>(sizeof(Real)) < VectorBytes
    ? Columns * static_cast<int>(sizeof(Real))
    : VectorBytes;
  static constexpr int Width = Bytes / static_cast<int>(sizeof(Real));
  typedef Real Pack __attribute__((vector_size(Bytes)));
};

/// Adds the forces of an element to the sums at its corners.
template <int Columns, class Real, class Unit>
inline __attribute__((always_inline)) void addColumns(
  const std::int64_t* nodes, Real* const* sums, Real modulus, const Unit& unit, const Real* x)
{
  typedef typename ColumnParts<Real, Columns>::Pack Pack;
  for (int part = 0; part < Columns; part += ColumnParts<Real, Columns>::Width)
  {
    Pack u[24];
    Pack f[24];
    TRABECULA_UNROLL
    for (int a = 0; a < 8; ++a)
    {
      const Real* from = x + 3 * Columns * nodes[a] + part;
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        u[8 * c + a] = load<Pack>(from + Columns * c);
      }
    }
    voxelhex8::product(u, Pack{} + modulus, unit, f);
    TRABECULA_UNROLL
    for (int a = 0; a < 8; ++a)
    {
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        add(sums[a] + part + Columns * c, f[8 * c + a]);
      }
    }
  }
}

/// Sums the forces of a brick's elements at its own nodes and at nodes of other bricks.
template <int Columns, class Real, class Unit>
void sumColumns(const VoxelHostGrid<Real>& grid, const VoxelBrick& brick, const Unit& unit,
  const Real* x, Real* y, Real* faces)
{
  std::int32_t numbers[Nodes][Nodes][Nodes];
  for (int k = 0; k < Nodes; ++k)
  {
    for (int j = 0; j < Nodes; ++j)
    {
      std::int32_t* row = numbers[k][j];
      visitRow(grid.bricks, brick, j, k,
        [row](int i, std::int64_t node) { row[i] = static_cast<std::int32_t>(node); });
    }
  }
  constexpr int Last = VoxelBrick::Rows - 1;
  const int own = brick.nodeRows[Last] + __builtin_popcount(brick.nodes[Last]);
  constexpr unsigned long Bytes = 3 * Columns * sizeof(Real);
  __builtin_memset(
    y + 3 * Columns * std::int64_t(brick.firstNode), 0, Bytes * static_cast<unsigned long>(own));
  __builtin_memset(faces, 0, Bytes * FaceNodes);
  std::int64_t element = brick.firstElement;
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    for (unsigned bits = brick.elements[r]; bits; bits &= bits - 1, ++element)
    {
      std::int64_t nodes[8];
      Real* sums[8];
      for (int a = 0; a < 8; ++a)
      {
        const int i = __builtin_ctz(bits) + stepX(a);
        const int j = r % Edge + stepY(a);
        const int k = r / Edge + a / 4;
        nodes[a] = numbers[k][j][i];
        const bool isOwn = i < Edge && j < Edge && k < Edge;
        sums[a] = isOwn ? y + 3 * Columns * nodes[a]
                        : faces + 3 * Columns * std::int64_t(faceNode(i, j, k));
      }
      addColumns<Columns>(nodes, sums, grid.moduli[element], unit, x);
    }
  }
}

template <int Columns, class Real, class Unit>
void productOf(const VoxelHostGrid<Real>& grid, const Unit& unit, const Real* x, Real* y)
{
  constexpr std::int64_t Values = Columns * VoxelHostFaceValues;
#pragma omp parallel if (grid.numberOfBricks >= LeastParallelBricks)
  {
#pragma omp for schedule(dynamic, 4)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      sumColumns<Columns>(grid, grid.bricks[b], unit, x, y, grid.faces + Values * b);
    }
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      visitFaces(grid.bricks[b],
        [&](std::int32_t other, std::int64_t node, int faceNode)
        {
          const Real* from = grid.faces + Values * other + 3 * Columns * std::int64_t(faceNode);
          Real* to = y + 3 * Columns * node;
          for (int i = 0; i < 3 * Columns; ++i)
          {
            to[i] += from[i];
          }
        });
    }
  }
}

template <int Columns, class Real>
void productOfColumns(const VoxelHostGrid<Real>& grid, const Real* x, Real* y)
{
  withUnit(unitBrick(grid), [&](const auto& unit) { productOf<Columns>(grid, unit, x, y); });
}

/// Calls finish(unknown, part, sums) for parts of the columns of each row.
template <int Columns, class Finish>
inline __attribute__((always_inline)) void forEachRowOfColumns(
  const VoxelHostBlocks& matrix, const float* x, const Finish& finish)
{
  typedef typename ColumnParts<float, Columns>::Pack Pack;
  constexpr int Width = ColumnParts<float, Columns>::Width;
  constexpr int Parts = Columns / Width;
  constexpr int Sums = Parts == 1 ? 3 : 1;
#pragma omp parallel for schedule(static) if (matrix.nodes >= 512)
  for (std::int64_t node = 0; node < matrix.nodes; ++node)
  {
    // Each column of a block has its own sum if there are enough registers, to hide the latency of
    // additions.
    Pack sums[Sums][3][Parts] = {};
    for (std::int64_t k = matrix.starts[node]; k < matrix.starts[node + 1]; ++k)
    {
      const float* value = x + 3 * Columns * std::int64_t(matrix.columns[k]);
      const float* block = matrix.blocks + 9 * k;
      TRABECULA_UNROLL
      for (int j = 0; j < 3; ++j)
      {
        TRABECULA_UNROLL
        for (int part = 0; part < Parts; ++part)
        {
          const Pack column = load<Pack>(value + Columns * j + Width * part);
          TRABECULA_UNROLL
          for (int i = 0; i < 3; ++i)
          {
            sums[j % Sums][i][part] += block[3 * i + j] * column;
          }
        }
      }
    }
    for (int i = 0; i < 3; ++i)
    {
      for (int part = 0; part < Parts; ++part)
      {
        Pack sum = sums[0][i][part];
        for (int j = 1; j < Sums; ++j)
        {
          sum += sums[j][i][part];
        }
        finish(3 * node + i, Width * part, sum);
      }
    }
  }
}

template <int Columns>
void multiplyColumns(const VoxelHostBlocks& matrix, const float* x, float* y)
{
  typedef typename ColumnParts<float, Columns>::Pack Pack;
  forEachRowOfColumns<Columns>(matrix, x,
    [y](std::int64_t i, int part, Pack product)
    { __builtin_memcpy(y + Columns * i + part, &product, sizeof(Pack)); });
}

template <int Columns>
void subtractColumns(const VoxelHostBlocks& matrix, const float* x, float* r)
{
  typedef typename ColumnParts<float, Columns>::Pack Pack;
  const float* inverseDiagonal = matrix.inverseDiagonal;
  forEachRowOfColumns<Columns>(matrix, x,
    [inverseDiagonal, r](std::int64_t i, int part, Pack product)
    {
      float* mine = r + Columns * i + part;
      const Pack residual = inverseDiagonal[i] != 0.0F ? load<Pack>(mine) - product : Pack{};
      __builtin_memcpy(mine, &residual, sizeof(Pack));
    });
}

template <int Columns>
void smoothColumns(
  const VoxelHostBlocks& matrix, const VoxelHostSmoothing& smoothing, const float* d)
{
  typedef typename ColumnParts<float, Columns>::Pack Pack;
  const float* inverseDiagonal = matrix.inverseDiagonal;
  forEachRowOfColumns<Columns>(matrix, d,
    [&smoothing, inverseDiagonal, d](std::int64_t i, int part, Pack product)
    {
      const std::int64_t at = Columns * i + part;
      const float inverse = inverseDiagonal[i];
      const Pack residual = inverse != 0.0F ? load<Pack>(smoothing.r + at) - product : Pack{};
      const Pack step =
        smoothing.keep * load<Pack>(d + at) + (smoothing.factor * inverse) * residual;
      __builtin_memcpy(smoothing.r + at, &residual, sizeof(Pack));
      __builtin_memcpy(smoothing.next + at, &step, sizeof(Pack));
      add(smoothing.x + at, step);
    });
}

template <int Columns>
constexpr VoxelHostColumns LoopsOfColumns = { productOfColumns<Columns, double>,
  productOfColumns<Columns, float>,
  { multiplyColumns<Columns>, subtractColumns<Columns>, smoothColumns<Columns> } };
}

const VoxelHostColumns TRABECULA_JOIN(
  voxelHostFewColumns_, TRABECULA_ISA) = LoopsOfColumns<VoxelHostFewColumns>;
const VoxelHostColumns TRABECULA_JOIN(
  voxelHostMostColumns_, TRABECULA_ISA) = LoopsOfColumns<VoxelHostMostColumns>;
}
