#include "Analysis/Static/StaticReference.h"

#include "Element/ElementReference.h"

#include <Eigen/Dense>

#include <cmath>
#include <cstddef>

namespace trabecula::reference
{
namespace
{
using Tensor = Eigen::Matrix3d;

/// Values of shape functions, their gradients in space by rows, and the volume of a point.
struct Point
{
  std::vector<double> shapes;
  Eigen::MatrixXd gradients;
  double volume;
};

std::vector<Point> pointsOf(const Mesh& mesh, std::size_t e, CellType rule)
{
  const std::vector<Position> x = elementNodes(mesh, e);
  std::vector<Point> points;
  for (const WeightedPoint& q : quadraturePoints(rule))
  {
    const ShapeFunctions n = shapeFunctions(mesh.type(e), q.natural);
    Tensor jacobian = Tensor::Zero(); // (i, k): dx_i / dxi_k
    Eigen::MatrixXd derivatives(x.size(), 3);
    for (std::size_t a = 0; a < x.size(); ++a)
    {
      for (int k = 0; k < 3; ++k)
      {
        derivatives(Eigen::Index(a), k) = n.derivatives[a][std::size_t(k)];
        for (int i = 0; i < 3; ++i)
        {
          jacobian(i, k) += x[a][std::size_t(i)] * n.derivatives[a][std::size_t(k)];
        }
      }
    }
    points.push_back(
      { n.values, derivatives * jacobian.inverse(), q.weight * jacobian.determinant() });
  }
  return points;
}

Tensor tensorOf(const double* s)
{
  Tensor tensor;
  tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  return tensor;
}
}

std::vector<double> bodyForces(
  const Mesh& mesh, const std::array<double, 3>& perVolume, const std::vector<double>& fractions)
{
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (const Point& point : pointsOf(mesh, e, mesh.type(e)))
    {
      for (std::size_t i = 0; i < 3 * point.shapes.size(); ++i)
      {
        forces[3 * std::size_t(mesh.element(e)[i / 3]) + i % 3] += point.volume *
          point.shapes[i / 3] * perVolume[i % 3] * (fractions.empty() ? 1.0 : fractions[e]);
      }
    }
  }
  return forces;
}

std::vector<double> internalForces(const Mesh& mesh, const std::vector<double>& moduli,
  double poissonsRatio, const std::vector<double>& displacement)
{
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const ElementMatrix K = elementStiffness(mesh.type(e), elementNodes(mesh, e), poissonsRatio);
    const auto unknown = [&](std::size_t i)
    { return 3 * std::size_t(mesh.element(e)[i / 3]) + i % 3; };
    for (std::size_t i = 0; i < K.rows; ++i)
    {
      for (std::size_t j = 0; j < K.rows; ++j)
      {
        forces[unknown(i)] += moduli[e] * K(i, j) * displacement[unknown(j)];
      }
    }
  }
  return forces;
}

std::vector<double> stressEnergies(const Mesh& mesh, const std::vector<double>& moduli,
  double poissonsRatio, const std::vector<double>& displacement,
  const std::vector<double>& nodalStress)
{
  std::vector<double> energies;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const double shear = moduli[e] / (2.0 * (1.0 + poissonsRatio));
    const double lambda = 2.0 * shear * poissonsRatio / (1.0 - 2.0 * poissonsRatio);
    const CellType rule = mesh.type(e) == CellType::Tetrahedron && !nodalStress.empty()
      ? CellType::QuadraticTetrahedron
      : mesh.type(e);
    double energy = 0.0;
    double volume = 0.0;
    for (const Point& point : pointsOf(mesh, e, rule))
    {
      Tensor gradient = Tensor::Zero();
      Tensor stress = Tensor::Zero();
      for (std::size_t a = 0; a < point.shapes.size(); ++a)
      {
        const auto node = std::size_t(mesh.element(e)[a]);
        gradient += Eigen::Vector3d(&displacement[3 * node]) * point.gradients.row(Eigen::Index(a));
        stress += nodalStress.empty() ? Tensor(Tensor::Zero())
                                      : Tensor(point.shapes[a] * tensorOf(&nodalStress[6 * node]));
      }
      const Tensor strain = 0.5 * (gradient + gradient.transpose());
      stress -= 2.0 * shear * strain + lambda * strain.trace() * Tensor::Identity();
      const Tensor caused =
        ((1.0 + poissonsRatio) * stress - poissonsRatio * stress.trace() * Tensor::Identity()) /
        moduli[e];
      energy += point.volume * 0.5 * stress.cwiseProduct(caused).sum();
      volume += point.volume;
    }
    energies.push_back(energy / volume);
  }
  return energies;
}

std::array<double, 3> principalStresses(const std::array<double, 6>& stress)
{
  const Eigen::SelfAdjointEigenSolver<Tensor> solver(tensorOf(stress.data()));
  return { solver.eigenvalues()[2], solver.eigenvalues()[1], solver.eigenvalues()[0] };
}
}
