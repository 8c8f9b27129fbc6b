// Compiled once for each instruction set, with TRABECULA_ISA its name. It may use no inline
// function or template that another file also instantiates: the linker keeps one copy of each, and
// that one might need instructions this processor lacks.

#include "Core/SeveralVectors.h"
#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelHostKernels.h"

#define TRABECULA_JOIN2(a, b) a##b
#define TRABECULA_JOIN(a, b) TRABECULA_JOIN2(a, b)

namespace trabecula
{
namespace
{
#if defined(__AVX512F__)
constexpr int VectorBytes = 64;
#elif defined(__AVX2__)
constexpr int VectorBytes = 32;
#else
constexpr int VectorBytes = 16;
#endif

constexpr int Edge = VoxelBrick::Edge;

/// Nodes of a brick with one layer more on every side, and elements with one more below.
constexpr int Nodes = Edge + 2;
constexpr int Elements = Edge + 1;

/// Below this number of bricks a parallel region is slower.
constexpr std::int64_t LeastParallelBricks = 8;

template <class Real>
struct Lanes
{
  static constexpr int Width = VectorBytes / static_cast<int>(sizeof(Real));
  /// Vectors that cover the elements of a row.
  static constexpr int Packs = (Elements + Width - 1) / Width;
  /// Room for the nodes of the last vector's last element, in whole vectors.
  static constexpr int Stride = (Packs + 1) * Width;
  typedef Real Pack __attribute__((vector_size(VectorBytes)));
};

/// Fields of a brick and its surroundings, in rows along x that start one position before it.
template <class Real>
struct Box
{
  alignas(64) Real x[Nodes][Nodes][3][Lanes<Real>::Stride];
  alignas(64) Real y[Nodes][Nodes][3][Lanes<Real>::Stride];
  alignas(64) Real moduli[Elements][Elements][Lanes<Real>::Stride];
  std::uint16_t solid[Elements][Elements]; ///< bit i of the element at position i - 1
};

/// Which brick along an axis holds a position counted from one before a brick, and where in it.
inline __attribute__((always_inline)) int locate(int position, int& within)
{
  within = (position + Edge - 1) % Edge;
  return (position + Edge - 1) / Edge;
}

/// Calls visit(i, number) for the bits of a row of the box: the last bit of the brick before, all
/// of the brick's own, and the first of the brick after.
template <class Visit>
inline __attribute__((always_inline)) void visitRow(const VoxelBrick* bricks,
  const VoxelBrick& brick, int j, int k, bool ofNodes, int end, const Visit& visit)
{
  int row = 0;
  int layer = 0;
  const int by = locate(j, row);
  const int bz = locate(k, layer);
  const int r = row + Edge * layer;
  for (int bx = 0; bx < 3; ++bx)
  {
    const std::int32_t b = brick.neighbours[bx + 3 * by + 9 * bz];
    if (b < 0 || (bx == 2 && end <= Edge + 1))
    {
      continue;
    }
    const VoxelBrick& other = bricks[b];
    const unsigned mask = ofNodes ? other.nodes[r] : other.elements[r];
    const std::int64_t first = ofNodes ? std::int64_t(other.firstNode) + other.nodeRows[r]
                                       : std::int64_t(other.firstElement) + other.elementRows[r];
    const unsigned wanted = bx == 0 ? 1U << (Edge - 1) : bx == 1 ? 0xffU : 1U;
    for (unsigned bits = mask & wanted; bits; bits &= bits - 1)
    {
      const int bit = __builtin_ctz(bits);
      visit(bit + 1 + Edge * (bx - 1), first + __builtin_popcount(mask & ((1U << bit) - 1)));
    }
  }
}

template <class Real>
void gatherNodes(const VoxelBrick* bricks, const VoxelBrick& brick, const Real* x, Box<Real>& box)
{
  __builtin_memset(box.x, 0, sizeof(box.x));
  for (int k = 0; k < Nodes; ++k)
  {
    for (int j = 0; j < Nodes; ++j)
    {
      auto& row = box.x[k][j];
      visitRow(bricks, brick, j, k, true, Nodes,
        [&row, x](int i, std::int64_t node)
        {
          row[0][i] = x[3 * node];
          row[1][i] = x[3 * node + 1];
          row[2][i] = x[3 * node + 2];
        });
    }
  }
}

template <class Real>
void gatherModuli(
  const VoxelBrick* bricks, const VoxelBrick& brick, const Real* moduli, Box<Real>& box)
{
  __builtin_memset(box.moduli, 0, sizeof(box.moduli));
  for (int k = 0; k < Elements; ++k)
  {
    for (int j = 0; j < Elements; ++j)
    {
      auto& row = box.moduli[k][j];
      unsigned solid = 0;
      visitRow(bricks, brick, j, k, false, Elements,
        [&row, &solid, moduli](int i, std::int64_t element)
        {
          row[i] = moduli ? moduli[element] : Real(1);
          solid |= 1U << i;
        });
      box.solid[k][j] = static_cast<std::uint16_t>(solid);
    }
  }
}

template <class Pack, class Real>
inline __attribute__((always_inline)) Pack load(const Real* from)
{
  Pack pack;
  __builtin_memcpy(&pack, from, sizeof(Pack));
  return pack;
}

template <class Pack, class Real>
inline __attribute__((always_inline)) void add(Real* to, Pack value)
{
  const Pack sum = load<Pack>(to) + value;
  __builtin_memcpy(to, &sum, sizeof(Pack));
}

/// Corner a of an element in VTK order, as steps from its lowest.
inline __attribute__((always_inline)) int stepX(int a)
{
  return (a + 1) / 2 & 1;
}
inline __attribute__((always_inline)) int stepY(int a)
{
  return a / 2 & 1;
}

template <class Real>
inline __attribute__((always_inline)) void loadCorners(
  const Box<Real>& box, int k, int j, int lane, typename Lanes<Real>::Pack* u)
{
  TRABECULA_UNROLL
  for (int a = 0; a < 8; ++a)
  {
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      u[8 * c + a] =
        load<typename Lanes<Real>::Pack>(&box.x[k + a / 4][j + stepY(a)][c][lane + stepX(a)]);
    }
  }
}

template <class Real>
voxelhex8::Brick<Real> unitBrick(const VoxelHostGrid<Real>& grid)
{
  return { { grid.gradient[0], grid.gradient[1], grid.gradient[2] }, grid.lambda, grid.mu };
}

template <class Real>
void product(const VoxelHostGrid<Real>& grid, const Real* x, Real* y)
{
  typedef typename Lanes<Real>::Pack Pack;
  const voxelhex8::Brick<Real> unit = unitBrick(grid);
#pragma omp parallel for schedule(dynamic, 4) if (grid.numberOfBricks >= LeastParallelBricks)
  for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
  {
    const VoxelBrick& brick = grid.bricks[b];
    Box<Real> box;
    gatherNodes(grid.bricks, brick, x, box);
    gatherModuli(grid.bricks, brick, grid.moduli, box);
    __builtin_memset(box.y, 0, sizeof(box.y));
    for (int k = 0; k < Elements; ++k)
    {
      for (int j = 0; j < Elements; ++j)
      {
        for (int lane = 0; lane < Elements; lane += Lanes<Real>::Width)
        {
          if ((box.solid[k][j] >> lane & ((1U << Lanes<Real>::Width) - 1)) == 0)
          {
            continue;
          }
          Pack u[24];
          Pack f[24];
          loadCorners(box, k, j, lane, u);
          voxelhex8::product(u, load<Pack>(&box.moduli[k][j][lane]), unit, f);
          TRABECULA_UNROLL
          for (int a = 0; a < 8; ++a)
          {
            TRABECULA_UNROLL
            for (int c = 0; c < 3; ++c)
            {
              add(&box.y[k + a / 4][j + stepY(a)][c][lane + stepX(a)], f[8 * c + a]);
            }
          }
        }
      }
    }
    std::int64_t node = brick.firstNode;
    for (int r = 0; r < VoxelBrick::Rows; ++r)
    {
      const auto& row = box.y[r / Edge + 1][r % Edge + 1];
      for (unsigned bits = brick.nodes[r]; bits; bits &= bits - 1, ++node)
      {
        const int i = __builtin_ctz(bits) + 1;
        y[3 * node] = row[0][i];
        y[3 * node + 1] = row[1][i];
        y[3 * node + 2] = row[2][i];
      }
    }
  }
}

/// What one instruction takes of vectors side by side.
template <class Real, int Vectors>
struct SeveralParts
{
  static constexpr int Bytes = Vectors * static_cast<int>(sizeof(Real)) < VectorBytes
    ? Vectors * static_cast<int>(sizeof(Real))
    : VectorBytes;
  static constexpr int Width = Bytes / static_cast<int>(sizeof(Real));
  typedef Real Pack __attribute__((vector_size(Bytes)));
};

/// Numbers of the nodes of a brick and of those around it, and of elements; -1 for none.
struct Numbers
{
  std::int32_t nodes[Nodes][Nodes][Nodes];
  std::int32_t elements[Elements][Elements][Elements];

  Numbers(const VoxelBrick* bricks, const VoxelBrick& brick)
  {
    __builtin_memset(this, -1, sizeof(*this));
    for (int k = 0; k < Nodes; ++k)
    {
      for (int j = 0; j < Nodes; ++j)
      {
        std::int32_t* row = this->nodes[k][j];
        visitRow(bricks, brick, j, k, true, Nodes,
          [row](int i, std::int64_t node) { row[i] = static_cast<std::int32_t>(node); });
      }
    }
    for (int k = 0; k < Elements; ++k)
    {
      for (int j = 0; j < Elements; ++j)
      {
        std::int32_t* row = this->elements[k][j];
        visitRow(bricks, brick, j, k, false, Elements,
          [row](int i, std::int64_t element) { row[i] = static_cast<std::int32_t>(element); });
      }
    }
  }
};

/// Adds the forces of an element to nodes from firstNode to endNode.
template <int Vectors, class Real>
inline __attribute__((always_inline)) void addSeveral(const std::int64_t* nodes,
  std::int64_t firstNode, std::int64_t endNode, Real modulus, const voxelhex8::Brick<Real>& unit,
  const Real* x, Real* y)
{
  typedef typename SeveralParts<Real, Vectors>::Pack Pack;
  for (int part = 0; part < Vectors; part += SeveralParts<Real, Vectors>::Width)
  {
    Pack u[24];
    Pack f[24];
    TRABECULA_UNROLL
    for (int a = 0; a < 8; ++a)
    {
      const Real* from = x + 3 * Vectors * nodes[a] + part;
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        u[8 * c + a] = load<Pack>(from + Vectors * c);
      }
    }
    voxelhex8::product(u, Pack{} + modulus, unit, f);
    TRABECULA_UNROLL
    for (int a = 0; a < 8; ++a)
    {
      if (nodes[a] < firstNode || nodes[a] >= endNode)
      {
        continue;
      }
      Real* to = y + 3 * Vectors * nodes[a] + part;
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        add(to + Vectors * c, f[8 * c + a]);
      }
    }
  }
}

template <int Vectors, class Real>
void productOfSeveral(const VoxelHostGrid<Real>& grid, const Real* x, Real* y)
{
  const voxelhex8::Brick<Real> unit = unitBrick(grid);
#pragma omp parallel for schedule(dynamic, 4) if (grid.numberOfBricks >= LeastParallelBricks)
  for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
  {
    const VoxelBrick& brick = grid.bricks[b];
    const Numbers numbers(grid.bricks, brick);
    const std::int64_t firstNode = brick.firstNode;
    std::int64_t endNode = firstNode;
    for (const std::uint8_t mask : brick.nodes)
    {
      endNode += __builtin_popcount(mask);
    }
    __builtin_memset(y + 3 * Vectors * firstNode, 0,
      3 * Vectors * sizeof(Real) * static_cast<unsigned long>(endNode - firstNode));
    for (int k = 0; k < Elements; ++k)
    {
      for (int j = 0; j < Elements; ++j)
      {
        for (int i = 0; i < Elements; ++i)
        {
          const std::int32_t element = numbers.elements[k][j][i];
          if (element < 0)
          {
            continue;
          }
          std::int64_t nodes[8];
          for (int a = 0; a < 8; ++a)
          {
            nodes[a] = numbers.nodes[k + a / 4][j + stepY(a)][i + stepX(a)];
          }
          addSeveral<Vectors>(nodes, firstNode, endNode, grid.moduli[element], unit, x, y);
        }
      }
    }
  }
}

void addUnitEnergies(
  const VoxelHostGrid<double>& grid, const double* u, double weight, double* energies)
{
  typedef Lanes<double>::Pack Pack;
  const voxelhex8::Brick<double> unit = unitBrick(grid);
#pragma omp parallel for schedule(dynamic, 4) if (grid.numberOfBricks >= LeastParallelBricks)
  for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
  {
    const VoxelBrick& brick = grid.bricks[b];
    Box<double> box;
    gatherNodes(grid.bricks, brick, u, box);
    std::int64_t element = brick.firstElement;
    for (int r = 0; r < VoxelBrick::Rows; ++r)
    {
      double energy[Lanes<double>::Stride];
      for (int lane = 1; lane < Elements; lane += Lanes<double>::Width)
      {
        Pack corners[24];
        Pack f[24];
        loadCorners(box, r / Edge + 1, r % Edge + 1, lane, corners);
        voxelhex8::product(corners, Pack{} + 1.0, unit, f);
        Pack sum = {};
        for (int i = 0; i < 24; ++i)
        {
          sum += corners[i] * f[i];
        }
        __builtin_memcpy(energy + lane - 1, &sum, sizeof(Pack));
      }
      for (unsigned bits = brick.elements[r]; bits; bits &= bits - 1, ++element)
      {
        energies[element] += weight * energy[__builtin_ctz(bits)];
      }
    }
  }
}

/// Whether all voxels of some elements have one modulus, so that these are homogeneous bricks.
inline __attribute__((always_inline)) bool uniform(
  const float (*moduli)[Lanes<float>::Width], int width)
{
  for (int lane = 0; lane < width; ++lane)
  {
    for (int o = 0; o < 8; ++o)
    {
      if (moduli[o][lane] != moduli[0][lane])
      {
        return false;
      }
    }
  }
  return true;
}

void coarseForces(const VoxelHostCoarse& coarse, const float* x, float* forces)
{
  typedef Lanes<float>::Pack Pack;
  constexpr int Width = Lanes<float>::Width;
  const voxelhex8::Brick<float> voxel = {
    { coarse.gradient[0], coarse.gradient[1], coarse.gradient[2] }, coarse.lambda, coarse.mu
  };
  const voxelhex8::Brick<float> whole = voxelhex8::doubled(voxel);
  const std::int64_t n = coarse.elements;
  const std::int64_t packs = (n + Width - 1) / Width;
#pragma omp parallel for schedule(dynamic, 64) if (packs >= 256)
  for (std::int64_t p = 0; p < packs; ++p)
  {
    const std::int64_t first = p * Width;
    const int width = n - first < Width ? static_cast<int>(n - first) : Width;
    alignas(64) float nodal[24][Width] = {};
    alignas(64) float moduli[8][Width] = {};
    for (int lane = 0; lane < width; ++lane)
    {
      const std::int32_t* nodes = coarse.connectivity + 8 * (first + lane);
      for (int a = 0; a < 8; ++a)
      {
        const float* at = x + 3 * std::int64_t(nodes[voxelhex8::vtkCorner(a)]);
        nodal[a][lane] = at[0];
        nodal[8 + a][lane] = at[1];
        nodal[16 + a][lane] = at[2];
        moduli[a][lane] = coarse.moduli[a * n + first + lane];
      }
    }
    Pack u[24];
    Pack modes[24];
    Pack sums[24] = {};
    for (int i = 0; i < 24; ++i)
    {
      u[i] = load<Pack>(nodal[i]);
    }
    for (int c = 0; c < 3; ++c)
    {
      hex8::toModes(u + 8 * c, modes + 8 * c);
    }
    if (uniform(moduli, width))
    {
      voxelhex8::stiffness(modes, load<Pack>(moduli[0]), whole, sums);
    }
    else
    {
      for (int o = 0; o < 8; ++o)
      {
        voxelhex8::addChildForces(o, modes, load<Pack>(moduli[o]), voxel, sums);
      }
    }
    for (int c = 0; c < 3; ++c)
    {
      hex8::fromModes(sums + 8 * c, u + 8 * c);
    }
    for (int i = 0; i < 24; ++i)
    {
      __builtin_memcpy(forces + i * n + first, &u[i], sizeof(float) * static_cast<unsigned>(width));
    }
  }
}

/// f = A u for the upper triangle of a symmetric matrix of 24 rows. Whole vectors are read, beyond
/// the end of rows too, where u is zero and f is not used.
void multiplyTriangle(const float* matrix, const float* u, float* f)
{
  typedef Lanes<float>::Pack Pack;
  constexpr int Width = Lanes<float>::Width;
  constexpr int Rows = 24;
  /// So few rows at the end have at least as many entries as a vector, so that all is in the
  /// matrix.
  constexpr int Short = 8;
  __builtin_memset(f, 0, sizeof(float) * (Rows + Width));
  for (int row = 0; row < Rows - Short; ++row)
  {
    const Pack mine = Pack{} + u[row];
    Pack sum = {};
    for (int column = row; column < Rows; column += Width)
    {
      const Pack entries = load<Pack>(matrix + column - row);
      sum += entries * load<Pack>(u + column);
      add(f + column, entries * mine);
    }
    // The diagonal has been added twice.
    float total = -matrix[0] * u[row];
    for (int lane = 0; lane < Width; ++lane)
    {
      total += sum[lane];
    }
    f[row] += total;
    matrix += Rows - row;
  }
  for (int row = Rows - Short; row < Rows; ++row)
  {
    f[row] += matrix[0] * u[row];
    for (int column = row + 1; column < Rows; ++column)
    {
      f[row] += matrix[column - row] * u[column];
      f[column] += matrix[column - row] * u[row];
    }
    matrix += Rows - row;
  }
}

void heldForces(const VoxelHostHeld& held, const float* x, float* forces)
{
  constexpr int Entries = 300;
  const std::int64_t n = held.allElements;
#pragma omp parallel for schedule(static) if (held.held >= 256)
  for (std::int64_t h = 0; h < held.held; ++h)
  {
    const std::int64_t e = held.elements[h];
    const std::int32_t* nodes = held.connectivity + 8 * e;
    float u[24 + Lanes<float>::Width] = {};
    float f[24 + Lanes<float>::Width];
    for (int a = 0; a < 8; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        u[3 * a + c] = x[3 * std::int64_t(nodes[a]) + c];
      }
    }
    multiplyTriangle(held.matrices + Entries * h, u, f);
    for (int a = 0; a < 8; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        forces[(8 * c + voxelhex8::vtkCorner(a)) * n + e] = f[3 * a + c];
      }
    }
  }
}

/// Calls finish(unknown, part, sums) for parts of the vectors of each row.
template <int Vectors, class Finish>
inline __attribute__((always_inline)) void forEachRowOfSeveral(
  const VoxelHostBlocks& matrix, const float* x, const Finish& finish)
{
  typedef typename SeveralParts<float, Vectors>::Pack Pack;
  constexpr int Width = SeveralParts<float, Vectors>::Width;
  constexpr int Parts = Vectors / Width;
#pragma omp parallel for schedule(static) if (matrix.nodes >= 512)
  for (std::int64_t node = 0; node < matrix.nodes; ++node)
  {
    Pack sums[3][Parts] = {};
    for (std::int64_t k = matrix.starts[node]; k < matrix.starts[node + 1]; ++k)
    {
      const float* value = x + 3 * Vectors * std::int64_t(matrix.columns[k]);
      const float* block = matrix.blocks + 9 * k;
      TRABECULA_UNROLL
      for (int j = 0; j < 3; ++j)
      {
        TRABECULA_UNROLL
        for (int part = 0; part < Parts; ++part)
        {
          const Pack column = load<Pack>(value + Vectors * j + Width * part);
          TRABECULA_UNROLL
          for (int i = 0; i < 3; ++i)
          {
            sums[i][part] += block[3 * i + j] * column;
          }
        }
      }
    }
    for (int i = 0; i < 3; ++i)
    {
      for (int part = 0; part < Parts; ++part)
      {
        finish(3 * node + i, Width * part, sums[i][part]);
      }
    }
  }
}

template <int Vectors>
void multiplySeveral(const VoxelHostBlocks& matrix, const float* x, float* y)
{
  typedef typename SeveralParts<float, Vectors>::Pack Pack;
  forEachRowOfSeveral<Vectors>(matrix, x,
    [y](std::int64_t i, int part, Pack product)
    { __builtin_memcpy(y + Vectors * i + part, &product, sizeof(Pack)); });
}

template <int Vectors>
void subtractSeveral(const VoxelHostBlocks& matrix, const float* x, float* r)
{
  typedef typename SeveralParts<float, Vectors>::Pack Pack;
  const float* inverseDiagonal = matrix.inverseDiagonal;
  forEachRowOfSeveral<Vectors>(matrix, x,
    [inverseDiagonal, r](std::int64_t i, int part, Pack product)
    {
      float* mine = r + Vectors * i + part;
      const Pack residual = inverseDiagonal[i] != 0.0F ? load<Pack>(mine) - product : Pack{};
      __builtin_memcpy(mine, &residual, sizeof(Pack));
    });
}

template <int Vectors>
void smoothSeveral(
  const VoxelHostBlocks& matrix, const VoxelHostSmoothing& smoothing, const float* d)
{
  typedef typename SeveralParts<float, Vectors>::Pack Pack;
  const float* inverseDiagonal = matrix.inverseDiagonal;
  forEachRowOfSeveral<Vectors>(matrix, d,
    [&smoothing, inverseDiagonal, d](std::int64_t i, int part, Pack product)
    {
      const std::int64_t at = Vectors * i + part;
      const float inverse = inverseDiagonal[i];
      const Pack residual = inverse != 0.0F ? load<Pack>(smoothing.r + at) - product : Pack{};
      const Pack step =
        smoothing.keep * load<Pack>(d + at) + (smoothing.factor * inverse) * residual;
      __builtin_memcpy(smoothing.r + at, &residual, sizeof(Pack));
      __builtin_memcpy(smoothing.next + at, &step, sizeof(Pack));
      add(smoothing.x + at, step);
    });
}

template <int Vectors>
constexpr VoxelHostSeveral Several = { productOfSeveral<Vectors, double>,
  productOfSeveral<Vectors, float>, multiplySeveral<Vectors>, subtractSeveral<Vectors>,
  smoothSeveral<Vectors> };
}

const VoxelHostKernels TRABECULA_JOIN(voxelHostKernels_, TRABECULA_ISA) = { product<double>,
  product<float>, addUnitEnergies, coarseForces, heldForces, Several<FewVectors>,
  Several<SeveralVectors> };
}
