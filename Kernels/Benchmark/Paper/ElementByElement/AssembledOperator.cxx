#include "Benchmark/Paper/ElementByElement/AssembledOperator.h"

#include "Benchmark/Paper/ElementByElement/AssembledPattern.h"
#include "Benchmark/Paper/ElementByElement/EigenSolver.h"

#include "Core/Timer.h"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

#include <algorithm>
#include <vector>

namespace trabecula::benchmarks
{
template <>
struct AssembledOperator<HostSpace>::Storage
{
  Storage(const Mesh& mesh, double poissonsRatio)
    : pattern(mesh), corners(mesh.connectivity), stiffness(unitStiffnesses(mesh, poissonsRatio)),
      values(std::size_t(pattern.entries()))
  {
  }

  Eigen::Map<const EigenMatrix> matrix() const
  {
    return { this->pattern.rows(), this->pattern.rows(), this->pattern.entries(),
      this->pattern.rowOffsets.data(), this->pattern.columns.data(), this->values.data() };
  }

  AssembledPattern pattern;
  std::vector<std::int32_t> corners;
  std::vector<double> stiffness; ///< 576 values per element
  std::vector<double> values;
};

template <>
AssembledOperator<HostSpace>::AssembledOperator(
  const OperatorLayouts<HostSpace>& layouts, const Mesh& mesh, double poissonsRatio)
  : StiffnessOperator<HostSpace>(layouts), Data(std::make_unique<Storage>(mesh, poissonsRatio))
{
}

template <>
AssembledOperator<HostSpace>::~AssembledOperator() = default;

template <>
void AssembledOperator<HostSpace>::product(const Vector<HostSpace>& x, Vector<HostSpace>& y)
{
  const std::int64_t n = this->size();
  Eigen::Map<Eigen::VectorXd>(y.data(), n).noalias() =
    this->Data->matrix() * Eigen::Map<const Eigen::VectorXd>(x.data(), n);
}

template <>
void AssembledOperator<HostSpace>::useModuli(const double* moduli)
{
  Storage& s = *this->Data;
  std::fill(s.values.begin(), s.values.end(), 0.0);
  const std::size_t elements = s.corners.size() / 8;
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < elements; ++e)
  {
    for (std::size_t i = 0; i < 64; ++i)
    {
      const std::size_t a = i / 8;
      const std::size_t b = i % 8;
      for (std::size_t row = 0; row < 3; ++row)
      {
        const auto node = static_cast<std::size_t>(s.corners[8 * e + a]);
        const auto begin = static_cast<std::size_t>(s.pattern.rowOffsets[3 * node + row]);
        double* values = s.values.data() + begin + std::size_t{ 3 } * s.pattern.places[64 * e + i];
        const double* stiffness = s.stiffness.data() + 576 * e + 24 * (3 * a + row) + 3 * b;
        for (std::size_t column = 0; column < 3; ++column)
        {
          const double share = moduli[e] * stiffness[column];
#pragma omp atomic
          values[column] += share;
        }
      }
    }
  }
}

template <>
void AssembledOperator<HostSpace>::computeDiagonal(double* d)
{
  const Eigen::Map<const EigenMatrix> matrix = this->Data->matrix();
  for (Eigen::Index row = 0; row < matrix.rows(); ++row)
  {
    d[row] = matrix.coeff(row, row);
  }
}

template <>
std::size_t AssembledOperator<HostSpace>::memory() const
{
  const Storage& s = *this->Data;
  return 4 * (s.pattern.rowOffsets.size() + s.pattern.columns.size() + s.corners.size()) +
    s.pattern.places.size() + 8 * (s.stiffness.size() + s.values.size());
}

template <>
std::size_t AssembledOperator<HostSpace>::entries() const
{
  return this->Data->values.size();
}

template class AssembledOperator<HostSpace>;

EigenSolution solveWithEigen(const AssembledOperator<HostSpace>& K,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& forces,
  const std::vector<double>& guess, double tolerance)
{
  // Supported unknowns get a row of the identity matrix, as their displacement is zero here.
  EigenMatrix matrix = K.storage().matrix();
  Eigen::VectorXd f = Eigen::Map<const Eigen::VectorXd>(forces.data(), matrix.rows());
  for (Eigen::Index row = 0; row < matrix.rows(); ++row)
  {
    const bool isConstrained = supports[std::size_t(row)] != 0;
    f[row] = isConstrained ? 0.0 : f[row];
    for (EigenMatrix::InnerIterator entry(matrix, row); entry; ++entry)
    {
      if (isConstrained || supports[std::size_t(entry.col())] != 0)
      {
        entry.valueRef() = entry.col() == row ? 1.0 : 0.0;
      }
    }
  }
  EigenSolution solution;
  const Timer timer;
  Eigen::ConjugateGradient<EigenMatrix, Eigen::Lower | Eigen::Upper> solver;
  solver.setTolerance(tolerance);
  solver.setMaxIterations(100000);
  solver.compute(matrix);
  const Eigen::VectorXd u =
    solver.solveWithGuess(f, Eigen::Map<const Eigen::VectorXd>(guess.data(), matrix.rows()));
  solution.seconds = timer.seconds();
  solution.iterations = static_cast<int>(solver.iterations());
  solution.converged = solver.info() == Eigen::Success;
  solution.displacement.assign(u.data(), u.data() + u.size());
  return solution;
}
}
