#ifndef TRABECULA_GEOMETRY_DECIMATION_TRIANGLESHAPE_H
#define TRABECULA_GEOMETRY_DECIMATION_TRIANGLESHAPE_H

#include "Geometry/Triangles/Position.h"

#include <algorithm>

namespace trabecula
{
/// Twice the area of a triangle as a vector, and twice the area over the square of the longest
/// side.
struct TriangleShape
{
  Position area;
  double size;
  double quality;

  TriangleShape(const Position& a, const Position& b, const Position& c)
    : area(crossProduct(minus(b, a), minus(c, a))), size(lengthOf(area))
  {
    const Position ab = minus(b, a);
    const Position bc = minus(c, b);
    const Position ca = minus(a, c);
    const double longest = std::max({ dotProduct(ab, ab), dotProduct(bc, bc), dotProduct(ca, ca) });
    this->quality = longest > 0.0 ? this->size / longest : 0.0;
  }

  double cosine(const Position& direction) const
  {
    const double length = lengthOf(direction);
    return this->size > 0.0 && length > 0.0
      ? dotProduct(this->area, direction) / (this->size * length)
      : 0.0;
  }
};
}

#endif
