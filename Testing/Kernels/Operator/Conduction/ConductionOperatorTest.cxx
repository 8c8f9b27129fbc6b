// Tests of the conductivity matrix of every element: known numbers, the reference on random meshes,
// images, the assembled matrix, and memory.

#include "Operator/Assembled/AssembledCases.h"
#include "Support/Dot.h"
#include "Support/Meshes/DistortedElement.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/ThreadCounts.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Operator/Conduction/ConductionMatrix.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Conduction/ConductionReference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::vector<double> times(const std::vector<double>& matrix, const std::vector<double>& x)
{
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
  {
    for (std::size_t j = 0; j < x.size(); ++j)
    {
      y[i] += matrix[x.size() * i + j] * x[j];
    }
  }
  return y;
}

template <class Space>
class ConductionOperatorTest : public OnSpace<Space>
{
protected:
  /// Compares all functions of an operator with the reference, for random conductivities and
  /// temperatures.
  static void compare(StiffnessOperator<Space>& K, const Mesh& mesh, Random& random)
  {
    const std::size_t nodes = mesh.numberOfNodes();
    const std::size_t elements = mesh.numberOfElements();
    ASSERT_EQ(K.size(), static_cast<std::int64_t>(nodes));
    ASSERT_EQ(K.gradientComponents(), 3);
    const std::vector<double> k = random.vector(elements, 1e-3, 2.0);
    const std::vector<double> T = random.vector(nodes, -1, 1);
    const std::vector<double> matrix = reference::conductivityMatrix(mesh, k);
    const Vector<Space> deviceK(K.materialPointsPointer(), k);
    const Vector<Space> deviceT(K.layoutPointer(), T);
    K.setModuli(deviceK);
    const auto product = [&]
    {
      Vector<Space> y = poisoned(K.layoutPointer());
      K.apply(deviceT, y);
      return y.toHost();
    };
    EXPECT_LT(relativeDifference(expectSameWithThreads(product), times(matrix, T)), 2e-13);
    Vector<Space> d = poisoned(K.layoutPointer());
    K.diagonal(d);
    std::vector<double> diagonal(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      diagonal[i] = matrix[(nodes + 1) * i];
    }
    EXPECT_LT(relativeDifference(d.toHost(), diagonal), 2e-13);

    Vector<Space> energies(K.materialPointsPointer(), std::vector<double>(elements, 1.0));
    K.addUnitEnergies(deviceT, 0.5, energies);
    std::vector<double> unit = energies.toHost();
    std::vector<double> expected;
    for (std::size_t e = 0; e < elements; ++e)
    {
      unit[e] = 2.0 * (unit[e] - 1.0);
      const reference::ElementMatrix ofElement =
        reference::elementConductivity(mesh.type(e), reference::elementNodes(mesh, e));
      double energy = 0.0;
      for (std::size_t a = 0; a < ofElement.rows; ++a)
      {
        for (std::size_t b = 0; b < ofElement.rows; ++b)
        {
          energy += T[std::size_t(mesh.element(e)[a])] * ofElement(a, b) *
            T[std::size_t(mesh.element(e)[b])];
        }
      }
      expected.push_back(energy);
    }
    EXPECT_LT(relativeDifference(unit, expected), 1e-12);

    const LayoutPointer<Space> three = K.materialPoints().withComponents(3);
    Vector<Space> gradients = poisoned(three);
    K.displacementGradients(deviceT, gradients);
    EXPECT_LT(relativeDifference(gradients.toHost(), reference::centreGradients(mesh, T)), 1e-12);
    const std::vector<double> s = random.vector(3 * elements, -1, 1);
    const Vector<Space> deviceS(three, s);
    const auto transposed = [&]
    {
      Vector<Space> f(K.layoutPointer(), T);
      K.addTransposedGradients(deviceS, f);
      return f.toHost();
    };
    const double work = dot(expectSameWithThreads(transposed), T) - dot(T, T);
    const std::vector<double> g = gradients.toHost();
    EXPECT_NEAR(work, dot(s, g), 1e-13 * std::sqrt(dot(s, s) * dot(g, g)));

    Vector<Space> volumes = poisoned(K.materialPointsPointer());
    Vector<Space> positions = poisoned(three);
    K.geometry(volumes, positions);
    const std::vector<double> found = volumes.toHost();
    for (std::size_t e = 0; e < elements; ++e)
    {
      EXPECT_NEAR(found[e],
        reference::elementVolume(mesh.type(e), reference::elementNodes(mesh, e)), 1e-13 * found[e]);
    }
  }

  /// Returns the rows of the assembled matrix.
  static std::vector<double> dense(ConductionMatrix<Space>& matrix, const Vector<Space>& k)
  {
    const std::vector<std::int64_t> starts = matrix.pattern().starts.toHost();
    const std::vector<std::int32_t> columns = matrix.pattern().nodes.toHost();
    std::vector<double> values(columns.size());
    k.context().copyToHost(values.data(), matrix.compute(k), values.size() * sizeof(double));
    const std::size_t n = starts.size() - 1;
    std::vector<double> result(n * n, 0.0);
    for (std::size_t row = 0; row < n; ++row)
    {
      for (auto i = std::size_t(starts[row]); i < std::size_t(starts[row + 1]); ++i)
      {
        result[n * row + std::size_t(columns[i])] = values[i];
      }
    }
    return result;
  }
};
TYPED_TEST_SUITE(ConductionOperatorTest, Spaces, SpaceNames);
}

TYPED_TEST(ConductionOperatorTest, HasTheKnownMatrixOfADistortedElement)
{
  // k = 1, T = cos a: computed by an independent program in Python.
  struct Known
  {
    CellType type;
    bool straight;
    double trace, energy;
  };
  constexpr Known all[] = {
    { CellType::Tetrahedron, true, 1.07361255, 1.10645603 },
    { CellType::QuadraticTetrahedron, true, 4.93861774, 2.85487896 },
    { CellType::QuadraticTetrahedron, false, 4.94127845, 2.7555537 },
    { CellType::Hexahedron, true, 5.32917818, 2.8076499 },
    { CellType::QuadraticHexahedron, true, 31.4491155, 11.0488285 },
    { CellType::QuadraticHexahedron, false, 31.5785932, 10.9809816 },
  };
  for (const Known& known : all)
  {
    SCOPED_TRACE(nameOf(known.type, known.straight));
    const Mesh mesh = distortedElement(known.type, known.straight);
    std::vector<double> T;
    for (std::size_t a = 0; a < mesh.numberOfNodes(); ++a)
    {
      T.push_back(std::cos(double(a)));
    }
    const auto K = makeConductionOperator(layoutsOf(this->context(), mesh, 1), mesh);
    const Vector<TypeParam> k(K->materialPointsPointer(), { 1.0 });
    const Vector<TypeParam> temperatures(K->layoutPointer(), T);
    K->setModuli(k);
    Vector<TypeParam> y(K->layoutPointer());
    K->apply(temperatures, y);
    // The tolerance is half a unit of the last digit, of which the known numbers have nine at most.
    EXPECT_NEAR(dot(y.toHost(), T), known.energy, 5.1e-9 * known.energy);
    K->diagonal(y);
    EXPECT_NEAR(
      dot(y.toHost(), std::vector<double>(T.size(), 1.0)), known.trace, 5.1e-9 * known.trace);
  }
}

TYPED_TEST(ConductionOperatorTest, MatchesTheReferenceOnAllTypesAndMixed)
{
  Random random(3610);
  for (const AssembledCase& one : assembledCases(random))
  {
    SCOPED_TRACE(one.name);
    const auto K = makeConductionOperator(layoutsOf(this->context(), one.mesh, 1), one.mesh);
    this->compare(*K, one.mesh, random);
  }
}

TYPED_TEST(ConductionOperatorTest, MatchesTheReferenceOnImages)
{
  Random random(3611);
  const VoxelGrid grid(randomImage({ 9, 6, 5 }, 0.6, random), VoxelParts::All);
  const auto K = makeConductionOperator(layoutsOf(this->context(), grid, 1), grid);
  this->compare(*K, grid.mesh(), random);
}

TYPED_TEST(ConductionOperatorTest, EqualsTheElementOperatorOnImagesOfManyBricks)
{
  Random random(3613);
  for (const double solid : { 0.3, 0.8, 1.0 })
  {
    SCOPED_TRACE(solid);
    const VoxelGrid grid(randomImage({ 27, 18, 17 }, solid, random), VoxelParts::All);
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), grid, 1);
    const auto voxels = makeConductionOperator(layouts, grid);
    const auto elements = makeConductionOperator(layouts, grid.mesh());
    const Vector<TypeParam> k(
      layouts.materialPoints, random.vector(grid.moduli().size(), 1e-3, 2.0));
    const Vector<TypeParam> T(
      layouts.unknowns, random.vector(static_cast<std::size_t>(grid.numberOfNodes()), -1.0, 1.0));
    Vector<TypeParam> expected(layouts.unknowns);
    Vector<TypeParam> found = poisoned(layouts.unknowns);
    voxels->setModuli(k);
    elements->setModuli(k);
    elements->apply(T, expected);
    voxels->apply(T, found);
    EXPECT_LT(relativeDifference(found.toHost(), expected.toHost()), 1e-12);
    elements->diagonal(expected);
    voxels->diagonal(found);
    EXPECT_LT(relativeDifference(found.toHost(), expected.toHost()), 1e-12);

    ASSERT_TRUE(voxels->hasSingle());
    const std::vector<double> values = T.toHost();
    const Vector<TypeParam, float> narrow(
      layouts.unknowns, std::vector<float>(values.begin(), values.end()));
    Vector<TypeParam, float> single(layouts.unknowns);
    voxels->applySingle(narrow, single);
    elements->apply(T, expected);
    const std::vector<float> rounded = single.toHost();
    EXPECT_LT(
      relativeDifference(std::vector<double>(rounded.begin(), rounded.end()), expected.toHost()),
      1e-6);
  }
}

TYPED_TEST(ConductionOperatorTest, AssemblesTheReferencesMatrix)
{
  Random random(3612);
  for (const AssembledCase& one : assembledCases(random))
  {
    SCOPED_TRACE(one.name);
    ConductionMatrix<TypeParam> matrix(this->context(), one.mesh);
    for (int draw = 0; draw < 2; ++draw)
    {
      const std::vector<double> k = random.vector(one.mesh.numberOfElements(), 1e-3, 2.0);
      const Vector<TypeParam> conductivities(
        layoutsOf(this->context(), one.mesh, 1).materialPoints, k);
      const std::vector<double> found =
        expectSameWithThreads([&] { return this->dense(matrix, conductivities); });
      EXPECT_LT(relativeDifference(found, reference::conductivityMatrix(one.mesh, k)), 2e-14);
    }
  }
}

TYPED_TEST(ConductionOperatorTest, TakesNoMoreMemoryThanEstimated)
{
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
         CellType::Hexahedron, CellType::QuadraticHexahedron })
  {
    const Mesh mesh = wavyBox(type, 8);
    // Rounding of allocations up to whole memory lines is not counted exactly.
    constexpr std::size_t Lines = std::size_t(1) << 13;
    const std::size_t before = this->context().allocated();
    const auto K = makeConductionOperator(layoutsOf(this->context(), mesh, 1), mesh);
    const std::size_t used = this->context().allocated() - before;
    EXPECT_LE(used, conductionOperatorMemory(mesh) + Lines);
    EXPECT_LT(conductionOperatorMemory(mesh), 2 * used);
    const std::size_t withOperator = this->context().allocated();
    const ConductionMatrix<TypeParam> matrix(this->context(), mesh);
    const std::size_t ofMatrix = this->context().allocated() - withOperator;
    EXPECT_LE(ofMatrix, ConductionMatrix<TypeParam>::memory(mesh, countNeighbours(mesh)) + Lines);
  }
}

TYPED_TEST(ConductionOperatorTest, RefusesLayoutsOfDisplacements)
{
  const Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 1.0, 0.5, 0.5 });
  try
  {
    makeConductionOperator(layoutsOf(this->context(), mesh), mesh);
    ADD_FAILURE() << "accepted";
  }
  catch (const Error& error)
  {
    EXPECT_NE(std::string(error.what()).find("12 nodes with 1 unknown and"), std::string::npos)
      << error.what();
  }
}
