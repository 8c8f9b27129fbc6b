#include "Support/Meshes/JoinedMeshes.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

namespace trabecula::testing
{
Mesh joinMeshes(const std::vector<Mesh>& meshes, double tolerance)
{
  Mesh joined;
  std::map<std::array<std::int64_t, 3>, std::vector<std::int32_t>> bins;
  const auto numberOf = [&](const double* p)
  {
    std::array<std::int64_t, 3> bin{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      bin[c] = std::llround(p[c] / (2.0 * tolerance));
    }
    for (int i = 0; i < 27; ++i)
    {
      const auto near =
        bins.find({ bin[0] + i % 3 - 1, bin[1] + i / 3 % 3 - 1, bin[2] + i / 9 - 1 });
      for (std::size_t k = 0; near != bins.end() && k < near->second.size(); ++k)
      {
        const double* q = &joined.points[3 * std::size_t(near->second[k])];
        if (std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) <= tolerance)
        {
          return near->second[k];
        }
      }
    }
    const auto number = static_cast<std::int32_t>(joined.numberOfNodes());
    bins[bin].push_back(number);
    joined.points.insert(joined.points.end(), p, p + 3);
    return number;
  };
  for (const Mesh& mesh : meshes)
  {
    std::vector<std::int32_t> numbers(mesh.numberOfNodes());
    for (std::size_t n = 0; n < numbers.size(); ++n)
    {
      numbers[n] = numberOf(&mesh.points[3 * n]);
    }
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      std::array<std::int32_t, CellShape::MostNodes> nodes{};
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        nodes[a] = numbers[std::size_t(mesh.element(e)[a])];
      }
      joined.append(mesh.type(e), nodes.data());
    }
  }
  return joined;
}
}
