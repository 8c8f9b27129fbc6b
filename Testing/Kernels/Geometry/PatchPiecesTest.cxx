// Tests of connected components of level sets on lattices of patches, against a flood fill and
// known answers.

#include "Geometry/Level/Patch/PatchPieces.h"

#include "Core/Context.h"
#include "Core/Error.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Support/Patches.h"
#include "Support/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
PatchLattice randomLattice(Random& random, const std::array<int, 3>& sizes)
{
  PatchLattice lattice;
  std::size_t count = 1;
  for (std::size_t k = 0; k < 3; ++k)
  {
    for (int i = 0; i < sizes[k]; ++i)
    {
      lattice.places[k].push_back(sizes[k] > 1 ? double(i) / (sizes[k] - 1) : 0.0);
    }
    count *= static_cast<std::size_t>(sizes[k]);
  }
  lattice.values = random.vector(count, -1.0, 0.6);
  return lattice;
}

/// Whether two points, at most one step apart in each direction, are directly connected: the box
/// that they span has a positive mean.
bool areConnected(
  const PatchLattice& lattice, const std::array<int, 3>& a, const std::array<int, 3>& b)
{
  double sum = 0.0;
  for (int corner = 0; corner < 8; ++corner)
  {
    std::size_t point = 0;
    std::size_t stride = 1;
    for (std::size_t k = 0; k < 3; ++k)
    {
      point += stride * static_cast<std::size_t>(corner >> k & 1 ? a[k] : b[k]);
      stride *= lattice.size(k);
    }
    sum += lattice.values[point];
  }
  return sum > 0.0;
}

/// Labels by flood fill from one point after another. Two points are connected if any box of the
/// lattice that contains both has a positive mean.
std::vector<std::int32_t> floodFill(const PatchLattice& lattice)
{
  const std::array<int, 3> sizes = { int(lattice.size(0)), int(lattice.size(1)),
    int(lattice.size(2)) };
  std::vector<std::int32_t> labels(lattice.values.size(), PatchPieces::Outside);
  const auto numberOf = [&](const std::array<int, 3>& at)
  { return std::size_t(at[0] + sizes[0] * (at[1] + sizes[1] * at[2])); };
  const auto inside = [&](const std::array<int, 3>& at)
  { return lattice.values[numberOf(at)] > 0.0; };
  std::int32_t count = 0;
  for (std::size_t start = 0; start < labels.size(); ++start)
  {
    if (!(lattice.values[start] > 0.0) || labels[start] != PatchPieces::Outside)
    {
      continue;
    }
    std::vector<std::array<int, 3>> open = { { int(start) % sizes[0],
      int(start) / sizes[0] % sizes[1], int(start) / sizes[0] / sizes[1] } };
    labels[start] = count;
    while (!open.empty())
    {
      const std::array<int, 3> at = open.back();
      open.pop_back();
      for (int step = 0; step < 27; ++step)
      {
        const std::array<int, 3> to = { at[0] + step % 3 - 1, at[1] + step / 3 % 3 - 1,
          at[2] + step / 9 - 1 };
        bool exists = true;
        for (std::size_t k = 0; k < 3; ++k)
        {
          exists = exists && to[k] >= 0 && to[k] < sizes[k];
        }
        if (!exists || !inside(to) || labels[numberOf(to)] != PatchPieces::Outside)
        {
          continue;
        }
        // All boxes of the lattice that contain both points are examined.
        bool connected = false;
        for (int box = 0; box < 27 && !connected; ++box)
        {
          std::array<int, 3> low{};
          std::array<int, 3> high{};
          bool fits = true;
          for (std::size_t k = 0; k < 3; ++k)
          {
            const int more = (k == 0 ? box % 3 : k == 1 ? box / 3 % 3 : box / 9) - 1;
            low[k] = std::min(at[k], to[k]);
            high[k] = std::max(at[k], to[k]);
            if (more != 0 && low[k] != high[k])
            {
              fits = false;
            }
            (more < 0 ? low[k] : high[k]) += more;
            fits = fits && low[k] >= 0 && high[k] < sizes[k];
          }
          connected = fits && areConnected(lattice, low, high);
        }
        if (connected)
        {
          labels[numberOf(to)] = count;
          open.push_back(to);
        }
      }
    }
    ++count;
  }
  return labels;
}

PatchLattice latticeOf(const NurbsPatch& patch, int samples,
  const std::function<double(const std::array<double, 3>&)>& level)
{
  const Context<HostSpace> context;
  return sampleLevelSet(
    patch, levelSetOfValues(context, patch, atGrevillePoints(patch, level)), samples);
}

double disc(const std::array<double, 3>& x, double a, double b, double radius)
{
  return radius - std::hypot(x[0] - a, x[1] - b);
}
}

TEST(PatchPieces, AreThoseOfAFloodFill)
{
  Random random(7);
  for (int trial = 0; trial < 20; ++trial)
  {
    for (const std::array<int, 3>& sizes :
      { std::array<int, 3>{ 9, 7, 1 }, std::array<int, 3>{ 6, 5, 4 } })
    {
      const PatchLattice lattice = randomLattice(random, sizes);
      const PatchPieces pieces = findPieces(lattice);
      EXPECT_EQ(pieces.labels, floodFill(lattice));
      for (std::size_t piece = 0; piece < pieces.count(); ++piece)
      {
        EXPECT_EQ(static_cast<std::size_t>(
                    std::count(pieces.labels.begin(), pieces.labels.end(), std::int32_t(piece))),
          pieces.sizes[piece]);
      }
    }
  }
}

TEST(PatchPieces, SamplesAreThoseThatCanBeNumbered)
{
  for (const int dimension : { 2, 3 })
  {
    const NurbsPatch patch = makeBoxPatch(dimension, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 7, 4, 3 });
    const auto points = [&](int samples)
    {
      return (7.0 * samples + 1.0) * (4.0 * samples + 1.0) *
        (dimension == 3 ? 3.0 * samples + 1.0 : 1.0);
    };
    EXPECT_EQ(samplesWithin(patch, 4), 4);
    for (const std::int64_t most : { std::int64_t(1000), MostLatticePoints })
    {
      const int samples = samplesWithin(patch, 1000000, most);
      EXPECT_LE(points(samples), double(most));
      EXPECT_GT(points(samples + 1), double(most));
    }
    EXPECT_EQ(samplesWithin(patch, 10, 1), 1);
    const std::vector<double> levels(patch.numberOfControlPoints(), 1.0);
    EXPECT_NO_THROW(sampleLevelSet(patch, levels, 4));
    EXPECT_THROW(sampleLevelSet(patch, levels, 1000000), Error);
  }
}

TEST(PatchPieces, OfDiscs)
{
  const NurbsPatch patch = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 0 }, { 32, 16, 1 });
  const auto level = [](const std::array<double, 3>& x)
  { return std::max(disc(x, 0.4, 0.5, 0.3), disc(x, 1.5, 0.4, 0.25)); };
  const PatchLattice lattice = latticeOf(patch, 4, level);
  ASSERT_EQ(lattice.values.size(), 129U * 65U);
  const PatchPieces pieces = findPieces(lattice);
  ASSERT_EQ(pieces.count(), 2U);
  constexpr double pi = 3.14159265358979323846;
  const double cell = 1.0 / (64.0 * 64.0);
  EXPECT_NEAR(double(std::max(pieces.sizes[0], pieces.sizes[1])) * cell, pi * 0.09, 0.005);
  EXPECT_NEAR(double(std::min(pieces.sizes[0], pieces.sizes[1])) * cell, pi * 0.0625, 0.005);

  // One control point is in the middle of a disc, another one is far from both discs.
  const std::array<int, 3> counts = patch.counts();
  std::vector<std::uint8_t> isMarked(patch.numberOfControlPoints(), 0);
  isMarked[std::size_t(26 + counts[0] * 7)] = 1;
  std::vector<std::uint8_t> reached = piecesAt(patch, lattice, pieces, isMarked);
  EXPECT_EQ(std::count(reached.begin(), reached.end(), 1), 1);
  const std::int32_t right = pieces.labels[96 + 129 * 26];
  ASSERT_NE(right, PatchPieces::Outside);
  EXPECT_EQ(reached[std::size_t(right)], 1);
  isMarked.assign(isMarked.size(), 0);
  isMarked.back() = 1;
  reached = piecesAt(patch, lattice, pieces, isMarked);
  EXPECT_EQ(std::count(reached.begin(), reached.end(), 1), 0);
}

TEST(PatchPieces, OfASideCountOnIt)
{
  // The distance of the material from the side is a quarter of an element.
  const NurbsPatch patch = makeBoxPatch(3, { 1.0, 1.0, 1.0 }, { 2, 2, 2 }, { 8, 8, 8 });
  for (const double gap : { 0.03, -0.03 })
  {
    const PatchLattice lattice =
      latticeOf(patch, 4, [&](const std::array<double, 3>& x) { return 1.0 - gap - x[0]; });
    const PatchPieces pieces = findPieces(lattice);
    ASSERT_EQ(pieces.count(), 1U);
    std::vector<std::uint8_t> isMarked(patch.numberOfControlPoints(), 0);
    for (const std::int32_t point : controlPointsOfFace(patch, 0, 1))
    {
      isMarked[std::size_t(point)] = 1;
    }
    EXPECT_EQ(piecesAt(patch, lattice, pieces, isMarked)[0], gap < 0.0 ? 1 : 0);
  }
}

TEST(PatchPieces, AreNotConnectedByThinMaterial)
{
  // A bar along a line of the lattice connects two blocks.
  for (const int depth : { 1, 7 })
  {
    for (const bool isAtSide : { false, true })
    {
      PatchLattice lattice;
      const std::array<int, 3> sizes = { 12, 7, depth };
      for (std::size_t k = 0; k < 3; ++k)
      {
        for (int i = 0; i < sizes[k]; ++i)
        {
          lattice.places[k].push_back(double(i));
        }
      }
      constexpr double inside = 0.2;
      for (const double outside : { -0.2, -0.9, -1.5 }) // halves, 0.18 and 0.12 of the step
      {
        lattice.values.clear();
        for (int k = 0; k < depth; ++k)
        {
          for (int j = 0; j < 7; ++j)
          {
            for (int i = 0; i < 12; ++i)
            {
              const bool isBlock = i < 3 || i > 8;
              const bool isBar = j == (isAtSide ? 6 : 3) && (depth == 1 || k == 3);
              lattice.values.push_back(isBlock || isBar ? inside : outside);
            }
          }
        }
        EXPECT_EQ(findPieces(lattice).count(), 1U);
        const double thickness = (isAtSide ? 1.0 : 2.0) * inside / (inside - outside);
        EXPECT_EQ(findPieces(lattice, 1.0 / 3.0).labels.front() ==
            findPieces(lattice, 1.0 / 3.0).labels.back(),
          thickness > 1.0 / 3.0);
      }
    }
  }
}

TEST(PatchPieces, RefuseWrongInput)
{
  const NurbsPatch patch = makeBoxPatch(2, { 1.0, 1.0, 0.0 }, { 2, 2, 0 }, { 4, 4, 1 });
  EXPECT_THROW(sampleLevelSet(patch, { 1.0 }, 4), Error);
  EXPECT_THROW(sampleLevelSet(patch, std::vector<double>(36, 1.0), 0), Error);
}
