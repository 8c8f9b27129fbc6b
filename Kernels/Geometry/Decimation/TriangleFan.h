#ifndef TRABECULA_GEOMETRY_DECIMATION_TRIANGLEFAN_H
#define TRABECULA_GEOMETRY_DECIMATION_TRIANGLEFAN_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The triangles around a point, each with its two other corners.
struct Fan
{
  std::vector<std::int32_t> triangles;
  std::vector<std::int32_t> next;
  std::vector<std::int32_t> before;

  bool has(std::int32_t point) const
  {
    return std::find(this->next.begin(), this->next.end(), point) != this->next.end();
  }
  /// Whether two points are neighbours in the fan, in any direction.
  bool hasEdge(std::int32_t a, std::int32_t b) const
  {
    for (std::size_t i = 0; i < this->next.size(); ++i)
    {
      if ((this->next[i] == a && this->before[i] == b) ||
        (this->next[i] == b && this->before[i] == a))
      {
        return true;
      }
    }
    return false;
  }
};
}

#endif
