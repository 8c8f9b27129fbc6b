// Tests that solutions, filters and designs on parts equal those of the whole mesh.

#include "Parts/DistributedStructure.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/LoadCases.h"
#include "Design/DensityParametrization.h"
#include "Design/Optimizer/OptimalityCriteria.h"
#include "Design/Response/Compliance.h"
#include "Design/Response/Volume.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/MakeOperator.h"
#include "Solver/DiagonalPreconditioner.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace trabecula::testing
{
namespace
{
constexpr double Radius = 0.45; // a few elements of the boxes below

struct Results
{
  explicit Results(const Mesh& mesh)
    : displacement(mesh.points.size()), density(mesh.numberOfElements()),
      gradient(mesh.numberOfElements())
  {
  }

  std::vector<double> displacement;
  std::vector<double> density;
  std::vector<double> gradient;
  std::vector<int> iterations;     ///< solver iterations for each design
  std::vector<double> compliances; ///< compliance of each design
  std::vector<double> volumes;
};

/// Optimizes a structure on one part of it, without the library's loop.
template <class Space>
class Designer
{
public:
  Designer(const WholeStructure& whole, const StructureOfPart<Space>& structure,
    const HaloPlan& filterPlan, FilterKind filter, double tolerance)
    : Structure(structure), Points(structure.layouts.materialPoints), Volumes(Points),
      Moduli(Points), Tolerance(tolerance)
  {
    const Context<Space>& context = structure.context;
    Model = std::make_unique<ElasticModel<Space>>(
      makeOperator<Space>(structure.layouts, structure.part.mesh, { 0.3, {} }, {}));
    std::vector<Rung<Space>> rungs = { { "diagonal",
      [this]() -> std::unique_ptr<StiffnessPreconditioner<Space>>
      {
        return std::make_unique<DiagonalPreconditioner<Space>>(
          Model->stiffness(), Model->system(), Structure.supports);
      } } };
    Model->setPreconditioners(
      std::make_unique<PreconditionerLadder<Space>>(context, std::move(rungs)));
    Vector<Space> positions(Points->withComponents(3));
    Model->stiffness().geometry(Volumes, positions);
    // The filter has more ghosts than the operator.
    const LayoutPointer<Space> ofFilter =
      makeLayout(makeHalo(context, filterPlan), Entity::MaterialPoint, 3);
    std::vector<double> near = positions.toHost();
    near.resize(static_cast<std::size_t>(ofFilter->size()));
    const Vector<Space> centroids(ofFilter, near);
    centroids.updateGhosts();
    DensityParametrizationSettings settings;
    settings.chain.filter = filter;
    settings.chain.filterRadius = Radius;
    settings.material = { 1.0, 1e-3, 3.0 };
    const auto elements = static_cast<std::size_t>(Points->count());
    Design = std::make_unique<DensityParametrization<Space>>(settings, Volumes, centroids,
      std::vector<std::uint8_t>(elements, 1), std::vector<double>(elements, 0.5),
      std::vector<double>(), nullptr, &structure.part.mesh,
      structure.layouts.unknowns->withComponents(1));
    std::vector<typename LoadCases<Space>::Load> loads;
    loads.push_back({ "force", 1.0,
      SparseVector<Space>(
        structure.layouts.unknowns, valuesOfPart(structure.part.nodes, whole.forces, 3)),
      Vector<Space>() });
    Loads = std::make_unique<LoadCases<Space>>(*Model, std::move(loads));
    Loads->prepare(0);
    Work = std::make_unique<Compliance<Space>>(Points);
    Solid = std::make_unique<Volume<Space>>(Volumes, std::vector<std::uint8_t>(), *Design);
  }

  void run(int designs, Results& results)
  {
    const Context<Space>& context = Structure.context;
    const LayoutPointer<Space>& variables = Design->variables().layoutPointer();
    OptimalityCriteria<Space> update(context, 1e-3, 0.2, 0.5);
    Vector<Space> gradient(variables);
    Design->evaluateTrial();
    for (int i = 0; i < designs; ++i)
    {
      Observer observer;
      Design->trialModuli(Moduli);
      Model->setModuli(Moduli, 1.0);
      SolveSummary summary;
      Loads->start();
      ASSERT_TRUE(Loads->solve({ Tolerance, 5000 }, summary, observer));
      Loads->accept();
      Design->accept();
      const SolvedDesign<Space> design = { *Model, *Loads, Moduli, Design->density() };
      const double compliance = Work->evaluate(design);
      const double volume = Solid->evaluate(design);
      Work->gradient(*Design, gradient);
      if (Structure.rank == 0)
      {
        results.iterations.push_back(summary.iterations);
        results.compliances.push_back(compliance);
        results.volumes.push_back(volume);
      }
      update.update(Design->variables(), Design->freeVariables(), gradient,
        *Solid->constantGradient(), 0.5 * Solid->total(), Design->trialVariables());
      Design->evaluateTrial();
    }
    collect(Structure.part.nodes, (*Loads)[0].displacement.toHost(), 3, results.displacement);
    collect(Structure.part.elements, Design->nextDensity().toHost(), 1, results.density);
    collect(Structure.part.elements, gradient.toHost(), 1, results.gradient);
  }

private:
  const StructureOfPart<Space>& Structure;
  LayoutPointer<Space> Points;
  Vector<Space> Volumes;
  Vector<Space> Moduli;
  double Tolerance;
  std::unique_ptr<ElasticModel<Space>> Model;
  std::unique_ptr<DensityParametrization<Space>> Design;
  std::unique_ptr<LoadCases<Space>> Loads;
  std::unique_ptr<Compliance<Space>> Work;
  std::unique_ptr<Volume<Space>> Solid;
};

std::vector<double> centroidsOf(const Mesh& mesh)
{
  std::vector<double> centroids(3 * mesh.numberOfElements(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::size_t nodes = mesh.nodesOf(e);
    for (std::size_t i = 0; i < 3 * nodes; ++i)
    {
      centroids[3 * e + i % 3] +=
        mesh.points[3 * static_cast<std::size_t>(mesh.element(e)[i / 3]) + i % 3] /
        static_cast<double>(nodes);
    }
  }
  return centroids;
}

template <class Space>
Results optimize(const WholeStructure& whole, FilterKind filter, int designs, double tolerance,
  const std::vector<std::int32_t>& partOfElement, int parts)
{
  Results results(whole.mesh);
  const std::vector<MeshOfPart> meshes = distributeMesh(whole.mesh, partOfElement, parts);
  const std::vector<HaloPlan> filters =
    planFilterHalos(centroidsOf(whole.mesh), partOfElement, parts, Radius);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const StructureOfPart<Space> structure(whole, meshes, device, std::move(communicator));
      Designer<Space>(whole, structure, filters[structure.rank], filter, tolerance)
        .run(designs, results);
    });
  return results;
}

/// Compares fields with a relative tolerance. Solutions of the first design, which is uniform, take
/// the same number of iterations. Later designs have void and take more than a hundred, over which
/// rounding errors of the sums at nodes shared by parts grow and may change the last iteration.
template <class Space>
void expectSame(Mesh mesh, FilterKind filter, int designs, double ofSolver, double tolerance)
{
  const WholeStructure whole = randomBeam(std::move(mesh), 5);
  const std::vector<std::int32_t> onePart(whole.mesh.numberOfElements(), 0);
  const Results expected = optimize<Space>(whole, filter, designs, ofSolver, onePart, 1);
  for (const int parts : { 2, 3, 7 })
  {
    for (const Division& division : divisions())
    {
      SCOPED_TRACE(std::to_string(parts) + " parts, " + division.name);
      const Results results = optimize<Space>(
        whole, filter, designs, ofSolver, division.divide(whole.mesh, parts), parts);
      ASSERT_EQ(results.iterations.size(), expected.iterations.size());
      EXPECT_EQ(results.iterations.front(), expected.iterations.front());
      for (std::size_t i = 1; i < results.iterations.size(); ++i)
      {
        EXPECT_NEAR(results.iterations[i], expected.iterations[i], 2);
      }
      EXPECT_LT(relativeDifference(expected.compliances, results.compliances), tolerance);
      EXPECT_LT(relativeDifference(expected.volumes, results.volumes), tolerance);
      EXPECT_LT(relativeDifference(expected.displacement, results.displacement), tolerance);
      EXPECT_LT(relativeDifference(expected.gradient, results.gradient), tolerance);
      EXPECT_LT(relativeDifference(expected.density, results.density), tolerance);
    }
  }
}
}

template <class Space>
class DesignsOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(DesignsOnParts, Spaces, SpaceNames);

TYPED_TEST(DesignsOnParts, OfHexahedraWithDensityFilter)
{
  Random random(3);
  const Mesh mesh = distortedBox({ 6, 4, 3 }, 0.1, random);
  expectSame<TypeParam>(mesh, FilterKind::Density, 4, 1e-13, 1e-12);
}

TYPED_TEST(DesignsOnParts, OfHexahedraWithSensitivityFilter)
{
  Random random(3);
  const Mesh mesh = distortedBox({ 6, 4, 3 }, 0.1, random);
  expectSame<TypeParam>(mesh, FilterKind::Sensitivity, 4, 1e-13, 1e-12);
}

TYPED_TEST(DesignsOnParts, OfQuadraticTetrahedra)
{
  const Mesh mesh = makeBox(CellType::QuadraticTetrahedron, { 3, 2, 2 },
    [](const std::array<double, 3>& point) { return point; });
  expectSame<TypeParam>(mesh, FilterKind::Density, 3, 1e-13, 1e-12);
  expectSame<TypeParam>(mesh, FilterKind::Helmholtz, 3, 1e-13, 1e-9);
}
}
