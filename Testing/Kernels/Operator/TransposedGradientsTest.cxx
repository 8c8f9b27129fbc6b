// Tests of transposed gradients for every family of operators: s.(G u) = (G^T s).u for random u and
// s; results are added to existing values, and are bitwise equal for any number of threads.

#include "Operator/Assembled/AssembledCases.h"
#include "Operator/Hex8/StrategyCases.h"
#include "Support/Meshfree.h"
#include "Support/Operators.h"
#include "Support/Patches.h"
#include "Support/ThreadCounts.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Operator/MakeOperator.h"
#include "Operator/Meshfree/MakeMeshfreeOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Nu = 0.3;

template <class Space>
class TransposedGradientsTest : public OnSpace<Space>
{
protected:
  static void expectTransposed(StiffnessOperator<Space>& K, Random& random)
  {
    const auto unknowns = static_cast<std::size_t>(K.size());
    const auto entries = 9 * static_cast<std::size_t>(K.materialPoints().size());
    const LayoutPointer<Space> nine = K.materialPoints().withComponents(9);
    const std::vector<double> u = random.vector(unknowns, -1, 1);
    const std::vector<double> s = random.vector(entries, -1, 1);
    const std::vector<double> before = random.vector(unknowns, -1, 1);
    const Vector<Space> deviceU(K.layoutPointer(), u);
    const Vector<Space> deviceS(nine, s);
    Vector<Space> gradients = poisoned(nine);
    K.displacementGradients(deviceU, gradients);
    const std::vector<double> g = gradients.toHost();
    const auto transposed = [&]
    {
      Vector<Space> f(K.layoutPointer(), before);
      K.addTransposedGradients(deviceS, f);
      return f.toHost();
    };
    std::vector<double> f = expectSameWithThreads(transposed);
    double scale = 0.0;
    for (std::size_t i = 0; i < entries; ++i)
    {
      scale += std::abs(s[i] * g[i]);
    }
    for (std::size_t i = 0; i < unknowns; ++i)
    {
      f[i] -= before[i];
    }
    EXPECT_GT(std::abs(dot(s, g)), 1e-9 * scale);
    EXPECT_NEAR(dot(f, u), dot(s, g), 1e-13 * scale);
  }

  Random random{ 3601 };
};
TYPED_TEST_SUITE(TransposedGradientsTest, Spaces, SpaceNames);
}

TYPED_TEST(TransposedGradientsTest, OfElementsOfAllTypesAndMixed)
{
  for (const AssembledCase& one : assembledCases(this->random))
  {
    SCOPED_TRACE(one.name);
    const auto layouts = layoutsOf(this->context(), one.mesh);
    ElementOperator<TypeParam> K(layouts, one.mesh, Nu);
    this->expectTransposed(K, this->random);
    OperatorSettings settings;
    settings.strategy = Strategy::Assembled;
    this->expectTransposed(*makeOperator<TypeParam>(layouts, one.mesh, Nu, settings), this->random);
  }
}

TYPED_TEST(TransposedGradientsTest, OfHexahedraByAllStrategies)
{
  for (const NamedMesh& one : fewShapes(this->random))
  {
    for (const StrategyChoice& choice : strategyChoices(TypeParam::Id))
    {
      SCOPED_TRACE(one.name + ", " + strategyInfo(choice.strategy).name);
      this->expectTransposed(*makeHex8Operator(layoutsOf(this->context(), one.mesh), one.mesh, Nu,
                               choice.strategy, choice.reproducible),
        this->random);
    }
  }
}

TYPED_TEST(TransposedGradientsTest, OfVoxels)
{
  for (const double solid : { 0.1, 0.7, 1.0 })
  {
    const VoxelGrid grid(randomImage({ 19, 9, 17 }, solid, this->random), VoxelParts::All);
    VoxelStiffness<TypeParam> K(layoutsOf(this->context(), grid), grid, Nu);
    this->expectTransposed(K, this->random);
  }
}

TYPED_TEST(TransposedGradientsTest, OfPatchesAtCentresAndGaussPoints)
{
  struct Case
  {
    int dimension;
    std::array<int, 3> degrees;
    std::array<int, 3> spans;
  };
  for (const Case& one : { Case{ 2, { 1, 3, 0 }, { 5, 7, 1 } }, Case{ 2, { 2, 2, 0 }, { 1, 1, 1 } },
         Case{ 3, { 2, 2, 2 }, { 5, 3, 2 } }, Case{ 3, { 2, 1, 3 }, { 3, 6, 2 } } })
  {
    const NurbsPatch patch = randomPatch(this->random, one.dimension, one.degrees, one.spans, true);
    for (const bool perGaussPoint : { false, true })
    {
      this->expectTransposed(
        *makeIsogeometricOperator(
          layoutsOf(this->context(), patch, perGaussPoint), patch, Nu, perGaussPoint),
        this->random);
    }
  }
}

TYPED_TEST(TransposedGradientsTest, OfNodesWithoutElements)
{
  for (const bool isConsistent : { false, true })
  {
    const meshfree::Box<TypeParam> box(
      this->context(), { 4, 3, 2 }, {}, 2.0, ConstrainedPoints(), isConsistent);
    const auto layouts = layoutsOf(this->context(), box.discretization);
    for (const MeshfreeProduct product :
      { MeshfreeProduct::MatrixFree, MeshfreeProduct::Assembled })
    {
      this->expectTransposed(
        *makeMeshfreeOperator<TypeParam>(layouts, box.discretization, Nu, product, {}, 2.0),
        this->random);
    }
  }
}

TYPED_TEST(TransposedGradientsTest, RefuseVectorsOfOtherLayouts)
{
  const Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 1.0, 0.5, 0.5 });
  const auto K = makeOperator<TypeParam>(layoutsOf(this->context(), mesh), mesh, Nu, {});
  Vector<TypeParam> f(K->layoutPointer());
  const Vector<TypeParam> six(K->materialPoints().withComponents(6));
  EXPECT_THROW(K->addTransposedGradients(six, f), Error);
}
