// Tests of decisions to recompute coarse matrices, for designs with prescribed numbers of
// iterations.

#include "Support/Random.h"

#include "Solver/Aggregation/LaggedUpdate.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A model of solutions for consecutive designs: new matrices take a given number of iterations,
/// and old ones a number that increases by `ageing` with each design since they were computed.
struct Designs
{
  explicit Designs(int price) : lag(price) {}

  int iterationsOf(int fresh, double ageing)
  {
    if (this->lag.startDesign())
    {
      this->makeNew();
    }
    else
    {
      ++this->age;
    }
    // The remaining part of the solution is measured in iterations with new matrices.
    double left = fresh;
    int iterations = 0;
    while (left > 1e-9)
    {
      if (this->lag.startIteration())
      {
        this->makeNew();
      }
      left -= fresh / (fresh + this->age * ageing);
      ++iterations;
    }
    return iterations;
  }

  void makeNew()
  {
    this->age = 0;
    ++this->updates;
    this->lag.finishUpdate();
  }

  LaggedUpdate lag;
  int age = 0;
  int updates = 0;
};
}

TEST(LaggedUpdate, FollowsEveryDesignForNothing)
{
  Designs designs(0);
  for (int k = 1; k <= 20; ++k)
  {
    EXPECT_EQ(designs.iterationsOf(10, 1.0), 10);
    EXPECT_EQ(designs.updates, k);
  }
}

TEST(LaggedUpdate, FollowsWhatWasNotTried)
{
  LaggedUpdate lag(6);
  for (int k = 0; k < 20; ++k)
  {
    EXPECT_TRUE(lag.startDesign());
    lag.finishUpdate();
  }
}

TEST(LaggedUpdate, DoesNotKeepWhatIsHalfDone)
{
  Designs designs(6);
  for (int k = 0; k < 20; ++k)
  {
    designs.iterationsOf(10, 0.0);
  }
  EXPECT_FALSE(designs.lag.startDesign());
  designs.lag.startIteration();
  designs.lag.startUpdate(); // which then fails
  EXPECT_TRUE(designs.lag.startDesign());
}

TEST(LaggedUpdate, KeepsWhatDoesNotAge)
{
  Designs designs(6);
  for (int k = 0; k < 200; ++k)
  {
    EXPECT_EQ(designs.iterationsOf(10, 0.0), 10);
  }
  EXPECT_LE(designs.updates, 6);
}

TEST(LaggedUpdate, CostsLittleMoreThanNewOnes)
{
  // For any ageing, old matrices must not cost more than they save, except for the designs after
  // which they are recomputed.
  constexpr int Price = 6;
  Random random(77);
  for (int draw = 0; draw < 200; ++draw)
  {
    Designs designs(Price);
    const int fresh = 5 + static_cast<int>(random.index(20));
    const double ageing = std::pow(10.0, random.uniform(-2.0, 2.5));
    int iterations = 0;
    constexpr int Count = 200;
    for (int k = 0; k < Count; ++k)
    {
      const int one = designs.iterationsOf(fresh, ageing);
      EXPECT_LE(one, 2 * fresh + Price + 1);
      iterations += one;
    }
    const int saved = Price * (Count - designs.updates);
    EXPECT_LE(iterations - fresh * Count, saved + Count / 10 * (fresh + Price))
      << fresh << " iterations, " << ageing << " more for each design";
  }
}

TEST(LaggedUpdate, IsRepeatable)
{
  std::vector<int> first;
  for (int run = 0; run < 2; ++run)
  {
    Random random(78);
    Designs designs(6);
    std::vector<int> iterations;
    for (int k = 0; k < 100; ++k)
    {
      iterations.push_back(designs.iterationsOf(8 + static_cast<int>(random.index(4)), 3.0));
    }
    EXPECT_TRUE(run == 0 || iterations == first);
    first = iterations;
  }
}
