#ifndef TRABECULA_TESTING_KERNELS_PATCHES_H
#define TRABECULA_TESTING_KERNELS_PATCHES_H

#include "Support/Random.h"

#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula::testing
{
/// Returns open knots with random distances between interior ones.
inline std::vector<double> randomKnots(Random& random, int degree, int spans)
{
  std::vector<double> lengths = random.vector(static_cast<std::size_t>(spans), 0.5, 1.5);
  double sum = 0.0;
  for (const double length : lengths)
  {
    sum += length;
  }
  std::vector<double> knots(static_cast<std::size_t>(degree) + 1, 0.0);
  double at = 0.0;
  for (int s = 0; s + 1 < spans; ++s)
  {
    at += lengths[static_cast<std::size_t>(s)] / sum;
    knots.push_back(at);
  }
  knots.insert(knots.end(), static_cast<std::size_t>(degree) + 1, 1.0);
  return knots;
}

/// Returns values of a function of the position at the Greville points of a patch, x fastest.
inline std::vector<double> atGrevillePoints(
  const NurbsPatch& patch, const std::function<double(const std::array<double, 3>&)>& function)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t k = 0; k < 3; ++k)
  {
    places[k] = grevillePoints(patch.degrees[k], patch.knots[k]);
  }
  std::vector<double> values;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        values.push_back(function(evaluateAt(patch, { x, y, z }).position));
      }
    }
  }
  return values;
}

/// Returns a box with random knots; if curved, it has displaced control points and random weights.
inline NurbsPatch randomPatch(Random& random, int dimension, const std::array<int, 3>& degrees,
  const std::array<int, 3>& spans, bool curved)
{
  NurbsPatch patch = makeBoxPatch(dimension, { 2.0, 1.0, 1.5 }, degrees, spans);
  const std::array<double, 3> sizes = { 2.0, 1.0, 1.5 };
  std::array<std::vector<double>, 3> greville;
  for (std::size_t k = 0; k < 3; ++k)
  {
    greville[k] = { 0.0 };
    if (k < static_cast<std::size_t>(dimension))
    {
      patch.knots[k] = randomKnots(random, degrees[k], spans[k]);
      greville[k] = grevillePoints(degrees[k], patch.knots[k]);
    }
  }
  std::size_t p = 0;
  for (const double z : greville[2])
  {
    for (const double y : greville[1])
    {
      for (const double x : greville[0])
      {
        const std::array<double, 3> at = { x, y, z };
        for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i)
        {
          const double step = 0.1 / (spans[i] + degrees[i]);
          patch.points[3 * p + i] =
            sizes[i] * (at[i] + (curved ? random.uniform(-step, step) : 0.0));
        }
        patch.weights[p] = curved ? random.uniform(0.8, 1.25) : 1.0;
        ++p;
      }
    }
  }
  return patch;
}

/// Makes the spans, weights and control points of a patch irregular.
inline NurbsPatch distorted(NurbsPatch patch, std::uint64_t seed, double by = 0.15)
{
  Random random(seed);
  const double h = 1.0 / patch.elements()[0];
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    const auto p = static_cast<std::size_t>(patch.degrees[k]);
    const double span = 1.0 / patch.elements()[k];
    for (std::size_t i = p + 1; i + p + 1 < patch.knots[k].size(); ++i)
    {
      patch.knots[k][i] += random.uniform(-0.3, 0.3) * span;
    }
  }
  for (std::size_t i = 0; i < patch.weights.size(); ++i)
  {
    patch.weights[i] *= random.uniform(0.8, 1.25);
    for (std::size_t c = 0; c < static_cast<std::size_t>(patch.dimension); ++c)
    {
      patch.points[3 * i + c] += random.uniform(-by, by) * h;
    }
  }
  return patch;
}

/// Marks all unknowns of the control points of a face.
inline std::vector<std::uint8_t> heldFace(const NurbsPatch& patch, int direction, int end)
{
  const auto d = static_cast<std::size_t>(patch.dimension);
  std::vector<std::uint8_t> supported(d * patch.numberOfControlPoints(), 0);
  for (const std::int32_t point : controlPointsOfFace(patch, direction, end))
  {
    for (std::size_t c = 0; c < d; ++c)
    {
      supported[d * static_cast<std::size_t>(point) + c] = 1;
    }
  }
  return supported;
}
}

#endif
