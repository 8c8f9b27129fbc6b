#include "Element/ElementReference.h"

#include <Eigen/Dense>

#include <cmath>
#include <map>

namespace trabecula::reference
{
namespace
{
bool isTetrahedral(CellType type)
{
  return cellShape(type).corners == 4;
}

/// Powers of x, y and z of the monomials that span the shape functions: all polynomials of the
/// element's order on tetrahedra; trilinear or serendipity polynomials (superlinear degree 2) on
/// hexahedra.
std::vector<std::array<int, 3>> monomials(CellType type)
{
  const int order = cellShape(type).isQuadratic() ? 2 : 1;
  std::vector<std::array<int, 3>> result;
  for (int i = 0; i <= order; ++i)
  {
    for (int j = 0; j <= order; ++j)
    {
      for (int k = 0; k <= order; ++k)
      {
        const auto superlinear = [](int power) { return power > 1 ? power : 0; };
        const int degree =
          isTetrahedral(type) ? i + j + k : superlinear(i) + superlinear(j) + superlinear(k);
        if (degree <= order)
        {
          result.push_back({ i, j, k });
        }
      }
    }
  }
  return result;
}

double power(double x, int exponent)
{
  double result = 1.0;
  for (int i = 0; i < exponent; ++i)
  {
    result *= x;
  }
  return result;
}

/// The inverse of the matrix of the monomials' values at the nodes.
Eigen::MatrixXd makeCoefficients(CellType type)
{
  const std::vector<Position> nodes = naturalNodes(type);
  const std::vector<std::array<int, 3>> powers = monomials(type);
  Eigen::MatrixXd values(nodes.size(), powers.size());
  for (std::size_t a = 0; a < nodes.size(); ++a)
  {
    for (std::size_t m = 0; m < powers.size(); ++m)
    {
      values(Eigen::Index(a), Eigen::Index(m)) = power(nodes[a][0], powers[m][0]) *
        power(nodes[a][1], powers[m][1]) * power(nodes[a][2], powers[m][2]);
    }
  }
  return values.inverse().transpose();
}

const Eigen::MatrixXd& coefficients(CellType type)
{
  static const std::map<CellType, Eigen::MatrixXd> all = []
  {
    std::map<CellType, Eigen::MatrixXd> made;
    for (const CellShape& shape : CellShapes)
    {
      made[shape.type] = makeCoefficients(shape.type);
    }
    return made;
  }();
  return all.at(type);
}

struct StrainMatrix
{
  Eigen::MatrixXd matrix; ///< 6 rows, in the order xx yy zz xy yz xz
  double determinant;
};

StrainMatrix strainMatrix(
  CellType type, const std::vector<Position>& nodes, const Position& natural)
{
  const ShapeFunctions shape = shapeFunctions(type, natural);
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero(); // dx_c / dxi_k
  for (std::size_t a = 0; a < nodes.size(); ++a)
  {
    J += Eigen::Map<const Eigen::Vector3d>(nodes[a].data()) *
      Eigen::Map<const Eigen::RowVector3d>(shape.derivatives[a].data());
  }
  const Eigen::Matrix3d inverse = J.inverse();
  StrainMatrix B = { Eigen::MatrixXd::Zero(6, Eigen::Index(3 * nodes.size())), J.determinant() };
  for (std::size_t a = 0; a < nodes.size(); ++a)
  {
    const Eigen::RowVector3d g =
      Eigen::Map<const Eigen::RowVector3d>(shape.derivatives[a].data()) * inverse;
    const auto column = Eigen::Index(3 * a);
    B.matrix.col(column) << g[0], 0, 0, g[1], 0, g[2];
    B.matrix.col(column + 1) << 0, g[1], 0, g[0], g[2], 0;
    B.matrix.col(column + 2) << 0, 0, g[2], 0, g[1], g[0];
  }
  return B;
}
}

std::vector<Position> naturalNodes(CellType type)
{
  std::vector<Position> nodes;
  if (isTetrahedral(type))
  {
    nodes = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  }
  else
  {
    nodes = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 }, { -1, -1, 1 },
      { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } };
  }
  const CellShape& shape = cellShape(type);
  for (std::size_t e = 0; shape.isQuadratic() && e < std::size_t(shape.edges); ++e)
  {
    const Position& a = nodes[std::size_t(shape.edgeCorners[e][0])];
    const Position& b = nodes[std::size_t(shape.edgeCorners[e][1])];
    nodes.push_back({ (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 });
  }
  return nodes;
}

ShapeFunctions shapeFunctions(CellType type, const Position& natural)
{
  const std::vector<std::array<int, 3>> powers = monomials(type);
  const Eigen::MatrixXd& C = coefficients(type);
  ShapeFunctions result;
  for (Eigen::Index a = 0; a < C.rows(); ++a)
  {
    double value = 0.0;
    Position derivative = {};
    for (std::size_t m = 0; m < powers.size(); ++m)
    {
      const double c = C(a, Eigen::Index(m));
      value += c * power(natural[0], powers[m][0]) * power(natural[1], powers[m][1]) *
        power(natural[2], powers[m][2]);
      for (std::size_t k = 0; k < 3; ++k)
      {
        std::array<int, 3> lower = powers[m];
        lower[k] -= 1;
        derivative[k] += lower[k] < 0 ? 0.0
                                      : c * powers[m][k] * power(natural[0], lower[0]) *
            power(natural[1], lower[1]) * power(natural[2], lower[2]);
      }
    }
    result.values.push_back(value);
    result.derivatives.push_back(derivative);
  }
  return result;
}

std::vector<WeightedPoint> quadraturePoints(CellType type)
{
  if (type == CellType::Tetrahedron)
  {
    return { { { 0.25, 0.25, 0.25 }, 1.0 / 6 } };
  }
  if (type == CellType::QuadraticTetrahedron)
  {
    const double a = (5 - std::sqrt(5.0)) / 20;
    const double b = (5 + 3 * std::sqrt(5.0)) / 20;
    return { { { a, a, a }, 1.0 / 24 }, { { b, a, a }, 1.0 / 24 }, { { a, b, a }, 1.0 / 24 },
      { { a, a, b }, 1.0 / 24 } };
  }
  const bool quadratic = type == CellType::QuadraticHexahedron;
  const std::vector<double> x = quadratic
    ? std::vector<double>{ -std::sqrt(0.6), 0.0, std::sqrt(0.6) }
    : std::vector<double>{ -std::sqrt(1.0 / 3), std::sqrt(1.0 / 3) };
  const std::vector<double> w =
    quadratic ? std::vector<double>{ 5.0 / 9, 8.0 / 9, 5.0 / 9 } : std::vector<double>{ 1.0, 1.0 };
  std::vector<WeightedPoint> points;
  for (std::size_t i = 0; i < x.size(); ++i)
  {
    for (std::size_t j = 0; j < x.size(); ++j)
    {
      for (std::size_t k = 0; k < x.size(); ++k)
      {
        points.push_back({ { x[i], x[j], x[k] }, w[i] * w[j] * w[k] });
      }
    }
  }
  return points;
}

ElementMatrix elementStiffness(
  CellType type, const std::vector<Position>& nodes, double poissonsRatio)
{
  const double nu = poissonsRatio;
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner<3, 3>().setConstant(nu);
  D.diagonal() << 1 - nu, 1 - nu, 1 - nu, 0.5 - nu, 0.5 - nu, 0.5 - nu;
  D /= (1 + nu) * (1 - 2 * nu);
  const auto rows = Eigen::Index(3 * nodes.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(rows, rows);
  for (const WeightedPoint& point : quadraturePoints(type))
  {
    const StrainMatrix B = strainMatrix(type, nodes, point.natural);
    K += point.weight * B.determinant * B.matrix.transpose() * D * B.matrix;
  }
  ElementMatrix result;
  result.rows = std::size_t(rows);
  for (Eigen::Index i = 0; i < rows; ++i)
  {
    for (Eigen::Index j = 0; j < rows; ++j)
    {
      result.entries.push_back(K(i, j));
    }
  }
  return result;
}

double elementVolume(CellType type, const std::vector<Position>& nodes)
{
  double volume = 0.0;
  for (const WeightedPoint& point : quadraturePoints(type))
  {
    volume += point.weight * strainMatrix(type, nodes, point.natural).determinant;
  }
  return volume;
}

std::vector<Position> elementNodes(const Mesh& mesh, std::size_t element)
{
  std::vector<Position> nodes;
  for (std::size_t a = 0; a < mesh.nodesOf(element); ++a)
  {
    const double* p = mesh.points.data() + 3 * std::size_t(mesh.element(element)[a]);
    nodes.push_back({ p[0], p[1], p[2] });
  }
  return nodes;
}
}
