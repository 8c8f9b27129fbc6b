#ifndef TRABECULA_ELEMENT_TETSHAPE_H
#define TRABECULA_ELEMENT_TETSHAPE_H

#include "Core/Space.h"
#include "Mesh/CellType.h"

namespace trabecula
{
/// Common properties of tetrahedra of any order. Natural coordinates are the barycentric
/// coordinates of nodes 1, 2 and 3.
struct TetShape
{
  static constexpr int Corners = 4;

  TRABECULA_FUNCTION static void centre(double* p) { p[0] = p[1] = p[2] = 0.25; }

  /// Derivative of the barycentric coordinate of a corner in a direction.
  TRABECULA_FUNCTION static double slope(int corner, int direction)
  {
    return corner == 0 ? -1.0 : corner == direction + 1 ? 1.0 : 0.0;
  }

  /// First and second corner of the edges 01, 12, 20, 03, 13, 23.
  TRABECULA_FUNCTION static int edgeStart(int edge) { return edge < 3 ? edge : edge - 3; }
  TRABECULA_FUNCTION static int edgeEnd(int edge) { return edge < 3 ? (edge + 1) % 3 : 3; }

  /// Natural coordinates of a corner or mid-edge node.
  TRABECULA_FUNCTION static void node(int a, double* p)
  {
    for (int k = 0; k < 3; ++k)
    {
      p[k] = a < 4 ? (a == k + 1 ? 1.0 : 0.0)
                   : (edgeStart(a - 4) == k + 1 || edgeEnd(a - 4) == k + 1 ? 0.5 : 0.0);
    }
  }
};
}

#endif
