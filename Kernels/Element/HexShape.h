#ifndef TRABECULA_ELEMENT_HEXSHAPE_H
#define TRABECULA_ELEMENT_HEXSHAPE_H

#include "Core/Space.h"
#include "Mesh/CellType.h"

namespace trabecula
{
/// Common properties of hexahedra of any order. Natural coordinates are in [-1, 1].
struct HexShape
{
  static constexpr int Corners = 8;

  TRABECULA_FUNCTION static void centre(double* p) { p[0] = p[1] = p[2] = 0.0; }

  /// Natural coordinate of a corner: -1 or 1.
  TRABECULA_FUNCTION static int cornerPlace(int a, int direction)
  {
    return (direction == 0 ? (a + 1) & 2 : direction == 1 ? a & 2 : a & 4) ? 1 : -1;
  }

  /// Natural coordinate of a corner or mid-edge node: -1, 0 or 1.
  TRABECULA_FUNCTION static int place(int a, int direction)
  {
    if (a < 8)
    {
      return cornerPlace(a, direction);
    }
    if (a < 16)
    {
      // Mid-edge nodes of the face zeta = -1, then of zeta = 1, each anticlockwise from eta = -1.
      const int e = a & 3;
      return direction == 2 ? (a < 12 ? -1 : 1)
        : direction == 0    ? (e == 1      ? 1
                                  : e == 3 ? -1
                                           : 0)
                            : (e == 0      ? -1
                                  : e == 2 ? 1
                                           : 0);
    }
    return direction == 2 ? 0 : cornerPlace(a - 16, direction);
  }

  /// Natural coordinates of a node.
  TRABECULA_FUNCTION static void node(int a, double* p)
  {
    for (int k = 0; k < 3; ++k)
    {
      p[k] = place(a, k);
    }
  }
};
}

#endif
