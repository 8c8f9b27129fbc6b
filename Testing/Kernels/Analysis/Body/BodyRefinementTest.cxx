// Tests of when bodies are analysed on a finer grid, of estimated errors, and of the memory of
// voxels.

#include "Analysis/Body/BodyRefinement.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

using namespace trabecula;

namespace
{
constexpr double Wanted = 0.02;
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

BodyStiffness body(double compliance, double error)
{
  BodyStiffness result;
  result.compliance = compliance;
  result.error = error;
  return result;
}

template <class T>
std::size_t bytesOf(const std::vector<T>& values)
{
  return values.capacity() * sizeof(T);
}
}

TEST(BodyRefinement, IsForRanksAtStake)
{
  EXPECT_FALSE(isWorthRefining({ body(10.0, 0.019) }, {}, Wanted));
  EXPECT_TRUE(isWorthRefining({ body(10.0, 0.021) }, {}, Wanted));
  // One body is far less stiff; the error of another one is larger than its distance to the
  // stiffest.
  EXPECT_FALSE(isWorthRefining({ body(10.0, 0.01), body(50.0, 0.5) }, {}, Wanted));
  EXPECT_TRUE(isWorthRefining({ body(10.0, 0.01), body(15.0, 0.5) }, {}, Wanted));
  EXPECT_TRUE(isWorthRefining({ body(50.0, 0.5), body(10.0, 0.03) }, {}, Wanted));
  EXPECT_TRUE(isRankAtStake(body(15.0, 0.5), 10.0, Wanted));
  EXPECT_FALSE(isRankAtStake(body(50.0, 0.5), 10.0, Wanted));
  // An unknown error may be arbitrarily large.
  EXPECT_TRUE(isWorthRefining({ body(10.0, 0.01), body(50.0, NotANumber) }, {}, Wanted));

  // Bodies with a fault or without analysis have no rank.
  BodyStiffness faulty = body(5.0, 0.5);
  faulty.fault = "It does not carry a load.";
  BodyStiffness missing = body(NotANumber, NotANumber);
  missing.missing = "There is not enough memory.";
  EXPECT_FALSE(isWorthRefining({ faulty, missing, body(10.0, 0.01) }, {}, Wanted));
  EXPECT_FALSE(isWorthRefining({ faulty, missing }, {}, Wanted));
}

TEST(BodyRefinement, EndsWhereErrorsDoNotFall)
{
  const std::vector<BodyStiffness> bodies = { body(10.0, 0.06), body(10.2, 0.01) };
  EXPECT_TRUE(isWorthRefining(bodies, { 0.09, 0.02 }, Wanted));
  EXPECT_TRUE(isWorthRefining(bodies, { 0.08, 0.01 }, Wanted));
  EXPECT_FALSE(isWorthRefining(bodies, { 0.079, 0.02 }, Wanted));
  EXPECT_FALSE(isWorthRefining(bodies, { 0.05, 0.02 }, Wanted));
  EXPECT_TRUE(isWorthRefining(bodies, { NotANumber, 0.02 }, Wanted));
  // The reduction of the error of a body that is far less stiff does not count.
  EXPECT_FALSE(isWorthRefining({ body(10.0, 0.06), body(50.0, 0.1) }, { 0.07, 0.4 }, Wanted));
}

TEST(BodyRefinement, EstimatesErrorsByTheCoarserGrid)
{
  BodyStiffness coarse = body(8.0, NotANumber);
  coarse.coarseCompliances = { 6.0 };
  std::vector<BodyStiffness> fine = { body(10.0, NotANumber), body(10.0, NotANumber) };
  fine[1].fault = "It does not carry a load.";
  estimateErrors({ coarse, coarse }, 1.5, fine);
  EXPECT_NEAR(fine[0].error, 0.4, 1e-12);
  EXPECT_TRUE(std::isnan(fine[1].error));
  EXPECT_EQ(fine[0].coarseCompliances, (std::vector<double>{ 6.0, 8.0 }));

  std::vector<BodyStiffness> bodies = { body(10.0, 0.01), body(10.0, 0.03), body(10.0, NotANumber),
    fine[1] };
  noteEndOfRefinement(bodies, Wanted, "No memory.");
  EXPECT_TRUE(bodies[0].notes.empty());
  EXPECT_EQ(bodies[1].notes, std::vector<std::string>{ "No memory." });
  EXPECT_EQ(bodies[2].notes.size(), 1U);
  EXPECT_TRUE(bodies[3].notes.empty());
}

TEST(BodyRefinement, MemoryOfVoxelsIsThatOfASolidGrid)
{
  for (const bool isPlane : { false, true })
  {
    SurfaceGrid grid;
    grid.cells = { 40, 30, isPlane ? 1 : 20 };
    grid.spacing = { 1.0, 1.0, 1.0 };
    std::vector<std::uint8_t> held(3 * grid.numberOfNodes(), 1);
    const BodyVoxels voxels =
      makeBodyVoxels(grid, isPlane, std::vector<double>(grid.numberOfVoxels(), 1.0), held);
    const std::size_t taken = bytesOf(voxels.fractions) + bytesOf(voxels.pieces) +
      bytesOf(voxels.mesh.points) + bytesOf(voxels.mesh.connectivity) + bytesOf(voxels.shares) +
      bytesOf(voxels.supports) + bytesOf(voxels.numberOf) + bytesOf(held);
    EXPECT_EQ(voxels.shares.size(), grid.numberOfVoxels());
    EXPECT_LE(taken, BodyVoxels::mostBytes(grid));
    EXPECT_GT(taken, BodyVoxels::mostBytes(grid) / 10 * 9);
  }
}
