// Tests of multigrid in a box of voxels: bounds of eigenvalues with known answers, manufactured
// solutions with random coefficients and prescribed unknowns, symmetry, iterations that do not grow
// with the image, memory.

#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelBox/VoxelBoxMultigrid.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
template <class Space>
class VoxelBoxMultigridTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(VoxelBoxMultigridTest, Spaces, SpaceNames);

/// Voxels with random coefficients, of which a share is left out.
VoxelImage randomVoxels(const std::array<int, 3>& cells, double solid, double least, Random& random)
{
  VoxelImage image;
  image.cells = cells;
  image.spacing = { 0.7, 1.0, 1.2 };
  image.origin = { 3.0, -2.0, 1.0 };
  for (int i = 0; i < cells[0] * cells[1] * cells[2]; ++i)
  {
    const bool isSolid = random.uniform(0.0, 1.0) < solid;
    const double coefficient = random.uniform(least, 1.0);
    image.moduli.push_back(isSolid ? coefficient : 0.0);
  }
  return image;
}

/// The matrix sum c (s K + m M) of a grid, and its preconditioner.
template <class Space>
struct System
{
  System(const Context<Space>& context, const VoxelGrid& grid, const VoxelBoxLaw& law,
    const std::vector<std::uint8_t>& supports)
    : layouts{ makeLayout(context, Entity::Node, grid.numberOfNodes(), 1),
        makeLayout(context, Entity::MaterialPoint, grid.numberOfElements(), 1) },
      stiffness(makeConductionOperator(layouts, grid)), multigrid(layouts, grid, law, supports)
  {
    const Mesh mesh = grid.mesh();
    const std::array<double, 3>& edges = grid.spacing();
    std::vector<double> masses(mesh.numberOfNodes(), 0.0);
    std::vector<double> conductivities;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      conductivities.push_back(law.stiffness * grid.moduli()[e]);
      for (std::size_t a = 0; a < 8; ++a)
      {
        masses[static_cast<std::size_t>(mesh.element(e)[a])] +=
          law.mass * grid.moduli()[e] * edges[0] * edges[1] * edges[2] / 8.0;
      }
    }
    this->stiffness->setModuli(Vector<Space>(this->layouts.materialPoints, conductivities));
    this->matrix = std::make_unique<SpringOperator<Space>>(*this->stiffness, masses);
    this->multigrid.update(Vector<Space>(this->layouts.materialPoints, grid.moduli()), 1.0);
  }

  /// Solves for the right-hand side of a random solution. @returns iterations
  int solve(const std::vector<std::uint8_t>& supports, Random& random, double& error)
  {
    const std::size_t n = static_cast<std::size_t>(this->layouts.unknowns->size());
    const std::vector<double> exact = random.vector(n, -1.0, 1.0);
    Vector<Space> u(this->layouts.unknowns, exact);
    Vector<Space> f(this->layouts.unknowns);
    this->matrix->apply(u, f);
    std::vector<double> start = exact;
    for (std::size_t i = 0; i < n; ++i)
    {
      start[i] = !supports.empty() && supports[i] ? exact[i] : 0.0;
    }
    u.assign(start);
    ConjugateGradient<Space> solver(this->layouts.unknowns);
    Observer silent;
    const SolverReport report =
      solver.solve(*this->matrix, this->multigrid, RightHandSide<Space>(f), u, 1e-11, 400, silent);
    EXPECT_TRUE(report.converged);
    error = relativeDifference(u.toHost(), exact);
    return report.iterations;
  }

  OperatorLayouts<Space> layouts;
  std::unique_ptr<StiffnessOperator<Space>> stiffness;
  std::unique_ptr<SpringOperator<Space>> matrix;
  VoxelBoxMultigrid<Space> multigrid;
};
}

TEST(VoxelBoxLevels, HaveTheBoundsOfVoxels)
{
  // A cube of edge 1 has the diagonal 1/3, the eigenvalues 0 of a constant to 1/2 of the direction
  // along an axis, and the lumped mass is 1/8 at each corner.
  const std::vector<VoxelBoxLevelPlan> one =
    planVoxelBoxLevels({ 9, 9, 9 }, { 1.0, 1.0, 1.0 }, { 1.0, 1.0 }, 30.0);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_NEAR(one[0].entries[0], 1.0 / 3.0 + 1.0 / 8.0, 1e-14);
  EXPECT_NEAR(one[0].least, 3.0 / 11.0, 1e-14);
  EXPECT_NEAR(one[0].largest, 15.0 / 11.0, 1e-14);
  // Without mass only the number of positions ends the levels.
  const std::vector<VoxelBoxLevelPlan> many =
    planVoxelBoxLevels({ 41, 20, 16 }, { 1.0, 1.0, 1.0 }, { 1.0, 0.0 }, 30.0);
  ASSERT_EQ(many.size(), 3U);
  EXPECT_EQ(many[0].box.cells, (std::array<std::int32_t, 3>{ 42, 20, 16 }));
  EXPECT_EQ(many[1].box.cells, (std::array<std::int32_t, 3>{ 22, 10, 8 }));
  EXPECT_EQ(many[2].box.cells, (std::array<std::int32_t, 3>{ 11, 5, 4 }));
  EXPECT_EQ(many[0].least, 0.0);
  EXPECT_NEAR(many[2].largest, 1.5, 1e-14);
  EXPECT_NEAR(many[2].entries[0], 4.0 / 3.0, 1e-14); // edges of 4
  // The mass of a coarse voxel is that of the fine ones.
  const std::vector<VoxelBoxLevelPlan> heavy =
    planVoxelBoxLevels({ 40, 40, 40 }, { 1.0, 1.0, 1.0 }, { 100.0, 1.0 }, 30.0);
  ASSERT_GT(heavy.size(), 2U);
  double volume = 1.0;
  for (const VoxelBoxLevelPlan& level : heavy)
  {
    double row = 0.0;
    for (const double entry : level.entries)
    {
      row += entry;
    }
    EXPECT_NEAR(row, volume / 8.0, 1e-12 * volume);
    volume *= 8.0;
  }
}

TYPED_TEST(VoxelBoxMultigridTest, FindsManufacturedSolutions)
{
  Random random(71);
  const VoxelGrid grid(randomVoxels({ 23, 14, 11 }, 0.75, 0.2, random), VoxelParts::All);
  for (const double stiffness : { 0.01, 1.0, 10.0, 1000.0 })
  {
    SCOPED_TRACE(stiffness);
    System<TypeParam> system(this->context(), grid, { stiffness, 1.0 }, {});
    double error = 0.0;
    EXPECT_LE(system.solve({}, random, error), 30);
    // The conditions of the matrix multiply the residual.
    EXPECT_LT(error, 1e-10 * (1.0 + 100.0 * stiffness));
  }
}

TYPED_TEST(VoxelBoxMultigridTest, FindsSolutionsWithPrescribedUnknowns)
{
  Random random(72);
  const VoxelGrid grid(randomVoxels({ 24, 13, 12 }, 1.0, 0.01, random));
  std::vector<std::uint8_t> supports;
  const std::vector<std::int32_t> positions = grid.nodePositions();
  for (std::size_t i = 0; i < positions.size(); i += 3)
  {
    supports.push_back(positions[i] == 0 || random.uniform(0.0, 1.0) < 0.002);
  }
  System<TypeParam> system(this->context(), grid, { 1.0, 0.0 }, supports);
  EXPECT_GT(system.multigrid.numberOfLevels(), 1U);
  double error = 0.0;
  EXPECT_LE(system.solve(supports, random, error), 40);
  EXPECT_LT(error, 1e-7);
  const std::vector<float> free = system.multigrid.freeUnknowns().toHost();
  for (std::size_t i = 0; i < free.size(); ++i)
  {
    EXPECT_EQ(free[i] == 0.0F, supports[i] != 0);
  }
}

TYPED_TEST(VoxelBoxMultigridTest, IsSymmetricAndPositive)
{
  Random random(73);
  const VoxelGrid grid(randomVoxels({ 17, 12, 15 }, 0.6, 0.1, random), VoxelParts::All);
  System<TypeParam> system(this->context(), grid, { 200.0, 1.0 }, {});
  EXPECT_GT(system.multigrid.numberOfLevels(), 1U);
  const std::size_t n = static_cast<std::size_t>(grid.numberOfNodes());
  const std::vector<double> r = random.vector(n, -1.0, 1.0);
  const std::vector<double> s = random.vector(n, -1.0, 1.0);
  const auto apply = [&](const std::vector<double>& x)
  {
    const Vector<TypeParam> residual(system.layouts.unknowns, x);
    const std::vector<float> result = system.multigrid.apply(residual).toHost();
    return std::vector<double>(result.begin(), result.end());
  };
  const std::vector<double> ofR = apply(r);
  const std::vector<double> ofS = apply(s);
  const double scale = std::sqrt(dot(r, ofR) * dot(s, ofS));
  EXPECT_GT(scale, 0.0);
  EXPECT_NEAR(dot(s, ofR), dot(r, ofS), 1e-5 * scale);
  EXPECT_GT(dot(r, ofR), 0.0);
  EXPECT_EQ(apply(r), ofR); // independent of what was before
}

TYPED_TEST(VoxelBoxMultigridTest, HasAsManyIterationsOnLargeImages)
{
  Random random(74);
  std::vector<int> iterations;
  for (const int cells : { 12, 16, 24 })
  {
    const VoxelGrid grid(randomVoxels({ cells, cells, cells }, 1.0, 0.5, random));
    System<TypeParam> system(this->context(), grid, { 25.0, 1.0 }, {});
    double error = 0.0;
    iterations.push_back(system.solve({}, random, error));
  }
  EXPECT_LE(iterations[2], iterations[1] + 2);
  EXPECT_LE(iterations[2], 12);
}

TYPED_TEST(VoxelBoxMultigridTest, IsCountedInMemory)
{
  Random random(75);
  for (const double stiffness : { 1.0, 1000.0 })
  {
    const VoxelGrid grid(randomVoxels({ 30, 21, 18 }, 0.8, 0.5, random), VoxelParts::All);
    const Context<TypeParam> context;
    const OperatorLayouts<TypeParam> layouts{ makeLayout(
                                                context, Entity::Node, grid.numberOfNodes(), 1),
      makeLayout(context, Entity::MaterialPoint, grid.numberOfElements(), 1) };
    const Vector<TypeParam> ones(
      layouts.materialPoints, std::vector<double>(grid.moduli().size(), 1.0));
    const Vector<TypeParam> r(
      layouts.unknowns, std::vector<double>(static_cast<std::size_t>(grid.numberOfNodes()), 1.0));
    const std::size_t before = context.allocated();
    const VoxelBoxLaw law{ stiffness, 1.0 };
    VoxelBoxMultigrid<TypeParam> multigrid(layouts, grid, law, {});
    multigrid.update(ones, 1.0);
    multigrid.apply(r);
    const std::size_t used = context.allocated() - before;
    const std::size_t counted =
      VoxelBoxMultigrid<TypeParam>::memory(static_cast<std::size_t>(grid.numberOfNodes()),
        grid.moduli().size(), boxOfVoxels(grid).cells, grid.spacing(), law);
    EXPECT_LE(used, counted);
    EXPECT_LE(counted, used + used / 10);
  }
}
}
