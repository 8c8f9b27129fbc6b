#include "Mesh/Generators/TrabecularSample.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/Generators/GradientNoise.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
constexpr int Functions = 2;

/// One noise function along one row of voxels. Within a cell of the lattice and for fixed y and z,
/// each of the eight products of gradient and distance is linear in x, and so are their
/// interpolants in y and z, of which there are two.
class NoiseRow
{
public:
  NoiseRow(std::uint64_t seed, double y, double z)
    : Seed(seed), Y(static_cast<std::int64_t>(std::floor(y))),
      Z(static_cast<std::int64_t>(std::floor(z))), Fy(y - std::floor(y)), Fz(z - std::floor(z))
  {
  }

  /// Sets values[i] to the minimum of itself and the noise at x = (i + 1/2) / period + shift.
  void intersect(int n, double period, double shift, float* values) const
  {
    int i = 0;
    while (i < n)
    {
      const auto x = [&](int voxel) { return (voxel + 0.5) / period + shift; };
      const double floor = std::floor(x(i));
      double low[2];
      double high[2];
      this->face(static_cast<std::int64_t>(floor), low);
      this->face(static_cast<std::int64_t>(floor) + 1, high);
      for (; i < n && x(i) < floor + 1.0; ++i)
      {
        const double fx = x(i) - floor;
        const double a = low[0] + low[1] * fx;
        const double b = high[0] + high[1] * (fx - 1.0);
        values[i] = std::min(values[i], static_cast<float>(a + noiseFade(fx) * (b - a)));
      }
    }
  }

private:
  /// Constant and slope in x of the products with the gradients of a face of a cell.
  void face(std::int64_t x, double result[2]) const
  {
    const double v = noiseFade(this->Fy);
    const double w = noiseFade(this->Fz);
    result[0] = result[1] = 0.0;
    for (int corner = 0; corner < 4; ++corner)
    {
      const int y = corner % 2;
      const int z = corner / 2;
      const double(&gradient)[3] = noiseGradient(this->Seed, x, this->Y + y, this->Z + z);
      const double weight = (y ? v : 1.0 - v) * (z ? w : 1.0 - w);
      result[0] += weight * (gradient[1] * (this->Fy - y) + gradient[2] * (this->Fz - z));
      result[1] += weight * gradient[0];
    }
  }

  std::uint64_t Seed;
  std::int64_t Y;
  std::int64_t Z;
  double Fy;
  double Fz;
};

/// The minimum of both noise functions along row r of the voxels. It is not inlined, as its values
/// are computed several times and must be bitwise equal.
[[gnu::noinline]] void evaluateRow(
  const TrabecularSampleSettings& settings, std::int64_t r, float* values)
{
  const int n = settings.cells[0];
  const std::int64_t j = r % settings.cells[1];
  const std::int64_t k = r / settings.cells[1];
  std::fill(values, values + n, std::numeric_limits<float>::max());
  for (int function = 0; function < Functions; ++function)
  {
    const double shift = noiseShift(function);
    const NoiseRow row(noiseSeed(settings.seed, function),
      (static_cast<double>(j) + 0.5) / settings.voxelsPerPeriod + shift,
      (static_cast<double>(k) + 0.5) / settings.voxelsPerPeriod + shift);
    row.intersect(n, settings.voxelsPerPeriod, shift, values);
  }
}

/// Calls body(row, values, state) for each row of voxels, with one state for each thread, and
/// then merge(state) for one thread after another.
template <class State, class Body, class Merge>
void forEachRow(
  const TrabecularSampleSettings& settings, const State& initial, Body body, Merge merge)
{
  const std::int64_t rows = std::int64_t(settings.cells[1]) * settings.cells[2];
#pragma omp parallel
  {
    std::vector<float> values(static_cast<std::size_t>(settings.cells[0]));
    State state = initial;
#pragma omp for schedule(static)
    for (std::int64_t r = 0; r < rows; ++r)
    {
      evaluateRow(settings, r, values.data());
      body(r, values, state);
    }
#pragma omp critical
    merge(state);
  }
}

/// An integer with the same order as the value.
std::uint32_t orderedBits(float value)
{
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000U ? ~bits : bits | 0x80000000U;
}

float valueOfOrderedBits(std::uint32_t ordered)
{
  const std::uint32_t bits = ordered & 0x80000000U ? ordered & 0x7fffffffU : ~ordered;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The largest value that at least `wanted` voxels reach or exceed. One pass over all voxels counts
/// values by their upper 16 bits, a second one by the lower bits.
float quantile(const TrabecularSampleSettings& settings, std::int64_t wanted)
{
  using Counts = std::vector<std::int64_t>;
  std::uint32_t upper = 0;
  for (const bool first : { true, false })
  {
    Counts counts(0x10000, 0);
    forEachRow(
      settings, counts,
      [=](std::int64_t, const std::vector<float>& values, Counts& local)
      {
        for (const float value : values)
        {
          const std::uint32_t bits = orderedBits(value);
          if (first || bits >> 16 == upper)
          {
            ++local[first ? bits >> 16 : bits & 0xffffU];
          }
        }
      },
      [&](const Counts& local)
      {
        std::transform(
          local.begin(), local.end(), counts.begin(), counts.begin(), std::plus<std::int64_t>());
      });
    std::uint32_t bin = 0xffff;
    for (; bin > 0 && counts[bin] < wanted; --bin)
    {
      wanted -= counts[bin];
    }
    upper = first ? bin : upper << 16 | bin;
  }
  return valueOfOrderedBits(upper);
}

/// Clears all solid voxels but those of the largest part.
void keepLargestPart(const std::array<int, 3>& cells, TrabecularSample& sample)
{
  std::vector<std::int32_t> labels;
  const std::vector<std::int64_t> sizes = labelParts(cells, sample.solid, labels);
  const auto largest =
    static_cast<std::int32_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin() + 1);
  for (std::size_t v = 0; v < labels.size(); ++v)
  {
    if (labels[v] != 0 && labels[v] != largest)
    {
      sample.solid[v] = 0;
      if (!sample.density.empty())
      {
        sample.density[v] = 0.0F;
      }
    }
  }
}

void check(const TrabecularSampleSettings& settings)
{
  for (int d = 0; d < 3; ++d)
  {
    if (settings.cells[d] < 1)
    {
      throw Error("The sample has " + std::to_string(settings.cells[d]) + " voxels along " +
        std::string(1, char('x' + d)) + ". Give one or more.");
    }
  }
  if (!(settings.voxelsPerPeriod >= 2.0) || !std::isfinite(settings.voxelsPerPeriod))
  {
    throw Error("The period of the noise is " + shortText(settings.voxelsPerPeriod) +
      " voxels. Give two or more, as the noise is not resolved otherwise.");
  }
  if (!(settings.volumeFraction > 0.0) || !(settings.volumeFraction <= 1.0))
  {
    throw Error("The volume fraction of the sample is " + shortText(settings.volumeFraction) +
      ". Give a number above 0 and up to 1.");
  }
}
}

TrabecularSample makeTrabecularSample(const TrabecularSampleSettings& settings, bool withDensity)
{
  check(settings);
  const std::int64_t voxels =
    std::int64_t(settings.cells[0]) * settings.cells[1] * settings.cells[2];
  const std::int64_t wanted = std::llround(settings.volumeFraction * static_cast<double>(voxels));
  const float threshold = quantile(settings, std::max<std::int64_t>(wanted, 1));

  TrabecularSample sample;
  sample.threshold = threshold;
  sample.solid.resize(static_cast<std::size_t>(voxels));
  sample.density.resize(withDensity ? sample.solid.size() : 0);
  constexpr float Half = 0.5F;
  const float belowHalf = std::nextafter(Half, 0.0F);
  forEachRow(
    settings, 0,
    [&](std::int64_t r, const std::vector<float>& values, int)
    {
      auto voxel = static_cast<std::size_t>(r * settings.cells[0]);
      for (const float value : values)
      {
        sample.solid[voxel] = value >= threshold;
        if (withDensity)
        {
          const float rise =
            Half + (value - threshold) / static_cast<float>(TrabecularDensityWidth);
          sample.density[voxel] = std::clamp(rise, 0.0F, value >= threshold ? 1.0F : belowHalf);
        }
        ++voxel;
      }
    },
    [](int) {});
  if (settings.connected)
  {
    keepLargestPart(settings.cells, sample);
  }
  return sample;
}
}
