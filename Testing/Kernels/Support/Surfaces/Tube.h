#ifndef TRABECULA_TESTING_SUPPORT_SURFACES_TUBE_H
#define TRABECULA_TESTING_SUPPORT_SURFACES_TUBE_H

#include <cstdint>
#include <vector>

namespace trabecula::testing
{
/// Returns triangles, oriented outward, of a tube with four rings of points that are anticlockwise
/// seen from above: outside and bore below, outside and bore above.
/// @param facets number of points of each ring
inline std::vector<std::int32_t> trianglesOfTube(int facets)
{
  std::vector<std::int32_t> triangles;
  const auto at = [facets](int ring, int i) { return ring * facets + i % facets; };
  const auto quad = [&triangles](int a, int b, int c, int d) {
    triangles.insert(triangles.end(), { a, b, c, a, c, d });
  };
  for (int i = 0; i < facets; ++i)
  {
    quad(at(0, i), at(0, i + 1), at(2, i + 1), at(2, i)); // outside
    quad(at(1, i + 1), at(1, i), at(3, i), at(3, i + 1)); // bore
    quad(at(0, i + 1), at(0, i), at(1, i), at(1, i + 1)); // below
    quad(at(2, i), at(2, i + 1), at(3, i + 1), at(3, i)); // above
  }
  return triangles;
}
}

#endif
