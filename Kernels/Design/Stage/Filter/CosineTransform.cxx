#include "Design/Stage/Filter/CosineTransform.h"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
constexpr int LanesOfCosines = 8; ///< columns that are transformed together
constexpr int WavesTogether = 2;  ///< waves that are computed together

/// Sums and differences of columns, a row of LanesOfCosines for each of the first positions.
struct FoldedColumns
{
  std::vector<double> sums;
  std::vector<double> differences;

  explicit FoldedColumns(std::int64_t half)
    : sums(static_cast<std::size_t>(half * LanesOfCosines)),
      differences(static_cast<std::size_t>(half * LanesOfCosines))
  {
  }

  /// @param places of the columns @param lanes their number
  void read(const AxisOfArray& axis, const std::int64_t* places, int lanes, const double* from)
  {
    const std::int64_t last = axis.count - 1;
    for (std::int64_t j = 0; j <= last / 2; ++j)
    {
      const std::int64_t mirrored = last - j;
      for (int lane = 0; lane < lanes; ++lane)
      {
        const double here = from[places[lane] + j * axis.inner];
        const double there = from[places[lane] + mirrored * axis.inner];
        const auto at = static_cast<std::size_t>(j * LanesOfCosines + lane);
        this->sums[at] = mirrored == j ? here : here + there;
        this->differences[at] = mirrored == j ? 0.0 : here - there;
      }
    }
  }
};

/// Computes two waves, even or odd ones, of all columns. @param first, second their cosines
void multiplyTwoWaves(std::int64_t half, const double* first, const double* second,
  const double* folded, double (&sums)[WavesTogether][LanesOfCosines])
{
  double one[LanesOfCosines] = {};
  double other[LanesOfCosines] = {};
  for (std::int64_t j = 0; j < half; ++j)
  {
    const double a = first[j];
    const double b = second[j];
    const double* values = folded + j * LanesOfCosines;
#pragma omp simd
    for (int lane = 0; lane < LanesOfCosines; ++lane)
    {
      one[lane] += a * values[lane];
      other[lane] += b * values[lane];
    }
  }
  std::copy(one, one + LanesOfCosines, sums[0]);
  std::copy(other, other + LanesOfCosines, sums[1]);
}
}

std::vector<double> tableOfCosines(std::int64_t count)
{
  constexpr double pi = 3.14159265358979323846;
  const std::int64_t n = std::max<std::int64_t>(count - 1, 1);
  std::vector<double> cosines;
  cosines.reserve(static_cast<std::size_t>(count * (n / 2 + 1)));
  for (std::int64_t k = 0; k < count; ++k)
  {
    for (std::int64_t j = 0; j <= n / 2; ++j)
    {
      // The angle is reduced, so that large products are not rounded.
      cosines.push_back(
        std::cos(pi * static_cast<double>(j * k % (2 * n)) / static_cast<double>(n)));
    }
  }
  return cosines;
}

template <>
void transformByCosines(const Context<HostSpace>& /*context*/, const AxisOfArray& axis,
  const double* cosines, const double* from, double* to)
{
  const std::int64_t half = (axis.count - 1) / 2 + 1;
  const std::int64_t blocks = (axis.columns() + LanesOfCosines - 1) / LanesOfCosines;
  std::vector<FoldedColumns> ofThreads(
    static_cast<std::size_t>(omp_get_max_threads()), FoldedColumns(half));
#pragma omp parallel
  {
    FoldedColumns& folded = ofThreads[static_cast<std::size_t>(omp_get_thread_num())];
    double sums[WavesTogether][LanesOfCosines];
    std::int64_t places[LanesOfCosines];
#pragma omp for schedule(static)
    for (std::int64_t block = 0; block < blocks; ++block)
    {
      const std::int64_t begin = block * LanesOfCosines;
      const int lanes =
        static_cast<int>(std::min<std::int64_t>(LanesOfCosines, axis.columns() - begin));
      for (int lane = 0; lane < lanes; ++lane)
      {
        places[lane] = axis.placeOf(begin + lane);
      }
      folded.read(axis, places, lanes, from);
      for (std::int64_t k = 0; k < axis.count; ++k)
      {
        // Waves k and k + 2 are computed together, so that k + 2 is skipped.
        if (k % (2 * WavesTogether) >= WavesTogether)
        {
          continue;
        }
        const bool hasSecond = k + 2 < axis.count;
        const double* first = cosines + k * half;
        multiplyTwoWaves(half, first, hasSecond ? first + 2 * half : first,
          k % 2 == 0 ? folded.sums.data() : folded.differences.data(), sums);
        for (int row = 0; row < (hasSecond ? WavesTogether : 1); ++row)
        {
          for (int lane = 0; lane < lanes; ++lane)
          {
            to[places[lane] + (k + 2 * row) * axis.inner] = sums[row][lane];
          }
        }
      }
    }
  }
}
}
