#ifndef TRABECULA_ELEMENT_HEX8ELEMENT_H
#define TRABECULA_ELEMENT_HEX8ELEMENT_H

#include "Element/Hex8.h"
#include "Element/HexShape.h"
#include "Element/QuadratureElement.h"

namespace trabecula
{
/// Shape functions of the eight-node hexahedron (trilinear), and 2x2x2 Gauss points.
struct Hex8Shape : HexShape
{
  static constexpr CellType Type = CellType::Hexahedron;
  static constexpr int Nodes = 8;
  static constexpr int QuadraturePoints = 8;

  TRABECULA_FUNCTION static double quadraturePoint(int q, double* p)
  {
    for (int k = 0; k < 3; ++k)
    {
      p[k] = (q >> k) & 1 ? hex8::GaussPoint : -hex8::GaussPoint;
    }
    return 1.0;
  }

  TRABECULA_FUNCTION static void shapesAt(const double* p, double* n)
  {
    for (int a = 0; a < 8; ++a)
    {
      n[a] = 0.125 * (1.0 + place(a, 0) * p[0]) * (1.0 + place(a, 1) * p[1]) *
        (1.0 + place(a, 2) * p[2]);
    }
  }

  TRABECULA_FUNCTION static void derivativesAt(const double* p, double* dn)
  {
    for (int a = 0; a < 8; ++a)
    {
      const double t[3] = { double(place(a, 0)), double(place(a, 1)), double(place(a, 2)) };
      const double f[3] = { 1.0 + t[0] * p[0], 1.0 + t[1] * p[1], 1.0 + t[2] * p[2] };
      dn[3 * a] = 0.125 * t[0] * f[1] * f[2];
      dn[3 * a + 1] = 0.125 * t[1] * f[2] * f[0];
      dn[3 * a + 2] = 0.125 * t[2] * f[0] * f[1];
    }
  }
};

/// The eight-node hexahedron with 2x2x2 Gauss points, with the interface of all elements: products
/// are those of Element/Hex8.h for elasticity, and by quadrature for other laws.
struct Hex8Element : QuadratureElement<Hex8Shape>
{
  using QuadratureElement::centreGradient;
  using QuadratureElement::diagonal;
  using QuadratureElement::forceAtNode;
  using QuadratureElement::product;

  /// Smallest determinant of the Jacobian at the quadrature points. @param volume set to the volume
  /// by quadrature
  TRABECULA_FUNCTION static double smallestDeterminant(const double* x, double& volume)
  {
    return hex8::smallestDeterminant(x, volume);
  }

  /// f = E K u. @return u.f
  TRABECULA_FUNCTION static double product(
    const double* x, const double* u, double modulus, const Elasticity material, double* f)
  {
    return hex8::product(x, u, modulus, material, f);
  }

  /// The three entries of f = E K u at one node.
  TRABECULA_FUNCTION static void forceAtNode(const double* x, const double* u, double modulus,
    const Elasticity material, int node, double* f)
  {
    double all[24];
    hex8::product(x, u, modulus, material, all);
    for (int c = 0; c < 3; ++c)
    {
      f[c] = all[8 * c + node];
    }
  }

  /// The diagonal of K for a Young's modulus of one.
  TRABECULA_FUNCTION static void diagonal(const double* x, const Elasticity material, double* d)
  {
    hex8::diagonal(x, material, d);
  }

  /// Displacement gradient du_i/dx_j at the centre, entry 3 i + j.
  TRABECULA_FUNCTION static void centreGradient(const double* x, const double* u, double* g)
  {
    // Modes 1, 2 and 4 are 8 times the derivatives in xi, eta and zeta at the centre.
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
