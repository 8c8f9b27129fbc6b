#ifndef TRABECULA_ELEMENT_HEX8ELEMENT_H
#define TRABECULA_ELEMENT_HEX8ELEMENT_H

#include "Element/Hex8.h"
#include "Mesh/CellType.h"

namespace trabecula
{
/**
 * Traits of the eight-node hexahedron with 2x2x2 Gauss points.
 *
 * Element arrays have entry Nodes * component + node. All members are static; every element has the
 * same members.
 */
struct Hex8Element
{
  static constexpr CellType Type = CellType::Hexahedron;
  static constexpr int Nodes = 8;

  /// Smallest determinant of the Jacobian at the quadrature points; volume by quadrature.
  TRABECULA_FUNCTION static double smallestDeterminant(const double* x, double& volume)
  {
    return hex8::smallestDeterminant(x, volume);
  }

  /// f = E K u; returns u.f
  TRABECULA_FUNCTION static double product(
    const double* x, const double* u, double modulus, const hex8::UnitMaterial material, double* f)
  {
    return hex8::product(x, u, modulus, material, f);
  }

  /// The three entries of f = E K u at one node.
  TRABECULA_FUNCTION static void forceAtNode(const double* x, const double* u, double modulus,
    const hex8::UnitMaterial material, int node, double* f)
  {
    double all[24];
    hex8::product(x, u, modulus, material, all);
    for (int c = 0; c < 3; ++c)
    {
      f[c] = all[8 * c + node];
    }
  }

  /// The diagonal of K for a Young's modulus of one.
  TRABECULA_FUNCTION static void diagonal(
    const double* x, const hex8::UnitMaterial material, double* d)
  {
    hex8::diagonal(x, material, d);
  }

  /// Displacement gradient du_i/dx_j at the centre, entry 3 i + j.
  TRABECULA_FUNCTION static void centreGradient(const double* x, const double* u, double* g)
  {
    // There modes 1, 2 and 4 are 8 times the derivatives in xi, eta and zeta.
    double j[9]; // dx_c / dxi_k
    double h[9]; // du_c / dxi_k
    for (int c = 0; c < 3; ++c)
    {
      double modes[8];
      hex8::toModes(x + 8 * c, modes);
      j[3 * c] = modes[1];
      j[3 * c + 1] = modes[2];
      j[3 * c + 2] = modes[4];
      hex8::toModes(u + 8 * c, modes);
      h[3 * c] = modes[1];
      h[3 * c + 1] = modes[2];
      h[3 * c + 2] = modes[4];
    }
    double a[9]; // adjugate: a[3 k + c] / determinant = dxi_k / dx_c
    const double determinant = hex8::adjugate(j, j + 3, j + 6, a);
    for (int i = 0; i < 3; ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        g[3 * i + c] =
          (h[3 * i] * a[c] + h[3 * i + 1] * a[3 + c] + h[3 * i + 2] * a[6 + c]) / determinant;
      }
    }
  }
};
}

#endif
