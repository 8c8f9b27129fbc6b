#include "Solver/RigidBody/RigidBodyCoarseSpaceReference.h"

#include "Operator/Hex8/Hex8OperatorReference.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/QR>

#include <cstddef>

namespace trabecula::reference
{
namespace
{
Eigen::MatrixXd rigidMotions(const LinearProblem& problem, const NodeAggregates& aggregates)
{
  const std::vector<double>& points = problem.mesh.points;
  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(
    static_cast<Eigen::Index>(points.size()), static_cast<Eigen::Index>(6 * aggregates.size()));
  for (std::size_t p = 0; p < aggregates.size(); ++p)
  {
    Eigen::Vector3d centroid = Eigen::Vector3d::Zero();
    for (std::int32_t i = aggregates.starts[p]; i < aggregates.starts[p + 1]; ++i)
    {
      const std::size_t node = static_cast<std::size_t>(aggregates.nodes[i]);
      centroid += Eigen::Vector3d(points[3 * node], points[3 * node + 1], points[3 * node + 2]);
    }
    centroid /= aggregates.starts[p + 1] - aggregates.starts[p];
    for (std::int32_t i = aggregates.starts[p]; i < aggregates.starts[p + 1]; ++i)
    {
      const std::size_t node = static_cast<std::size_t>(aggregates.nodes[i]);
      const Eigen::Vector3d offset =
        Eigen::Vector3d(points[3 * node], points[3 * node + 1], points[3 * node + 2]) - centroid;
      for (int mode = 0; mode < 6; ++mode)
      {
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(mode % 3);
        const Eigen::Vector3d motion = mode < 3 ? axis : axis.cross(offset);
        for (int c = 0; c < 3; ++c)
        {
          if (problem.supports[3 * node + c] == 0)
          {
            motions(static_cast<Eigen::Index>(3 * node + c),
              static_cast<Eigen::Index>(6 * p + mode)) = motion[c];
          }
        }
      }
    }
  }
  return motions;
}
}

std::vector<double> coarseCorrection(
  const LinearProblem& problem, const NodeAggregates& aggregates, const std::vector<double>& r)
{
  const Eigen::MatrixXd P = rigidMotions(problem, aggregates);
  Eigen::MatrixXd KP(P.rows(), P.cols());
  for (Eigen::Index column = 0; column < P.cols(); ++column)
  {
    const std::vector<double> motion(P.col(column).data(), P.col(column).data() + P.rows());
    std::vector<double> force =
      applyStiffness(problem.mesh, problem.poissonsRatio, problem.moduli, motion);
    for (std::size_t i = 0; i < problem.springs.size(); ++i)
    {
      force[i] += problem.springs[i] * motion[i];
    }
    KP.col(column) = Eigen::Map<const Eigen::VectorXd>(force.data(), P.rows());
  }
  const Eigen::VectorXd restricted =
    P.transpose() * Eigen::Map<const Eigen::VectorXd>(r.data(), P.rows());
  const Eigen::VectorXd result =
    P * (P.transpose() * KP).completeOrthogonalDecomposition().solve(restricted);
  return { result.data(), result.data() + result.size() };
}
}
