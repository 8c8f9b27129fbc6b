#include "MicroFe/VoxelMicroFeReference.h"

#include "Element/Hex8Reference.h"
#include "MicroFe/Model/ReferenceLoad.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Solver/DirectSolverReference.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace trabecula::reference
{
namespace
{
using Matrix6 = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

/// Returns the derivatives of the shape functions at the centroid of a brick.
Eigen::Matrix<double, 8, 3> centroidDerivatives(const SpatialVector& h)
{
  const int signs[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 },
    { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } };
  Eigen::Matrix<double, 8, 3> derivatives;
  for (int n = 0; n < 8; ++n)
  {
    for (int d = 0; d < 3; ++d)
    {
      derivatives(n, d) = 0.25 * signs[n][d] / h[d];
    }
  }
  return derivatives;
}

std::vector<double> tensor(const Eigen::Matrix3d& t)
{
  return { t(0, 0), t(1, 1), t(2, 2), t(0, 1), t(1, 2), t(0, 2) };
}

void addFields(const Load& load, const SpatialVector& h, VoxelMicroFeSolution& s)
{
  const LinearProblem& linear = load.Linear;
  const double nu = linear.poissonsRatio;
  const Eigen::Matrix<double, 8, 3> B = centroidDerivatives(h);
  const std::vector<double> energies = elementEnergies(linear.mesh, nu, s.displacement);
  for (std::size_t e = 0; e < linear.mesh.numberOfElements(); ++e)
  {
    Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero();
    for (std::size_t n = 0; n < 8; ++n)
    {
      const auto node = static_cast<std::size_t>(linear.mesh.connectivity[8 * e + n]);
      gradient +=
        SpatialVector(s.displacement.data() + 3 * node) * B.row(static_cast<Eigen::Index>(n));
    }
    const double E = linear.moduli[e];
    const Eigen::Matrix3d strain = 0.5 * (gradient + gradient.transpose());
    const Eigen::Matrix3d stress = E / (1.0 + nu) *
      (strain + nu / (1.0 - 2.0 * nu) * strain.trace() * Eigen::Matrix3d::Identity());
    const Eigen::Matrix3d deviator = stress - stress.trace() / 3.0 * Eigen::Matrix3d::Identity();
    for (const double value : tensor(strain))
    {
      s.strain.push_back(value);
    }
    for (const double value : tensor(stress))
    {
      s.stress.push_back(value);
    }
    s.vonMisesStress.push_back(std::sqrt(1.5) * deviator.norm());
    s.strainEnergyDensity.push_back(0.5 * E * energies[e] / h.prod());
    s.effectiveStrain.push_back(std::sqrt(stress.cwiseProduct(strain).sum() / E));
  }
}

/// Returns the factor to the largest strain outside of the critical volume.
double factor(std::vector<double> strains, const VoxelMicroFeProblem& problem)
{
  std::sort(strains.begin(), strains.end());
  const double place = (1.0 - problem.criticalVolume) * static_cast<double>(strains.size());
  return problem.criticalStrain /
    strains[std::min(static_cast<std::size_t>(place), strains.size() - 1)];
}

void summarize(const Load& load, const SpatialVector& h, VoxelMicroFeResult& result)
{
  const VoxelMicroFeProblem& problem = load.Problem;
  const VoxelMicroFeSolution& s = result.solution;
  VoxelMicroFeSummary& sum = result.summary;
  const std::vector<double>& u = s.displacement;
  const int a = problem.axis;
  const SpatialVector edges = load.Box.edges();
  SpatialVector centre = load.Box.centre();
  if (problem.test != MechanicalTest::FreeForm)
  {
    centre[a] = load.Box.high[a];
  }
  SpatialVector force = SpatialVector::Zero();
  SpatialVector moment = SpatialVector::Zero();
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    const auto c = static_cast<int>(i % 3);
    sum.externalWork += 0.5 * u[i] * (s.reactionForce[i] + load.Linear.forces[i]);
    sum.largestDisplacementComponent = std::max(sum.largestDisplacementComponent, std::abs(u[i]));
    sum.largestDisplacement =
      std::max(sum.largestDisplacement, SpatialVector(u.data() + i / 3 * 3).norm());
    if (load.Loaded[i])
    {
      force += s.reactionForce[i] * SpatialVector::Unit(c);
      moment += (load.point(i / 3) - centre).cross(s.reactionForce[i] * SpatialVector::Unit(c));
    }
  }
  Eigen::Map<SpatialVector>(sum.reactionForce.data()) = force;
  Eigen::Map<SpatialVector>(sum.reactionMoment.data()) = moment;
  for (const double density : s.strainEnergyDensity)
  {
    sum.strainEnergy += density * h.prod();
  }
  sum.boxVolume = edges.prod();
  sum.boneVolume = static_cast<double>(s.strainEnergyDensity.size()) * h.prod();
  sum.volumeFraction = sum.boneVolume / sum.boxVolume;
  sum.pistoiaFactor = factor(s.effectiveStrain, problem);
  const double area = edges.prod() / edges[a];
  const double shift = problem.strain * edges[a];
  switch (problem.test)
  {
    case MechanicalTest::Shear:
      sum.stiffness = force[problem.direction] / shift;
      sum.apparentModulus = sum.stiffness * edges[a] / area;
      sum.failureLoad = sum.pistoiaFactor * force[problem.direction];
      break;
    case MechanicalTest::Bending:
      sum.stiffness = moment[problem.direction] / problem.angle;
      sum.failureLoad = sum.pistoiaFactor * moment[problem.direction];
      break;
    case MechanicalTest::Torsion:
      sum.stiffness = moment[a] / problem.angle;
      sum.failureLoad = sum.pistoiaFactor * moment[a];
      break;
    case MechanicalTest::FreeForm:
      sum.failureLoad = sum.pistoiaFactor * force.norm();
      break;
    default:
      sum.stiffness = force[a] / shift;
      sum.apparentModulus = sum.stiffness * edges[a] / area;
      sum.failureLoad = sum.pistoiaFactor * force[a];
  }
}
}

VoxelMicroFeResult solveVoxelMicroFe(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, const std::vector<double>& like)
{
  const bool six = problem.test == MechanicalTest::ApparentStiffness;
  const SpatialVector h(grid.spacing().data());
  VoxelMicroFeResult result;
  Matrix6 C = Matrix6::Zero();
  for (int number = 0; number < (six ? 6 : 1); ++number)
  {
    Load load(problem, grid, number);
    load.holdLike(like);
    VoxelMicroFeResult next;
    VoxelMicroFeSolution& s = next.solution;
    s.displacement = solveDirect(load.Linear);
    s.reactionForce =
      applyStiffness(load.Linear.mesh, problem.poissonsRatio, grid.moduli(), s.displacement);
    for (std::size_t i = 0; i < s.reactionForce.size(); ++i)
    {
      s.reactionForce[i] =
        load.Linear.supports[i] != 0 ? s.reactionForce[i] - load.Linear.forces[i] : 0.0;
    }
    addFields(load, h, s);
    summarize(load, h, next);
    // The mean stress is taken over the whole box, including void.
    for (std::size_t i = 0; i < s.stress.size(); ++i)
    {
      C(static_cast<Eigen::Index>(i % 6), number) +=
        s.stress[i] * h.prod() / (problem.strain * next.summary.boxVolume);
    }
    if (!six || number == problem.fieldLoad)
    {
      result = next;
    }
  }
  if (six)
  {
    const Matrix6 S = C.inverse();
    Eigen::Map<Matrix6>(result.apparent.stiffness.data()) = C;
    Eigen::Map<Matrix6>(result.apparent.compliance.data()) = S;
    for (int i = 0; i < 3; ++i)
    {
      result.apparent.youngsModulus[static_cast<std::size_t>(i)] = 1.0 / S(i, i);
      result.apparent.shearModulus[static_cast<std::size_t>(i)] = 1.0 / S(3 + i, 3 + i);
    }
    result.apparent.poissonsRatio = { -S(0, 1) / S(0, 0), -S(1, 2) / S(1, 1), -S(0, 2) / S(0, 0) };
    double whole = 0.0;
    double rest = 0.0;
    for (int i = 0; i < 6; ++i)
    {
      for (int j = 0; j < 6; ++j)
      {
        // A shear component has two entries in the tensor.
        const double square = C(i, j) * C(i, j) * (i < 3 ? 1.0 : 2.0) * (j < 3 ? 1.0 : 2.0);
        whole += square;
        rest += i == j || (i < 3 && j < 3) ? 0.0 : square;
      }
    }
    result.apparent.orthotropyError = std::sqrt(rest / whole);
  }
  return result;
}
}
