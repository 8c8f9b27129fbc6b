#include "Design/Response/Stress/StressNormReference.h"

#include "Element/ElementReference.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace trabecula::reference
{
namespace
{
using Matrix = Eigen::MatrixXd;
using Values = Eigen::VectorXd;

/// Returns the matrix of engineering strains xx yy zz xy yz zx at the centre, with columns 3 * node
/// + component.
Matrix strainMatrix(CellType type, const std::vector<Position>& nodes)
{
  const bool isTetrahedron =
    type == CellType::Tetrahedron || type == CellType::QuadraticTetrahedron;
  const double centre = isTetrahedron ? 0.25 : 0.0;
  const std::vector<Position> derivatives =
    shapeFunctions(type, { centre, centre, centre }).derivatives;
  const auto n = static_cast<Eigen::Index>(nodes.size());
  Matrix x(n, 3);
  Matrix natural(n, 3);
  for (Eigen::Index a = 0; a < n; ++a)
  {
    for (Eigen::Index i = 0; i < 3; ++i)
    {
      x(a, i) = nodes[std::size_t(a)][std::size_t(i)];
      natural(a, i) = derivatives[std::size_t(a)][std::size_t(i)];
    }
  }
  const Eigen::Matrix3d jacobian = natural.transpose() * x;  // (k, i): dx_i / dxi_k
  const Matrix g = natural * jacobian.inverse().transpose(); // (a, i): dN_a / dx_i
  Matrix B = Matrix::Zero(6, 3 * n);
  for (Eigen::Index a = 0; a < n; ++a)
  {
    for (Eigen::Index i = 0; i < 3; ++i)
    {
      const Eigen::Index next = (i + 1) % 3;
      B(i, 3 * a + i) = g(a, i);
      B(3 + i, 3 * a + i) = g(a, next);
      B(3 + i, 3 * a + next) = g(a, i);
    }
  }
  return B;
}

Matrix elasticityMatrix(const ElasticMaterial& material)
{
  const double nu = material.poissonsRatio;
  const double factor = material.youngsModulus / ((1.0 + nu) * (1.0 - 2.0 * nu));
  Matrix D = Matrix::Zero(6, 6);
  D.topLeftCorner(3, 3).setConstant(factor * nu);
  for (Eigen::Index i = 0; i < 3; ++i)
  {
    D(i, i) = factor * (1.0 - nu);
    D(3 + i, 3 + i) = factor * (0.5 - nu);
  }
  return D;
}

/// Returns V with m^2 = s.V s.
Matrix vonMisesMatrix()
{
  Matrix V = Matrix::Zero(6, 6);
  V.topLeftCorner(3, 3).setConstant(-0.5);
  for (Eigen::Index i = 0; i < 3; ++i)
  {
    V(i, i) = 1.0;
    V(3 + i, 3 + i) = 3.0;
  }
  return V;
}

std::size_t unknownOf(const Mesh& mesh, std::size_t element, std::size_t i)
{
  return 3 * static_cast<std::size_t>(mesh.element(element)[i / 3]) + i % 3;
}

/// A dense matrix of K and springs with eliminated supports, and its Cholesky factors.
class DenseSystem
{
public:
  DenseSystem(const StructuralProblem& structure, const std::vector<double>& moduli)
    : Structure(structure)
  {
    const Mesh& mesh = structure.mesh;
    const auto size = static_cast<Eigen::Index>(mesh.points.size());
    this->K = Matrix::Zero(size, size);
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      const ElementMatrix matrix =
        elementStiffness(mesh.type(e), elementNodes(mesh, e), structure.material.poissonsRatio);
      for (std::size_t i = 0; i < matrix.rows; ++i)
      {
        for (std::size_t j = 0; j < matrix.rows; ++j)
        {
          this->K(Eigen::Index(unknownOf(mesh, e, i)), Eigen::Index(unknownOf(mesh, e, j))) +=
            moduli[e] * matrix(i, j);
        }
      }
    }
    Matrix eliminated = this->K;
    for (Eigen::Index i = 0; i < size; ++i)
    {
      const double spring = structure.springs.empty() ? 0.0 : structure.springs[std::size_t(i)];
      this->K(i, i) += spring;
      eliminated(i, i) += spring;
      if (structure.supports[std::size_t(i)])
      {
        eliminated.row(i).setZero();
        eliminated.col(i).setZero();
        eliminated(i, i) = 1.0;
      }
    }
    this->Factors.compute(eliminated);
  }

  /// @param prescribed displacements of supports; empty means zero
  Values solve(const Values& forces, const std::vector<double>& prescribed) const
  {
    Values held = Values::Zero(forces.size());
    for (Eigen::Index i = 0; i < held.size() && !prescribed.empty(); ++i)
    {
      held[i] = this->Structure.supports[std::size_t(i)] ? prescribed[std::size_t(i)] : 0.0;
    }
    Values right = forces - this->K * held;
    for (Eigen::Index i = 0; i < held.size(); ++i)
    {
      right[i] = this->Structure.supports[std::size_t(i)] ? held[i] : right[i];
    }
    return this->Factors.solve(right);
  }

private:
  const StructuralProblem& Structure;
  Matrix K;
  Eigen::LLT<Matrix> Factors;
};

Values valuesOf(const Mesh& mesh, std::size_t element, const Values& field)
{
  Values values(3 * static_cast<Eigen::Index>(mesh.shape(element).nodes));
  for (Eigen::Index i = 0; i < values.size(); ++i)
  {
    values[i] = field[Eigen::Index(unknownOf(mesh, element, std::size_t(i)))];
  }
  return values;
}
}

StressNormResult stressNorm(
  const DensityStructure& input, const std::vector<std::size_t>& loads, double exponent)
{
  const StructuralProblem& structure = input.structure;
  const Mesh& mesh = structure.mesh;
  const std::size_t elements = mesh.numberOfElements();
  const Matrix D = elasticityMatrix(structure.material);
  const Matrix V = vonMisesMatrix();
  const DenseSystem system(structure, input.moduli);

  double total = 0.0;
  std::vector<double> volumes;
  for (std::size_t e = 0; e < elements; ++e)
  {
    volumes.push_back(
      input.isMeasured[e] ? elementVolume(mesh.type(e), elementNodes(mesh, e)) : 0.0);
    total += volumes[e] * static_cast<double>(loads.size());
  }
  std::vector<Values> solutions;
  std::vector<std::vector<double>> mises;
  StressNormResult result;
  double sum = 0.0;
  for (const std::size_t load : loads)
  {
    const std::vector<double>& forces = structure.loadCases[load].forces;
    solutions.push_back(
      system.solve(Eigen::Map<const Values>(forces.data(), Eigen::Index(forces.size())),
        structure.prescribedDisplacement));
    mises.emplace_back();
    for (std::size_t e = 0; e < elements; ++e)
    {
      const Values s =
        D * strainMatrix(mesh.type(e), elementNodes(mesh, e)) * valuesOf(mesh, e, solutions.back());
      mises.back().push_back(std::sqrt(s.dot(V * s)));
      const double a = std::sqrt(input.density[e]) * mises.back()[e];
      result.largest = std::max(result.largest, input.isMeasured[e] ? a : 0.0);
      sum += volumes[e] / total * std::pow(a, exponent);
    }
  }
  result.norm = std::pow(sum, 1.0 / exponent);

  result.derivative.assign(elements, 0.0);
  for (std::size_t l = 0; l < loads.size(); ++l)
  {
    Values forces = Values::Zero(Eigen::Index(mesh.points.size()));
    for (std::size_t e = 0; e < elements; ++e)
    {
      const double m = mises[l][e];
      const double root = std::sqrt(input.density[e]);
      if (root * m == 0.0)
      {
        continue;
      }
      const double w = volumes[e] / total * std::pow(root * m / result.norm, exponent - 1.0);
      const Matrix B = strainMatrix(mesh.type(e), elementNodes(mesh, e));
      const Values s = D * B * valuesOf(mesh, e, solutions[l]);
      const Values load = w * root / m * B.transpose() * D * V * s;
      for (Eigen::Index i = 0; i < load.size(); ++i)
      {
        forces[Eigen::Index(unknownOf(mesh, e, std::size_t(i)))] += load[i];
      }
      result.derivative[e] += 0.5 * w * m / root;
    }
    const Values adjoint = system.solve(forces, {});
    for (std::size_t e = 0; e < elements; ++e)
    {
      const ElementMatrix K =
        elementStiffness(mesh.type(e), elementNodes(mesh, e), structure.material.poissonsRatio);
      const Values u = valuesOf(mesh, e, solutions[l]);
      const Values v = valuesOf(mesh, e, adjoint);
      for (Eigen::Index i = 0; i < u.size(); ++i)
      {
        for (Eigen::Index j = 0; j < u.size(); ++j)
        {
          result.derivative[e] -=
            input.modulusSlopes[e] * v[i] * K(std::size_t(i), std::size_t(j)) * u[j];
        }
      }
    }
  }
  return result;
}
}
