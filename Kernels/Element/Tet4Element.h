#ifndef TRABECULA_ELEMENT_TET4ELEMENT_H
#define TRABECULA_ELEMENT_TET4ELEMENT_H

#include "Element/QuadratureElement.h"
#include "Element/TetShape.h"

namespace trabecula
{
/// Shape functions of the four-node tetrahedron, and one quadrature point.
struct Tet4Shape : TetShape
{
  static constexpr CellType Type = CellType::Tetrahedron;
  static constexpr int Nodes = 4;
  static constexpr int QuadraturePoints = 1;

  TRABECULA_FUNCTION static double quadraturePoint(int /*q*/, double* p)
  {
    centre(p);
    return 1.0 / 6.0;
  }

  TRABECULA_FUNCTION static void shapesAt(const double* p, double* n)
  {
    n[0] = 1.0 - p[0] - p[1] - p[2];
    n[1] = p[0];
    n[2] = p[1];
    n[3] = p[2];
  }

  TRABECULA_FUNCTION static void derivativesAt(const double* /*p*/, double* dn)
  {
    for (int i = 0; i < 12; ++i)
    {
      dn[i] = slope(i / 3, i % 3);
    }
  }
};

/// The four-node tetrahedron, whose strain is constant: one quadrature point of weight 1/6.
struct Tet4Element : QuadratureElement<Tet4Shape>
{
  TRABECULA_FUNCTION static double gradients(const double* x, int /*q*/, double* g)
  {
    return shapeGradients(x, g) / 6.0;
  }

  /// Derivatives of the shape functions in space, entry 3 * node + direction. @return the
  /// determinant of the Jacobian, which is six times the volume
  template <class Values>
  TRABECULA_FUNCTION static double shapeGradients(Values x, double* g)
  {
    double j[9]; // rows x, y, z; columns from node 0 to nodes 1, 2, 3
    double a[9]; // adjugate: row k is the determinant times the gradient of node k + 1
    for (int c = 0; c < 3; ++c)
    {
      for (int k = 0; k < 3; ++k)
      {
        j[3 * c + k] = x[4 * c + k + 1] - x[4 * c];
      }
    }
    const double determinant = hex8::adjugate(j, j + 3, j + 6, a);
    const double inverse = 1.0 / determinant;
    for (int c = 0; c < 3; ++c)
    {
      g[c] = 0.0;
      for (int k = 0; k < 3; ++k)
      {
        g[3 * (k + 1) + c] = inverse * a[3 * k + c];
        g[c] -= g[3 * (k + 1) + c];
      }
    }
    return determinant;
  }

  TRABECULA_FUNCTION static double smallestDeterminant(const double* x, double& volume)
  {
    double g[12];
    const double determinant = shapeGradients(x, g);
    volume = determinant / 6.0;
    return determinant;
  }

  /// Gradient du_i/dx_j of a field, entry 3 i + j, from gradients g of the shape functions.
  template <int Components = 3, class Values>
  TRABECULA_FUNCTION static void gradientOf(const double* g, Values u, double* h)
  {
    for (int i = 0; i < Components; ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        h[3 * i + c] = 0.0;
        for (int node = 0; node < 4; ++node)
        {
          h[3 * i + c] += u[4 * i + node] * g[3 * node + c];
        }
      }
    }
  }

  /// Stress (or flux) times a factor from a gradient, entry 3 i + j.
  template <class Law>
  TRABECULA_FUNCTION static void scaledStress(
    const double* h, double factor, const Law law, double* s)
  {
    const double shared = law.sharedOf(h);
    for (int i = 0; i < Law::Components; ++i)
    {
      law.rowOf(i, h, shared, factor, s + 3 * i);
    }
  }

  /// f = E K u. @return u.f @tparam Positions, Values, Forces anything with entries as of arrays
  template <class Positions, class Values, class Law, class Forces>
  TRABECULA_FUNCTION static double product(
    Positions x, Values u, double modulus, const Law law, Forces f)
  {
    double g[12];
    double h[3 * Law::Components];
    double s[3 * Law::Components];
    const double volume = shapeGradients(x, g) / 6.0;
    gradientOf<Law::Components>(g, u, h);
    scaledStress(h, modulus * volume, law, s);
    double energy = 0.0;
    for (int i = 0; i < 3 * Law::Components; ++i)
    {
      energy += s[i] * h[i];
    }
    for (int node = 0; node < 4; ++node)
    {
      for (int i = 0; i < Law::Components; ++i)
      {
        f[4 * i + node] =
          s[3 * i] * g[3 * node] + s[3 * i + 1] * g[3 * node + 1] + s[3 * i + 2] * g[3 * node + 2];
      }
    }
    return energy;
  }

  template <class Law>
  TRABECULA_FUNCTION static void forceAtNode(
    const double* x, const double* u, double modulus, const Law law, int node, double* f)
  {
    double g[12];
    double h[3 * Law::Components];
    double s[3 * Law::Components];
    const double volume = shapeGradients(x, g) / 6.0;
    gradientOf<Law::Components>(g, u, h);
    scaledStress(h, modulus * volume, law, s);
    for (int i = 0; i < Law::Components; ++i)
    {
      f[i] =
        s[3 * i] * g[3 * node] + s[3 * i + 1] * g[3 * node + 1] + s[3 * i + 2] * g[3 * node + 2];
    }
  }

  template <class Law>
  TRABECULA_FUNCTION static void diagonal(const double* x, const Law law, double* d)
  {
    double g[12];
    const double volume = shapeGradients(x, g) / 6.0;
    for (int node = 0; node < 4; ++node)
    {
      const double* a = g + 3 * node;
      const double square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
      for (int i = 0; i < Law::Components; ++i)
      {
        d[4 * i + node] = volume * law.diagonalOf(a, square, i);
      }
    }
  }

  template <int Components = 3>
  TRABECULA_FUNCTION static void centreGradient(const double* x, const double* u, double* h)
  {
    double g[12];
    shapeGradients(x, g);
    gradientOf<Components>(g, u, h);
  }
};
}

#endif
