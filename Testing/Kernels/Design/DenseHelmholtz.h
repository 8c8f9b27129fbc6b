#ifndef TRABECULA_TESTING_DESIGN_DENSEHELMHOLTZ_H
#define TRABECULA_TESTING_DESIGN_DENSEHELMHOLTZ_H

#include "Mesh/Mesh.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace trabecula::testing
{
/// Returns l^2 K and the masses of M of linear hexahedra, by 2 x 2 x 2 points and dense.
struct DenseHelmholtz
{
  DenseHelmholtz(const Mesh& mesh, double radius)
    : n(mesh.numberOfNodes()), matrix(n * n, 0.0), masses(n, 0.0)
  {
    const double place = 1.0 / std::sqrt(3.0);
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      for (int point = 0; point < 8; ++point)
      {
        const double xi[3] = { point & 1 ? place : -place, point & 2 ? place : -place,
          point & 4 ? place : -place };
        this->add(mesh, e, xi, radius * radius / 12.0);
      }
    }
    for (std::size_t i = 0; i < this->n; ++i)
    {
      this->matrix[i * this->n + i] += this->masses[i];
    }
  }

  /// Returns (l^2 K + M)^-1 M x by elimination.
  std::vector<double> filtered(const std::vector<double>& x) const
  {
    std::vector<double> a = this->matrix;
    std::vector<double> y(this->n);
    for (std::size_t i = 0; i < this->n; ++i)
    {
      y[i] = this->masses[i] * x[i];
    }
    for (std::size_t k = 0; k < this->n; ++k)
    {
      for (std::size_t i = k + 1; i < this->n; ++i)
      {
        const double factor = a[i * this->n + k] / a[k * this->n + k];
        for (std::size_t j = k; j < this->n && factor != 0.0; ++j)
        {
          a[i * this->n + j] -= factor * a[k * this->n + j];
        }
        y[i] -= factor * y[k];
      }
    }
    for (std::size_t k = this->n; k-- > 0;)
    {
      for (std::size_t j = k + 1; j < this->n; ++j)
      {
        y[k] -= a[k * this->n + j] * y[j];
      }
      y[k] /= a[k * this->n + k];
    }
    return y;
  }

  std::size_t n;
  std::vector<double> matrix;
  std::vector<double> masses;

private:
  void add(const Mesh& mesh, std::size_t element, const double* xi, double conductivity)
  {
    // Corners of VTK_HEXAHEDRON: the lower face counterclockwise, then the upper one.
    constexpr int signs[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 },
      { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } };
    double shapes[8];
    double local[8][3];
    double jacobian[3][3] = {};
    for (int a = 0; a < 8; ++a)
    {
      double factors[3];
      for (int c = 0; c < 3; ++c)
      {
        factors[c] = 0.5 * (1.0 + signs[a][c] * xi[c]);
      }
      shapes[a] = factors[0] * factors[1] * factors[2];
      for (int c = 0; c < 3; ++c)
      {
        local[a][c] = 0.5 * signs[a][c] * factors[(c + 1) % 3] * factors[(c + 2) % 3];
      }
      for (int i = 0; i < 3; ++i)
      {
        for (int j = 0; j < 3; ++j)
        {
          jacobian[i][j] +=
            mesh.points[3 * std::size_t(mesh.element(element)[a]) + std::size_t(i)] * local[a][j];
        }
      }
    }
    double inverse[3][3]; // times the determinant
    for (int i = 0; i < 3; ++i)
    {
      for (int j = 0; j < 3; ++j)
      {
        inverse[j][i] = jacobian[(i + 1) % 3][(j + 1) % 3] * jacobian[(i + 2) % 3][(j + 2) % 3] -
          jacobian[(i + 1) % 3][(j + 2) % 3] * jacobian[(i + 2) % 3][(j + 1) % 3];
      }
    }
    const double determinant = jacobian[0][0] * inverse[0][0] + jacobian[0][1] * inverse[1][0] +
      jacobian[0][2] * inverse[2][0];
    double gradients[8][3];
    for (int a = 0; a < 8; ++a)
    {
      for (int i = 0; i < 3; ++i)
      {
        gradients[a][i] = (local[a][0] * inverse[0][i] + local[a][1] * inverse[1][i] +
                            local[a][2] * inverse[2][i]) /
          determinant;
      }
    }
    for (int a = 0; a < 8; ++a)
    {
      const auto row = static_cast<std::size_t>(mesh.element(element)[a]);
      this->masses[row] += determinant * shapes[a];
      for (int b = 0; b < 8; ++b)
      {
        const auto column = static_cast<std::size_t>(mesh.element(element)[b]);
        for (int i = 0; i < 3; ++i)
        {
          this->matrix[row * this->n + column] +=
            conductivity * determinant * gradients[a][i] * gradients[b][i];
        }
      }
    }
  }
};
}

#endif
