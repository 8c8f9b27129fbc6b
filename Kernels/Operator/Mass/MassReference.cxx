#include "Operator/Mass/MassReference.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace trabecula::reference
{
namespace
{
/// Adds the points whose barycentric coordinates are a permutation of the given ones.
void addOrbit(std::array<double, 4> barycentric, double weight, std::vector<WeightedPoint>& points)
{
  std::sort(barycentric.begin(), barycentric.end());
  do
  {
    points.push_back({ { barycentric[1], barycentric[2], barycentric[3] }, weight });
  } while (std::next_permutation(barycentric.begin(), barycentric.end()));
}

std::vector<WeightedPoint> massPoints(CellType type)
{
  if (type == CellType::Tetrahedron)
  {
    return quadraturePoints(CellType::QuadraticTetrahedron);
  }
  if (type != CellType::QuadraticTetrahedron)
  {
    return quadraturePoints(type);
  }
  // Walkington's rule of degree 5: its numbers solve the moment equations of three orbits.
  std::vector<WeightedPoint> points;
  for (const auto& [a, weight] : { std::pair{ 0.0927352503108912264, 0.0122488405193936582 },
         std::pair{ 0.3108859192633006098, 0.0187813209530026418 } })
  {
    addOrbit({ a, a, a, 1.0 - 3.0 * a }, weight, points);
  }
  const double b = 0.4544962958743503564;
  addOrbit({ b, b, 0.5 - b, 0.5 - b }, 0.0070910034628469110, points);
  return points;
}
}

ElementMatrix elementMass(CellType type, const std::vector<Position>& nodes, bool isLumped)
{
  const auto rows = Eigen::Index(nodes.size());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(rows, rows);
  for (const WeightedPoint& point : massPoints(type))
  {
    const ShapeFunctions shape = shapeFunctions(type, point.natural);
    const Eigen::Map<const Eigen::VectorXd> N(shape.values.data(), rows);
    Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
    for (std::size_t a = 0; a < nodes.size(); ++a)
    {
      J += Eigen::Map<const Eigen::Vector3d>(nodes[a].data()) *
        Eigen::Map<const Eigen::RowVector3d>(shape.derivatives[a].data());
    }
    M += point.weight * J.determinant() * N * N.transpose();
  }
  if (isLumped)
  {
    const Eigen::VectorXd diagonal = M.diagonal() * (M.sum() / M.trace());
    M = diagonal.asDiagonal();
  }
  return { nodes.size(), { M.data(), M.data() + M.size() } }; // M is symmetric
}

std::vector<double> massMatrix(
  const Mesh& mesh, const std::vector<double>& densities, bool isLumped)
{
  const std::size_t n = 3 * mesh.numberOfNodes();
  std::vector<double> matrix(n * n, 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const ElementMatrix M = elementMass(mesh.type(e), elementNodes(mesh, e), isLumped);
    for (std::size_t a = 0; a < M.rows; ++a)
    {
      for (std::size_t b = 0; b < M.rows; ++b)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          matrix[n * (3 * std::size_t(mesh.element(e)[a]) + c) +
            3 * std::size_t(mesh.element(e)[b]) + c] += densities[e] * M(a, b);
        }
      }
    }
  }
  return matrix;
}
}
