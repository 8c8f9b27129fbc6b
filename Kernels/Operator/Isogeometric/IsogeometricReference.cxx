#include "Operator/Isogeometric/IsogeometricReference.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <Eigen/Dense>

#include <array>

namespace trabecula::reference
{
namespace
{
/// Returns the elasticity matrix for E = 1: in two dimensions for plane stress with the order xx,
/// yy, xy, in three dimensions with the order xx, yy, zz, yz, xz, xy.
Eigen::MatrixXd elasticity(int dimension, double nu)
{
  if (dimension == 2)
  {
    Eigen::MatrixXd D = Eigen::MatrixXd::Zero(3, 3);
    D << 1.0, nu, 0.0, nu, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - nu);
    return D / (1.0 - nu * nu);
  }
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(6, 6);
  D.topLeftCorner(3, 3).setConstant(nu);
  for (int i = 0; i < 3; ++i)
  {
    D(i, i) = 1.0 - nu;
    D(3 + i, 3 + i) = 0.5 * (1.0 - 2.0 * nu);
  }
  return D / ((1.0 + nu) * (1.0 - 2.0 * nu));
}

/// Returns engineering strains in the same order; columns are unknowns dimension * function +
/// component.
Eigen::MatrixXd strainMatrix(int dimension, const NurbsPoint& at)
{
  Eigen::Matrix3d J;
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      J(i, k) = at.jacobian[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
    }
  }
  const Eigen::Matrix3d inverse = J.inverse();
  const int strains = dimension == 2 ? 3 : 6;
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(strains, dimension * at.count);
  const std::array<std::array<int, 2>, 3> pairs = dimension == 2
    ? std::array<std::array<int, 2>, 3>{ { { 0, 1 }, { 0, 1 }, { 0, 1 } } }
    : std::array<std::array<int, 2>, 3>{ { { 1, 2 }, { 0, 2 }, { 0, 1 } } };
  for (int a = 0; a < at.count; ++a)
  {
    const auto& d = at.derivatives[static_cast<std::size_t>(a)];
    const Eigen::Vector3d g = inverse.transpose() * Eigen::Vector3d(d[0], d[1], d[2]);
    for (int c = 0; c < dimension; ++c)
    {
      B(c, dimension * a + c) = g(c);
    }
    for (int s = dimension; s < strains; ++s)
    {
      const auto& pair = pairs[static_cast<std::size_t>(s - dimension)];
      B(s, dimension * a + pair[0]) = g(pair[1]);
      B(s, dimension * a + pair[1]) = g(pair[0]);
    }
  }
  return B;
}
}

IsogeometricStiffness::IsogeometricStiffness(
  const NurbsPatch& patch, double poissonsRatio, bool perGaussPoint)
  : Size(patch.numberOfControlPoints() * static_cast<std::size_t>(patch.dimension)),
    MaterialPoints(patch.numberOfElements() *
      (perGaussPoint ? static_cast<std::size_t>(patch.functionsPerElement()) : 1))
{
  const Eigen::MatrixXd D = elasticity(patch.dimension, poissonsRatio);
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = gaussTable(patch.degrees[k], patch.knots[k]);
  }
  const std::array<int, 3> elements = patch.elements();
  const auto d = static_cast<std::size_t>(patch.dimension);
  for (std::size_t e = 0; e < patch.numberOfElements(); ++e)
  {
    const std::array<std::size_t, 3> at = { e % elements[0], e / elements[0] % elements[1],
      e / elements[0] / elements[1] };
    for (std::size_t q = 0; q < static_cast<std::size_t>(patch.functionsPerElement()); ++q)
    {
      std::array<double, 3> xi{};
      double weight = 1.0;
      std::size_t rest = q;
      for (std::size_t k = 0; k < 3; ++k)
      {
        const auto points = static_cast<std::size_t>(tables[k].perSpan);
        const std::size_t place = at[k] * points + rest % points;
        rest /= points;
        xi[k] = tables[k].places[place];
        weight *= tables[k].weights[place];
      }
      const NurbsPoint point = evaluateAt(patch, xi);
      Point result;
      result.material =
        perGaussPoint ? e * static_cast<std::size_t>(patch.functionsPerElement()) + q : e;
      result.measure = weight * point.determinant();
      for (int a = 0; a < point.count; ++a)
      {
        for (std::size_t c = 0; c < d; ++c)
        {
          result.unknowns.push_back(
            d * static_cast<std::size_t>(point.controlPoints[static_cast<std::size_t>(a)]) + c);
        }
      }
      const Eigen::MatrixXd B = strainMatrix(patch.dimension, point);
      const Eigen::MatrixXd K = result.measure * B.transpose() * D * B;
      result.matrix.assign(K.data(), K.data() + K.size());
      this->Points.push_back(std::move(result));
    }
  }
}

std::vector<double> IsogeometricStiffness::matrix(const std::vector<double>& moduli) const
{
  std::vector<double> K(this->Size * this->Size, 0.0);
  for (const Point& point : this->Points)
  {
    const std::size_t side = point.unknowns.size();
    for (std::size_t i = 0; i < side; ++i)
    {
      for (std::size_t j = 0; j < side; ++j)
      {
        K[this->Size * point.unknowns[i] + point.unknowns[j]] +=
          moduli[point.material] * point.matrix[side * i + j];
      }
    }
  }
  return K;
}

std::vector<double> IsogeometricStiffness::unitEnergies(const std::vector<double>& u) const
{
  std::vector<double> energies(this->MaterialPoints, 0.0);
  for (const Point& point : this->Points)
  {
    const std::size_t side = point.unknowns.size();
    for (std::size_t i = 0; i < side; ++i)
    {
      for (std::size_t j = 0; j < side; ++j)
      {
        energies[point.material] +=
          u[point.unknowns[i]] * point.matrix[side * i + j] * u[point.unknowns[j]];
      }
    }
  }
  return energies;
}

std::vector<double> IsogeometricStiffness::measures() const
{
  std::vector<double> measures(this->MaterialPoints, 0.0);
  for (const Point& point : this->Points)
  {
    measures[point.material] += point.measure;
  }
  return measures;
}
}
