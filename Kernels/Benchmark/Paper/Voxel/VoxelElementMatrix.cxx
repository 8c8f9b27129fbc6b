#include "Benchmark/Paper/Voxel/VoxelElementMatrix.h"

#include "Element/VoxelHex8.h"

namespace trabecula
{
namespace
{
/// Returns the number of a corner in the order of VTK_HEXAHEDRON.
int vtkCorner(int corner)
{
  return corner ^ (corner >> 1 & 1);
}
}

template <class Real>
VoxelElementMatrix<Real> makeVoxelElementMatrix(
  const std::array<double, 3>& spacing, double poissonsRatio)
{
  const voxelhex8::Brick<double> unit = voxelhex8::unitBrick<double>(spacing.data(), poissonsRatio);
  VoxelElementMatrix<Real> matrix = {};
  for (int column = 0; column < 24; ++column)
  {
    double u[24] = {};
    double f[24];
    u[8 * (column % 3) + vtkCorner(column / 3)] = 1.0;
    voxelhex8::product(u, 1.0, unit, f);
    for (int row = 0; row < 24; ++row)
    {
      matrix.entries[row][column] = static_cast<Real>(f[8 * (row % 3) + vtkCorner(row / 3)]);
    }
  }
  return matrix;
}

template VoxelElementMatrix<double> makeVoxelElementMatrix(const std::array<double, 3>&, double);
template VoxelElementMatrix<float> makeVoxelElementMatrix(const std::array<double, 3>&, double);
}
