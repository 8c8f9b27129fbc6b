#include "Parts/DistributedStructure.h"

#include "Support/Random.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trabecula::testing
{
WholeStructure randomBeam(Mesh mesh, std::uint64_t seed)
{
  Random random(seed);
  WholeStructure whole;
  double left = mesh.points[0];
  double right = left;
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    left = std::min(left, mesh.points[i]);
    right = std::max(right, mesh.points[i]);
  }
  const double tenth = 0.1 * (right - left);
  whole.supports.assign(mesh.points.size(), 0);
  whole.forces.assign(mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    const bool isSupported = mesh.points[i] < left + tenth;
    const bool isLoaded = mesh.points[i] > right - tenth;
    for (std::size_t c = 0; c < 3; ++c)
    {
      whole.supports[i + c] = isSupported ? 1 : 0;
      whole.forces[i + c] = isLoaded ? random.uniform(-1.0, 1.0) : 0.0;
    }
  }
  whole.moduli = random.vector(mesh.numberOfElements(), 0.5, 2.0);
  whole.mesh = std::move(mesh);
  return whole;
}

std::vector<Division> divisions()
{
  const auto random = [](const Mesh& mesh, int parts)
  {
    Random of(71);
    std::vector<std::int32_t> part(mesh.numberOfElements());
    for (std::int32_t& p : part)
    {
      p = static_cast<std::int32_t>(of.index(static_cast<std::size_t>(parts)));
    }
    return part;
  };
  const auto last = [](const Mesh& mesh, int parts)
  { return std::vector<std::int32_t>(mesh.numberOfElements(), parts - 1); };
  const auto everyOther = [](const Mesh& mesh, int parts)
  {
    std::vector<std::int32_t> part = bisectElements(mesh, (parts + 1) / 2);
    std::transform(part.begin(), part.end(), part.begin(), [](std::int32_t p) { return 2 * p; });
    return part;
  };
  return { { "bisection", &bisectElements }, { "random", random }, { "last", last },
    { "every other", everyOther } };
}
}
