// Tests that multigrid on voxels on parts is that of the whole grid.

#include "Parts/DistributedStructure.h"
#include "Solver/VoxelMultigrid/VoxelMultigridCases.h"
#include "Support/Random.h"

#include "Analysis/Parts/ConductionOfPart.h"
#include "Mesh/Distribution/VoxelDistribution.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Conduction/FilmMatrix.h"
#include "Operator/SpringOperator.h"
#include "Operator/Voxel/VoxelOperatorOf.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/RightHandSide.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"
#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include <gtest/gtest.h>

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
/// An image with values at all its nodes.
struct MultigridCase
{
  std::string name;
  VoxelImage image;
  VoxelParts which = VoxelParts::All;
};

/// Struts along z, of one to three voxels, which share no node: they are one voxel apart.
VoxelImage pillars(Random& random)
{
  VoxelImage image;
  image.cells = { 27, 18, 15 };
  image.spacing = { 0.3, 0.2, 0.25 };
  const auto isInside = [](int i) { return i % 9 != 1 && i % 9 != 4 && i % 9 != 8; }; // 1, 2, 3
  for (int k = 0; k < image.cells[2]; ++k)
  {
    for (int j = 0; j < image.cells[1]; ++j)
    {
      for (int i = 0; i < image.cells[0]; ++i)
      {
        image.moduli.push_back(isInside(i) && isInside(j) ? random.uniform(0.5, 2.0) : 0.0);
      }
    }
  }
  return image;
}

/// A frame beside void bricks.
VoxelImage frameBesideVoid(Random& random)
{
  VoxelImage image = lattice({ 33, 17, 15 }, 3, 7, random);
  for (std::size_t v = 0; v < image.moduli.size(); ++v)
  {
    image.moduli[v] = v % 33 < 14 ? image.moduli[v] : 0.0;
  }
  return image;
}

std::vector<MultigridCase> multigridCases()
{
  Random random(83);
  return { { "thin struts", lattice({ 25, 19, 17 }, 1, 5, random), VoxelParts::Largest },
    { "pillars", pillars(random) }, { "frame beside void", frameBesideVoid(random) } };
}

/// The part of a brick.
using OwnerOfBrick = int (*)(const std::array<std::int32_t, 3>& place, int parts);

int inSlabs(const std::array<std::int32_t, 3>& place, int parts)
{
  return static_cast<int>(place[0]) * parts / 6;
}

int inTurn(const std::array<std::int32_t, 3>& place, int parts)
{
  return static_cast<int>(place[0] + 3 * place[1] + 5 * place[2]) % parts;
}

int allInLast(const std::array<std::int32_t, 3>& /*place*/, int parts)
{
  return parts - 1;
}

/// A film with random coefficients on about half of the boundary.
HostMatrix randomFilm(const VoxelGrid& whole, Random& random)
{
  std::vector<double> coefficients =
    random.vector(static_cast<std::size_t>(whole.numberOfNodes()), 0.1, 2.0);
  const std::vector<std::int32_t> positions = whole.nodePositions();
  for (std::size_t i = 0; i < coefficients.size(); ++i)
  {
    coefficients[i] *= positions[3 * i] + positions[3 * i + 1] > 20 ? 1.0 : 0.0;
  }
  return filmMatrix(whole.mesh(), coefficients);
}

struct MultigridResults
{
  std::vector<double> correction; ///< of a random residual
  std::vector<double> solution;
  std::vector<std::int64_t> sizes;
  int iterations = 0;
};

/// A symmetric V-cycle.
VoxelMultigridSettings symmetricCycle(std::int64_t replicatedNodes)
{
  VoxelMultigridSettings settings;
  settings.cycle = VoxelCycle::V;
  settings.finest = settings.first = settings.coarse = { 3, 3, 8.0 };
  settings.replicatedNodes = replicatedNodes;
  return settings;
}

constexpr std::array<double, 5> ScalesOfColumns = { 1.0, -2.0, 0.5, 3.0, 1e3 };

/// Expects corrections of several columns at once to be multiples of that of a residual.
template <class Space>
void expectSameColumns(VoxelMultigrid<Space>& M, const std::vector<double>& residual,
  const std::vector<double>& expected)
{
  const LayoutPointer<Space>& layout = M.freeUnknowns().layoutPointer();
  const bool areApart = M.arrangement() == Arrangement::Apart;
  const auto wanted = static_cast<int>(ScalesOfColumns.size());
  const int columns = areApart ? wanted : interleavedColumns(wanted);
  MultiVector<Space> r(layout, columns, M.arrangement());
  r.zero();
  ColumnSet active = firstColumns(ScalesOfColumns.size());
  active[1] = false;
  const auto owned = static_cast<std::size_t>(layout->ownedSize());
  for (int v = 0; v < wanted; ++v)
  {
    std::vector<double> scaled = residual;
    for (double& value : scaled)
    {
      value *= ScalesOfColumns[static_cast<std::size_t>(v)];
    }
    if (areApart)
    {
      r.column(v).assign(scaled);
    }
    for (std::size_t i = 0; i < scaled.size() && !areApart; ++i)
    {
      r.data()[static_cast<std::size_t>(columns) * i + static_cast<std::size_t>(v)] = scaled[i];
    }
  }
  M.applyToColumns(r, active); // leaves nothing behind
  MultiVector<Space, float>& z = M.applyToColumns(r, active);
  for (int v = 0; v < wanted; ++v)
  {
    if (!active[static_cast<std::size_t>(v)])
    {
      continue;
    }
    const std::vector<float> apart = areApart ? z.column(v).toHost() : std::vector<float>();
    std::vector<double> found(expected.begin(), expected.begin() + std::ptrdiff_t(owned));
    std::vector<double> scaled = found;
    for (std::size_t i = 0; i < owned; ++i)
    {
      scaled[i] *= ScalesOfColumns[static_cast<std::size_t>(v)];
      found[i] = areApart
        ? apart[i]
        : z.data()[static_cast<std::size_t>(columns) * i + static_cast<std::size_t>(v)];
    }
    EXPECT_LT(relativeDifference(scaled, found), 2e-5) << "column " << v;
  }
}

/// Expects solutions of several systems at once to be multiples of that of one.
template <class Space>
void expectSameSolutions(VoxelOperatorOf<Space, 3>& K, VoxelMultigridPreconditioner<Space>& M,
  const std::vector<double>& force, const std::vector<double>& expected)
{
  const LayoutPointer<Space>& layout = K.layoutPointer();
  M.update(Vector<Space>(), 0.0);
  EXPECT_EQ(M.columnsAtOnce(int(ScalesOfColumns.size())), int(ScalesOfColumns.size()));
  std::vector<Vector<Space>> forces;
  std::vector<Vector<Space>> solutions;
  std::vector<RightHandSide<Space>> f;
  std::vector<Vector<Space>*> u;
  forces.reserve(ScalesOfColumns.size());
  solutions.reserve(ScalesOfColumns.size());
  for (const double scale : ScalesOfColumns)
  {
    std::vector<double> scaled = force;
    for (double& value : scaled)
    {
      value *= scale;
    }
    forces.emplace_back(layout, scaled);
    solutions.emplace_back(layout);
    solutions.back().zero();
    f.emplace_back(forces.back());
    u.push_back(&solutions.back());
  }
  ConjugateGradient<Space> solver(layout);
  Observer observer;
  solver.solve(K, M, f, u, 1e-9, 200, observer);
  const auto owned = static_cast<std::size_t>(layout->ownedSize());
  for (std::size_t v = 0; v < u.size(); ++v)
  {
    std::vector<double> found = solutions[v].toHost();
    found.resize(owned);
    std::vector<double> scaled(expected.begin(), expected.begin() + std::ptrdiff_t(owned));
    for (double& value : scaled)
    {
      value *= ScalesOfColumns[v];
    }
    EXPECT_LT(relativeDifference(scaled, found), 1e-6) << "system " << v;
  }
}

/// @param settings of the correction; the solution has the default ones, but for their parts
template <class Space, int Components>
MultigridResults computeMultigrid(
  const MultigridCase& of, OwnerOfBrick owner, int parts, const VoxelMultigridSettings& settings)
{
  const VoxelGrid whole(of.image, of.which);
  Random random(4);
  const auto n = static_cast<std::size_t>(Components * whole.numberOfNodes());
  const std::vector<double> residual = random.vector(n, -1.0, 1.0);
  const std::vector<double> moduli = random.vector(whole.moduli().size(), 0.5, 2.0);
  ConductionSystem system; // with one component
  system.fixed.resize(n);
  if (Components == 1)
  {
    system.film = randomFilm(whole, random);
  }
  MultigridResults results;
  results.correction.resize(n);
  results.solution.resize(n);
  const std::vector<GridOfPart> grids = distributeVoxels(
    of.image, of.which,
    [&](const std::array<std::int32_t, 3>& place) { return owner(place, parts); }, parts,
    GhostVoxels::WholeBricks);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const GridOfPart& part = grids[static_cast<std::size_t>(communicator->rank())];
      const bool isFirst = communicator->rank() == 0;
      const Context<Space> context(device, std::move(communicator));
      const OperatorLayouts<Space> layouts =
        layoutsOf(makeHalo(context, part.nodes), makeHalo(context, part.elements), Components);
      VoxelLaw<Components> law;
      if constexpr (Components == 3)
      {
        law = PoissonsRatio;
      }
      VoxelOperatorOf<Space, Components> K(layouts, part.grid, law);
      K.setModuli(withoutGhosts(layouts.materialPoints, part.elements, moduli));
      std::vector<std::uint8_t> supports;
      const std::vector<std::int32_t> positions = part.grid.nodePositions();
      for (std::size_t i = 0; i < positions.size() / 3; ++i)
      {
        supports.insert(supports.end(), Components, positions[3 * i + 2] == 0 ? 1 : 0);
      }
      HostMatrix film;
      LinearOperator<Space>* A = &K;
      std::unique_ptr<StiffnessOperator<Space>> conduction;
      std::unique_ptr<SpringOperator<Space>> withFilm;
      const Vector<Space> ofPart = withoutGhosts(layouts.materialPoints, part.elements, moduli);
      if (Components == 1)
      {
        film = systemOfPart(
          system, { part.nodes, part.elements, std::make_shared<const VoxelGrid>(part.grid) }, {})
                 .film;
        conduction = makeConductionOperator<Space>(layouts, part.grid);
        conduction->setModuli(ofPart);
        withFilm =
          std::make_unique<SpringOperator<Space>>(*conduction, std::vector<double>(), film);
        A = withFilm.get();
      }
      const Vector<Space> r = withoutGhosts(layouts.unknowns, part.nodes, residual);
      {
        VoxelMultigrid<Space, Components> M(part.grid, K, law, supports, settings, film);
        M.update();
        M.apply(r); // leaves nothing behind
        const std::vector<double> correction = copied(M.apply(r));
        collect(part.nodes, correction, Components, results.correction);
        if constexpr (Components == 3)
        {
          expectSameColumns(M, r.toHost(), correction);
        }
        if (isFirst)
        {
          results.sizes = M.levelSizes();
        }
      }
      VoxelMultigridSettings ofSolution;
      ofSolution.replicatedNodes = settings.replicatedNodes;
      VoxelMultigrid<Space, Components> M(part.grid, K, law, supports, ofSolution, film);
      M.update();
      ConjugateGradient<Space> solver(layouts.unknowns);
      Vector<Space> solution(layouts.unknowns);
      solution.zero();
      Observer observer;
      const SolverReport report = solver.solve(*A, M, r, solution, 1e-9, 200, observer);
      EXPECT_TRUE(report.converged);
      collect(part.nodes, solution.toHost(), Components, results.solution);
      if constexpr (Components == 3)
      {
        if (parts == 4) // once for each image is enough
        {
          VoxelMultigridPreconditioner<Space> ofImage(K, part.grid, law, supports);
          expectSameSolutions(K, ofImage, r.toHost(), solution.toHost());
        }
      }
      if (isFirst)
      {
        results.iterations = report.iterations;
      }
    });
  return results;
}

/// Compares divisions with one part. @param replicatedNodes see VoxelMultigridSettings
template <class Space, int Components>
void expectSameMultigrid(const MultigridCase& of, std::int64_t replicatedNodes,
  const std::vector<std::pair<int, OwnerOfBrick>>& divisions)
{
  const VoxelMultigridSettings settings = symmetricCycle(replicatedNodes);
  const auto compute = [&](OwnerOfBrick owner, int parts)
  { return computeMultigrid<Space, Components>(of, owner, parts, settings); };
  const MultigridResults whole = compute(&allInLast, 1);
  // Eigenvalue estimates of several parts begin with other vectors than those of one, but do not
  // depend on the division.
  const MultigridResults expected = compute(&allInLast, 2);
  EXPECT_EQ(expected.sizes, whole.sizes);
  EXPECT_LT(relativeDifference(whole.correction, expected.correction), 2e-2);
  for (const auto& [parts, owner] : divisions)
  {
    SCOPED_TRACE(of.name + " with " + std::to_string(Components) + " components in " +
      std::to_string(parts) + " parts, " + std::to_string(replicatedNodes) + " replicated" +
      (owner == &inSlabs ? ", slabs" : ", in turn"));
    const MultigridResults results = compute(owner, parts);
    EXPECT_EQ(results.sizes, whole.sizes);
    EXPECT_LT(relativeDifference(expected.correction, results.correction), 2e-5);
    EXPECT_LT(relativeDifference(whole.solution, results.solution), 1e-7);
    EXPECT_NEAR(whole.iterations, results.iterations, 0.1 * whole.iterations);
  }
}

// Levels are divided as far as possible, up to one of some hundred nodes, or not at all.
template <class Space, int Components>
void expectSameMultigrids()
{
  const std::vector<MultigridCase> cases = multigridCases();
  expectSameMultigrid<Space, Components>(cases[0], 0, { { 7, &inTurn }, { 4, &inSlabs } });
  expectSameMultigrid<Space, Components>(cases[1], 300, { { 3, &inTurn }, { 7, &inSlabs } });
  expectSameMultigrid<Space, Components>(cases[2], 1000000, { { 4, &inTurn } });
  expectSameMultigrid<Space, Components>(cases[2], 0, { { 2, &inSlabs } });
}
}

template <class Space>
class VoxelMultigridOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(VoxelMultigridOnParts, Spaces, SpaceNames);

TYPED_TEST(VoxelMultigridOnParts, OfDisplacementsIsThatOfTheWhole)
{
  expectSameMultigrids<TypeParam, 3>();
}

TYPED_TEST(VoxelMultigridOnParts, OfTemperaturesIsThatOfTheWhole)
{
  expectSameMultigrids<TypeParam, 1>();
}
}
