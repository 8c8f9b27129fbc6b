#include "Solver/Eigen/StartWaves.h"

#include "Core/Error.h"
#include "Core/Parallel.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// The next pseudorandom number in [-1, 1).
inline double nextOfSequence(std::uint64_t& state)
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<double>(state >> 11) * 0x1p-52 - 1.0;
}

constexpr int MostWaves = 9;

/// Wave vectors over the length, and phases.
struct Waves
{
  double of[MostWaves][4] = {};
  double centre[3] = {};
};

template <class Space>
void addWaves(const Context<Space>& context, std::int64_t n, const Waves waves, int components,
  const double* points, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      for (int c = 0; c < components; ++c)
      {
        double phase = waves.of[c][3];
        for (int k = 0; k < 3; ++k)
        {
          phase += waves.of[c][k] * (points[3 * i + k] - waves.centre[k]);
        }
        values[components * i + c] = cos(phase);
      }
    });
}
}

template <class Space>
void setWaves(const Vector<Space>& points, int number, const std::array<double, 3>& centre,
  double length, Vector<Space>& values)
{
  const int components = values.layout().components();
  const std::int64_t count = values.layout().count();
  if (components > detail::MostWaves || points.size() != 3 * count)
  {
    throw Error("Waves need three coordinates for each point and at most nine components.");
  }
  auto state = 20070901 + 7919 * static_cast<std::uint64_t>(number);
  detail::Waves waves;
  for (int c = 0; c < components; ++c)
  {
    for (int k = 0; k < 4; ++k)
    {
      waves.of[c][k] = detail::nextOfSequence(state) * (3.0 + 2.0 * std::sqrt(double(number))) /
        (k < 3 ? length : 1.0);
    }
  }
  for (std::size_t k = 0; k < 3; ++k)
  {
    waves.centre[k] = centre[k];
  }
  detail::addWaves(values.context(), count, waves, components, points.data(), values.data());
}

template void setWaves(const Vector<CompiledSpace>& points, int number,
  const std::array<double, 3>& centre, double length, Vector<CompiledSpace>& values);
}
