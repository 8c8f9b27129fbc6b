#include "Analysis/Heat/HeatReference.h"

#include "Element/ElementReference.h"
#include "Element/FaceQuadrature.h"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>

namespace trabecula::reference
{
namespace
{
/// Shape functions, their spatial gradients by rows, and the Jacobian determinant.
struct Point
{
  Eigen::VectorXd shapes;
  Eigen::MatrixXd gradients;
  double determinant;
};

Point pointAt(const Mesh& mesh, std::size_t e, const Position& natural)
{
  const std::vector<Position> x = elementNodes(mesh, e);
  const ShapeFunctions n = shapeFunctions(mesh.type(e), natural);
  const auto count = Eigen::Index(x.size());
  Eigen::MatrixXd positions(count, 3);
  Eigen::MatrixXd derivatives(count, 3);
  Eigen::VectorXd shapes(count);
  for (Eigen::Index a = 0; a < count; ++a)
  {
    shapes[a] = n.values[std::size_t(a)];
    for (Eigen::Index k = 0; k < 3; ++k)
    {
      positions(a, k) = x[std::size_t(a)][std::size_t(k)];
      derivatives(a, k) = n.derivatives[std::size_t(a)][std::size_t(k)];
    }
  }
  const Eigen::Matrix3d jacobian = positions.transpose() * derivatives; // (i, k): dx_i / dxi_k
  return { shapes, derivatives * jacobian.inverse(), jacobian.determinant() };
}

Eigen::MatrixXd conductivityMatrix(const HeatProblem& problem, std::size_t e)
{
  const auto count = Eigen::Index(problem.mesh.nodesOf(e));
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(count, count);
  for (const WeightedPoint& q : quadraturePoints(problem.mesh.type(e)))
  {
    const Point p = pointAt(problem.mesh, e, q.natural);
    K +=
      problem.conductivityOf(e) * q.weight * p.determinant * p.gradients * p.gradients.transpose();
  }
  return K;
}

/// Abscissas and weights of Gauss-Legendre quadrature with five points (Abramowitz, Stegun, table
/// 25.4).
constexpr std::array<std::array<double, 2>, 5> FivePoints = { {
  { -0.906179845938663992797626878299, 0.236926885056189087514264040720 },
  { -0.538469310105683091036314420700, 0.478628670499366468041291514836 },
  { 0.0, 0.568888888888888888888888888889 },
  { 0.538469310105683091036314420700, 0.478628670499366468041291514836 },
  { 0.906179845938663992797626878299, 0.236926885056189087514264040720 },
} };

using Triplets = std::vector<Eigen::Triplet<double>>;

/// Adds the integral of h N N^T over a face to the matrix, and that of h N T_ambient to the load.
void addFilm(const HeatProblem& problem, const std::vector<std::int32_t>& face, Triplets& matrix,
  Eigen::VectorXd& load)
{
  const int count = int(face.size());
  const bool isTriangle = count == 3 || count == 6;
  for (const auto& [s, u] : FivePoints)
  {
    for (const auto& [t, v] : FivePoints)
    {
      // Triangles are treated as quadrilaterals with a collapsed side.
      const double xi = isTriangle ? (1.0 + s) / 2.0 : s;
      const double eta = isTriangle ? (1.0 + t) / 2.0 * (1.0 - xi) : t;
      const FaceShape n = faceShape(count, xi, eta);
      Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();
      double h = 0.0;
      double ambient = 0.0;
      for (std::size_t a = 0; a < face.size(); ++a)
      {
        const auto node = std::size_t(face[a]);
        const Eigen::Map<const Eigen::Vector3d> x(&problem.mesh.points[3 * node]);
        tangents.col(0) += n.derivatives[a][0] * x;
        tangents.col(1) += n.derivatives[a][1] * x;
        h += n.values[a] * problem.filmCoefficient[node];
        ambient +=
          problem.ambientTemperature.empty() ? 0.0 : n.values[a] * problem.ambientTemperature[node];
      }
      const double factor = h * u * v * (isTriangle ? (1.0 - xi) / 4.0 : 1.0) *
        tangents.col(0).cross(tangents.col(1)).norm();
      for (std::size_t a = 0; a < face.size(); ++a)
      {
        load[face[a]] += factor * n.values[a] * ambient;
        for (std::size_t b = 0; b < face.size(); ++b)
        {
          matrix.emplace_back(face[a], face[b], factor * n.values[a] * n.values[b]);
        }
      }
    }
  }
}

void addFilms(const HeatProblem& problem, Triplets& matrix, Eigen::VectorXd& load)
{
  const Mesh& mesh = problem.mesh;
  std::map<std::vector<std::int32_t>, std::vector<std::vector<std::int32_t>>> faces;
  for (std::size_t e = 0; e < mesh.numberOfElements() && !problem.filmCoefficient.empty(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (std::size_t f = 0; f < std::size_t(shape.faces); ++f)
    {
      std::vector<std::int32_t> nodes(std::size_t(shape.nodesOfFace[f]));
      for (std::size_t a = 0; a < nodes.size(); ++a)
      {
        nodes[a] = mesh.element(e)[shape.faceNodes[f][a]];
      }
      std::vector<std::int32_t> key = nodes;
      std::sort(key.begin(), key.end());
      faces[key].push_back(nodes);
    }
  }
  for (const auto& [key, same] : faces)
  {
    const bool hasFilm = std::all_of(key.begin(), key.end(),
      [&](std::int32_t node) { return problem.filmCoefficient[std::size_t(node)] > 0.0; });
    if (same.size() == 1 && hasFilm)
    {
      addFilm(problem, same[0], matrix, load);
    }
  }
}
}

std::vector<double> conductedHeat(
  const HeatProblem& problem, const std::vector<double>& temperature)
{
  std::vector<double> heat(problem.mesh.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    const Eigen::MatrixXd K = conductivityMatrix(problem, e);
    const std::int32_t* nodes = problem.mesh.element(e);
    for (Eigen::Index a = 0; a < K.rows(); ++a)
    {
      for (Eigen::Index b = 0; b < K.rows(); ++b)
      {
        heat[std::size_t(nodes[a])] += K(a, b) * temperature[std::size_t(nodes[b])];
      }
    }
  }
  return heat;
}

std::vector<double> sourceHeat(const HeatProblem& problem)
{
  std::vector<double> heat(problem.mesh.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    for (const WeightedPoint& q : quadraturePoints(problem.mesh.type(e)))
    {
      const Point p = pointAt(problem.mesh, e, q.natural);
      for (Eigen::Index a = 0; a < p.shapes.size(); ++a)
      {
        heat[std::size_t(problem.mesh.element(e)[a])] +=
          problem.sourceOf(e) * q.weight * p.determinant * p.shapes[a];
      }
    }
  }
  return heat;
}

std::vector<double> solveHeat(const HeatProblem& problem)
{
  const Mesh& mesh = problem.mesh;
  const auto nodes = Eigen::Index(mesh.numberOfNodes());
  Triplets entries;
  Eigen::VectorXd load = Eigen::VectorXd::Zero(nodes);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const Eigen::MatrixXd K = conductivityMatrix(problem, e);
    for (Eigen::Index i = 0; i < K.size(); ++i)
    {
      entries.emplace_back(mesh.element(e)[i % K.rows()], mesh.element(e)[i / K.rows()], K(i));
    }
  }
  addFilms(problem, entries, load);
  const std::vector<double> sources = sourceHeat(problem);
  Eigen::VectorXd temperature = Eigen::VectorXd::Zero(nodes);
  std::vector<bool> isFree(mesh.numberOfNodes(), false);
  for (const std::int32_t node : mesh.connectivity)
  {
    isFree[std::size_t(node)] = problem.fixed[std::size_t(node)] == 0;
  }
  std::vector<Eigen::Index> numbers(mesh.numberOfNodes(), -1);
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    load[Eigen::Index(i)] += sources[i] + (problem.heatFlow.empty() ? 0.0 : problem.heatFlow[i]);
    numbers[i] = isFree[i] ? count++ : -1;
    temperature[Eigen::Index(i)] = problem.fixed[i] && !problem.prescribedTemperature.empty()
      ? problem.prescribedTemperature[i]
      : 0.0;
  }
  Triplets kept;
  Eigen::VectorXd right(count);
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    if (numbers[i] >= 0)
    {
      right[numbers[i]] = load[Eigen::Index(i)];
    }
  }
  for (const auto& entry : entries)
  {
    const Eigen::Index row = numbers[std::size_t(entry.row())];
    const Eigen::Index column = numbers[std::size_t(entry.col())];
    if (row >= 0 && column >= 0)
    {
      kept.emplace_back(row, column, entry.value());
    }
    else if (row >= 0)
    {
      right[row] -= entry.value() * temperature[entry.col()];
    }
  }
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.setFromTriplets(kept.begin(), kept.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  if (factors.info() != Eigen::Success)
  {
    throw std::runtime_error("The matrix of heat conduction is singular.");
  }
  Eigen::VectorXd solution = factors.solve(right);
  solution += factors.solve(right - matrix * solution);
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    temperature[Eigen::Index(i)] =
      numbers[i] >= 0 ? solution[numbers[i]] : temperature[Eigen::Index(i)];
  }
  return { temperature.data(), temperature.data() + nodes };
}

std::vector<double> nodalHeatFlux(
  const HeatProblem& problem, const std::vector<double>& temperature)
{
  const Mesh& mesh = problem.mesh;
  std::vector<double> flux(mesh.points.size(), 0.0);
  std::vector<int> around(mesh.numberOfNodes(), 0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::vector<Position> natural = naturalNodes(mesh.type(e));
    for (std::size_t a = 0; a < natural.size(); ++a)
    {
      const auto node = std::size_t(mesh.element(e)[a]);
      const Point p = pointAt(mesh, e, natural[a]);
      ++around[node];
      for (std::size_t i = 0; i < 3 * natural.size(); ++i)
      {
        flux[3 * node + i % 3] -= problem.conductivityOf(e) *
          p.gradients(Eigen::Index(i / 3), Eigen::Index(i % 3)) *
          temperature[std::size_t(mesh.element(e)[i / 3])];
      }
    }
  }
  for (std::size_t i = 0; i < flux.size(); ++i)
  {
    flux[i] /= std::max(around[i / 3], 1);
  }
  return flux;
}
}
