// Tests that products and sums on parts equal those of the whole mesh.

#include "Parts/DistributedStructure.h"
#include "Support/CellTypes.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/MakeOperator.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr double Tolerance = 1e-12;

/// All results of an operator for the whole mesh.
struct Results
{
  explicit Results(const Mesh& mesh)
    : product(mesh.points.size()), diagonal(mesh.points.size()), energies(mesh.numberOfElements()),
      measures(mesh.numberOfElements()), gradients(9 * mesh.numberOfElements())
  {
  }

  std::vector<double> product;
  std::vector<double> diagonal;
  std::vector<double> energies;
  std::vector<double> measures;
  std::vector<double> gradients;
  double work = 0.0; ///< x.(K x)
};

template <class Space>
Results compute(const WholeStructure& whole, const std::vector<double>& x,
  OperatorSettings settings, const std::vector<std::int32_t>& partOfElement, int parts)
{
  Results results(whole.mesh);
  const std::vector<MeshOfPart> meshes = distributeMesh(whole.mesh, partOfElement, parts);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const StructureOfPart<Space> structure(whole, meshes, device, std::move(communicator));
      const OperatorLayouts<Space>& layouts = structure.layouts;
      const auto K = makeOperator<Space>(layouts, structure.part.mesh, { 0.3, {} }, settings);
      K->setModuli(structure.moduli);
      // Only the operator sets values of ghosts.
      const Vector<Space> u = withoutGhosts(layouts.unknowns, structure.part.nodes, x);
      Vector<Space> y = poisoned(layouts.unknowns);
      K->apply(u, y);
      collect(structure.part.nodes, y.toHost(), 3, results.product);
      const double work = trabecula::dot<Space>(u, y);
      if (structure.rank == 0)
      {
        results.work = work;
      }
      K->diagonal(y);
      collect(structure.part.nodes, y.toHost(), 3, results.diagonal);
      Vector<Space> energies(layouts.materialPoints);
      energies.zero();
      K->addUnitEnergies(u, 0.7, energies);
      collect(structure.part.elements, energies.toHost(), 1, results.energies);
      Vector<Space> positions(layouts.materialPoints->withComponents(3));
      K->geometry(energies, positions);
      collect(structure.part.elements, energies.toHost(), 1, results.measures);
      Vector<Space> gradients(layouts.materialPoints->withComponents(9));
      K->displacementGradients(u, gradients);
      collect(structure.part.elements, gradients.toHost(), 9, results.gradients);
    });
  return results;
}

template <class Space>
void expectSame(Mesh mesh, OperatorSettings settings, const std::vector<int>& numbersOfParts)
{
  const WholeStructure whole = randomBeam(std::move(mesh), 5);
  Random random(6);
  const std::vector<double> x = random.vector(whole.mesh.points.size(), -1.0, 1.0);
  const Results expected = compute<Space>(
    whole, x, settings, std::vector<std::int32_t>(whole.mesh.numberOfElements(), 0), 1);
  for (const int parts : numbersOfParts)
  {
    for (const Division& division : divisions())
    {
      SCOPED_TRACE(std::to_string(parts) + " parts, " + division.name);
      const Results results =
        compute<Space>(whole, x, settings, division.divide(whole.mesh, parts), parts);
      EXPECT_LT(relativeDifference(expected.product, results.product), Tolerance);
      EXPECT_LT(relativeDifference(expected.diagonal, results.diagonal), Tolerance);
      EXPECT_LT(relativeDifference(expected.energies, results.energies), Tolerance);
      EXPECT_LT(relativeDifference(expected.measures, results.measures), Tolerance);
      EXPECT_LT(relativeDifference(expected.gradients, results.gradients), Tolerance);
      EXPECT_NEAR(results.work, expected.work, Tolerance * std::abs(expected.work));
    }
  }
}

std::array<double, 3> unchanged(const std::array<double, 3>& point)
{
  return point;
}

OperatorSettings strategy(Strategy wanted)
{
  OperatorSettings settings;
  settings.strategy = wanted;
  return settings;
}
}

template <class Space>
class OperatorsOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(OperatorsOnParts, Spaces, SpaceNames);

TYPED_TEST(OperatorsOnParts, Hexahedra)
{
  Random random(3);
  expectSame<TypeParam>(
    distortedBox({ 5, 4, 3 }, 0.2, random), strategy(Strategy::Recompute), { 2, 3, 7 });
}

TYPED_TEST(OperatorsOnParts, CongruentHexahedra)
{
  Random random(3);
  expectSame<TypeParam>(distortedBox({ 6, 3, 3 }, 0.0, random), {}, { 2, 3, 7 });
}

TYPED_TEST(OperatorsOnParts, QuadraticTetrahedra)
{
  expectSame<TypeParam>(
    makeBox(CellType::QuadraticTetrahedron, { 3, 2, 2 }, unchanged), {}, { 2, 3, 7 });
}

TYPED_TEST(OperatorsOnParts, AssembledTetrahedra)
{
  expectSame<TypeParam>(makeBox(CellType::Tetrahedron, { 3, 2, 2 }, unchanged),
    strategy(Strategy::Assembled), { 2, 3, 7 });
}

// A node has eight elements around it, each of which belongs to a different part.
TYPED_TEST(OperatorsOnParts, ANodeOfEightParts)
{
  Random random(4);
  expectSame<TypeParam>(
    distortedBox({ 2, 2, 2 }, 0.1, random), strategy(Strategy::Recompute), { 8 });
}

// Two elements share a node but no face.
TYPED_TEST(OperatorsOnParts, PartsThatTouchAtOneNode)
{
  Random random(4);
  const Mesh box = distortedBox({ 2, 2, 2 }, 0.1, random);
  Mesh two;
  two.cellType = box.cellType;
  two.points = box.points;
  two.append(box.cellType, box.element(0));
  two.append(box.cellType, box.element(7));
  expectSame<TypeParam>(two, strategy(Strategy::Recompute), { 2, 3 });
}

TEST(DistributedMesh, EachEntityIsOwnedByOnePart)
{
  Random random(9);
  const Mesh mesh = distortedBox({ 4, 3, 5 }, 0.1, random);
  for (const int parts : { 1, 2, 5, 9 })
  {
    for (const Division& division : divisions())
    {
      SCOPED_TRACE(std::to_string(parts) + " parts, " + division.name);
      const std::vector<MeshOfPart> meshes =
        distributeMesh(mesh, division.divide(mesh, parts), parts);
      std::vector<int> nodes(mesh.numberOfNodes(), 0);
      std::vector<int> elements(mesh.numberOfElements(), 0);
      for (const MeshOfPart& part : meshes)
      {
        for (const std::int32_t node : part.nodes.owned)
        {
          ++nodes[static_cast<std::size_t>(node)];
        }
        for (const std::int32_t element : part.elements.owned)
        {
          ++elements[static_cast<std::size_t>(element)];
        }
        EXPECT_EQ(part.mesh.numberOfNodes(), static_cast<std::size_t>(part.nodes.count()));
        EXPECT_EQ(part.mesh.numberOfElements(), static_cast<std::size_t>(part.elements.count()));
      }
      EXPECT_EQ(nodes, std::vector<int>(nodes.size(), 1));
      EXPECT_EQ(elements, std::vector<int>(elements.size(), 1));
    }
  }
}
}
