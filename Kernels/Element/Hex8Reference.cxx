#include "Element/Hex8Reference.h"

#include <cmath>

namespace trabecula::reference
{
namespace
{
using Matrix3 = std::array<std::array<double, 3>, 3>;

/// Natural coordinates of the corners.
constexpr std::array<std::array<int, 3>, 8> Corner = { { { -1, -1, -1 }, { 1, -1, -1 },
  { 1, 1, -1 }, { -1, 1, -1 }, { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } } };

/// dN_a / dxi_k at a point of the natural coordinates.
std::array<std::array<double, 3>, 8> naturalDerivatives(const std::array<double, 3>& xi)
{
  std::array<std::array<double, 3>, 8> derivatives{};
  for (std::size_t a = 0; a < 8; ++a)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      const std::size_t l = (k + 1) % 3;
      const std::size_t m = (k + 2) % 3;
      derivatives[a][k] =
        Corner[a][k] * (1 + Corner[a][l] * xi[l]) * (1 + Corner[a][m] * xi[m]) / 8;
    }
  }
  return derivatives;
}

/// J_kj = dx_j / dxi_k.
Matrix3 jacobian(const std::array<std::array<double, 3>, 8>& natural, const Hex8Corners& corners)
{
  Matrix3 J{};
  for (std::size_t a = 0; a < 8; ++a)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        J[k][j] += natural[a][k] * corners[a][j];
      }
    }
  }
  return J;
}

/// Cofactor of entry (i, j).
double cofactor(const Matrix3& A, std::size_t i, std::size_t j)
{
  const std::size_t r = (i + 1) % 3;
  const std::size_t s = (i + 2) % 3;
  const std::size_t p = (j + 1) % 3;
  const std::size_t q = (j + 2) % 3;
  return A[r][p] * A[s][q] - A[r][q] * A[s][p];
}

double determinant(const Matrix3& A)
{
  return A[0][0] * cofactor(A, 0, 0) + A[0][1] * cofactor(A, 0, 1) + A[0][2] * cofactor(A, 0, 2);
}

/// The eight points of the 2 x 2 x 2 Gauss rule; each has weight 1.
std::array<std::array<double, 3>, 8> gaussPoints()
{
  std::array<std::array<double, 3>, 8> points{};
  for (std::size_t g = 0; g < 8; ++g)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      points[g][k] = Corner[g][k] / std::sqrt(3.0);
    }
  }
  return points;
}

/// The matrix of isotropic elasticity in the order xx yy zz xy yz zx.
std::array<std::array<double, 6>, 6> elasticity(double youngsModulus, double poissonsRatio)
{
  const double mu = youngsModulus / (2 * (1 + poissonsRatio));
  const double lambda =
    youngsModulus * poissonsRatio / ((1 + poissonsRatio) * (1 - 2 * poissonsRatio));
  std::array<std::array<double, 6>, 6> D{};
  for (std::size_t i = 0; i < 3; ++i)
  {
    for (std::size_t j = 0; j < 3; ++j)
    {
      D[i][j] = lambda;
    }
    D[i][i] += 2 * mu;
    D[i + 3][i + 3] = mu;
  }
  return D;
}
}

Hex8Corners hex8Corners(const Mesh& mesh, std::size_t element)
{
  Hex8Corners corners{};
  for (std::size_t a = 0; a < 8; ++a)
  {
    const auto node = static_cast<std::size_t>(mesh.element(element)[a]);
    for (std::size_t j = 0; j < 3; ++j)
    {
      corners[a][j] = mesh.points[3 * node + j];
    }
  }
  return corners;
}

Hex8Matrix hex8Stiffness(const Hex8Corners& corners, double youngsModulus, double poissonsRatio)
{
  const auto D = elasticity(youngsModulus, poissonsRatio);
  Hex8Matrix K{};
  for (const auto& xi : gaussPoints())
  {
    const auto natural = naturalDerivatives(xi);
    const Matrix3 J = jacobian(natural, corners);
    const double detJ = determinant(J);

    std::array<std::array<double, 24>, 6> B{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      std::array<double, 3> d{}; // dN_a / dx_j = sum_k (J^-1)_jk dN_a / dxi_k
      for (std::size_t j = 0; j < 3; ++j)
      {
        for (std::size_t k = 0; k < 3; ++k)
        {
          d[j] += cofactor(J, k, j) / detJ * natural[a][k];
        }
      }
      for (std::size_t i = 0; i < 3; ++i)
      {
        B[i][3 * a + i] = d[i];
        const std::size_t next = (i + 1) % 3; // xy, yz, zx
        B[3 + i][3 * a + i] = d[next];
        B[3 + i][3 * a + next] = d[i];
      }
    }

    std::array<std::array<double, 24>, 6> DB{};
    for (std::size_t i = 0; i < 6; ++i)
    {
      for (std::size_t j = 0; j < 6; ++j)
      {
        for (std::size_t c = 0; c < 24; ++c)
        {
          DB[i][c] += D[i][j] * B[j][c];
        }
      }
    }
    for (std::size_t r = 0; r < 24; ++r)
    {
      for (std::size_t c = 0; c < 24; ++c)
      {
        for (std::size_t i = 0; i < 6; ++i)
        {
          K[r][c] += detJ * B[i][r] * DB[i][c];
        }
      }
    }
  }
  return K;
}

double hex8Volume(const Hex8Corners& corners)
{
  double volume = 0.0;
  for (const auto& xi : gaussPoints())
  {
    volume += determinant(jacobian(naturalDerivatives(xi), corners));
  }
  return volume;
}

std::array<double, 3> hex8Centroid(const Hex8Corners& corners)
{
  std::array<double, 3> centroid{};
  for (const auto& corner : corners)
  {
    for (std::size_t j = 0; j < 3; ++j)
    {
      centroid[j] += corner[j] / 8;
    }
  }
  return centroid;
}
}
