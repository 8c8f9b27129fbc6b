#ifndef TRABECULA_MESH_ELEMENTSHAPES_H
#define TRABECULA_MESH_ELEMENTSHAPES_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The distinct shapes of a mesh's elements. Two elements have the same shape if a translation maps
 * each corner of one to the corner of the same number of the other, up to rounding: corners may
 * differ by RoundingUnits times the spacing of doubles at the largest coordinate of the mesh, the
 * error of coordinates computed as origin + index * spacing.
 */
struct ElementShapes
{
  static constexpr double RoundingUnits = 16.0;
  static constexpr std::size_t Most = 64;

  /// Corners relative to the first: entry 8 * component + corner, as in Element/Hex8.h. In order of
  /// first occurrence.
  std::vector<std::array<double, 24>> shapes;
  std::vector<std::uint8_t> shapeOfElement;
  /// Number of elements processed: less than all if there are more than Most shapes.
  std::size_t elementsSeen = 0;
};

ElementShapes findElementShapes(const Mesh& mesh);
}

#endif
