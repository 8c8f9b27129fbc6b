#include "Operator/Conduction/ConductionReference.h"

#include <Eigen/Dense>

namespace trabecula::reference
{
namespace
{
/// Gradients of the shape functions at a point.
struct ScalarGradients
{
  Eigen::MatrixXd rows; ///< one row of three derivatives per node
  double determinant;
};

ScalarGradients gradientsAt(
  CellType type, const std::vector<Position>& nodes, const Position& natural)
{
  const ShapeFunctions shape = shapeFunctions(type, natural);
  Eigen::MatrixXd X(nodes.size(), 3);
  Eigen::MatrixXd dN(nodes.size(), 3);
  for (std::size_t a = 0; a < nodes.size(); ++a)
  {
    X.row(Eigen::Index(a)) = Eigen::Map<const Eigen::RowVector3d>(nodes[a].data());
    dN.row(Eigen::Index(a)) = Eigen::Map<const Eigen::RowVector3d>(shape.derivatives[a].data());
  }
  const Eigen::Matrix3d J = X.transpose() * dN; // dx_c / dxi_k
  return { dN * J.inverse(), J.determinant() };
}
}

ElementMatrix elementConductivity(CellType type, const std::vector<Position>& nodes)
{
  const auto rows = Eigen::Index(nodes.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(rows, rows);
  for (const WeightedPoint& point : quadraturePoints(type))
  {
    const ScalarGradients g = gradientsAt(type, nodes, point.natural);
    K += point.weight * g.determinant * g.rows * g.rows.transpose();
  }
  return { nodes.size(), { K.data(), K.data() + K.size() } }; // K is symmetric
}

std::vector<double> conductivityMatrix(const Mesh& mesh, const std::vector<double>& conductivities)
{
  const std::size_t n = mesh.numberOfNodes();
  std::vector<double> matrix(n * n, 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const ElementMatrix K = elementConductivity(mesh.type(e), elementNodes(mesh, e));
    for (std::size_t a = 0; a < K.rows; ++a)
    {
      for (std::size_t b = 0; b < K.rows; ++b)
      {
        matrix[n * std::size_t(mesh.element(e)[a]) + std::size_t(mesh.element(e)[b])] +=
          conductivities[e] * K(a, b);
      }
    }
  }
  return matrix;
}

std::vector<double> centreGradients(const Mesh& mesh, const std::vector<double>& temperatures)
{
  std::vector<double> gradients;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const bool isTetrahedron = mesh.shape(e).corners == 4;
    const Position centre =
      isTetrahedron ? Position{ 0.25, 0.25, 0.25 } : Position{ 0.0, 0.0, 0.0 };
    const ScalarGradients g = gradientsAt(mesh.type(e), elementNodes(mesh, e), centre);
    Eigen::RowVector3d sum = Eigen::RowVector3d::Zero();
    for (Eigen::Index a = 0; a < g.rows.rows(); ++a)
    {
      sum += temperatures[std::size_t(mesh.element(e)[a])] * g.rows.row(a);
    }
    gradients.insert(gradients.end(), sum.data(), sum.data() + 3);
  }
  return gradients;
}
}
