// Tests of operators on parts of a mesh with ghosts: owned rows are those of the whole mesh, also
// if a part has no elements or is empty.

#include "Operator/Assembled/AssembledCases.h"
#include "Operator/Hex8/StrategyCases.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Operators.h"
#include "Support/Parts/PartValues.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/MakeOperator.h"
#include "Operator/Mass/MassOperator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;
/// Number of parts that own elements; a further part owns nothing.
constexpr int Parts = 3;

template <class Space>
struct OperatorKind
{
  std::string name;
  std::function<std::unique_ptr<StiffnessOperator<Space>>(
    const OperatorLayouts<Space>& layouts, const Mesh& mesh)>
    make;
};

template <class Space>
std::vector<OperatorKind<Space>> kindsOf(const Mesh& mesh)
{
  std::vector<OperatorKind<Space>> kinds;
  kinds.push_back({ "elements", [](const OperatorLayouts<Space>& layouts, const Mesh& of) {
                     return std::make_unique<ElementOperator<Space>>(layouts, of, PoissonsRatio);
                   } });
  kinds.push_back({ "mass", [](const OperatorLayouts<Space>& layouts, const Mesh& of) {
                     return makeMassOperator(layouts, of);
                   } });
  for (const AssemblySettings& assembly : allAssemblies())
  {
    kinds.push_back({ nameOf(assembly),
      [assembly](const OperatorLayouts<Space>& layouts, const Mesh& of)
      {
        OperatorSettings settings;
        settings.strategy = Strategy::Assembled;
        settings.assembly = assembly;
        return makeOperator(layouts, of, PoissonsRatio, settings);
      } });
  }
  if (isHexahedral(mesh))
  {
    for (const StrategyChoice& choice : strategyChoices(Space::Id))
    {
      kinds.push_back({ strategyInfo(choice.strategy).name +
          (choice.reproducible ? ", reproducible" : ""),
        [choice](const OperatorLayouts<Space>& layouts, const Mesh& of) {
          return makeHex8Operator(layouts, of, PoissonsRatio, choice.strategy, choice.reproducible);
        } });
    }
  }
  return kinds;
}

/// All results of an operator.
struct Results
{
  std::vector<double> product;
  std::vector<double> single; ///< in single precision, if it has such products
  std::vector<double> diagonal;
  std::vector<double> energies;
  std::vector<double> volumes;
  std::vector<double> centroids;
  std::vector<double> gradients;
  std::vector<double> transposed; ///< transpose of gradients
};

template <class Space>
Results resultsOf(
  StiffnessOperator<Space>& K, const std::vector<double>& moduli, const std::vector<double>& x)
{
  const Vector<Space> deviceModuli(K.materialPointsPointer(), moduli);
  const Vector<Space> deviceX(K.layoutPointer(), x);
  K.setModuli(deviceModuli);
  Results results;
  Vector<Space> y = poisoned(K.layoutPointer());
  K.apply(deviceX, y);
  results.product = y.toHost();
  DeviceVector<double, Space> partials(K.context(), LinearOperator<Space>::MostPartials);
  const int count = K.applyDot(deviceX, y, partials.data());
  EXPECT_TRUE(count == 0 || !K.layout().hasGhosts());
  EXPECT_LE(relativeDifference(y.toHost(), results.product), 1e-14);
  if (K.hasSingle())
  {
    const Vector<Space, float> singleX(K.layoutPointer(), std::vector<float>(x.begin(), x.end()));
    Vector<Space, float> singleY = poisoned<float>(K.layoutPointer());
    K.applySingle(singleX, singleY);
    const std::vector<float> values = singleY.toHost();
    results.single.assign(values.begin(), values.end());
  }
  K.diagonal(y);
  results.diagonal = y.toHost();
  Vector<Space> values(K.materialPointsPointer());
  values.zero();
  K.addUnitEnergies(deviceX, 2.0, values);
  results.energies = values.toHost();
  Vector<Space> centroids = poisoned(K.materialPoints().withComponents(3));
  K.geometry(values, centroids);
  results.volumes = values.toHost();
  results.centroids = centroids.toHost();
  Vector<Space> gradients = poisoned(K.materialPoints().withComponents(9));
  K.displacementGradients(deviceX, gradients);
  results.gradients = gradients.toHost();
  Vector<Space> transposed(K.layoutPointer(), x);
  K.addTransposedGradients(gradients, transposed);
  results.transposed = transposed.toHost();
  return results;
}

/// Compares the values that a part owns.
void expectSame(const std::vector<double>& found, const std::vector<double>& whole,
  const HaloPlan& plan, std::size_t components, double tolerance)
{
  if (whole.empty())
  {
    EXPECT_TRUE(found.empty());
    return;
  }
  const std::vector<double> expected = valuesOfPart(plan, whole, components);
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0.0;
  for (const double value : whole)
  {
    largest = std::max(largest, std::abs(value));
  }
  for (std::size_t i = 0; i < components * plan.owned.size(); ++i)
  {
    ASSERT_NEAR(found[i], expected[i], tolerance * largest) << i;
  }
}

template <class Space>
class PartsOfMeshesTest : public OnSpace<Space>
{
protected:
  void compare(const Mesh& mesh, Random& random)
  {
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    std::vector<std::int32_t> partOfElement;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      double place = random.uniform(-0.2, 0.2); // pieces in a row with ragged boundaries
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        place += nodePosition(mesh, static_cast<std::size_t>(mesh.element(e)[a]))[0] /
          static_cast<double>(mesh.nodesOf(e));
      }
      partOfElement.push_back(place < 0.3 ? 0 : place < 0.7 ? 1 : 2);
    }
    const std::vector<MeshOfPart> meshes = distributeMesh(mesh, partOfElement, Parts + 1);
    for (const OperatorKind<Space>& kind : kindsOf<Space>(mesh))
    {
      SCOPED_TRACE(kind.name);
      const auto whole = kind.make(layoutsOf(this->context(), mesh), mesh);
      const Results expected = resultsOf(*whole, moduli, x);
      for (int p = 0; p <= Parts; ++p)
      {
        SCOPED_TRACE("part " + std::to_string(p));
        const MeshOfPart& part = meshes[static_cast<std::size_t>(p)];
        ASSERT_EQ(part.nodes.count() == 0, p == Parts);
        const auto K = kind.make(
          layoutsWithoutNeighbours(this->context(), part.nodes, part.elements), part.mesh);
        EXPECT_EQ(K->layout().owned(), static_cast<std::int64_t>(part.nodes.owned.size()));
        const Results found =
          resultsOf(*K, valuesOfPart(part.elements, moduli, 1), valuesOfPart(part.nodes, x, 3));
        const auto nodal = [&](const std::vector<double>& of, const std::vector<double>& all,
                             double tolerance) { expectSame(of, all, part.nodes, 3, tolerance); };
        const auto ofElements =
          [&](const std::vector<double>& of, const std::vector<double>& all, std::size_t components)
        { expectSame(of, all, part.elements, components, 1e-13); };
        nodal(found.product, expected.product, 1e-13);
        nodal(found.single, expected.single, 1e-5);
        nodal(found.diagonal, expected.diagonal, 1e-13);
        ofElements(found.energies, expected.energies, 1);
        ofElements(found.volumes, expected.volumes, 1);
        ofElements(found.centroids, expected.centroids, 3);
        ofElements(found.gradients, expected.gradients, 9);
        nodal(found.transposed, expected.transposed, 1e-13);
      }
    }
  }
};
TYPED_TEST_SUITE(PartsOfMeshesTest, Spaces, SpaceNames);
}

TYPED_TEST(PartsOfMeshesTest, HaveTheRowsOfTheWhole)
{
  Random random(4801);
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
         CellType::Hexahedron, CellType::QuadraticHexahedron })
  {
    SCOPED_TRACE(cellShape(type).name);
    this->compare(wavyBox(type, 3), random);
  }
  this->compare(makeBoxMesh({ 6, 3, 3 }, { 1.0, 0.5, 0.5 }), random);
}

TYPED_TEST(PartsOfMeshesTest, HaveTheRowsOfAMixedWhole)
{
  Random random(4802);
  const auto shifted = [](const Point& p) { return Point{ p[0] - 1.0, p[1], p[2] }; };
  const auto same = [](const Point& p) { return p; };
  Mesh mesh = joinMeshes({ makeBox(CellType::Hexahedron, { 3, 3, 3 }, same),
                           makeBox(CellType::Tetrahedron, { 3, 3, 3 }, shifted) },
    1e-9);
  ASSERT_TRUE(mesh.isMixed());
  // The first part has only tetrahedra, or nearly so.
  this->compare(mesh, random);
}

TYPED_TEST(PartsOfMeshesTest, MayHaveNodesWithoutElements)
{
  Mesh mesh;
  mesh.points = { 0.0, 0.0, 0.0, 1.0, 0.0, 0.0 };
  for (const OperatorKind<TypeParam>& kind : kindsOf<TypeParam>(mesh))
  {
    SCOPED_TRACE(kind.name);
    const auto K = kind.make(layoutsOf(this->context(), mesh), mesh);
    const Results found = resultsOf(*K, {}, std::vector<double>(6, 1.0));
    EXPECT_EQ(found.product, std::vector<double>(6, 0.0));
    EXPECT_EQ(found.diagonal, std::vector<double>(6, 0.0));
    EXPECT_TRUE(found.energies.empty());
    EXPECT_EQ(K->reason.find("0 shapes"), std::string::npos) << K->reason;
  }
}

TYPED_TEST(PartsOfMeshesTest, RefuseLayoutsOfAnotherMesh)
{
  const Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 1.0, 0.5, 0.5 });
  const Mesh other = makeBoxMesh({ 1, 1, 1 }, { 1.0, 0.5, 0.5 });
  for (const OperatorKind<TypeParam>& kind : kindsOf<TypeParam>(mesh))
  {
    SCOPED_TRACE(kind.name);
    try
    {
      kind.make(layoutsOf(this->context(), other), mesh);
      ADD_FAILURE() << "accepted";
    }
    catch (const Error& error)
    {
      expectMessage(error.what(),
        { "3 components of each of 8 nodes", "1 component of each of 1 material points", "12 nodes",
          "2 elements" });
    }
  }
}

TYPED_TEST(PartsOfMeshesTest, RefuseVectorsOfOtherLayouts)
{
  const Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 1.0, 0.5, 0.5 });
  const auto K = makeOperator(layoutsOf(this->context(), mesh), mesh, PoissonsRatio, {});
  const Vector<TypeParam> moduli(
    makeLayout(this->context(), Entity::MaterialPoint, 3, 1), std::vector<double>(3, 1.0));
  const Vector<TypeParam> x(this->nodal(12), std::vector<double>(36, 1.0));
  Vector<TypeParam> y(this->nodal(11));
  const auto message = [](const auto& action)
  {
    try
    {
      action();
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  expectMessage(message([&] { K->setModuli(moduli); }), { "moduli", "2 material points" });
  expectMessage(message([&] { K->apply(x, y); }), { "result of a product", "11 nodes" });
  expectMessage(message([&] { K->diagonal(y); }), { "diagonal", "12 nodes" });
}
