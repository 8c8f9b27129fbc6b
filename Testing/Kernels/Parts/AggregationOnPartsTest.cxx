// Tests that smoothed aggregation on parts is symmetric and positive definite, and that solutions
// are those of the whole mesh.

#include "Parts/AggregationCasesOnParts.h"
#include "Solver/MeshMultigridCases.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Operator/SpringOperator.h"
#include "Solver/Aggregation/AggregationMemory.h"
#include "Solver/Aggregation/AggregationMultigrid.h"
#include "Solver/ConjugateGradient.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
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
/// Hexahedra beside quadratic tetrahedra, which share corners.
Mesh hexahedraBesideTetrahedra()
{
  const auto box = [](CellType type, double x)
  {
    return makeBox(type, { 4, 4, 4 },
      [x](const std::array<double, 3>& p) {
        return std::array<double, 3>{ x + p[0], p[1], p[2] };
      });
  };
  return joinMeshes(
    { box(CellType::Hexahedron, 0.0), box(CellType::QuadraticTetrahedron, 1.0) }, 1e-9);
}

std::vector<AggregationCase> aggregationCases()
{
  const std::array<double, 3> size = { 2.0, 1.0, 1.0 };
  const Mesh tetrahedra = wavyBox(CellType::Tetrahedron, { 12, 6, 6 }, size);
  const Mesh quadratic = wavyBox(CellType::QuadraticTetrahedron, { 8, 4, 4 }, size);
  return { { "tetrahedra", tetrahedra }, { "quadratic tetrahedra", quadratic },
    { "quadratic tetrahedra, stored", quadratic, 3, true },
    { "hexahedra", wavyBox(CellType::Hexahedron, { 12, 6, 6 }, size) },
    { "mixed", hexahedraBesideTetrahedra() }, { "heat in tetrahedra", tetrahedra, 1 },
    { "heat in quadratic tetrahedra", quadratic, 1 } };
}

struct AggregationResults
{
  std::array<std::vector<double>, 2> corrections;
  std::vector<double> solution;
  std::vector<std::int64_t> sizes;
  double compliance = 0.0;
  int iterations = 0;
};

template <class Space>
AggregationResults computeAggregation(const AggregationCase& of, const CaseInput& input,
  const AggregationSettings& settings, const std::vector<std::int32_t>& partOfElement, int parts)
{
  AggregationResults results;
  results.corrections[0].resize(input.supports.size());
  results.corrections[1] = results.solution = results.corrections[0];
  const std::vector<MeshOfPart> meshes = distributeMesh(input.whole.mesh, partOfElement, parts);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const CaseOnPart<Space> part(of, input, meshes, device, std::move(communicator));
      const StructureOfPart<Space>& structure = part.structure;
      const HaloPlan& nodes = structure.part.nodes;
      const auto components = static_cast<std::size_t>(of.components);
      const LayoutPointer<Space>& unknowns = structure.layouts.unknowns;
      const auto K = part.makeStiffness();
      SpringOperator<Space> system(*K, part.springs);
      const std::size_t before = structure.context.allocated();
      structure.context.startPeak();
      AggregationMultigrid<Space> M(unknowns, structure.part.mesh, part.rows(), part.supports,
        FinestProducts<Space>{ K.get(), &system }, settings);
      K->setModuli(structure.moduli);
      M.update(structure.moduli, 1.0);
      if (of.components == 3)
      {
        EXPECT_LE(structure.context.peak() - before,
          aggregationMemory(structure.part.mesh, settings, Space::Id, parts));
      }
      for (std::size_t i = 0; i < 2; ++i)
      {
        const Vector<Space> r = withoutGhosts(unknowns, nodes, input.residuals[i]);
        const std::vector<float> z = M.apply(r).toHost();
        collect(nodes, std::vector<double>(z.begin(), z.end()), components, results.corrections[i]);
      }
      const Vector<Space> f(unknowns, part.ofPart(input.forces));
      Vector<Space> u(unknowns);
      u.zero();
      ConjugateGradient<Space> solver(unknowns);
      Observer observer;
      const SolverReport report = solver.solve(system, M, f, u, 1e-10, 200, observer);
      EXPECT_TRUE(report.converged);
      collect(nodes, u.toHost(), components, results.solution);
      const double compliance = trabecula::dot<Space>(f, u);
      const std::vector<std::int64_t> sizes = M.levelSizes();
      if (structure.rank == 0)
      {
        results.compliance = compliance;
        results.iterations = report.iterations;
        results.sizes = sizes;
      }
    });
  return results;
}
}

template <class Space>
class AggregationOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(AggregationOnParts, Spaces, SpaceNames);

TYPED_TEST(AggregationOnParts, SolvesAsOnTheWhole)
{
  for (const AggregationCase& of : aggregationCases())
  {
    const CaseInput input(of);
    AggregationSettings settings;
    settings.storeFinest = of.storesFinest;
    const AggregationResults expected = computeAggregation<TypeParam>(
      of, input, settings, std::vector<std::int32_t>(of.mesh.numberOfElements(), 0), 1);
    for (const int parts : { 2, 3, 4, 7 })
    {
      const std::int64_t replicated = parts % 2 == 0 ? 2000 : 0;
      std::vector<Division> ofElements = divisions();
      ofElements.resize(parts % 2 == 0 ? 1 : ofElements.size());
      for (const Division& division : ofElements)
      {
        SCOPED_TRACE(of.name + ", " + std::to_string(parts) + " parts, " + division.name + ", " +
          std::to_string(replicated) + " replicated");
        settings.replicatedNodes = replicated;
        const AggregationResults results = computeAggregation<TypeParam>(
          of, input, settings, division.divide(of.mesh, parts), parts);
        const auto& [a, b] = input.residuals;
        const auto& [za, zb] = results.corrections;
        EXPECT_GT(dot(a, za), 0.0);
        EXPECT_GT(dot(b, zb), 0.0);
        EXPECT_NEAR(dot(a, zb), dot(b, za), 1e-5 * std::sqrt(dot(a, za) * dot(b, zb)));
        EXPECT_EQ(results.sizes.front(), expected.sizes.front());
        EXPECT_NEAR(results.compliance, expected.compliance, 1e-8 * expected.compliance);
        EXPECT_LT(relativeDifference(expected.solution, results.solution), 1e-7);
        // Aggregates of one part differ; measured 14 for 11.
        EXPECT_LE(results.iterations, 1.1 * expected.iterations + 3.0);
      }
    }
  }
}
}
