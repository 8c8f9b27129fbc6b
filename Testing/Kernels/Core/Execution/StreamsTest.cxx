// Tests that the order of tasks with other work and within a stream is kept.

#include "Support/Spaces.h"

#include "Core/Execution/Streams.h"
#include "Core/Vectors/DeviceVector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Long enough that work of another stream would overtake a copy.
constexpr std::size_t Length = std::size_t(1) << 20;

template <class Space>
using Values = DeviceVector<double, Space>;

template <class Space>
class StreamsTest : public OnSpace<Space>
{
protected:
  Values<Space> filled(double value)
  {
    return Values<Space>(this->context(), std::vector<double>(Length, value));
  }
  static void expectAll(const Values<Space>& vector, double value)
  {
    EXPECT_EQ(vector.toHost(), std::vector<double>(Length, value));
  }
};
}
TYPED_TEST_SUITE(StreamsTest, Spaces, SpaceNames);

TYPED_TEST(StreamsTest, ExecuteEachTaskOnce)
{
  for (const std::size_t count : { 1, 2, 5 })
  {
    Streams<TypeParam> streams(this->context(), count);
    EXPECT_EQ(streams.count(), count);
    for (const std::size_t tasks : { 0, 1, 3, 5, 8 })
    {
      std::vector<int> calls(tasks, 0);
      streams.run(tasks, [&](std::size_t i) { ++calls.at(i); });
      EXPECT_EQ(calls, std::vector<int>(tasks, 1));
    }
  }
}

TYPED_TEST(StreamsTest, KeepTheOrderWithOtherWork)
{
  const Values<TypeParam> ones = this->filled(1.0);
  const Values<TypeParam> twos = this->filled(2.0);
  for (const std::size_t count : { 1, 2, 4 })
  {
    Streams<TypeParam> streams(this->context(), count);
    Values<TypeParam> source = this->filled(0.0);
    std::vector<Values<TypeParam>> targets;
    for (int i = 0; i < 4; ++i)
    {
      targets.push_back(this->filled(0.0));
    }
    for (int round = 0; round < 10; ++round)
    {
      source.copy(ones);
      streams.run(4, [&](std::size_t i) { targets[i].copy(source); });
      source.copy(twos); // must not come before the tasks
      for (Values<TypeParam>& target : targets)
      {
        this->expectAll(target, 1.0);
        target.copy(twos);
      }
    }
  }
}

TYPED_TEST(StreamsTest, ExecuteTasksOfAStreamInOrder)
{
  Streams<TypeParam> streams(this->context(), 2);
  const std::vector<Values<TypeParam>> numbers = [&]
  {
    std::vector<Values<TypeParam>> each;
    for (int i = 0; i < 6; ++i)
    {
      each.push_back(this->filled(i));
    }
    return each;
  }();
  std::vector<Values<TypeParam>> last;
  last.push_back(this->filled(0.0));
  last.push_back(this->filled(0.0));
  streams.run(6, [&](std::size_t i) { last[streams.streamOfTask(i)].copy(numbers[i]); });
  this->expectAll(last[0], 4.0);
  this->expectAll(last[1], 5.0);
}

TYPED_TEST(StreamsTest, PassOnExceptionsAndStayUsable)
{
  Streams<TypeParam> streams(this->context(), 3);
  const Values<TypeParam> ones = this->filled(1.0);
  std::vector<Values<TypeParam>> targets;
  for (int i = 0; i < 3; ++i)
  {
    targets.push_back(this->filled(0.0));
  }
  EXPECT_THROW(streams.run(3,
                 [&](std::size_t i)
                 {
                   if (i == 2)
                   {
                     throw std::runtime_error("a task");
                   }
                   targets[i].copy(ones);
                 }),
    std::runtime_error);
  this->expectAll(targets[1], 1.0);
  streams.run(3, [&](std::size_t i) { targets[i].copy(ones); });
  this->expectAll(targets[2], 1.0);
}
