// Compiled once for each instruction set, with TRABECULA_ISA its name. It may use no inline
// function or template that another file also instantiates: the linker keeps one copy of each, and
// that one might need instructions this processor lacks.

#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/SeveralVectors.h"
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

/// Nodes of the elements of a brick, along an axis.
constexpr int Nodes = Edge + 1;

/// Below this number of bricks a parallel region is slower.
constexpr std::int64_t LeastParallelBricks = 8;

template <class Real>
struct Lanes
{
  static constexpr int Width = VectorBytes / static_cast<int>(sizeof(Real));
  /// Vectors that cover the elements of a row.
  static constexpr int Packs = (Edge + Width - 1) / Width;
  /// Room for the nodes of the last vector's last element, in whole vectors.
  static constexpr int Stride = (Packs + 1) * Width;
  typedef Real Pack __attribute__((vector_size(VectorBytes)));
};

/// Fields of the elements of a brick and of their nodes, in rows along x.
template <class Real>
struct Box
{
  alignas(64) Real x[Nodes][Nodes][3][Lanes<Real>::Stride];
  alignas(64) Real y[Nodes][Nodes][3][Lanes<Real>::Stride];
  alignas(64) Real moduli[Edge][Edge][Lanes<Real>::Stride];
};

/// Calls visit(i, node) for the nodes of a brick's elements in a row along x: all of the brick's
/// own, and the first of the brick after. @param j, k positions in the brick, or Edge
template <class Visit>
inline __attribute__((always_inline)) void visitRow(
  const VoxelBrick* bricks, const VoxelBrick& brick, int j, int k, const Visit& visit)
{
  const int r = j % Edge + Edge * (k % Edge);
  for (int bx = 0; bx < 2; ++bx)
  {
    const std::int32_t b = brick.neighbours[bx + 1 + 3 * (j / Edge + 1) + 9 * (k / Edge + 1)];
    if (b < 0)
    {
      continue;
    }
    const VoxelBrick& other = bricks[b];
    std::int64_t node = std::int64_t(other.firstNode) + other.nodeRows[r];
    for (unsigned bits = other.nodes[r] & (bx == 0 ? 0xffU : 1U); bits; bits &= bits - 1, ++node)
    {
      visit(__builtin_ctz(bits) + Edge * bx, node);
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
      visitRow(bricks, brick, j, k,
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
void gatherModuli(const VoxelBrick& brick, const Real* moduli, Box<Real>& box)
{
  __builtin_memset(box.moduli, 0, sizeof(box.moduli));
  std::int64_t element = brick.firstElement;
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    for (unsigned bits = brick.elements[r]; bits; bits &= bits - 1, ++element)
    {
      box.moduli[r / Edge][r % Edge][__builtin_ctz(bits)] = moduli[element];
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

/// Nodes of a brick's elements that belong to other bricks: those at the upper end of z, then of y,
/// then of x.
constexpr int FaceNodes = Nodes * Nodes * Nodes - Edge * Edge * Edge;
static_assert(3 * FaceNodes == VoxelHostFaceValues, "room for them");

/// The place of such a node, of which one position is Edge.
inline int faceNode(int i, int j, int k)
{
  return k == Edge ? i + Nodes * j
    : j == Edge    ? Nodes * Nodes + i + Nodes * k
                   : Nodes * Nodes + Nodes * Edge + j + Edge * k;
}

/// Sums the forces of a brick's elements in the box.
template <class Real>
void sumForces(const VoxelBrick& brick, const voxelhex8::Brick<Real>& unit, Box<Real>& box)
{
  typedef typename Lanes<Real>::Pack Pack;
  __builtin_memset(box.y, 0, sizeof(box.y));
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    const int k = r / Edge;
    const int j = r % Edge;
    for (int lane = 0; lane < Edge; lane += Lanes<Real>::Width)
    {
      if ((brick.elements[r] >> lane & ((1U << Lanes<Real>::Width) - 1)) == 0)
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

/// Writes what a box has for the brick's own nodes, and for those of other bricks.
template <class Real>
void writeForces(const VoxelBrick& brick, const Box<Real>& box, Real* y, Real* faces)
{
  std::int64_t node = brick.firstNode;
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    const auto& row = box.y[r / Edge][r % Edge];
    for (unsigned bits = brick.nodes[r]; bits; bits &= bits - 1, ++node)
    {
      const int i = __builtin_ctz(bits);
      y[3 * node] = row[0][i];
      y[3 * node + 1] = row[1][i];
      y[3 * node + 2] = row[2][i];
    }
  }
  for (int c = 0; c < 3; ++c)
  {
    Real* to = faces + FaceNodes * c;
    for (int j = 0; j < Nodes; ++j)
    {
      __builtin_memcpy(to + faceNode(0, j, Edge), box.y[Edge][j][c], Nodes * sizeof(Real));
    }
    for (int k = 0; k < Edge; ++k)
    {
      __builtin_memcpy(to + faceNode(0, Edge, k), box.y[k][Edge][c], Nodes * sizeof(Real));
      for (int j = 0; j < Edge; ++j)
      {
        to[faceNode(Edge, j, k)] = box.y[k][j][c][Edge];
      }
    }
  }
}

/// Calls visit(brick below, node, face node of that brick) for the nodes of a brick that elements
/// of bricks below touch, in the order of these.
template <class Visit>
inline __attribute__((always_inline)) void visitFaces(const VoxelBrick& brick, const Visit& visit)
{
  for (int below = 1; below < 8; ++below)
  {
    const int dx = below & 1;
    const int dy = below / 2 & 1;
    const int dz = below / 4;
    const std::int32_t other = brick.neighbours[(1 - dx) + 3 * (1 - dy) + 9 * (1 - dz)];
    if (other < 0)
    {
      continue;
    }
    for (int k = 0; k < (dz ? 1 : Edge); ++k)
    {
      for (int j = 0; j < (dy ? 1 : Edge); ++j)
      {
        const int r = j + Edge * k;
        std::int64_t node = std::int64_t(brick.firstNode) + brick.nodeRows[r];
        for (unsigned bits = brick.nodes[r] & (dx ? 1U : 0xffU); bits; bits &= bits - 1, ++node)
        {
          const int i = dx ? Edge : __builtin_ctz(bits);
          visit(other, node, faceNode(i, dy ? Edge : j, dz ? Edge : k));
        }
      }
    }
  }
}

template <class Real>
void product(const VoxelHostGrid<Real>& grid, const Real* x, Real* y)
{
  const voxelhex8::Brick<Real> unit = unitBrick(grid);
#pragma omp parallel if (grid.numberOfBricks >= LeastParallelBricks)
  {
#pragma omp for schedule(dynamic, 4)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      const VoxelBrick& brick = grid.bricks[b];
      Box<Real> box;
      gatherNodes(grid.bricks, brick, x, box);
      gatherModuli(brick, grid.moduli, box);
      sumForces(brick, unit, box);
      writeForces(brick, box, y, grid.faces + VoxelHostFaceValues * b);
    }
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      visitFaces(grid.bricks[b],
        [&grid, y](std::int32_t other, std::int64_t node, int faceNode)
        {
          const Real* from = grid.faces + VoxelHostFaceValues * std::int64_t(other) + faceNode;
          y[3 * node] += from[0];
          y[3 * node + 1] += from[FaceNodes];
          y[3 * node + 2] += from[2 * FaceNodes];
        });
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

/// Adds the forces of an element to what its corners have.
template <int Vectors, class Real>
inline __attribute__((always_inline)) void addSeveral(const std::int64_t* nodes, Real* const* sums,
  Real modulus, const voxelhex8::Brick<Real>& unit, const Real* x)
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
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        add(sums[a] + part + Vectors * c, f[8 * c + a]);
      }
    }
  }
}

/// Sums the forces of a brick's elements for its own nodes, and for those of other bricks.
template <int Vectors, class Real>
void sumSeveral(const VoxelHostGrid<Real>& grid, const VoxelBrick& brick,
  const voxelhex8::Brick<Real>& unit, const Real* x, Real* y, Real* faces)
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
  int own = 0;
  for (const std::uint8_t mask : brick.nodes)
  {
    own += __builtin_popcount(mask);
  }
  constexpr unsigned long Bytes = 3 * Vectors * sizeof(Real);
  __builtin_memset(
    y + 3 * Vectors * std::int64_t(brick.firstNode), 0, Bytes * static_cast<unsigned long>(own));
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
        sums[a] = isOwn ? y + 3 * Vectors * nodes[a]
                        : faces + 3 * Vectors * std::int64_t(faceNode(i, j, k));
      }
      addSeveral<Vectors>(nodes, sums, grid.moduli[element], unit, x);
    }
  }
}

template <int Vectors, class Real>
void productOfSeveral(const VoxelHostGrid<Real>& grid, const Real* x, Real* y)
{
  constexpr std::int64_t Values = Vectors * VoxelHostFaceValues;
  const voxelhex8::Brick<Real> unit = unitBrick(grid);
#pragma omp parallel if (grid.numberOfBricks >= LeastParallelBricks)
  {
#pragma omp for schedule(dynamic, 4)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      sumSeveral<Vectors>(grid, grid.bricks[b], unit, x, y, grid.faces + Values * b);
    }
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      visitFaces(grid.bricks[b],
        [&](std::int32_t other, std::int64_t node, int faceNode)
        {
          const Real* from = grid.faces + Values * other + 3 * Vectors * std::int64_t(faceNode);
          Real* to = y + 3 * Vectors * node;
          for (int i = 0; i < 3 * Vectors; ++i)
          {
            to[i] += from[i];
          }
        });
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
      for (int lane = 0; lane < Edge; lane += Lanes<double>::Width)
      {
        Pack corners[24];
        Pack f[24];
        loadCorners(box, r / Edge, r % Edge, lane, corners);
        voxelhex8::product(corners, Pack{} + 1.0, unit, f);
        Pack sum = {};
        for (int i = 0; i < 24; ++i)
        {
          sum += corners[i] * f[i];
        }
        __builtin_memcpy(energy + lane, &sum, sizeof(Pack));
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
