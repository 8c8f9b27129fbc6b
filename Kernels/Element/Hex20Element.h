#ifndef TRABECULA_ELEMENT_HEX20ELEMENT_H
#define TRABECULA_ELEMENT_HEX20ELEMENT_H

#include "Element/HexShape.h"
#include "Element/QuadratureElement.h"

namespace trabecula
{
/// Shape functions of the twenty-node hexahedron (serendipity), and 3x3x3 Gauss points.
struct Hex20Shape : HexShape
{
  static constexpr CellType Type = CellType::QuadraticHexahedron;
  static constexpr int Nodes = 20;
  static constexpr int QuadraturePoints = 27;

  TRABECULA_FUNCTION static double quadraturePoint(int q, double* p)
  {
    constexpr double place = 0.77459666924148337704; // sqrt(3 / 5)
    const int i[3] = { q % 3 - 1, q / 3 % 3 - 1, q / 9 - 1 };
    double weight = 1.0;
    for (int k = 0; k < 3; ++k)
    {
      p[k] = place * i[k];
      weight *= i[k] == 0 ? 8.0 / 9.0 : 5.0 / 9.0;
    }
    return weight;
  }

  TRABECULA_FUNCTION static void shapesAt(const double* p, double* n)
  {
    for (int a = 0; a < 20; ++a)
    {
      double value = a < 8 ? -2.0 : 2.0;
      double product = 1.0;
      for (int k = 0; k < 3; ++k)
      {
        const int t = place(a, k);
        product *= t == 0 ? 1.0 - p[k] * p[k] : 1.0 + t * p[k];
        value += a < 8 ? t * p[k] : 0.0;
      }
      n[a] = product * value / 8.0;
    }
  }

  TRABECULA_FUNCTION static void derivativesAt(const double* p, double* dn)
  {
    TRABECULA_UNROLL
    for (int a = 0; a < 8; ++a)
    {
      const double t[3] = { double(place(a, 0)), double(place(a, 1)), double(place(a, 2)) };
      const double f[3] = { 1.0 + t[0] * p[0], 1.0 + t[1] * p[1], 1.0 + t[2] * p[2] };
      const double s = t[0] * p[0] + t[1] * p[1] + t[2] * p[2] - 2.0;
      dn[3 * a] = 0.125 * t[0] * f[1] * f[2] * (s + f[0]);
      dn[3 * a + 1] = 0.125 * t[1] * f[2] * f[0] * (s + f[1]);
      dn[3 * a + 2] = 0.125 * t[2] * f[0] * f[1] * (s + f[2]);
    }
    TRABECULA_UNROLL
    for (int direction = 0; direction < 3; ++direction)
    {
      addEdges(direction, p, dn);
    }
  }

private:
  /// Derivatives of the shape functions of the four mid-edge nodes of edges along a direction.
  TRABECULA_FUNCTION static void addEdges(int k, const double* p, double* dn)
  {
    const int l = (k + 1) % 3;
    const int m = (k + 2) % 3;
    TRABECULA_UNROLL
    for (int e = 0; e < 4; ++e)
    {
      // Edges along x are 8, 10, 12, 14, along y 9, 11, 13, 15, along z 16 to 19.
      const int a = k == 2 ? 16 + e : 8 + 2 * e + k;
      const double tl = place(a, l);
      const double tm = place(a, m);
      const double fl = 1.0 + tl * p[l];
      const double fm = 1.0 + tm * p[m];
      const double bubble = 0.25 * (1.0 - p[k] * p[k]);
      dn[3 * a + k] = -0.5 * p[k] * fl * fm;
      dn[3 * a + l] = bubble * tl * fm;
      dn[3 * a + m] = bubble * tm * fl;
    }
  }
};

/// The twenty-node hexahedron. Products, diagonal and volume are computed by quadrature.
struct Hex20Element : QuadratureElement<Hex20Shape>
{
};
}

#endif
