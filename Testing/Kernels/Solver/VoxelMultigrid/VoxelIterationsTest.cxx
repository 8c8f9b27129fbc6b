#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Solver/VoxelMultigrid/VoxelMultigridTestInput.h"
#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Vectors/Vector.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelMultigrid/VoxelCoarseningReference.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::reference;

TYPED_TEST_SUITE(VoxelMultigridTest, Spaces, SpaceNames);

TYPED_TEST(VoxelMultigridTest, NeedsFewIterationsWhateverTheSize)
{
  Random random(315);
  for (const int period : { 6, 12 })
  {
    const VoxelGrid grid(
      lattice({ 4 * period, 4 * period, 4 * period }, period / 3, period, random));
    const std::vector<std::uint8_t> supports = supportsBelow(grid);
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
    VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
    VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports);
    M.update();
    const Vector<TypeParam> f(layouts.unknowns, random.vector(supports.size(), -1, 1));
    Vector<TypeParam> u(layouts.unknowns, std::vector<double>(supports.size(), 0.0));
    ConjugateGradient<TypeParam> solver(layouts.unknowns);
    Observer observer;
    const SolverReport report = solver.solve(K, M, f, u, 1e-6, 100, observer);
    EXPECT_TRUE(report.converged);
    // Measured numbers are 10 and 7. With smoothing steps of half the length they are 12 and 9, and
    // with an underestimated eigenvalue more than 100.
    EXPECT_LE(report.iterations, period == 6 ? 11 : 8) << grid.numberOfElements() << " elements";
  }
}

TYPED_TEST(VoxelMultigridTest, NeedsFewIterationsWhateverTheContrast)
{
  // A random half of the voxels has a modulus of 1e-8.
  Random random(318);
  VoxelImage image;
  image.cells = { 32, 32, 32 };
  for (int i = 0; i < 32 * 32 * 32; ++i)
  {
    image.moduli.push_back(random.uniform(0.0, 1.0) < 0.5 ? 1.0 : 1e-8);
  }
  const VoxelGrid grid(image);
  const std::vector<std::uint8_t> supports = supportsBelow(grid);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports);
  M.update();
  std::vector<double> load(supports.size());
  const std::vector<std::int32_t> positions = grid.nodePositions();
  for (std::size_t i = 2; i < load.size(); i += 3)
  {
    load[i] = positions[i] == image.cells[2] ? 1.0 : 0.0;
  }
  const Vector<TypeParam> f(layouts.unknowns, load);
  Vector<TypeParam> u(layouts.unknowns, std::vector<double>(supports.size(), 0.0));
  ConjugateGradient<TypeParam> solver(layouts.unknowns);
  Observer observer;
  const SolverReport report = solver.solve(K, M, f, u, 1e-6, 100, observer);
  EXPECT_TRUE(report.converged);
  EXPECT_LE(report.iterations, 30); // measured 28
}

TYPED_TEST(VoxelMultigridTest, CoarsensDownToFewUnknowns)
{
  const VoxelGrid grid(solidImage({ 16, 16, 16 }, { 1.0, 1.0, 1.0 }));
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  const VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supportsBelow(grid));
  std::vector<std::int64_t> expected = { 3 * 17 * 17 * 17, 3 * 9 * 9 * 9, 3 * 5 * 5 * 5 };
  if (TypeParam::Id == ExecutionSpace::Host)
  {
    expected.push_back(3 * 3 * 3 * 3);
  }
  EXPECT_EQ(M.levelSizes(), expected);
}

TYPED_TEST(VoxelMultigridTest, HasNoLevelsThatAreNotCoarser)
{
  // Each of the separate bars keeps an element on every level.
  VoxelImage image;
  image.cells = { 15, 15, 8 };
  for (int v = 0; v < 15 * 15 * 8; ++v)
  {
    image.moduli.push_back(v % 15 % 2 == 0 && v / 15 % 15 % 2 == 0 ? 1.0 : 0.0);
  }
  const VoxelGrid grid(image, VoxelParts::All);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  const VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supportsBelow(grid));
  const std::vector<std::int64_t> sizes = M.levelSizes();
  EXPECT_GT(sizes.size(), 2U);
  for (std::size_t l = 1; l < sizes.size(); ++l)
  {
    EXPECT_LT(sizes[l], sizes[l - 1]) << l;
  }
  EXPECT_EQ(sizes.back(), 64 * 24);
}

TYPED_TEST(VoxelMultigridTest, SlowFollowsTheModuli)
{
  Random random(316);
  const VoxelGrid grid(lattice({ 20, 20, 20 }, 3, 8, random));
  const std::vector<std::uint8_t> supports = supportsBelow(grid);
  const std::vector<double> other = random.vector(grid.moduli().size(), 10.0, 1000.0);
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> updated(grid, K, PoissonsRatio, supports);
  updated.update();
  const Vector<TypeParam> moduli(layouts.materialPoints, other);
  K.setModuli(moduli);
  updated.update();
  VoxelMultigrid<TypeParam> built(grid, K, PoissonsRatio, supports);
  built.update();
  const Vector<TypeParam> r(layouts.unknowns, random.vector(supports.size(), -1, 1));
  EXPECT_EQ(copied(updated.apply(r)), copied(built.apply(r)));
}

TYPED_TEST(VoxelMultigridTest, CompressesACubeAsFaimDoes)
{
  // This is the unit test of Numerics88's FAIM: 6x6x6 voxels of 1 mm and 6829 MPa, compressed by 1
  // % between ends that constrain lateral displacements. The published force is -2651 N, with four
  // digits.
  VoxelImage image;
  image.cells = { 6, 6, 6 };
  image.moduli.assign(216, 6829.0);
  const VoxelGrid grid(image);
  const std::vector<std::int32_t> positions = grid.nodePositions();
  std::vector<std::uint8_t> supports(positions.size());
  std::vector<double> prescribed(positions.size(), 0.0);
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    const std::int32_t z = positions[i / 3 * 3 + 2];
    supports[i] = z == 0 || z == 6;
    prescribed[i] = z == 6 && i % 3 == 2 ? -0.06 : 0.0;
  }
  const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
  VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
  VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports);
  M.update();
  const Vector<TypeParam> f(layouts.unknowns, std::vector<double>(supports.size(), 0.0));
  Vector<TypeParam> u(layouts.unknowns, prescribed);
  Vector<TypeParam> reactions(layouts.unknowns);
  ConjugateGradient<TypeParam> solver(layouts.unknowns);
  Observer observer;
  EXPECT_TRUE(solver.solve(K, M, f, u, 1e-8, 100, observer).converged);
  K.apply(u, reactions);
  const std::vector<double> values = reactions.toHost();
  double total = 0.0;
  for (std::size_t i = 2; i < values.size(); i += 3)
  {
    total += positions[i] == 6 ? values[i] : 0.0;
  }
  EXPECT_NEAR(total, -2651.0, 5e-4 * 2651.0);
}
