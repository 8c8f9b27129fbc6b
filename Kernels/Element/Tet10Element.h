#ifndef TRABECULA_ELEMENT_TET10ELEMENT_H
#define TRABECULA_ELEMENT_TET10ELEMENT_H

#include "Element/QuadratureElement.h"
#include "Element/TetShape.h"

namespace trabecula
{
/// Shape functions of the ten-node tetrahedron, and four quadrature points, exact to degree 2 and
/// so for the stiffness of straight-sided elements.
struct Tet10Shape : TetShape
{
  static constexpr CellType Type = CellType::QuadraticTetrahedron;
  static constexpr int Nodes = 10;
  static constexpr int QuadraturePoints = 4;

  TRABECULA_FUNCTION static double quadraturePoint(int q, double* p)
  {
    constexpr double a = 0.13819660112501051518; // (5 - sqrt 5) / 20
    constexpr double b = 0.58541019662496845446; // (5 + 3 sqrt 5) / 20
    for (int k = 0; k < 3; ++k)
    {
      p[k] = q == k + 1 ? b : a;
    }
    return 1.0 / 24.0;
  }

  TRABECULA_FUNCTION static void shapesAt(const double* p, double* n)
  {
    const double l[4] = { 1.0 - p[0] - p[1] - p[2], p[0], p[1], p[2] };
    TRABECULA_UNROLL
    for (int a = 0; a < 4; ++a)
    {
      n[a] = l[a] * (2.0 * l[a] - 1.0);
    }
    TRABECULA_UNROLL
    for (int e = 0; e < 6; ++e)
    {
      n[4 + e] = 4.0 * l[edgeStart(e)] * l[edgeEnd(e)];
    }
  }

  TRABECULA_FUNCTION static void derivativesAt(const double* p, double* dn)
  {
    const double l[4] = { 1.0 - p[0] - p[1] - p[2], p[0], p[1], p[2] };
    TRABECULA_UNROLL
    for (int a = 0; a < 4; ++a)
    {
      TRABECULA_UNROLL
      for (int k = 0; k < 3; ++k)
      {
        dn[3 * a + k] = (4.0 * l[a] - 1.0) * slope(a, k);
      }
    }
    TRABECULA_UNROLL
    for (int e = 0; e < 6; ++e)
    {
      const int a = edgeStart(e);
      const int b = edgeEnd(e);
      TRABECULA_UNROLL
      for (int k = 0; k < 3; ++k)
      {
        dn[12 + 3 * e + k] = 4.0 * (l[a] * slope(b, k) + l[b] * slope(a, k));
      }
    }
  }
};

/// The ten-node tetrahedron. Products, diagonal and volume are those of the quadrature rule.
struct Tet10Element : QuadratureElement<Tet10Shape>
{
};
}

#endif
