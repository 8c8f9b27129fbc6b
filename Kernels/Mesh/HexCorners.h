#ifndef TRABECULA_MESH_HEXCORNERS_H
#define TRABECULA_MESH_HEXCORNERS_H

#include <array>

namespace trabecula
{
/// Corners of a hexahedron in VTK_HEXAHEDRON order, in units of its edges along xi, eta, zeta.
constexpr std::array<std::array<int, 3>, 8> HexCorners = { { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 },
  { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } } };
}

#endif
