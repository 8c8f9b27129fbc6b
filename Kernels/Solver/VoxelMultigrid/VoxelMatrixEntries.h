#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMATRIXENTRIES_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMATRIXENTRIES_H

#include "Element/VoxelTransferHex8.h"

namespace trabecula
{
/// Number of stored entries of the symmetric matrix of an element with so many components a corner:
/// the upper triangle, row by row. Unknown Components * corner + component, corners as in
/// VoxelMesh.
template <int Components>
constexpr int VoxelMatrixEntriesOf = 4 * Components*(8 * Components + 1);
/// Of displacements.
constexpr int VoxelMatrixEntries = VoxelMatrixEntriesOf<3>;

namespace detail
{
/// Index of entry (row, column) in the upper triangle of an element matrix.
template <int Components = 3>
TRABECULA_FUNCTION int matrixEntry(int row, int column)
{
  const int r = row < column ? row : column;
  return r * (16 * Components + 1 - r) / 2 + (row < column ? column : row) - r;
}

/// Entry of P^T M P for the child with matrix M in an octant.
template <int Components>
TRABECULA_FUNCTION double productEntry(const float* matrix, int octant, int row, int column)
{
  double sum = 0.0;
  for (int a = 0; a < 8; ++a)
  {
    const double left = voxelhex8::childWeight<double>(octant, a, row / Components);
    for (int b = 0; b < 8 && left != 0.0; ++b)
    {
      const double right = voxelhex8::childWeight<double>(octant, b, column / Components);
      if (right != 0.0)
      {
        sum += left * right *
          matrix[matrixEntry<Components>(
            Components * a + row % Components, Components * b + column % Components)];
      }
    }
  }
  return sum;
}

#ifndef __CUDACC__
/// Adds all entries of P^T M P for the child with matrix M in an octant, as productEntry() gives
/// them: first P^T M, then the product with P, as weights are the same for all components.
template <int Components>
inline void addProduct(const float* matrix, int octant, double* sums)
{
  constexpr int Unknowns = 8 * Components;
  double weights[8][8];
  for (int a = 0; a < 8; ++a)
  {
    for (int b = 0; b < 8; ++b)
    {
      weights[a][b] = voxelhex8::childWeight<double>(octant, a, b);
    }
  }
  double full[Unknowns][Unknowns];
  for (int row = 0; row < Unknowns; ++row)
  {
    for (int column = row; column < Unknowns; ++column, ++matrix)
    {
      full[row][column] = full[column][row] = double(*matrix);
    }
  }
  double half[Unknowns][Unknowns] = {};
  for (int a = 0; a < 8; ++a)
  {
    for (int b = 0; b < 8; ++b)
    {
      const double weight = weights[a][b];
      for (int c = 0; c < Components && weight != 0.0; ++c)
      {
        for (int column = 0; column < Unknowns; ++column)
        {
          half[Components * b + c][column] += weight * full[Components * a + c][column];
        }
      }
    }
  }
  for (int row = 0; row < Unknowns; ++row)
  {
    double whole[Unknowns] = {};
    for (int a = 0; a < 8; ++a)
    {
      for (int b = row / Components; b < 8; ++b)
      {
        for (int c = 0; c < Components; ++c)
        {
          whole[Components * b + c] += weights[a][b] * half[row][Components * a + c];
        }
      }
    }
    for (int column = row; column < Unknowns; ++column)
    {
      *sums++ += whole[column];
    }
  }
}
#endif

/// Row of an entry of the upper triangle, and its column.
template <int Components>
TRABECULA_FUNCTION int rowOfEntry(int entry, int& column)
{
  int row = 0;
  while (entry >= 8 * Components - row)
  {
    entry -= 8 * Components - row;
    ++row;
  }
  column = row + entry;
  return row;
}
}
}

#endif
