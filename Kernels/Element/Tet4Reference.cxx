#include "Element/Tet4Reference.h"

#include <Eigen/Dense>

namespace trabecula::reference
{
namespace
{
/// Row 1, x, y, z for each node; the inverse contains the coefficients of the shape functions.
Eigen::Matrix4d coordinates(const Tet4Corners& corners)
{
  Eigen::Matrix4d result;
  for (int a = 0; a < 4; ++a)
  {
    result.row(a) << 1.0, corners[a][0], corners[a][1], corners[a][2];
  }
  return result;
}
}

double tet4Volume(const Tet4Corners& corners)
{
  return coordinates(corners).determinant() / 6.0;
}

Tet4Matrix tet4Stiffness(const Tet4Corners& corners, double poissonsRatio)
{
  const Eigen::Matrix4d coefficients = coordinates(corners).inverse();
  Eigen::Matrix<double, 6, 12> B = Eigen::Matrix<double, 6, 12>::Zero();
  for (int a = 0; a < 4; ++a)
  {
    const double x = coefficients(1, a);
    const double y = coefficients(2, a);
    const double z = coefficients(3, a);
    B.col(3 * a) << x, 0.0, 0.0, y, 0.0, z;
    B.col(3 * a + 1) << 0.0, y, 0.0, x, z, 0.0;
    B.col(3 * a + 2) << 0.0, 0.0, z, 0.0, y, x;
  }
  const double nu = poissonsRatio;
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner<3, 3>().setConstant(nu);
  D.diagonal() << 1 - nu, 1 - nu, 1 - nu, 0.5 - nu, 0.5 - nu, 0.5 - nu;
  D /= (1 + nu) * (1 - 2 * nu);
  const Eigen::Matrix<double, 12, 12> K = tet4Volume(corners) * B.transpose() * D * B;
  Tet4Matrix result;
  for (int i = 0; i < 12; ++i)
  {
    for (int j = 0; j < 12; ++j)
    {
      result[i][j] = K(i, j);
    }
  }
  return result;
}
}
