// Tests of layouts, and of vectors and multivectors that have them.

#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Core/Vectors/Layout.h"
#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/SparseVector.h"
#include "Core/Vectors/Vector.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
using LayoutTest = OnSpace<Space>;
template <class Space>
using VectorTest = OnSpace<Space>;
template <class Space>
using MultiVectorTest = OnSpace<Space>;

/// The message of the error that an action throws; empty if there is none.
template <class Action>
std::string messageOf(const Action& action)
{
  try
  {
    action();
    return {};
  }
  catch (const Error& error)
  {
    return error.what();
  }
}
}
TYPED_TEST_SUITE(LayoutTest, Spaces, SpaceNames);
TYPED_TEST_SUITE(VectorTest, Spaces, SpaceNames);
TYPED_TEST_SUITE(MultiVectorTest, Spaces, SpaceNames);

TYPED_TEST(LayoutTest, CountsEntriesAndSaysWhatTheyAre)
{
  const LayoutPointer<TypeParam> nodes = this->nodal(120);
  EXPECT_EQ(&nodes->context(), &this->context());
  EXPECT_EQ(nodes->entity(), Entity::Node);
  EXPECT_EQ(nodes->components(), 3);
  EXPECT_EQ(nodes->count(), 120);
  EXPECT_EQ(nodes->owned(), 120);
  EXPECT_EQ(nodes->size(), 360);
  EXPECT_EQ(nodes->ownedSize(), 360);
  EXPECT_FALSE(nodes->hasGhosts());
  EXPECT_EQ(nodes->text(), "3 components of each of 120 nodes");
  EXPECT_EQ(makeLayout(this->context(), Entity::MaterialPoint, 7, 1)->text(),
    "1 component of each of 7 material points");
}

TYPED_TEST(LayoutTest, MatchOnlyEqualOnesOfOneContext)
{
  const LayoutPointer<TypeParam> nodes = this->nodal(120);
  EXPECT_TRUE(nodes->matches(*nodes));
  EXPECT_TRUE(nodes->matches(*this->nodal(120)));
  EXPECT_TRUE(nodes->matches(*this->nodal(120, 1)->withComponents(3)));
  EXPECT_FALSE(nodes->matches(*this->nodal(121)));
  EXPECT_FALSE(nodes->matches(*this->nodal(120, 1)));
  EXPECT_FALSE(nodes->matches(*makeLayout(this->context(), Entity::Element, 120, 3)));
  const Context<TypeParam> other;
  EXPECT_FALSE(nodes->matches(*makeLayout(other, Entity::Node, 120, 3)));
}

TYPED_TEST(VectorTest, CopiesThereAndBack)
{
  Random random(4701);
  const LayoutPointer<TypeParam> nodes = this->nodal(50);
  const std::vector<double> values = random.vector(150, -1, 1);
  const Vector<TypeParam> vector(nodes, values);
  EXPECT_EQ(vector.size(), 150);
  EXPECT_EQ(vector.ownedSize(), 150);
  EXPECT_EQ(vector.bytes(), 1200U);
  EXPECT_EQ(vector.toHost(), values);
  EXPECT_EQ(&vector.context(), &this->context());

  Vector<TypeParam> other = poisoned(nodes);
  other.copy(vector);
  EXPECT_EQ(other.toHost(), values);
  other.zero();
  EXPECT_EQ(other.toHost(), std::vector<double>(150, 0.0));
  EXPECT_EQ(vector.toHost(), values);
}

TYPED_TEST(VectorTest, CountsItsMemoryAndViewsHaveNone)
{
  const std::size_t before = this->context().allocated();
  const LayoutPointer<TypeParam> nodes = this->nodal(50);
  EXPECT_EQ(this->context().allocated(), before);
  Vector<TypeParam, float> vector(nodes);
  EXPECT_EQ(this->context().allocated() - before, 600U);
  vector.zero();
  Vector<TypeParam, float> view(nodes, vector.data());
  view.assign(std::vector<float>(150, 2.5F));
  EXPECT_EQ(this->context().allocated() - before, 600U);
  EXPECT_EQ(vector.toHost(), std::vector<float>(150, 2.5F));
  Vector<TypeParam, float> moved(std::move(vector));
  EXPECT_EQ(moved.data(), view.data());
  EXPECT_TRUE(vector.empty()); // NOLINT: what is left is tested
  EXPECT_EQ(vector.size(), 0);
}

TYPED_TEST(VectorTest, ChecksLengthsAndContexts)
{
  const LayoutPointer<TypeParam> nodes = this->nodal(4);
  Vector<TypeParam> vector(nodes);
  vector.zero();
  expectMessage(messageOf([&] { vector.assign(std::vector<double>(11, 0.0)); }),
    { "3 components of each of 4 nodes", "11 values" });
  EXPECT_NO_THROW(vector.require(*this->nodal(4), "A vector of displacements"));
  expectMessage(messageOf([&] { vector.require(*this->nodal(5), "A vector of displacements"); }),
    { "A vector of displacements has 3 components of each of 4 nodes",
      "but should have 3 components of each of 5 nodes" });
  expectMessage(
    messageOf([&] { Vector<TypeParam>().require(*nodes, "A vector of displacements"); }),
    { "A vector of displacements has no entries" });
  const Context<TypeParam> other;
  const LayoutPointer<TypeParam> elsewhere = makeLayout(other, Entity::Node, 4, 3);
  Vector<TypeParam> stranger(elsewhere);
  expectMessage(messageOf([&] { vector.copy(stranger); }), { "in another context" });
  expectMessage(messageOf([&] { (void)dot(vector, stranger); }), { "in another context" });
}

TYPED_TEST(VectorTest, HaveInnerProducts)
{
  Random random(4702);
  const std::vector<double> a = random.vector(3000, -1, 1);
  const std::vector<double> b = random.vector(3000, -1, 1);
  double expected = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    expected += a[i] * b[i];
  }
  EXPECT_NEAR(dot(this->vector(a), this->vector(b)), expected, 1e-12);
  const std::vector<float> single(a.begin(), a.end());
  EXPECT_NEAR(dot(this->vector(single), this->vector(b)), expected, 1e-5);
  EXPECT_EQ(dot(this->vector(std::vector<double>()), this->vector(std::vector<double>())), 0.0);
}

TYPED_TEST(VectorTest, OfTheWorkspaceAreAtOnePlace)
{
  const LayoutPointer<TypeParam> nodes = this->nodal(1000);
  const auto place = [&]
  {
    LeasedVector<TypeParam> scratch(nodes);
    scratch.zero();
    EXPECT_EQ(scratch.toHost(), std::vector<double>(3000, 0.0));
    return scratch.data();
  };
  const double* first = place();
  const std::size_t allocated = this->context().allocated();
  EXPECT_EQ(place(), first);
  EXPECT_EQ(this->context().allocated(), allocated);
}

TYPED_TEST(VectorTest, SparseOnesAreThoseOfTheirLayout)
{
  const LayoutPointer<TypeParam> nodes = this->nodal(2);
  const std::vector<double> dense = { 0.0, 2.0, 0.0, 0.0, -1.0, 0.0 };
  const SparseVector<TypeParam> sparse(nodes, dense);
  Vector<TypeParam> vector = poisoned(nodes);
  sparse.copyTo(vector);
  EXPECT_EQ(vector.toHost(), dense);
  EXPECT_EQ(sparse.dot(vector), 5.0);
  Vector<TypeParam> other(this->nodal(3));
  expectMessage(messageOf([&] { sparse.copyTo(other); }), { "3 components of each of 2 nodes" });
  expectMessage(messageOf([&] { SparseVector<TypeParam>(nodes, std::vector<double>(5, 1.0)); }),
    { "5 values" });
}

TYPED_TEST(MultiVectorTest, HasColumnsApart)
{
  const LayoutPointer<TypeParam> nodes = this->nodal(30);
  MultiVector<TypeParam> vectors(nodes, 3, Arrangement::Apart);
  EXPECT_EQ(vectors.columns(), 3);
  EXPECT_EQ(strideOfColumns(90), 128);
  EXPECT_EQ(vectors.entries(), 3U * 128U);
  vectors.zero();
  for (int v = 0; v < 3; ++v)
  {
    vectors.column(v).assign(std::vector<double>(90, v + 1.0));
  }
  for (int v = 0; v < 3; ++v)
  {
    EXPECT_EQ(vectors.column(v).toHost(), std::vector<double>(90, v + 1.0));
    EXPECT_TRUE(vectors.column(v).layout().matches(*nodes));
  }
}

TYPED_TEST(MultiVectorTest, HasInterleavedColumns)
{
  EXPECT_EQ(interleavedColumns(2), 4);
  EXPECT_EQ(interleavedColumns(5), MostColumns);
  const MultiVector<TypeParam, float> vectors(
    this->nodal(30), interleavedColumns(3), Arrangement::Interleaved);
  EXPECT_EQ(vectors.entries(), 4U * 90U);
  EXPECT_TRUE(MultiVector<TypeParam>().empty());
  EXPECT_EQ(firstColumns(3).to_ulong(), 7U);
  EXPECT_TRUE(firstColumns(MostColumns).all());
}
