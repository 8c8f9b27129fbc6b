#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMATRIXENTRIES_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMATRIXENTRIES_H

#include "Element/VoxelTransferHex8.h"

namespace trabecula
{
/// Number of stored entries of a symmetric 24x24 element matrix: the upper triangle, row by row.
/// Unknown 3 * corner + direction, corners as in VoxelMesh.
constexpr int VoxelMatrixEntries = 300;

namespace detail
{
/// Index of entry (row, column) in the upper triangle of an element matrix.
TRABECULA_FUNCTION int matrixEntry(int row, int column)
{
  const int r = row < column ? row : column;
  return r * (49 - r) / 2 + (row < column ? column : row) - r;
}

/// Entry of P^T M P for the child with matrix M in an octant.
TRABECULA_FUNCTION double productEntry(const float* matrix, int octant, int row, int column)
{
  double sum = 0.0;
  for (int a = 0; a < 8; ++a)
  {
    const double left = voxelhex8::childWeight<double>(octant, a, row / 3);
    for (int b = 0; b < 8 && left != 0.0; ++b)
    {
      const double right = voxelhex8::childWeight<double>(octant, b, column / 3);
      if (right != 0.0)
      {
        sum += left * right * matrix[matrixEntry(3 * a + row % 3, 3 * b + column % 3)];
      }
    }
  }
  return sum;
}

#ifndef __CUDACC__
/// Adds all entries of P^T M P for the child with matrix M in an octant, as productEntry() gives
/// them: first P^T M, then the product with P, as weights are the same for the three directions.
inline void addProduct(const float* matrix, int octant, double* sums)
{
  double weights[8][8];
  for (int a = 0; a < 8; ++a)
  {
    for (int b = 0; b < 8; ++b)
    {
      weights[a][b] = voxelhex8::childWeight<double>(octant, a, b);
    }
  }
  double full[24][24];
  for (int row = 0; row < 24; ++row)
  {
    for (int column = row; column < 24; ++column, ++matrix)
    {
      full[row][column] = full[column][row] = double(*matrix);
    }
  }
  double half[24][24] = {};
  for (int a = 0; a < 8; ++a)
  {
    for (int b = 0; b < 8; ++b)
    {
      const double weight = weights[a][b];
      for (int c = 0; c < 3 && weight != 0.0; ++c)
      {
        for (int column = 0; column < 24; ++column)
        {
          half[3 * b + c][column] += weight * full[3 * a + c][column];
        }
      }
    }
  }
  for (int row = 0; row < 24; ++row)
  {
    double whole[24] = {};
    for (int a = 0; a < 8; ++a)
    {
      for (int b = row / 3; b < 8; ++b)
      {
        for (int c = 0; c < 3; ++c)
        {
          whole[3 * b + c] += weights[a][b] * half[row][3 * a + c];
        }
      }
    }
    for (int column = row; column < 24; ++column)
    {
      *sums++ += whole[column];
    }
  }
}
#endif

/// Row of an entry of the upper triangle, and its column.
TRABECULA_FUNCTION int rowOfEntry(int entry, int& column)
{
  int row = 0;
  while (entry >= 24 - row)
  {
    entry -= 24 - row;
    ++row;
  }
  column = row + entry;
  return row;
}
}
}

#endif
