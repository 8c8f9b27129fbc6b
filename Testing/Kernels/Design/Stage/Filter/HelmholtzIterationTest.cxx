// Tests of solutions of the equation of the Helmholtz filter on meshes that are no box of voxels:
// iterations that do not grow with the radius, solutions by both preconditioners, also on parts.

#include "Parts/DistributedStructure.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/Filter/CornerShares.h"
#include "Design/Stage/Filter/HelmholtzFilter.h"
#include "Design/Stage/Filter/HelmholtzIteration.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace trabecula::testing
{
namespace
{
template <class Space>
class HelmholtzIterationTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(HelmholtzIterationTest, Spaces, SpaceNames);

/// A mesh of elements of about the size 1, perhaps with the grid of its voxels.
struct Body
{
  const char* name;
  Mesh mesh;
  std::shared_ptr<const VoxelGrid> grid;
};

Body voxelsWithHoles()
{
  VoxelImage image;
  image.cells = { 32, 16, 16 };
  for (int k = 0; k < 16; ++k)
  {
    for (int j = 0; j < 16; ++j)
    {
      for (int i = 0; i < 32; ++i)
      {
        const bool isInFirst = (i - 10) * (i - 10) + (j - 8) * (j - 8) < 20;
        const bool isInSecond = (i - 24) * (i - 24) + (k - 7) * (k - 7) < 12;
        image.moduli.push_back(isInFirst || isInSecond ? 0.0 : 1.0);
      }
    }
  }
  const auto grid = std::make_shared<const VoxelGrid>(image);
  return { "voxels", grid->mesh(), grid };
}

/// Voxels of which coarse levels are poor approximations.
std::vector<Body> otherVoxels(Random& random)
{
  const std::array<int, 3> cells = { 19, 12, 10 };
  VoxelImage noise;
  VoxelImage walls;
  VoxelImage apart;
  VoxelImage flat;
  noise.cells = walls.cells = apart.cells = flat.cells = cells;
  flat.spacing = { 1.0, 0.5, 1.7 };
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        noise.moduli.push_back(random.uniform(0.0, 1.0) < 0.6 ? 1.0 : 0.0);
        walls.moduli.push_back(i % 3 == 0 || j == 5 ? 1.0 : 0.0);
        apart.moduli.push_back(i % 7 < 5 && k % 4 < 3 ? 1.0 : 0.0);
        flat.moduli.push_back(i > 6 && i < 12 && j > 3 ? 0.0 : 1.0);
      }
    }
  }
  std::vector<Body> all;
  for (const auto& [name, image] :
    { std::pair<const char*, const VoxelImage*>("noise", &noise), { "walls of one voxel", &walls },
      { "several bodies", &apart }, { "edges of several lengths", &flat } })
  {
    const auto grid = std::make_shared<const VoxelGrid>(*image, VoxelParts::All);
    all.push_back({ name, grid->mesh(), grid });
  }
  return all;
}

/// A ring sector whose height varies.
std::array<double, 3> bent(const std::array<double, 3>& p)
{
  const double radius = 16.0 + 16.0 * p[1];
  return { radius * std::sin(1.4 * p[0]), radius * std::cos(1.4 * p[0]),
    16.0 * p[2] + 2.0 * std::sin(6.0 * p[0]) };
}

std::vector<Body> bodies()
{
  std::vector<Body> all;
  all.push_back(voxelsWithHoles());
  all.push_back({ "TET4", makeBox(CellType::Tetrahedron, { 16, 8, 8 }, bent), nullptr });
  all.push_back(
    { "curved hexahedra", makeBox(CellType::Hexahedron, { 32, 16, 16 }, bent), nullptr });
  all.push_back({ "TET10", makeBox(CellType::QuadraticTetrahedron, { 10, 5, 5 }, bent), nullptr });
  return all;
}

/// The equation on a mesh, perhaps that of a part with its ghosts.
struct Equation
{
  explicit Equation(const Mesh& mesh, double sizeOfElements = 1.0)
    : linear(meshOfCorners(mesh)), shares(cornerShares(this->linear, false)),
      masses(this->linear.numberOfNodes(), 0.0), size(sizeOfElements)
  {
    for (std::size_t e = 0; e < this->linear.numberOfElements(); ++e)
    {
      for (std::size_t a = 0; a < this->linear.nodesOf(e); ++a)
      {
        this->masses[static_cast<std::size_t>(this->linear.element(e)[a])] += this->share(e, a);
      }
    }
  }

  double share(std::size_t element, std::size_t corner) const
  {
    return this->shares.shares.empty()
      ? this->shares.volumes[element] / static_cast<double>(this->shares.corners)
      : this->shares.shares[element * this->shares.corners + corner];
  }
  double traceRatio() const
  {
    return this->shares.traceOfLaplacian /
      std::accumulate(this->shares.volumes.begin(), this->shares.volumes.end(), 0.0);
  }
  double squaredLength(double radius) const
  {
    return radius * radius * this->size * this->size / 12.0;
  }
  /// The largest relative difference of two solutions for fields between 0 and 1 with the mean 0.5:
  /// the smallest eigenvalue of the matrix is not below the least mass, a right-hand side is at
  /// most the largest mass at each node, and the residual 1e-11 times as large.
  double tolerance() const
  {
    double least = *std::max_element(this->masses.begin(), this->masses.end());
    const double largest = least;
    for (const double mass : this->masses)
    {
      least = mass > 0.0 ? std::min(mass, least) : least;
    }
    return 2.0 * 2.0 * 1e-11 * largest / least;
  }
  /// The integrals of a field of the elements.
  std::vector<double> rightHandSide(const std::vector<double>& x) const
  {
    std::vector<double> b(this->masses.size(), 0.0);
    for (std::size_t e = 0; e < x.size(); ++e)
    {
      for (std::size_t a = 0; a < this->linear.nodesOf(e); ++a)
      {
        b[static_cast<std::size_t>(this->linear.element(e)[a])] += this->share(e, a) * x[e];
      }
    }
    return b;
  }

  Mesh linear;
  CornerShares shares;
  std::vector<double> masses;
  double size; ///< of elements
};

/// Edge of a cube of the mean volume.
double sizeOf(const Mesh& mesh)
{
  const CornerShares shares = cornerShares(meshOfCorners(mesh), false);
  return std::cbrt(std::accumulate(shares.volumes.begin(), shares.volumes.end(), 0.0) /
    static_cast<double>(shares.volumes.size()));
}

struct Solved
{
  std::vector<double> values;
  int iterations;
};

/// Solves for the given right-hand side, from zero.
template <class Space>
Solved solve(const OperatorLayouts<Space>& layouts, const Equation& equation, const VoxelGrid* grid,
  double radius, HelmholtzPreconditioner preconditioner, const std::vector<double>& b)
{
  HelmholtzIteration<Space> iteration(layouts,
    HelmholtzProblem{ equation.linear, grid, equation.masses, equation.squaredLength(radius),
      equation.traceRatio(), preconditioner });
  const Vector<Space> rightHandSide(layouts.unknowns, b);
  Vector<Space> y(layouts.unknowns);
  y.zero();
  const SolverReport report = iteration.solve(rightHandSide, y);
  EXPECT_TRUE(report.converged);
  return { y.toHost(), report.iterations };
}
}

TYPED_TEST(HelmholtzIterationTest, HasAsManyIterationsForAnyRadius)
{
  Random random(51);
  for (const Body& body : bodies())
  {
    const Equation equation(body.mesh, sizeOf(body.mesh));
    const std::vector<double> b =
      equation.rightHandSide(random.vector(body.mesh.numberOfElements(), 0.0, 1.0));
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), equation.linear, 1);
    for (const double radius : { 4.0, 8.0, 16.0, 32.0 })
    {
      SCOPED_TRACE(std::string(body.name) + ", radius " + std::to_string(radius));
      const auto by = [&](HelmholtzPreconditioner preconditioner)
      { return solve(layouts, equation, body.grid.get(), radius, preconditioner, b); };
      const Solved multigrid = by(HelmholtzPreconditioner::Multigrid);
      EXPECT_LE(multigrid.iterations, 22);
      const Solved diagonal = by(HelmholtzPreconditioner::Diagonal);
      const double expected =
        helmholtzIterationsByDiagonal(equation.squaredLength(radius), equation.traceRatio());
      EXPECT_GT(expected, 0.8 * diagonal.iterations);
      // The body bounds the longest waves.
      EXPECT_LT(expected, (radius < 16.0 ? 2.0 : 4.0) * diagonal.iterations);
      const Solved chosen = by(HelmholtzPreconditioner::Auto);
      const int ofChosen = body.grid ? by(HelmholtzPreconditioner::VoxelBox).iterations
        : expected > 90.0            ? multigrid.iterations
                                     : diagonal.iterations;
      EXPECT_EQ(chosen.iterations, ofChosen);
      EXPECT_LT(relativeDifference(multigrid.values, diagonal.values), equation.tolerance());
      EXPECT_LT(relativeDifference(chosen.values, diagonal.values), equation.tolerance());
    }
  }
}

TYPED_TEST(HelmholtzIterationTest, SolvesOnAnyVoxels)
{
  Random random(54);
  for (const Body& body : otherVoxels(random))
  {
    const Equation equation(body.mesh, 1.0);
    const std::vector<double> b =
      equation.rightHandSide(random.vector(body.mesh.numberOfElements(), 0.0, 1.0));
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), equation.linear, 1);
    for (const double radius : { 0.5, 2.0, 4.0, 10.0, 50.0 })
    {
      SCOPED_TRACE(std::string(body.name) + ", radius " + std::to_string(radius));
      const auto by = [&](HelmholtzPreconditioner preconditioner)
      { return solve(layouts, equation, body.grid.get(), radius, preconditioner, b); };
      const Solved box = by(HelmholtzPreconditioner::VoxelBox);
      const Solved diagonal = by(HelmholtzPreconditioner::Diagonal);
      EXPECT_LT(relativeDifference(box.values, diagonal.values), equation.tolerance());
      // Polynomials do not depend on how bodies are on coarse levels.
      EXPECT_LE(box.iterations, radius <= 4.0 ? 4 : 30);
    }
  }
}

TYPED_TEST(HelmholtzIterationTest, IsTheSameOnParts)
{
  Random random(52);
  for (const Body& body : bodies())
  {
    const Equation equation(body.mesh, sizeOf(body.mesh));
    const std::vector<double> x = random.vector(body.mesh.numberOfElements(), 0.0, 1.0);
    const double radius = 16.0;
    const Solved whole = solve(layoutsOf(this->context(), equation.linear, 1), equation, nullptr,
      radius, HelmholtzPreconditioner::Multigrid, equation.rightHandSide(x));
    WholeStructure structure;
    structure.mesh = body.mesh;
    structure.supports.assign(body.mesh.points.size(), 0);
    structure.forces.assign(body.mesh.points.size(), 0.0);
    structure.moduli.assign(body.mesh.numberOfElements(), 1.0);
    constexpr int parts = 3;
    const Division division = divisions().front();
    const std::vector<MeshOfPart> meshes =
      distributeMesh(body.mesh, division.divide(body.mesh, parts), parts);
    std::vector<double> found(whole.values.size(), 0.0);
    std::vector<int> iterations(parts, 0);
    runPartsOn<TypeParam>(parts,
      [&](const Device& device, std::shared_ptr<const Communicator> communicator)
      {
        const StructureOfPart<TypeParam> part(structure, meshes, device, std::move(communicator));
        const OperatorLayouts<TypeParam> layouts{ part.layouts.unknowns->withComponents(1),
          part.layouts.materialPoints };
        const Equation ofPart(part.part.mesh, equation.size);
        const Solved solved =
          solve(layouts, ofPart, nullptr, radius, HelmholtzPreconditioner::Multigrid,
            ofPart.rightHandSide(valuesOfPart(part.part.elements, x, 1)));
        iterations[part.rank] = solved.iterations;
        collect(part.part.nodes, solved.values, 1, found);
      });
    SCOPED_TRACE(body.name);
    EXPECT_LT(relativeDifference(found, whole.values), equation.tolerance());
    // Aggregates do not cross parts.
    EXPECT_LE(*std::max_element(iterations.begin(), iterations.end()), whole.iterations + 6);
  }
}

TYPED_TEST(HelmholtzIterationTest, IsCountedInMemory)
{
  Random random(53);
  VoxelImage box;
  box.cells = { 24, 12, 12 };
  box.moduli.assign(24 * 12 * 12, 1.0);
  std::vector<Body> all = bodies();
  const auto full = std::make_shared<const VoxelGrid>(box);
  all.push_back({ "box", full->mesh(), full });
  for (const Body& body : all)
  {
    for (const double ratio : { 2.0, 20.0 })
    {
      SCOPED_TRACE(std::string(body.name) + ", radius " + std::to_string(ratio));
      const double radius = ratio * sizeOf(body.mesh);
      const std::size_t n = body.mesh.numberOfElements();
      const Context<TypeParam> context;
      const LayoutPointer<TypeParam> elements =
        makeLayout(context, Entity::Element, static_cast<std::int64_t>(n), 1);
      const Vector<TypeParam> volumes(elements, std::vector<double>(n, 1.0));
      const Vector<TypeParam> positions(
        elements->withComponents(3), std::vector<double>(3 * n, 0.0)); // of no use to the filter
      const Vector<TypeParam, std::uint8_t> isDesign(elements, std::vector<std::uint8_t>(n, 1));
      const Vector<TypeParam> x(elements, random.vector(n, 0.0, 1.0));
      Vector<TypeParam> y(elements);
      ChainSettings settings;
      settings.filter = FilterKind::Helmholtz;
      settings.filterRadius = radius;
      const std::size_t before = context.allocated();
      context.startPeak();
      HelmholtzFilter<TypeParam> filter(settings,
        DesignSites<TypeParam>{ volumes, positions, isDesign, x, body.grid.get(), &body.mesh });
      filter.forward(x, y);
      const std::vector<double> first = y.toHost();
      Vector<TypeParam> derivatives(elements);
      filter.backward(x, x, derivatives);
      const std::size_t used = context.peak() - before;
      HelmholtzSites sites;
      if (body.grid)
      {
        sites.box = body.grid == full ? std::array<std::size_t, 3>{ 24, 12, 12 }
                                      : std::array<std::size_t, 3>{ 32, 16, 16 };
      }
      const std::size_t counted = helmholtzFilterMemory(body.mesh, radius, sites);
      EXPECT_LE(used, counted);
      EXPECT_LE(counted, 4 * used + (std::size_t(16) << 20));
      // A solution depends on nothing before it.
      filter.forward(x, y);
      EXPECT_EQ(y.toHost(), first);
    }
  }
}
}
