// Tests of loads on refined meshes against the definition of their distribution.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Refinement/RefinedProblem.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/MeshRefinement.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Bricks of increasing length along x, 1, 2, 4, ..., with cross-sections of 3 x 0.5.
Mesh growingBricks(int n)
{
  return makeBox(CellType::Hexahedron, { n, 2, 2 },
    [n](const Point& p) {
      return Point{ std::exp2(p[0] * n) - 1.0, 6.0 * p[1], p[2] };
    });
}
}

TEST(RefinedProblems, DistributeOverFacesAndEdgesByTheirMeasures)
{
  // The lower face of the first brick, 1 x 3, is loaded, and the adjacent edge of the second, of
  // length 2: f = W P (P^T W P)^-1 F.
  const Mesh coarse = growingBricks(2);
  const MeshRefinement refinement(coarse, 2);
  const auto nodeAt = [](const Mesh& mesh, const Point& place)
  {
    return nodesWhere(mesh,
      [&place](const Point& p)
      {
        return std::abs(p[0] - place[0]) + std::abs(p[1] - place[1]) + std::abs(p[2] - place[2]) <
          1e-9;
      })
      .at(0);
  };
  const std::vector<Point> loaded = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 3, 0 }, { 1, 3, 0 },
    { 3, 0, 0 } };
  std::map<std::size_t, double> measures;
  constexpr std::array<double, 3> trapezoid = { 0.25, 0.5, 0.25 };
  const Mesh& fine = refinement.mesh();
  // Nodes divide the reference coordinates of an element equally, and so the edges of these bricks.
  for (std::size_t a = 0; a < 3; ++a)
  {
    for (std::size_t b = 0; b < 3; ++b)
    {
      measures[nodeAt(fine, { 0.5 * double(a), 1.5 * double(b), 0.0 })] +=
        3.0 * trapezoid[a] * trapezoid[b];
    }
    measures[nodeAt(fine, { 1.0 + double(a), 0.0, 0.0 })] += 2.0 * trapezoid[a];
  }
  std::map<std::size_t, int> columns;
  for (const Point& place : loaded)
  {
    columns.emplace(nodeAt(coarse, place), static_cast<int>(columns.size()));
  }
  const auto rows = static_cast<int>(measures.size());
  Eigen::MatrixXd P = Eigen::MatrixXd::Zero(rows, static_cast<int>(columns.size()));
  Eigen::VectorXd W(rows);
  int row = 0;
  for (const auto& [node, measure] : measures)
  {
    W(row) = measure;
    for (const auto* share = refinement.begin(node); share != refinement.end(node); ++share)
    {
      P(row, columns.at(static_cast<std::size_t>(share->node))) += share->weight;
    }
    ++row;
  }
  Random random(7202);
  std::vector<double> forces(coarse.points.size(), 0.0);
  Eigen::MatrixXd F(static_cast<int>(columns.size()), 3);
  for (const auto& [node, column] : columns)
  {
    for (int c = 0; c < 3; ++c)
    {
      F(column, c) = random.uniform(-1.0, 1.0);
      forces[3 * node + static_cast<std::size_t>(c)] = F(column, c);
    }
  }
  const Eigen::MatrixXd expected =
    W.asDiagonal() * P * (P.transpose() * W.asDiagonal() * P).inverse() * F;
  const std::vector<double> found = refineForces(coarse, refinement, forces);
  std::vector<double> all(found.size(), 0.0);
  row = 0;
  for (const auto& entry : measures)
  {
    for (int c = 0; c < 3; ++c)
    {
      all[3 * entry.first + static_cast<std::size_t>(c)] = expected(row, c);
    }
    ++row;
  }
  EXPECT_LT(relativeDifference(found, all), 1e-12);
}
