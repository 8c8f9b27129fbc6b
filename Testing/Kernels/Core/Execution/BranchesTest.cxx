// Tasks in branches, whose order with other work and within a branch is kept.

#include "Support/Spaces.h"

#include "Core/DeviceVector.h"
#include "Core/Execution/Branches.h"

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
using Vector = DeviceVector<double, Space>;

template <class Space>
class BranchesTest : public OnSpace<Space>
{
protected:
  static Vector<Space> filled(double value)
  {
    return Vector<Space>(std::vector<double>(Length, value));
  }
  static void expectAll(const Vector<Space>& vector, double value)
  {
    EXPECT_EQ(vector.toHost(), std::vector<double>(Length, value));
  }
};
}
TYPED_TEST_SUITE(BranchesTest, Spaces, SpaceNames);

TYPED_TEST(BranchesTest, ExecuteEachTaskOnce)
{
  for (const std::size_t count : { 1, 2, 5 })
  {
    Branches<TypeParam> branches(count);
    EXPECT_EQ(branches.count(), count);
    for (const std::size_t tasks : { 0, 1, 3, 5, 8 })
    {
      std::vector<int> calls(tasks, 0);
      branches.run(tasks, [&](std::size_t i) { ++calls.at(i); });
      EXPECT_EQ(calls, std::vector<int>(tasks, 1));
    }
  }
}

TYPED_TEST(BranchesTest, KeepTheOrderWithOtherWork)
{
  const Vector<TypeParam> ones = this->filled(1.0);
  const Vector<TypeParam> twos = this->filled(2.0);
  for (const std::size_t count : { 1, 2, 4 })
  {
    Branches<TypeParam> branches(count);
    Vector<TypeParam> source = this->filled(0.0);
    std::vector<Vector<TypeParam>> targets;
    for (int i = 0; i < 4; ++i)
    {
      targets.push_back(this->filled(0.0));
    }
    for (int round = 0; round < 10; ++round)
    {
      source.copy(ones);
      branches.run(4, [&](std::size_t i) { targets[i].copy(source); });
      source.copy(twos); // must not come before the tasks
      for (Vector<TypeParam>& target : targets)
      {
        this->expectAll(target, 1.0);
        target.copy(twos);
      }
    }
  }
}

TYPED_TEST(BranchesTest, ExecuteTasksOfABranchInOrder)
{
  Branches<TypeParam> branches(2);
  const std::vector<Vector<TypeParam>> numbers = [&]
  {
    std::vector<Vector<TypeParam>> each;
    for (int i = 0; i < 6; ++i)
    {
      each.push_back(this->filled(i));
    }
    return each;
  }();
  std::vector<Vector<TypeParam>> last;
  last.push_back(this->filled(0.0));
  last.push_back(this->filled(0.0));
  branches.run(6, [&](std::size_t i) { last[branches.branchOf(i)].copy(numbers[i]); });
  this->expectAll(last[0], 4.0);
  this->expectAll(last[1], 5.0);
}

TYPED_TEST(BranchesTest, PassOnExceptionsAndStayUsable)
{
  Branches<TypeParam> branches(3);
  const Vector<TypeParam> ones = this->filled(1.0);
  std::vector<Vector<TypeParam>> targets;
  for (int i = 0; i < 3; ++i)
  {
    targets.push_back(this->filled(0.0));
  }
  EXPECT_THROW(branches.run(3,
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
  branches.run(3, [&](std::size_t i) { targets[i].copy(ones); });
  this->expectAll(targets[2], 1.0);
}
