#include "Analysis/ElasticAnalysisReference.h"

#include "Element/Hex8Reference.h"
#include "Solver/DirectSolverReference.h"

#include <Eigen/Dense>

#include <cmath>

namespace trabecula::reference
{
namespace
{
constexpr std::array<std::array<double, 3>, 8> Signs = { { { -1, -1, -1 }, { 1, -1, -1 },
  { 1, 1, -1 }, { -1, 1, -1 }, { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } } };

/// Engineering strains xx yy zz xy yz zx at xi = eta = zeta = 0, where dN_a/dxi_k = sign / 8.
Eigen::Matrix<double, 6, 1> centreStrain(
  const Hex8Corners& corners, const Eigen::Matrix<double, 8, 3>& u)
{
  Eigen::Matrix<double, 8, 3> x;
  Eigen::Matrix<double, 8, 3> derivatives;
  for (int a = 0; a < 8; ++a)
  {
    for (int i = 0; i < 3; ++i)
    {
      x(a, i) = corners[static_cast<std::size_t>(a)][static_cast<std::size_t>(i)];
      derivatives(a, i) = Signs[static_cast<std::size_t>(a)][static_cast<std::size_t>(i)] / 8.0;
    }
  }
  const Eigen::Matrix3d jacobian = derivatives.transpose() * x; // (k, i): dx_i / dxi_k
  const Eigen::Matrix3d g = jacobian.inverse() * derivatives.transpose() * u; // (j, i): du_i / dx_j
  Eigen::Matrix<double, 6, 1> strain;
  strain << g(0, 0), g(1, 1), g(2, 2), g(0, 1) + g(1, 0), g(1, 2) + g(2, 1), g(0, 2) + g(2, 0);
  return strain;
}

Eigen::Matrix<double, 6, 6> isotropic(const ElasticMaterial& material)
{
  const double nu = material.poissonsRatio;
  const double factor = material.youngsModulus / ((1.0 + nu) * (1.0 - 2.0 * nu));
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      D(i, j) = factor * (i == j ? 1.0 - nu : nu);
    }
    D(3 + i, 3 + i) = factor * (1.0 - 2.0 * nu) / 2.0;
  }
  return D;
}
}

ElasticAnalysis analyseElastic(const StructuralProblem& problem, const std::vector<double>& shares)
{
  const Mesh& mesh = problem.mesh;
  const Eigen::Matrix<double, 6, 6> D = isotropic(problem.material);
  ElasticAnalysis analysis;
  analysis.strainEnergyDensity.assign(shares.size(), 0.0);
  LinearProblem linear;
  linear.mesh = mesh;
  linear.poissonsRatio = problem.material.poissonsRatio;
  linear.supports = problem.supports;
  linear.prescribedDisplacement = problem.prescribedDisplacement;
  linear.springs = problem.springs;
  for (std::size_t e = 0; e < shares.size(); ++e)
  {
    linear.moduli.push_back(shares[e] * problem.material.youngsModulus);
    analysis.volumes.push_back(hex8Volume(hex8Corners(mesh, e)));
  }
  for (const LoadCase& load : problem.loadCases)
  {
    ElasticLoadCase result;
    result.name = load.name;
    result.weight = load.weight;
    linear.forces = load.forces;
    result.displacement = solveDirect(linear);
    for (std::size_t i = 0; i < load.forces.size(); ++i)
    {
      const double u = result.displacement[i];
      result.compliance +=
        2.0 * load.forces[i] * u - (problem.springs.empty() ? 0.0 : problem.springs[i] * u * u);
    }
    for (std::size_t e = 0; e < shares.size(); ++e)
    {
      const Hex8Corners corners = hex8Corners(mesh, e);
      const Hex8Matrix K = hex8Stiffness(corners, linear.moduli[e], problem.material.poissonsRatio);
      Eigen::Matrix<double, 8, 3> u;
      for (int a = 0; a < 8; ++a)
      {
        const auto node = static_cast<std::size_t>(mesh.connectivity[8 * e + std::size_t(a)]);
        for (int i = 0; i < 3; ++i)
        {
          u(a, i) = result.displacement[3 * node + std::size_t(i)];
        }
      }
      double energy = 0.0;
      for (std::size_t i = 0; i < 24; ++i)
      {
        for (std::size_t j = 0; j < 24; ++j)
        {
          energy += u(int(i / 3), int(i % 3)) * K[i][j] * u(int(j / 3), int(j % 3));
        }
      }
      result.compliance -= energy;
      analysis.strainEnergyDensity[e] += load.weight * energy / (2.0 * analysis.volumes[e]);
      const Eigen::Matrix<double, 6, 1> s = D * centreStrain(corners, u);
      result.stress.insert(result.stress.end(), s.data(), s.data() + 6);
      Eigen::Matrix3d deviator;
      deviator << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
      deviator -= deviator.trace() / 3.0 * Eigen::Matrix3d::Identity();
      result.vonMisesStress.push_back(std::sqrt(1.5 * deviator.squaredNorm()));
    }
    analysis.compliance += load.weight * result.compliance;
    analysis.loadCases.push_back(result);
  }
  return analysis;
}
}
