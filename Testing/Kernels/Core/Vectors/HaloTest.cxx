// Tests of ghosts of vectors, and of the communicator of size one.

#include "Support/Spaces.h"

#include "Core/Communication/Communicator.h"
#include "Core/Error.h"
#include "Core/Vectors/Halo.h"
#include "Core/Vectors/Layout.h"
#include "Core/Vectors/Vector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
using HaloTest = OnSpace<Space>;

/// A communicator whose part sends to itself: entities beyond the owned ones are copies of owned
/// ones, as on a periodic domain.
class Mirror : public Communicator
{
public:
  void exchange(
    const std::vector<Message>& sent, const std::vector<Message>& received) const override
  {
    ASSERT_EQ(sent.size(), received.size());
    for (std::size_t i = 0; i < sent.size(); ++i)
    {
      ASSERT_EQ(sent[i].bytes, received[i].bytes);
      std::memcpy(received[i].data, sent[i].data, sent[i].bytes);
    }
  }
};

template <class T>
std::vector<T> ascending(std::size_t size)
{
  std::vector<T> values(size);
  std::iota(values.begin(), values.end(), T(1));
  return values;
}
}
TYPED_TEST_SUITE(HaloTest, Spaces, SpaceNames);

TEST(Communicator, OfSizeOneChangesNothing)
{
  const Communicator alone;
  EXPECT_EQ(alone.rank(), 0);
  EXPECT_EQ(alone.size(), 1);
  double values[2] = { 1.5, -2.5 };
  alone.sum(values, 2);
  alone.maximum(values, 2);
  EXPECT_EQ(values[0], 1.5);
  EXPECT_EQ(values[1], -2.5);
  alone.exchange({}, {});
}

TYPED_TEST(HaloTest, WithoutNeighboursHasNothingToUpdate)
{
  const Context<TypeParam>& context = this->context();
  EXPECT_FALSE(context.isDistributed());
  EXPECT_EQ(context.communicator().size(), 1);
  const auto halo =
    std::make_shared<const Halo<TypeParam>>(context, 5, 0, std::vector<HaloNeighbour>());
  const LayoutPointer<TypeParam> layout = makeLayout(context, Entity::Node, 5, 3, halo);
  EXPECT_EQ(layout->owned(), 5);
  const Vector<TypeParam> vector(layout, ascending<double>(15));
  vector.updateGhosts();
  EXPECT_EQ(vector.toHost(), ascending<double>(15));
}

TYPED_TEST(HaloTest, GhostsAreNotCounted)
{
  const Context<TypeParam>& context = this->context();
  const auto halo =
    std::make_shared<const Halo<TypeParam>>(context, 3, 2, std::vector<HaloNeighbour>());
  const LayoutPointer<TypeParam> layout = makeLayout(context, Entity::Node, 5, 2, halo);
  EXPECT_TRUE(layout->hasGhosts());
  EXPECT_EQ(layout->size(), 10);
  EXPECT_EQ(layout->ownedSize(), 6);
  EXPECT_EQ(layout->withComponents(1)->owned(), 3);
  EXPECT_FALSE(layout->matches(*makeLayout(context, Entity::Node, 5, 2)));
  const Vector<TypeParam> ones(layout, std::vector<double>(10, 1.0));
  EXPECT_EQ(dot(ones, ones), 6.0);
  EXPECT_THROW(makeLayout(context, Entity::Node, 6, 2, halo), Error);
}

TYPED_TEST(HaloTest, GhostsBecomeCopies)
{
  const Context<TypeParam> context(deviceOf<TypeParam>(), std::make_shared<const Mirror>());
  const HaloNeighbour self = { 0, { 3, 1 }, { 4, 5 } };
  const auto halo =
    std::make_shared<const Halo<TypeParam>>(context, 4, 2, std::vector<HaloNeighbour>{ self });
  const LayoutPointer<TypeParam> layout = makeLayout(context, Entity::Node, 6, 2, halo);
  const Vector<TypeParam> vector(layout, ascending<double>(12));
  vector.updateGhosts();
  EXPECT_EQ(vector.toHost(),
    (std::vector<double>{ 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 7.0, 8.0, 3.0, 4.0 }));
  const Vector<TypeParam, float> single(layout->withComponents(1), ascending<float>(6));
  single.updateGhosts();
  EXPECT_EQ(single.toHost(), (std::vector<float>{ 1.0F, 2.0F, 3.0F, 4.0F, 4.0F, 2.0F }));
  const Vector<TypeParam, std::uint8_t> mask(layout->withComponents(1), ascending<std::uint8_t>(6));
  mask.updateGhosts();
  EXPECT_EQ(mask.toHost(), (std::vector<std::uint8_t>{ 1, 2, 3, 4, 4, 2 }));
}
