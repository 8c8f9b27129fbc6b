// This file contains the loops over elements of the first coarse level.

#include "Operator/Voxel/Host/VoxelHostLoops.h"

namespace trabecula
{
namespace
{
/// Returns whether any lane of a comparison is true.
template <class Mask>
inline __attribute__((always_inline)) bool isAny(const Mask& mask)
{
  constexpr int Words = VectorBytes / 8;
  std::uint64_t words[Words];
  __builtin_memcpy(words, &mask, sizeof(words));
  std::uint64_t all = 0;
  for (const std::uint64_t word : words)
  {
    all |= word;
  }
  return all != 0;
}

/// Copies values of up to one vector of elements. A full vector, the most frequent case, is copied
/// without a function call.
inline __attribute__((always_inline)) void copyLanes(float* to, const float* from, int width)
{
  if (width == Lanes<float>::Width)
  {
    __builtin_memcpy(to, from, VectorBytes);
  }
  else
  {
    __builtin_memcpy(to, from, sizeof(float) * static_cast<unsigned>(width));
  }
}

/// Returns the address of the first force component of an element.
inline __attribute__((always_inline)) float* placeOf(float* forces, std::int64_t e)
{
  return forces + e / VoxelHostForceLanes * (24 * VoxelHostForceLanes) + e % VoxelHostForceLanes;
}

template <class Unit>
void forcesOf(
  const VoxelHostCoarseElements& coarse, const Unit& voxel, const float* x, float* forces)
{
  typedef Lanes<float>::Pack Pack;
  constexpr int Width = Lanes<float>::Width;
  const Unit whole = voxelhex8::doubled(voxel);
  const std::int64_t n = coarse.elements;
  const std::int64_t packs = (n + Width - 1) / Width;
#pragma omp parallel for schedule(dynamic, 64) if (packs >= 256)
  for (std::int64_t p = 0; p < packs; ++p)
  {
    const std::int64_t first = p * Width;
    const int width = n - first < Width ? static_cast<int>(n - first) : Width;
    alignas(64) float nodal[24][Width] = {};
    alignas(64) float moduli[8][Width] = {};
    for (int o = 0; o < 8; ++o)
    {
      copyLanes(moduli[o], coarse.moduli + o * n + first, width);
    }
    for (int lane = 0; lane < width; ++lane)
    {
      const std::int32_t* nodes = coarse.connectivity + 8 * (first + lane);
      for (int a = 0; a < 8; ++a)
      {
        const float* at = x + 3 * std::int64_t(nodes[voxelhex8::vtkCorner(a)]);
        nodal[a][lane] = at[0];
        nodal[8 + a][lane] = at[1];
        nodal[16 + a][lane] = at[2];
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
    const Pack young = load<Pack>(moduli[0]);
    auto differs = load<Pack>(moduli[1]) != young;
    for (int o = 2; o < 8; ++o)
    {
      differs |= load<Pack>(moduli[o]) != young;
    }
    if (isAny(differs))
    {
      voxelhex8::halveModes(modes);
      for (int o = 0; o < 8; ++o)
      {
        const Pack ofChild = load<Pack>(moduli[o]);
        if (isAny(ofChild != Pack{}))
        {
          voxelhex8::addChildForces(o, modes, ofChild, voxel, sums);
        }
      }
      voxelhex8::halveModes(sums);
    }
    else // all voxels of the element have the same modulus
    {
      voxelhex8::stiffness(modes, young, whole, sums);
    }
    for (int c = 0; c < 3; ++c)
    {
      hex8::fromModes(sums + 8 * c, u + 8 * c);
    }
    // The memory is allocated for whole vectors, so that an incomplete one may be stored entirely.
    float* mine = placeOf(forces, first);
    for (int i = 0; i < 24; ++i)
    {
      __builtin_memcpy(mine + VoxelHostForceLanes * i, &u[i], sizeof(Pack));
    }
  }
}

void coarseForces(const VoxelHostCoarseElements& coarse, const float* x, float* forces)
{
  const voxelhex8::Brick<float> voxel = {
    { coarse.gradient[0], coarse.gradient[1], coarse.gradient[2] }, coarse.lambda, coarse.mu
  };
  withUnit(voxel, [&](const auto& unit) { forcesOf(coarse, unit, x, forces); });
}

/// f = A u for the upper triangle of a symmetric matrix of 24 rows. Whole vectors are loaded even
/// beyond the end of a row, where u is zero and f is not used.
void multiplyTriangle(const float* matrix, const float* u, float* f)
{
  typedef Lanes<float>::Pack Pack;
  constexpr int Width = Lanes<float>::Width;
  constexpr int Rows = 24;
  /// The last rows are processed one entry at a time, since a whole vector would exceed the end of
  /// the matrix.
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

void constrainedForces(
  const VoxelHostConstrainedElements& constrained, const float* x, float* forces)
{
  constexpr int Entries = 24 * 25 / 2;
#pragma omp parallel for schedule(static) if (constrained.count >= 256)
  for (std::int64_t h = 0; h < constrained.count; ++h)
  {
    const std::int64_t e = constrained.elements[h];
    const std::int32_t* nodes = constrained.connectivity + 8 * e;
    float u[24 + Lanes<float>::Width] = {};
    float f[24 + Lanes<float>::Width];
    for (int a = 0; a < 8; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        u[3 * a + c] = x[3 * std::int64_t(nodes[a]) + c];
      }
    }
    multiplyTriangle(constrained.matrices + Entries * h, u, f);
    for (int a = 0; a < 8; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        placeOf(forces, e)[VoxelHostForceLanes * (8 * c + voxelhex8::vtkCorner(a))] = f[3 * a + c];
      }
    }
  }
}
}

const VoxelHostCoarse TRABECULA_JOIN(
  voxelHostCoarse_, TRABECULA_ISA) = { coarseForces, constrainedForces };
}
