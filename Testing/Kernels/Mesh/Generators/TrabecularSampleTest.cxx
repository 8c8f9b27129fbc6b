// Tests of bone-like samples against the noise functions evaluated point by point.

#include "Support/Refusals.h"

#include "Core/Device.h"
#include "Core/Error.h"
#include "Mesh/Generators/TrabecularSample.h"
#include "Mesh/Generators/TrabecularSampleReference.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Rounding of the functions' values, which are below one, in single precision.
constexpr double Rounding = 1e-7;

/// Settings with different sizes and a period that is no multiple of a voxel.
TrabecularSampleSettings settingsOf(std::uint64_t seed)
{
  TrabecularSampleSettings settings;
  settings.cells = { 41, 27, 33 };
  settings.voxelsPerPeriod = 7.3;
  settings.volumeFraction = 0.22;
  settings.seed = seed;
  return settings;
}

/// The function of the sample at the centre of each voxel.
std::vector<double> functionOf(const TrabecularSampleSettings& settings)
{
  std::vector<double> values;
  const auto centre = [&](int i) { return (i + 0.5) / settings.voxelsPerPeriod; };
  for (int k = 0; k < settings.cells[2]; ++k)
  {
    for (int j = 0; j < settings.cells[1]; ++j)
    {
      for (int i = 0; i < settings.cells[0]; ++i)
      {
        values.push_back(
          reference::trabecularFunction(settings.seed, { centre(i), centre(j), centre(k) }));
      }
    }
  }
  return values;
}

std::int64_t solidVoxels(const TrabecularSample& sample)
{
  return std::accumulate(sample.solid.begin(), sample.solid.end(), std::int64_t(0));
}

std::string refusalOf(const std::function<void(TrabecularSampleSettings&)>& change)
{
  TrabecularSampleSettings settings;
  change(settings);
  try
  {
    makeTrabecularSample(settings);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}
}

TEST(TrabecularSample, IsWhereBothFunctionsReachTheThreshold)
{
  for (const std::uint64_t seed : { 0U, 1U, 77U })
  {
    const TrabecularSampleSettings settings = settingsOf(seed);
    const TrabecularSample sample = makeTrabecularSample(settings, true);
    const std::vector<double> values = functionOf(settings);
    ASSERT_EQ(sample.solid.size(), values.size());
    ASSERT_EQ(sample.density.size(), values.size());
    for (std::size_t v = 0; v < values.size(); ++v)
    {
      const double above = values[v] - sample.threshold;
      if (std::abs(above) > Rounding)
      {
        EXPECT_EQ(sample.solid[v], above > 0.0) << "voxel " << v;
      }
      const double density = std::clamp(0.5 + above / TrabecularDensityWidth, 0.0, 1.0);
      EXPECT_NEAR(sample.density[v], density, 1e-5) << "voxel " << v;
      EXPECT_EQ(sample.solid[v] == 1, sample.density[v] >= 0.5F) << "voxel " << v;
    }
  }
}

TEST(TrabecularSample, IsTheOneOfBefore)
{
  // The reference has the noise in common with the tested function. Samples to which states and
  // papers refer must not change. The expected rows are along x, layer by layer.
  TrabecularSampleSettings settings;
  settings.cells = { 12, 6, 3 };
  settings.voxelsPerPeriod = 3.7;
  settings.volumeFraction = 0.4;
  settings.seed = 2026;
  const TrabecularSample sample = makeTrabecularSample(settings, true);
  std::string rows;
  for (std::size_t v = 0; v < sample.solid.size(); ++v)
  {
    rows += sample.solid[v] != 0 ? '#' : '.';
    rows += v % 12 == 11 ? "\n" : "";
  }
  EXPECT_EQ(rows,
    "########....\n#########...\n##..##......\n....##......\n....#####...\n...#######..\n"
    "#########...\n###.#####...\n#...........\n....#.......\n....##..#...\n..########..\n"
    "#......##...\n#......##...\n.......###..\n.......###..\n....#...#...\n#####...##..\n");
  EXPECT_NEAR(sample.threshold, -0.10763100534677505, Rounding);
  EXPECT_NEAR(reference::trabecularFunction(1, { 0.3, 1.6, 2.9 }), -0.34324208800808964, 1e-12);
  EXPECT_NEAR(
    reference::trabecularFunction(987654321, { -7.25, 100.5, 3.125 }), -0.65638212859630585, 1e-12);
}

TEST(TrabecularSample, MeetsTheVolumeFraction)
{
  for (const double fraction : { 1e-4, 0.15, 0.3, 0.77, 1.0 })
  {
    TrabecularSampleSettings settings = settingsOf(5);
    settings.volumeFraction = fraction;
    EXPECT_EQ(solidVoxels(makeTrabecularSample(settings)), std::llround(fraction * 41 * 27 * 33))
      << fraction;
  }
  // A fraction of less than one voxel results in one voxel.
  TrabecularSampleSettings settings = settingsOf(5);
  settings.volumeFraction = 1e-9;
  EXPECT_EQ(solidVoxels(makeTrabecularSample(settings)), 1);
}

TEST(TrabecularSample, DependsOnTheSeedAndOnNothingElse)
{
  const int before = hostThreads();
  const TrabecularSample expected = makeTrabecularSample(settingsOf(3), true);
  for (const int threads : { 1, 2, 3, 7 })
  {
    setHostThreads(threads);
    const TrabecularSample sample = makeTrabecularSample(settingsOf(3), true);
    EXPECT_EQ(sample.threshold, expected.threshold) << threads << " threads";
    EXPECT_EQ(sample.solid, expected.solid) << threads << " threads";
    EXPECT_EQ(sample.density, expected.density) << threads << " threads";
  }
  setHostThreads(before);
  EXPECT_TRUE(makeTrabecularSample(settingsOf(3)).density.empty());
  EXPECT_NE(makeTrabecularSample(settingsOf(4)).solid, expected.solid);
}

TEST(TrabecularSample, IsTheSameStructureOnAFinerGrid)
{
  // If each voxel is divided into three along each axis, the middle one has the same centre.
  const TrabecularSampleSettings coarse = settingsOf(9);
  TrabecularSampleSettings fine = coarse;
  fine.voxelsPerPeriod *= 3;
  for (int& cells : fine.cells)
  {
    cells *= 3;
  }
  const TrabecularSample onCoarse = makeTrabecularSample(coarse);
  const TrabecularSample onFine = makeTrabecularSample(fine);
  const std::vector<double> values = functionOf(coarse);
  const double apart = std::abs(onFine.threshold - onCoarse.threshold);
  EXPECT_LT(apart, 0.01);
  std::size_t v = 0;
  std::size_t compared = 0;
  for (int k = 0; k < coarse.cells[2]; ++k)
  {
    for (int j = 0; j < coarse.cells[1]; ++j)
    {
      for (int i = 0; i < coarse.cells[0]; ++i, ++v)
      {
        if (std::abs(values[v] - onCoarse.threshold) > apart + Rounding)
        {
          const int middle = 3 * i + 1 + fine.cells[0] * (3 * j + 1 + fine.cells[1] * (3 * k + 1));
          EXPECT_EQ(onFine.solid[std::size_t(middle)], onCoarse.solid[v]) << "voxel " << v;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, values.size() * 9 / 10);
}

TEST(TrabecularSample, KeepsTheLargestPartIfAsked)
{
  TrabecularSampleSettings settings = settingsOf(2);
  const TrabecularSample all = makeTrabecularSample(settings);
  settings.connected = true;
  const TrabecularSample connected = makeTrabecularSample(settings, true);
  std::vector<std::int32_t> labels;
  const std::vector<std::int64_t> parts = labelParts(settings.cells, all.solid, labels);
  ASSERT_GT(parts.size(), 1U);
  const std::int64_t largest = *std::max_element(parts.begin(), parts.end());
  EXPECT_EQ(solidVoxels(connected), largest);
  EXPECT_EQ(
    labelParts(settings.cells, connected.solid, labels), std::vector<std::int64_t>(1, largest));
  for (std::size_t v = 0; v < all.solid.size(); ++v)
  {
    EXPECT_LE(connected.solid[v], all.solid[v]);
    EXPECT_EQ(connected.solid[v] == 1, connected.density[v] >= 0.5F);
  }
}

TEST(TrabecularSample, RefusesBadSettings)
{
  expectMessage(refusalOf([](auto& s) { s.cells[1] = 0; }), { "0 voxels along y", "one or more" });
  for (const double period : { 1.9, -3.0, NotANumber, Infinity })
  {
    expectMessage(refusalOf([&](auto& s) { s.voxelsPerPeriod = period; }), { "period", "two" });
  }
  for (const double fraction : { 0.0, -0.1, 1.01, NotANumber })
  {
    expectMessage(
      refusalOf([&](auto& s) { s.volumeFraction = fraction; }), { "volume fraction", "up to 1" });
  }
}
