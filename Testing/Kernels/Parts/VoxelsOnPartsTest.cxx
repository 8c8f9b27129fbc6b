// Tests that products with voxels on parts equal those of the whole grid.

#include "Parts/DistributedStructure.h"
#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Support/Random.h"

#include "Mesh/Distribution/VoxelDistribution.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/LinearPreconditioner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Returns a block of voxels with a few pores, which consists of several bricks in each direction.
VoxelImage porousBlock()
{
  VoxelImage image;
  image.cells = { 18, 17, 9 };
  image.spacing = { 0.5, 0.4, 0.6 };
  Random random(8);
  const std::size_t count = 18 * 17 * 9;
  for (std::size_t i = 0; i < count; ++i)
  {
    const bool isSolid = random.uniform(0.0, 1.0) < 0.95;
    image.moduli.push_back(isSolid ? random.uniform(0.5, 2.0) : 0.0);
  }
  // There is no pore around the corner of eight bricks.
  for (const std::size_t z : { 7U, 8U })
  {
    for (const std::size_t y : { 7U, 8U })
    {
      std::fill_n(
        image.moduli.begin() + static_cast<std::ptrdiff_t>(7 + 18 * (y + 17 * z)), 2, 1.0);
    }
  }
  return image;
}

/// Returns the part of a brick, for a given number of parts.
using Owner = int (*)(const std::array<std::int32_t, 3>& place, int parts);

int byTurns(const std::array<std::int32_t, 3>& place, int parts)
{
  return static_cast<int>(place[0] + 3 * place[1] + 5 * place[2]) % parts;
}

int last(const std::array<std::int32_t, 3>& /*place*/, int parts)
{
  return parts - 1;
}

/// Divides bricks so that eight parts meet at the corner of eight bricks.
int byCorners(const std::array<std::int32_t, 3>& place, int /*parts*/)
{
  return place[0] % 2 + 2 * (place[1] % 2) + 4 * (place[2] % 2);
}

struct Results
{
  explicit Results(const VoxelGrid& grid)
    : product(static_cast<std::size_t>(3 * grid.numberOfNodes())), diagonal(product.size()),
      energies(static_cast<std::size_t>(grid.numberOfElements())), solution(product.size()),
      general(product.size())
  {
  }

  std::vector<double> product;
  std::vector<double> diagonal;
  std::vector<double> energies;
  std::vector<double> solution;
  std::vector<double> general; ///< solution with HiddenDiagonal
  int iterations = 0;
  int generalIterations = 0;
};

/// A diagonal that the solver does not recognize as one, so that it is treated like any other
/// preconditioner.
template <class Space>
class HiddenDiagonal : public LinearPreconditioner<Space>
{
public:
  explicit HiddenDiagonal(DiagonalPreconditioner<Space>& diagonal) : Diagonal(diagonal) {}
  const Vector<Space, float>& apply(const Vector<Space>& r) override
  {
    return this->Diagonal.apply(r);
  }
  const Vector<Space, float>& freeUnknowns() const override
  {
    return this->Diagonal.freeUnknowns();
  }

private:
  DiagonalPreconditioner<Space>& Diagonal;
};

/// Input values of the whole grid.
struct Given
{
  std::vector<double> displacement;
  std::vector<double> moduli;
};

template <class Space>
Results compute(const VoxelImage& image, const Given& given, Owner owner, int parts)
{
  const VoxelGrid whole(image);
  Results results(whole);
  const std::vector<GridOfPart> grids = distributeVoxels(
    image, VoxelParts::Largest,
    [&](const std::array<std::int32_t, 3>& place) { return owner(place, parts); }, parts);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const GridOfPart& part = grids[static_cast<std::size_t>(communicator->rank())];
      const bool isFirst = communicator->rank() == 0;
      const Context<Space> context(device, std::move(communicator));
      const OperatorLayouts<Space> layouts =
        layoutsOf(makeHalo(context, part.nodes), makeHalo(context, part.elements));
      VoxelStiffness<Space> K(layouts, part.grid, PoissonsRatio);
      // Only the operator exchanges values of ghosts.
      const Vector<Space> moduli =
        withoutGhosts(layouts.materialPoints, part.elements, given.moduli);
      K.setModuli(moduli);
      const Vector<Space> u = withoutGhosts(layouts.unknowns, part.nodes, given.displacement);
      Vector<Space> y = poisoned(layouts.unknowns);
      K.apply(u, y);
      collect(part.nodes, y.toHost(), 3, results.product);
      Vector<Space> d = poisoned(layouts.unknowns);
      K.diagonal(d);
      collect(part.nodes, d.toHost(), 3, results.diagonal);
      Vector<Space> energies(layouts.materialPoints);
      energies.zero();
      K.addUnitEnergies(u, 1.0, energies);
      collect(part.elements, energies.toHost(), 1, results.energies);

      SpringOperator<Space> system(K, {});
      DiagonalPreconditioner<Space> diagonal(K, system, supportsBelow(part.grid));
      diagonal.update(moduli, 2.0);
      ConjugateGradient<Space> solver(layouts.unknowns);
      Vector<Space> solution(layouts.unknowns);
      solution.zero();
      Observer observer;
      const SolverReport report =
        solver.solve(system, diagonal, y, solution, 1e-13, 2000, observer);
      collect(part.nodes, solution.toHost(), 3, results.solution);
      HiddenDiagonal<Space> hidden(diagonal);
      solution.zero();
      const SolverReport general = solver.solve(system, hidden, y, solution, 1e-14, 2000, observer);
      EXPECT_TRUE(general.converged);
      collect(part.nodes, solution.toHost(), 3, results.general);
      if (isFirst)
      {
        results.iterations = report.iterations;
        results.generalIterations = general.iterations;
      }
    });
  return results;
}

Given randomValues(const VoxelImage& image)
{
  const VoxelGrid whole(image);
  Random random(2);
  Given given;
  given.displacement =
    random.vector(static_cast<std::size_t>(3 * whole.numberOfNodes()), -1.0, 1.0);
  given.moduli = random.vector(whole.moduli().size(), 0.5, 2.0);
  return given;
}

void expectSame(const Results& expected, const Results& results)
{
  constexpr double tolerance = 1e-12;
  EXPECT_LT(relativeDifference(expected.product, results.product), tolerance);
  EXPECT_LT(relativeDifference(expected.diagonal, results.diagonal), tolerance);
  EXPECT_LT(relativeDifference(expected.energies, results.energies), tolerance);
  EXPECT_LT(relativeDifference(expected.solution, results.solution), tolerance);
  EXPECT_LT(relativeDifference(expected.general, results.general), tolerance);
  // Over hundreds of iterations, rounding errors of sums at nodes shared by parts grow and may
  // change the last iteration.
  EXPECT_NEAR(expected.iterations, results.iterations, 1);
  EXPECT_NEAR(expected.generalIterations, results.generalIterations, 1);
}
}

template <class Space>
class VoxelsOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(VoxelsOnParts, Spaces, SpaceNames);

TYPED_TEST(VoxelsOnParts, ProductsAndSolutionsAreThoseOfTheWhole)
{
  const VoxelImage image = porousBlock();
  const Given given = randomValues(image);
  const Results expected = compute<TypeParam>(image, given, &last, 1);
  for (const int parts : { 2, 3, 7 })
  {
    for (const Owner owner : { &byTurns, &last })
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      expectSame(expected, compute<TypeParam>(image, given, owner, parts));
    }
  }
}

TYPED_TEST(VoxelsOnParts, EightPartsMeetAtANode)
{
  constexpr int parts = 8;
  const VoxelImage image = porousBlock();
  const VoxelGrid whole(image);
  const std::int32_t node =
    whole.node(VoxelBrick::Edge, VoxelBrick::Edge, VoxelBrick::Edge); // the corner of eight bricks
  int haveTheNode = 0;
  int ownAnElementAround = 0;
  for (const GridOfPart& part : distributeVoxels(
         image, VoxelParts::Largest,
         [](const std::array<std::int32_t, 3>& place) { return byCorners(place, parts); }, parts))
  {
    const std::vector<std::int32_t> nodes = part.nodes.all();
    haveTheNode += static_cast<int>(std::count(nodes.begin(), nodes.end(), node));
    bool isAround = false;
    for (int corner = 0; corner < 8; ++corner)
    {
      const std::int32_t element = whole.element(VoxelBrick::Edge - (corner & 1),
        VoxelBrick::Edge - (corner >> 1 & 1), VoxelBrick::Edge - (corner >> 2));
      ASSERT_GE(element, 0);
      isAround =
        isAround || std::count(part.elements.owned.begin(), part.elements.owned.end(), element) > 0;
    }
    ownAnElementAround += isAround ? 1 : 0;
  }
  ASSERT_EQ(haveTheNode, parts);
  ASSERT_EQ(ownAnElementAround, parts);
  const Given given = randomValues(image);
  expectSame(compute<TypeParam>(image, given, &last, 1),
    compute<TypeParam>(image, given, &byCorners, parts));
}
}
