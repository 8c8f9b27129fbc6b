#ifndef TRABECULA_ELEMENT_MASSELEMENT_H
#define TRABECULA_ELEMENT_MASSELEMENT_H

#include "Element/Hex8.h"
#include "Element/Tet10Element.h"
#include "Element/Tet4Element.h"
#include "Physics/Mass.h"

namespace trabecula
{
/// Quadrature points of the mass: those of the stiffness, unless these integrate products of shape
/// functions to a matrix of too low a rank.
template <class Element>
struct MassPoints
{
  static constexpr int Count = Element::QuadraturePoints;
  TRABECULA_FUNCTION static double point(int q, double* p)
  {
    return Element::quadraturePoint(q, p);
  }
};

/// Four points, exact to degree 2.
struct Tet4MassPoints
{
  static constexpr int Count = Tet10Shape::QuadraturePoints;
  TRABECULA_FUNCTION static double point(int q, double* p)
  {
    return Tet10Shape::quadraturePoint(q, p);
  }
};

/// Fourteen points, exact to degree 5 (Walkington 2000): on the lines from the centre to the
/// corners, and to the middles of edges.
struct Tet10MassPoints
{
  static constexpr int Count = 14;
  TRABECULA_FUNCTION static double point(int q, double* p)
  {
    if (q < 8)
    {
      const double a = q < 4 ? 0.0927352503108912264 : 0.3108859192633006098;
      for (int k = 0; k < 3; ++k)
      {
        p[k] = q % 4 == k + 1 ? 1.0 - 3.0 * a : a;
      }
      return q < 4 ? 0.0122488405193936582 : 0.0187813209530026418;
    }
    constexpr double a = 0.4544962958743503564;
    const int start = TetShape::edgeStart(q - 8);
    const int end = TetShape::edgeEnd(q - 8);
    for (int k = 0; k < 3; ++k)
    {
      p[k] = k + 1 == start || k + 1 == end ? a : 0.5 - a;
    }
    return 0.0070910034628469110;
  }
};

template <>
struct MassPoints<Tet4Element> : Tet4MassPoints
{
};
template <>
struct MassPoints<QuadratureElement<Tet4Shape>> : Tet4MassPoints
{
};
template <>
struct MassPoints<Tet10Element> : Tet10MassPoints
{
};

/// An element whose products are those of its mass; the coefficient is the density.
template <class Element>
struct MassElement : Element
{
  using Points = MassPoints<Element>;
  static constexpr int Nodes = Element::Nodes;

  /// f = rho M u. @return u.f @tparam Positions, Values, Forces anything with entries as of arrays
  /// @tparam T double, or a pack of doubles for several elements at once
  template <class Positions, class Values, class T, class Forces>
  TRABECULA_FUNCTION static T product(
    const Positions& x, const Values& u, const T density, const Mass law, Forces f)
  {
    if (law.isLumped)
    {
      return lumpedProduct(x, u, density, f);
    }
    for (int i = 0; i < Mass::Components * Nodes; ++i)
    {
      f[i] = T{};
    }
    T energy = T{};
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Points::Count; ++q)
    {
      double n[Nodes];
      const T scale = density * massAt<T>(x, q, n);
      for (int c = 0; c < Mass::Components; ++c)
      {
        T value = T{};
        for (int a = 0; a < Nodes; ++a)
        {
          value += n[a] * u[Nodes * c + a];
        }
        const T force = scale * value;
        energy += force * value;
        for (int a = 0; a < Nodes; ++a)
        {
          f[Nodes * c + a] += n[a] * force;
        }
      }
    }
    return energy;
  }

  /// The three entries of f = rho M u at one node.
  TRABECULA_FUNCTION static void forceAtNode(
    const double* x, const double* u, double density, const Mass law, int node, double* f)
  {
    double all[Mass::Components * Nodes];
    product(x, u, density, law, static_cast<double*>(all));
    for (int c = 0; c < Mass::Components; ++c)
    {
      f[c] = all[Nodes * c + node];
    }
  }

  /// The diagonal of M for a density of one.
  TRABECULA_FUNCTION static void diagonal(const double* x, const Mass law, double* d)
  {
    double ofNode[Nodes];
    const double mass = squares<double>(x, ofNode);
    double sum = 0.0;
    for (int a = 0; a < Nodes; ++a)
    {
      sum += ofNode[a];
    }
    const double scale = law.isLumped ? mass / sum : 1.0;
    for (int i = 0; i < Mass::Components * Nodes; ++i)
    {
      d[i] = scale * ofNode[i % Nodes];
    }
  }

private:
  /// Shape functions n at a quadrature point. @return its volume
  template <class T, class Positions>
  TRABECULA_FUNCTION static T massAt(const Positions& x, int q, double* n)
  {
    double p[3];
    double dn[3 * Nodes];
    const double weight = Points::point(q, p);
    Element::shapesAt(p, n);
    Element::derivativesAt(p, dn);
    T j[9] = {}; // dx_c / dxi_k
    for (int c = 0; c < 3; ++c)
    {
      for (int a = 0; a < Nodes; ++a)
      {
        const T value = x[Nodes * c + a];
        for (int k = 0; k < 3; ++k)
        {
          j[3 * c + k] += value * dn[3 * a + k];
        }
      }
    }
    T adjugate[9];
    return weight * hex8::adjugate(j, j + 3, j + 6, adjugate);
  }

  /// Integrals of the squares of shape functions. @return the volume
  template <class T, class Positions>
  TRABECULA_FUNCTION static T squares(const Positions& x, T* ofNode)
  {
    for (int a = 0; a < Nodes; ++a)
    {
      ofNode[a] = T{};
    }
    T volume = T{};
    TRABECULA_NO_UNROLL
    for (int q = 0; q < Points::Count; ++q)
    {
      double n[Nodes];
      const T part = massAt<T>(x, q, n);
      volume += part;
      for (int a = 0; a < Nodes; ++a)
      {
        ofNode[a] += part * (n[a] * n[a]);
      }
    }
    return volume;
  }

  template <class Positions, class Values, class T, class Forces>
  TRABECULA_FUNCTION static T lumpedProduct(
    const Positions& x, const Values& u, const T density, Forces f)
  {
    T ofNode[Nodes];
    const T mass = squares<T>(x, ofNode);
    T sum = T{};
    for (int a = 0; a < Nodes; ++a)
    {
      sum += ofNode[a];
    }
    const T scale = density * mass / sum;
    T energy = T{};
    for (int c = 0; c < Mass::Components; ++c)
    {
      for (int a = 0; a < Nodes; ++a)
      {
        const T value = u[Nodes * c + a];
        const T force = scale * ofNode[a] * value;
        f[Nodes * c + a] = force;
        energy += force * value;
      }
    }
    return energy;
  }
};
}

#endif
