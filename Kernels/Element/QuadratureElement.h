#ifndef TRABECULA_ELEMENT_QUADRATUREELEMENT_H
#define TRABECULA_ELEMENT_QUADRATUREELEMENT_H

#include "Element/Hex8.h"

namespace trabecula
{
/**
 * What follows for an isoparametric element from its shape functions and quadrature points. An
 * element of its own inherits it, and may hide any of it with something faster.
 *
 * Element arrays have entry Nodes * component + node; gradients of shape functions and their
 * derivatives in natural coordinates have entry 3 * node + direction.
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

  /// Derivatives of the shape functions in space at natural coordinates; returns the determinant
  /// of the Jacobian.
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

  /// The same at a quadrature point; returns the weight times the determinant.
  TRABECULA_FUNCTION static double gradients(const double* x, int q, double* g)
  {
    double p[3];
    const double weight = Shape::quadraturePoint(q, p);
    return weight * gradientsAt(x, p, g);
  }

  /// du_c/dxi_k, entry 3 c + k, of a field (or of the positions) of which derivatives are given.
  template <class T>
  TRABECULA_FUNCTION static void naturalGradient(const T* u, const double* dn, T* h)
  {
    for (int c = 0; c < 3; ++c)
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
   * What the stress at a quadrature point adds to forces: rows of s, one per component, by which
   * the derivatives dn of a node are multiplied.
   *
   * @param scale Young's modulus times the weight of the point @returns twice the energy there
   */
  template <class T>
  TRABECULA_FUNCTION static T forcesAtPoint(const T* x, const T* u, const double* dn, const T scale,
    const hex8::UnitMaterial material, T* s)
  {
    T j[9];
    T h[9];
    naturalGradient(x, dn, j);
    naturalGradient(u, dn, h);
    return stressAtPoint(j, h, scale, material, s);
  }

  /// The same from the derivatives in natural coordinates of the positions, j, and of the
  /// displacements, h.
  template <class T>
  TRABECULA_FUNCTION static T stressAtPoint(
    const T* j, const T* h, const T scale, const hex8::UnitMaterial material, T* s)
  {
    T a[9];
    T e[9]; // du_i/dx_c
    const T determinant = hex8::adjugate(j, j + 3, j + 6, a);
    const T inverse = 1.0 / determinant;
    for (int i = 0; i < 3; ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        e[3 * i + c] =
          inverse * (h[3 * i] * a[c] + h[3 * i + 1] * a[3 + c] + h[3 * i + 2] * a[6 + c]);
      }
    }
    const T pressure = material.lambda * (e[0] + e[4] + e[8]);
    T energy = T{};
    for (int i = 0; i < 3; ++i)
    {
      T stress[3]; // over the determinant, which the adjugate has in it
      for (int c = 0; c < 3; ++c)
      {
        stress[c] = material.mu * (e[3 * i + c] + e[3 * c + i]);
        stress[c] = scale * (i == c ? stress[c] + pressure : stress[c]);
        energy += stress[c] * e[3 * i + c];
      }
      for (int k = 0; k < 3; ++k)
      {
        s[3 * i + k] = stress[0] * a[3 * k] + stress[1] * a[3 * k + 1] + stress[2] * a[3 * k + 2];
      }
    }
    return energy * determinant;
  }

  /// f = E K u; returns u.f. T is double, or a pack of doubles for several elements at once.
  template <class T>
  TRABECULA_FUNCTION static T product(
    const T* x, const T* u, const T modulus, const hex8::UnitMaterial material, T* f)
  {
    for (int i = 0; i < 3 * Shape::Nodes; ++i)
    {
      f[i] = T{};
    }
    T energy = T{};
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Shape::QuadraturePoints; ++q)
    {
      double p[3];
      double dn[3 * Shape::Nodes];
      T s[9];
      const double weight = Shape::quadraturePoint(q, p);
      Shape::derivativesAt(p, dn);
      energy += forcesAtPoint(x, u, dn, T(modulus * weight), material, s);
      for (int i = 0; i < 3; ++i)
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

  /// The three entries of f = E K u at one node.
  TRABECULA_FUNCTION static void forceAtNode(const double* x, const double* u, double modulus,
    const hex8::UnitMaterial material, int node, double* f)
  {
    f[0] = f[1] = f[2] = 0.0;
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Shape::QuadraturePoints; ++q)
    {
      double p[3];
      double dn[3 * Shape::Nodes];
      double s[9];
      const double weight = Shape::quadraturePoint(q, p);
      Shape::derivativesAt(p, dn);
      forcesAtPoint(x, u, dn, modulus * weight, material, s);
      for (int i = 0; i < 3; ++i)
      {
        f[i] += s[3 * i] * dn[3 * node] + s[3 * i + 1] * dn[3 * node + 1] +
          s[3 * i + 2] * dn[3 * node + 2];
      }
    }
  }

  /// The diagonal of K for a Young's modulus of one.
  TRABECULA_FUNCTION static void diagonal(
    const double* x, const hex8::UnitMaterial material, double* d)
  {
    for (int i = 0; i < 3 * Shape::Nodes; ++i)
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
        for (int i = 0; i < 3; ++i)
        {
          d[Shape::Nodes * i + node] +=
            volume * ((material.lambda + material.mu) * a[i] * a[i] + material.mu * square);
        }
      }
    }
  }

  /// Smallest determinant of the Jacobian at the quadrature points; volume by quadrature.
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

  /// Displacement gradient du_i/dx_j at natural coordinates, entry 3 i + j.
  TRABECULA_FUNCTION static void gradientAt(
    const double* x, const double* u, const double* p, double* h)
  {
    double g[3 * Shape::Nodes];
    gradientsAt(x, p, g);
    naturalGradient(u, g, h);
  }

  /// The same at the centre.
  TRABECULA_FUNCTION static void centreGradient(const double* x, const double* u, double* h)
  {
    double p[3];
    Shape::centre(p);
    gradientAt(x, u, p, h);
  }
};
}

#endif
