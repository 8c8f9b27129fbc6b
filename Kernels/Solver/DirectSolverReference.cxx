#include "Solver/DirectSolverReference.h"

#include "Element/Hex8Reference.h"
#include "Operator/Hex8/Hex8OperatorReference.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace trabecula::reference
{
namespace
{
/// Returns the prescribed displacements, with zeros on free unknowns.
std::vector<double> prescribed(const LinearProblem& problem)
{
  std::vector<double> u(problem.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    if (problem.supports[i] != 0 && !problem.prescribedDisplacement.empty())
    {
      u[i] = problem.prescribedDisplacement[i];
    }
  }
  return u;
}

/// Returns f - K u, with zeros on prescribed unknowns.
std::vector<double> residual(const LinearProblem& problem, const std::vector<double>& u)
{
  std::vector<double> r = applyStiffness(problem.mesh, problem.poissonsRatio, problem.moduli, u);
  for (std::size_t i = 0; i < r.size(); ++i)
  {
    const double spring = problem.springs.empty() ? 0.0 : problem.springs[i] * u[i];
    r[i] = problem.supports[i] != 0 ? 0.0 : problem.forces[i] - r[i] - spring;
  }
  return r;
}

double norm(const std::vector<double>& x)
{
  double sum = 0.0;
  for (const double value : x)
  {
    sum += value * value;
  }
  return std::sqrt(sum);
}
}

std::vector<double> solveDirect(const LinearProblem& problem)
{
  const Mesh& mesh = problem.mesh;
  const std::size_t size = mesh.points.size();
  std::vector<Eigen::Index> freeNumber(size, -1);
  Eigen::Index numberOfFree = 0;
  for (std::size_t i = 0; i < size; ++i)
  {
    if (problem.supports[i] == 0)
    {
      freeNumber[i] = numberOfFree++;
    }
  }

  std::vector<Eigen::Triplet<double, Eigen::Index>> entries;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const Hex8Matrix K =
      hex8Stiffness(hex8Corners(mesh, e), problem.moduli[e], problem.poissonsRatio);
    for (std::size_t r = 0; r < 24; ++r)
    {
      for (std::size_t c = 0; c < 24; ++c)
      {
        const auto node = [&](std::size_t k)
        { return static_cast<std::size_t>(mesh.connectivity[8 * e + k / 3]); };
        const Eigen::Index row = freeNumber[3 * node(r) + r % 3];
        const Eigen::Index column = freeNumber[3 * node(c) + c % 3];
        if (row >= 0 && column >= 0)
        {
          entries.emplace_back(row, column, K[r][c]);
        }
      }
    }
  }
  for (std::size_t i = 0; i < problem.springs.size(); ++i)
  {
    if (freeNumber[i] >= 0)
    {
      entries.emplace_back(freeNumber[i], freeNumber[i], problem.springs[i]);
    }
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, Eigen::Index> K(numberOfFree, numberOfFree);
  K.setFromTriplets(entries.begin(), entries.end());

  std::vector<double> u = prescribed(problem);
  const std::vector<double> b = residual(problem, u);
  Eigen::VectorXd rightHandSide(numberOfFree);
  for (std::size_t i = 0; i < size; ++i)
  {
    if (freeNumber[i] >= 0)
    {
      rightHandSide[freeNumber[i]] = b[i];
    }
  }
  const Eigen::SimplicialLDLT<decltype(K)> factorization(K);
  if (factorization.info() != Eigen::Success)
  {
    throw std::runtime_error("The stiffness matrix is singular.");
  }
  const Eigen::VectorXd solution = factorization.solve(rightHandSide);
  for (std::size_t i = 0; i < size; ++i)
  {
    if (freeNumber[i] >= 0)
    {
      u[i] = solution[freeNumber[i]];
    }
  }
  return u;
}

double relativeResidual(const LinearProblem& problem, const std::vector<double>& u)
{
  return norm(residual(problem, u)) / norm(residual(problem, prescribed(problem)));
}
}
