// Tests of every strategy in every space against the sequential reference.

#include "Operator/Hex8/StrategyCases.h"
#include "Support/Operators.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Core/Vectors/DeviceVector.h"
#include "Core/Vectors/Vector.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/StiffnessOperator.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.27;

template <class Space>
class StrategyTest : public OperatorTest<Space>
{
protected:
  using OperatorTest<Space>::diagonal;
  using OperatorTest<Space>::product;

  std::unique_ptr<Hex8Operator<Space>> make(const Mesh& mesh, const StrategyChoice& choice)
  {
    return makeHex8Operator(
      this->layouts(mesh), mesh, PoissonsRatio, choice.strategy, choice.reproducible);
  }

  void compare(const NamedMesh& named, const StrategyChoice& choice, Random& random)
  {
    const Mesh& mesh = named.mesh;
    SCOPED_TRACE(strategyInfo(choice.strategy).name + " on " + named.name +
      (choice.reproducible ? ", reproducible" : ""));
    const auto K = this->make(mesh, choice);
    if (choice.strategy != Strategy::Auto)
    {
      EXPECT_EQ(K->strategy(), choice.strategy);
    }
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    EXPECT_LT(relativeDifference(
                product(*K, moduli, x), reference::applyStiffness(mesh, PoissonsRatio, moduli, x)),
      1e-13);

    EXPECT_LT(relativeDifference(
                diagonal(*K, moduli), reference::stiffnessDiagonal(mesh, PoissonsRatio, moduli)),
      1e-13);

    const Vector<Space> deviceX(K->layoutPointer(), x);
    Vector<Space> energies(K->materialPointsPointer());
    energies.zero();
    K->addUnitEnergies(deviceX, 1.0, energies);
    EXPECT_LT(
      relativeDifference(energies.toHost(), reference::elementEnergies(mesh, PoissonsRatio, x)),
      1e-13);
  }
};
TYPED_TEST_SUITE(StrategyTest, Spaces, SpaceNames);
}

TYPED_TEST(StrategyTest, AllMatchTheReference)
{
  Random random(401);
  for (const NamedMesh& named : manyShapes(random))
  {
    for (const StrategyChoice& choice : strategyChoices(TypeParam::Id))
    {
      if (choice.strategy != Strategy::Congruent)
      {
        this->compare(named, choice, random);
      }
    }
  }
}

TYPED_TEST(StrategyTest, AllMatchTheReferenceOnFewShapes)
{
  Random random(402);
  for (const NamedMesh& named : fewShapes(random))
  {
    for (const StrategyChoice& choice : strategyChoices(TypeParam::Id))
    {
      this->compare(named, choice, random);
    }
  }
}

TYPED_TEST(StrategyTest, AllAreSymmetricAndBlindToRigidMotions)
{
  Random random(403);
  const Mesh mesh = distortedBox({ 4, 5, 3 }, 0.18, random);
  for (const StrategyChoice& choice : strategyChoices(TypeParam::Id))
  {
    SCOPED_TRACE(strategyInfo(choice.strategy).name);
    const auto K = this->make(mesh, choice);
    this->expectSymmetricAndBlindToRigidMotions(*K, mesh, random);
  }
}

TYPED_TEST(StrategyTest, LengthyReproducibleOnesGiveTheSameBits)
{
  // The mesh is large enough that many thread blocks add to the same node concurrently.
  Random random(404);
  const Mesh many = distortedBox({ 30, 20, 20 }, 0.18, random);
  const Mesh few = makeBoxMesh({ 30, 20, 20 }, { 3.0, 2.0, 2.0 });
  for (const StrategyInfo& info : strategies())
  {
    if (TypeParam::Id == ExecutionSpace::Host ? !info.onHost : !info.reproducible)
    {
      continue;
    }
    SCOPED_TRACE(info.name);
    const Mesh& mesh = info.strategy == Strategy::Congruent ? few : many;
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    std::vector<double> first;
    for (int run = 0; run < 4; ++run)
    {
      setHostThreads(run == 1 ? 1 : 0);
      const auto K = this->make(mesh, { info.strategy, true });
      std::vector<double> results = this->product(*K, moduli, x);
      const std::vector<double> d = this->diagonal(*K, moduli);
      results.insert(results.end(), d.begin(), d.end());
      if (run == 0)
      {
        first = results;
      }
      EXPECT_EQ(results, first) << "run " << run;
    }
    setHostThreads(0);
  }
}

TYPED_TEST(StrategyTest, ProductsThatAddUpTheEnergyAgree)
{
  Random random(405);
  const Mesh mesh = distortedBox({ 7, 6, 5 }, 0.0, random);
  const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
  const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
  for (const StrategyChoice& choice : strategyChoices(TypeParam::Id))
  {
    SCOPED_TRACE(strategyInfo(choice.strategy).name);
    const auto K = this->make(mesh, choice);
    const std::vector<double> expected = this->product(*K, moduli, x);
    const Vector<TypeParam> deviceModuli(K->materialPointsPointer(), moduli);
    const Vector<TypeParam> deviceX(K->layoutPointer(), x);
    K->setModuli(deviceModuli);
    Vector<TypeParam> y = poisoned(K->layoutPointer());
    DeviceVector<double, TypeParam> partials(
      this->context(), std::vector<double>(LinearOperator<TypeParam>::MostPartials, NAN));
    const int count = K->applyDot(deviceX, y, partials.data());
    ASSERT_LE(count, LinearOperator<TypeParam>::MostPartials);
    EXPECT_LT(relativeDifference(y.toHost(), expected), 1e-14);
    if (count > 0)
    {
      const double xKx = dot(x, expected);
      const std::vector<double> sums = partials.toHost();
      double sum = 0.0;
      for (int i = 0; i < count; ++i)
      {
        sum += sums[static_cast<std::size_t>(i)];
      }
      EXPECT_NEAR(sum, xKx, 1e-13 * xKx);
    }
  }
}

TYPED_TEST(StrategyTest, TakesNoMoreMemoryThanItSays)
{
  Random random(408);
  for (const NamedMesh& named : fewShapes(random))
  {
    for (const StrategyChoice& choice : strategyChoices(TypeParam::Id))
    {
      SCOPED_TRACE(strategyInfo(choice.strategy).name + " on " + named.name);
      const std::size_t before = this->context().allocated();
      const auto K = this->make(named.mesh, choice);
      EXPECT_LE(this->context().allocated() - before,
        hex8OperatorMemory(named.mesh.numberOfNodes(), named.mesh.numberOfElements(),
          choice.strategy, choice.reproducible));
    }
  }
}
