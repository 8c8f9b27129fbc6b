// Tests of multigrid on voxel grids: its coarse meshes and matrices, its symmetry, and its
// solutions.

#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Solver/VoxelMultigrid/VoxelMultigridTestInput.h"
#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Vectors/Vector.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelMultigrid/VoxelCoarseningReference.h"
#include "Solver/VoxelMultigrid/VoxelGalerkinReference.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::reference;

namespace
{
/// Returns y = P x for 3 unknowns per node.
std::vector<double> prolong(const Coarsening& coarsening, const std::vector<double>& x)
{
  std::vector<double> y(3 * (coarsening.starts.size() - 1), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
  {
    const auto end = static_cast<std::size_t>(coarsening.starts[i / 3 + 1]);
    for (auto k = static_cast<std::size_t>(coarsening.starts[i / 3]); k < end; ++k)
    {
      const std::uint32_t entry = coarsening.entries[k];
      y[i] += std::ldexp(x[3 * std::size_t(entry >> 2) + i % 3], -static_cast<int>(entry & 3U));
    }
  }
  return y;
}
}

TYPED_TEST_SUITE(VoxelMultigridTest, Spaces, SpaceNames);

TEST(VoxelCoarsening, KeepsApartWhatOnlyPasses)
{
  // There are two plates at a distance of one voxel, and a third one beside them that touches the
  // second.
  VoxelImage image;
  image.cells = { 4, 4, 4 };
  for (int v = 0; v < 64; ++v)
  {
    image.moduli.push_back(v / 16 == 1 ? 0.0 : 1.0);
  }
  const VoxelGrid grid(image, VoxelParts::All);
  const Coarsening first = coarsen(latticeMesh(grid));
  EXPECT_EQ(first.mesh.numberOfElements(), 8U);
  // The lower cells share no node with the upper ones although they have a face in common.
  EXPECT_EQ(first.mesh.numberOfNodes(), 2U * 18U);
  const Coarsening second = coarsen(first.mesh);
  EXPECT_EQ(second.mesh.numberOfElements(), 2U);
  EXPECT_EQ(second.mesh.numberOfNodes(), 16U);
}

TEST(VoxelCoarsening, JoinsWhatTouches)
{
  VoxelImage image;
  image.cells = { 5, 4, 7 };
  image.moduli.assign(140, 1.0);
  LatticeMesh mesh = latticeMesh(VoxelGrid(image));
  for (const std::size_t nodes : { 4U * 3U * 5U, 3U * 2U * 3U, 2U * 2U * 2U })
  {
    mesh = coarsen(mesh).mesh;
    EXPECT_EQ(mesh.numberOfNodes(), nodes);
  }
}

TEST(VoxelCoarsening, InterpolatesLinearFieldsExactly)
{
  Random random(311);
  LatticeMesh mesh = latticeMesh(VoxelGrid(lattice({ 13, 11, 15 }, 2, 5, random)));
  for (int level = 0; level < 3; ++level)
  {
    const Coarsening coarsening = coarsen(mesh);
    const auto field = [](const LatticeMesh& of, double scale)
    {
      std::vector<double> values;
      for (const auto& p : of.positions)
      {
        for (int c = 0; c < 3; ++c)
        {
          values.push_back(1.0 + scale * (p[0] * (c + 1) - 2.0 * p[1] + 0.5 * p[2] * c));
        }
      }
      return values;
    };
    EXPECT_LT(
      relativeDifference(prolong(coarsening, field(coarsening.mesh, 2.0)), field(mesh, 1.0)),
      1e-15);
    mesh = coarsening.mesh;
  }
}

TEST(VoxelCoarsening, MatricesAreGalerkinProducts)
{
  Random random(312);
  const VoxelGrid grid(lattice({ 9, 12, 10 }, 2, 4, random));
  const std::vector<std::uint8_t> supports = supportsBelow(grid);
  const LatticeMesh fine = latticeMesh(grid);
  const Coarsening first = coarsen(fine);
  const Coarsening second = coarsen(first.mesh);
  const ElementMatrices ofFirst =
    galerkinOfVoxels(fine, first, grid.moduli(), grid.spacing(), PoissonsRatio, supports);
  const ElementMatrices ofSecond = galerkinOfElements(first.mesh, second, ofFirst);
  const Mesh mesh = grid.mesh();
  // Returns a.(P^T K P b) over the free fine unknowns.
  const auto energy = [&](std::vector<double> a, std::vector<double> b)
  {
    for (std::size_t i = 0; i < a.size(); ++i)
    {
      a[i] = supports[i] ? 0.0 : a[i];
      b[i] = supports[i] ? 0.0 : b[i];
    }
    return dot(a, reference::applyStiffness(mesh, PoissonsRatio, grid.moduli(), b));
  };
  const std::vector<double> a1 = random.vector(3 * first.mesh.numberOfNodes(), -1, 1);
  const std::vector<double> b1 = random.vector(3 * first.mesh.numberOfNodes(), -1, 1);
  const double scale1 = energy(prolong(first, a1), prolong(first, a1));
  EXPECT_NEAR(dot(a1, multiply(assemble(first.mesh, ofFirst), b1)),
    energy(prolong(first, a1), prolong(first, b1)), 1e-6 * scale1);
  const std::vector<double> a2 = random.vector(3 * second.mesh.numberOfNodes(), -1, 1);
  const std::vector<double> b2 = random.vector(3 * second.mesh.numberOfNodes(), -1, 1);
  const std::vector<double> Pa = prolong(first, prolong(second, a2));
  EXPECT_NEAR(dot(a2, multiply(assemble(second.mesh, ofSecond), b2)),
    energy(Pa, prolong(first, prolong(second, b2))), 1e-6 * energy(Pa, Pa));
}

TYPED_TEST(VoxelMultigridTest, SlowIsSymmetricAndPositive)
{
  Random random(313);
  // There are levels of few nodes, and one with enough nodes to occupy all threads of a GPU.
  for (const auto& [cells, width, period, ofFirst] :
    { std::tuple{ std::array<int, 3>{ 22, 22, 22 }, 3, 7, 0 },
      std::tuple{ std::array<int, 3>{ 72, 70, 64 }, 6, 7, 90000 } })
  {
    const VoxelGrid grid(lattice(cells, width, period, random));
    const std::vector<std::uint8_t> supports = supportsBelow(grid);
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
    VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
    // Steps of conjugate gradients depend nonlinearly on the residual; all other cycles are linear.
    VoxelMultigridSettings settings;
    settings.cycle = VoxelCycle::W;
    settings.finest = settings.first = settings.coarse = { 4, 4, 10.0 };
    VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports, settings);
    M.update();
    ASSERT_GT(M.levelSizes().size(), 2U);
    ASSERT_GT(M.levelSizes()[1], ofFirst);
    const auto apply = [&](const std::vector<double>& r)
    {
      const Vector<TypeParam> deviceR(layouts.unknowns, r);
      return copied(M.apply(deviceR));
    };
    std::vector<double> a = random.vector(supports.size(), -1, 1);
    std::vector<double> b = random.vector(supports.size(), -1, 1);
    const std::vector<double> Ma = apply(a);
    const std::vector<double> Mb = apply(b);
    for (std::size_t i = 0; i < supports.size(); ++i)
    {
      if (supports[i])
      {
        EXPECT_EQ(Ma[i], 0.0);
      }
    }
    EXPECT_GT(dot(a, Ma), 0.0);
    EXPECT_NEAR(dot(a, Mb), dot(b, Ma), 1e-5 * std::sqrt(dot(a, Ma) * dot(b, Mb)));
    EXPECT_EQ(apply(a), Ma);
  }
}

TYPED_TEST(VoxelMultigridTest, SlowReducesErrorsWithSmoothingOnOneSide)
{
  Random random(319);
  for (const auto& [cells, width, period] : { std::tuple{ std::array<int, 3>{ 22, 22, 22 }, 3, 7 },
         std::tuple{ std::array<int, 3>{ 72, 70, 64 }, 6, 7 } })
  {
    const VoxelGrid grid(lattice(cells, width, period, random));
    const std::vector<std::uint8_t> supports = supportsBelow(grid);
    const std::size_t n = supports.size();
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
    VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
    VoxelMultigridSettings settings;
    settings.cycle = VoxelCycle::W;
    VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports, settings);
    M.update();
    const auto onFree = [&](std::vector<double> values)
    {
      for (std::size_t i = 0; i < n; ++i)
      {
        values[i] = supports[i] ? 0.0 : values[i];
      }
      return values;
    };
    const auto multiply = [&](const std::vector<double>& u)
    {
      const Vector<TypeParam> x(layouts.unknowns, u);
      Vector<TypeParam> y(layouts.unknowns);
      K.apply(x, y);
      return y.toHost();
    };
    const auto apply = [&](const std::vector<double>& r)
    {
      const Vector<TypeParam> deviceR(layouts.unknowns, r);
      return copied(M.apply(deviceR));
    };
    const std::vector<double> a = onFree(random.vector(n, -1, 1));
    const std::vector<double> b = onFree(random.vector(n, -1, 1));
    const std::vector<double> Ma = apply(a);
    const std::vector<double> Mb = apply(b);
    EXPECT_EQ(onFree(Ma), Ma);
    EXPECT_GT(dot(a, Ma), 0.0);
    std::vector<double> both(n);
    std::vector<double> Mboth(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      both[i] = a[i] - 2.0 * b[i];
      Mboth[i] = Ma[i] - 2.0 * Mb[i];
    }
    EXPECT_LT(relativeDifference(apply(both), Mboth), 1e-5);
    // These are the energies of a displacement and of its error after a cycle.
    const std::vector<double> force = onFree(multiply(a));
    const std::vector<double> found = apply(force);
    std::vector<double> error(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      error[i] = a[i] - found[i];
    }
    // Measured ratios are 0.0036 and 0.0019.
    EXPECT_LT(dot(error, multiply(error)), 0.006 * dot(a, force));
  }
}

TYPED_TEST(VoxelMultigridTest, FindsAKnownSolution)
{
  Random random(314);
  for (const int width : { 2, 3 })
  {
    const VoxelGrid grid(lattice({ 16, 15, 14 }, width, 6, random));
    const std::vector<std::uint8_t> supports = supportsBelow(grid);
    const Mesh mesh = grid.mesh();
    const std::vector<double> exact = random.vector(supports.size(), -1, 1);
    const std::vector<double> forces =
      reference::applyStiffness(mesh, PoissonsRatio, grid.moduli(), exact);
    // The solution determines the prescribed values; free unknowns start from zero.
    std::vector<double> start = exact;
    for (std::size_t i = 0; i < start.size(); ++i)
    {
      start[i] = supports[i] ? exact[i] : 0.0;
    }
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid);
    VoxelOperator<TypeParam> K(layouts, grid, PoissonsRatio);
    VoxelMultigrid<TypeParam> M(grid, K, PoissonsRatio, supports);
    M.update();
    const Vector<TypeParam> f(layouts.unknowns, forces);
    Vector<TypeParam> u(layouts.unknowns, start);
    ConjugateGradient<TypeParam> solver(layouts.unknowns);
    Observer observer;
    const SolverReport report = solver.solve(K, M, f, u, 1e-11, 200, observer);
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(solver.history().size(), static_cast<std::size_t>(report.iterations) + 1);
    EXPECT_LT(relativeDifference(u.toHost(), exact), 1e-8);
  }
}
