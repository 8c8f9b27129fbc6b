#ifndef TRABECULA_ELEMENT_QUADRATUREELEMENT_H
#define TRABECULA_ELEMENT_QUADRATUREELEMENT_H

#include "Element/Hex8.h"

namespace trabecula
{
/**
 * Functions of an isoparametric element that follow from its shape functions and quadrature points.
 * An element inherits them, and may hide any of them by a faster version.
 *
 * Element arrays have entry Nodes * component + node; gradients of shape functions and their
 * derivatives in natural coordinates have entry 3 * node + direction. x are positions of the nodes,
 * u values of the field. The law is one of Physics/, for a coefficient of one.
 *
 * @tparam Shape has Type, Nodes, Corners, QuadraturePoints and
 *   quadraturePoint(q, p): natural coordinates of a quadrature point, returns its weight
 *   centre(p): natural coordinates of the centre
 *   shapesAt(p, n): shape functions at natural coordinates
 *   derivativesAt(p, dn): their derivatives in natural coordinates
 */
template <class Shape>
struct QuadratureElement : Shape
{
  /// Shape functions at a quadrature point.
  TRABECULA_FUNCTION static void shapes(int q, double* n)
  {
    double p[3];
    Shape::quadraturePoint(q, p);
    Shape::shapesAt(p, n);
  }

  /// Derivatives of the shape functions in space at natural coordinates p.
  /// @return the determinant of the Jacobian
  TRABECULA_FUNCTION static double gradientsAt(const double* x, const double* p, double* g)
  {
    double dn[3 * Shape::Nodes];
    double j[9];
    double a[9];
    Shape::derivativesAt(p, dn);
    naturalGradient(x, dn, j);
    const double determinant = hex8::adjugate(j, j + 3, j + 6, a);
    const double inverse = 1.0 / determinant;
    for (int node = 0; node < Shape::Nodes; ++node)
    {
      for (int c = 0; c < 3; ++c)
      {
        g[3 * node + c] = inverse *
          (dn[3 * node] * a[c] + dn[3 * node + 1] * a[3 + c] + dn[3 * node + 2] * a[6 + c]);
      }
    }
    return determinant;
  }

  /// Derivatives of the shape functions in space at a quadrature point.
  /// @return the weight times the determinant of the Jacobian
  TRABECULA_FUNCTION static double gradients(const double* x, int q, double* g)
  {
    double p[3];
    const double weight = Shape::quadraturePoint(q, p);
    return weight * gradientsAt(x, p, g);
  }

  /// du_c/dxi_k, entry 3 c + k, of a field (or of the positions), from derivatives dn of the shape
  /// functions.
  template <int Components = 3, class T>
  TRABECULA_FUNCTION static void naturalGradient(const T* u, const double* dn, T* h)
  {
    for (int c = 0; c < Components; ++c)
    {
      T sum0 = T{};
      T sum1 = T{};
      T sum2 = T{};
      for (int node = 0; node < Shape::Nodes; ++node)
      {
        const T value = u[Shape::Nodes * c + node];
        sum0 += value * dn[3 * node];
        sum1 += value * dn[3 * node + 1];
        sum2 += value * dn[3 * node + 2];
      }
      h[3 * c] = sum0;
      h[3 * c + 1] = sum1;
      h[3 * c + 2] = sum2;
    }
  }

  /**
   * Contribution of the stress (or flux) at a quadrature point to forces: the force of a node is
   * the product of its derivatives dn with the rows of s, one row for each component of the field.
   *
   * @param scale the coefficient, such as Young's modulus, times the weight of the point
   * @return twice the energy of the point
   */
  template <class T, class Law>
  TRABECULA_FUNCTION static T forcesAtPoint(
    const T* x, const T* u, const double* dn, const T scale, const Law law, T* s)
  {
    T j[9];
    T h[3 * Law::Components];
    naturalGradient(x, dn, j);
    naturalGradient<Law::Components>(u, dn, h);
    return stressAtPoint(j, h, scale, law, s);
  }

  /// forcesAtPoint() from the derivatives in natural coordinates of the positions, j, and of the
  /// field, h.
  template <class T, class Law>
  TRABECULA_FUNCTION static T stressAtPoint(
    const T* j, const T* h, const T scale, const Law law, T* s)
  {
    T a[9];
    T e[3 * Law::Components]; // du_i/dx_c
    const T determinant = hex8::adjugate(j, j + 3, j + 6, a);
    const T inverse = 1.0 / determinant;
    for (int i = 0; i < Law::Components; ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        e[3 * i + c] =
          inverse * (h[3 * i] * a[c] + h[3 * i + 1] * a[3 + c] + h[3 * i + 2] * a[6 + c]);
      }
    }
    const T shared = law.sharedOf(e);
    T energy = T{};
    for (int i = 0; i < Law::Components; ++i)
    {
      T stress[3]; // not divided by the determinant, as the adjugate contains it
      law.rowOf(i, e, shared, scale, stress);
      for (int c = 0; c < 3; ++c)
      {
        energy += stress[c] * e[3 * i + c];
      }
      for (int k = 0; k < 3; ++k)
      {
        s[3 * i + k] = stress[0] * a[3 * k] + stress[1] * a[3 * k + 1] + stress[2] * a[3 * k + 2];
      }
    }
    return energy * determinant;
  }

  /// f = E K u. @param modulus the coefficient E @return u.f
  /// @tparam T double, or a pack of doubles for several elements at once
  template <class T, class Law>
  TRABECULA_FUNCTION static T product(const T* x, const T* u, const T modulus, const Law law, T* f)
  {
    for (int i = 0; i < Law::Components * Shape::Nodes; ++i)
    {
      f[i] = T{};
    }
    T energy = T{};
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Shape::QuadraturePoints; ++q)
    {
      double p[3];
      double dn[3 * Shape::Nodes];
      T s[3 * Law::Components];
      const double weight = Shape::quadraturePoint(q, p);
      Shape::derivativesAt(p, dn);
      energy += forcesAtPoint(x, u, dn, T(modulus * weight), law, s);
      for (int i = 0; i < Law::Components; ++i)
      {
        for (int node = 0; node < Shape::Nodes; ++node)
        {
          f[Shape::Nodes * i + node] += s[3 * i] * dn[3 * node] + s[3 * i + 1] * dn[3 * node + 1] +
            s[3 * i + 2] * dn[3 * node + 2];
        }
      }
    }
    return energy;
  }

  /// The entries of f = E K u at one node, one per component.
  template <class Law>
  TRABECULA_FUNCTION static void forceAtNode(
    const double* x, const double* u, double modulus, const Law law, int node, double* f)
  {
    for (int i = 0; i < Law::Components; ++i)
    {
      f[i] = 0.0;
    }
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Shape::QuadraturePoints; ++q)
    {
      double p[3];
      double dn[3 * Shape::Nodes];
      double s[3 * Law::Components];
      const double weight = Shape::quadraturePoint(q, p);
      Shape::derivativesAt(p, dn);
      forcesAtPoint(x, u, dn, modulus * weight, law, s);
      for (int i = 0; i < Law::Components; ++i)
      {
        f[i] += s[3 * i] * dn[3 * node] + s[3 * i + 1] * dn[3 * node + 1] +
          s[3 * i + 2] * dn[3 * node + 2];
      }
    }
  }

  /// The diagonal of K for a coefficient of one.
  template <class Law>
  TRABECULA_FUNCTION static void diagonal(const double* x, const Law law, double* d)
  {
    for (int i = 0; i < Law::Components * Shape::Nodes; ++i)
    {
      d[i] = 0.0;
    }
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Shape::QuadraturePoints; ++q)
    {
      double g[3 * Shape::Nodes];
      const double volume = gradients(x, q, g);
      for (int node = 0; node < Shape::Nodes; ++node)
      {
        const double* a = g + 3 * node;
        const double square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
        for (int i = 0; i < Law::Components; ++i)
        {
          d[Shape::Nodes * i + node] += volume * law.diagonalOf(a, square, i);
        }
      }
    }
  }

  /// Smallest determinant of the Jacobian at the quadrature points. @param volume set to the volume
  /// by quadrature
  TRABECULA_FUNCTION static double smallestDeterminant(const double* x, double& volume)
  {
    double smallest = 1e300;
    volume = 0.0;
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Shape::QuadraturePoints; ++q)
    {
      double p[3];
      double dn[3 * Shape::Nodes];
      double j[9];
      double a[9];
      const double weight = Shape::quadraturePoint(q, p);
      Shape::derivativesAt(p, dn);
      naturalGradient(x, dn, j);
      const double determinant = hex8::adjugate(j, j + 3, j + 6, a);
      volume += weight * determinant;
      smallest = determinant < smallest ? determinant : smallest;
    }
    return smallest;
  }

  /// Gradient du_i/dx_j of a field at natural coordinates, entry 3 i + j.
  template <int Components = 3>
  TRABECULA_FUNCTION static void gradientAt(
    const double* x, const double* u, const double* p, double* h)
  {
    double g[3 * Shape::Nodes];
    gradientsAt(x, p, g);
    naturalGradient<Components>(u, g, h);
  }

  /// The transpose of centreGradient(): f = G^T s, if h = G u. @param s entry 3 i + j, as h
  template <int Components = 3>
  TRABECULA_FUNCTION static void centreGradientTransposed(
    const double* x, const double* s, double* f)
  {
    double p[3];
    double g[3 * Shape::Nodes];
    Shape::centre(p);
    gradientsAt(x, p, g);
    for (int i = 0; i < Components; ++i)
    {
      for (int node = 0; node < Shape::Nodes; ++node)
      {
        f[Shape::Nodes * i + node] =
          s[3 * i] * g[3 * node] + s[3 * i + 1] * g[3 * node + 1] + s[3 * i + 2] * g[3 * node + 2];
      }
    }
  }

  /// Gradient du_i/dx_j of a field at the centre, entry 3 i + j.
  template <int Components = 3>
  TRABECULA_FUNCTION static void centreGradient(const double* x, const double* u, double* h)
  {
    double p[3];
    Shape::centre(p);
    gradientAt<Components>(x, u, p, h);
  }
};
}

#endif
