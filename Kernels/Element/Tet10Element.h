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

/**
 * The ten-node tetrahedron. Diagonal, volume and product are computed by quadrature.
 *
 * The product uses barycentric coordinates l of the corners. With U_ab the value at the edge of
 * corners a and b, and U_aa the value at corner a, the gradient of a field is the sum over b of w_b
 * grad l_b with the factors
 *
 *   w_b = 4 sum over a of l_a U_ab - U_bb.
 *
 * At quadrature points l_a = Minor for all corners but one, where it is Major.
 */
struct Tet10Element : QuadratureElement<Tet10Shape>
{
  /// f = E K u. @return u.f @tparam T double, or a pack of doubles for several elements at once
  template <class T, class Law>
  TRABECULA_FUNCTION static T product(const T* x, const T* u, const T modulus, const Law law, T* f)
  {
    constexpr double Minor = 0.13819660112501051518; // (5 - sqrt 5) / 20
    constexpr double Major = 0.58541019662496845446; // (5 + 3 sqrt 5) / 20
    constexpr double Excess = 4.0 * (Major - Minor);
    constexpr int Components = Law::Components;
    T positions[12]; // factors with l_a = Minor at all corners, 4 * component + corner
    T displacements[4 * Components];
    T total[4 * Components] = {}; // forces by grad l_b, summed over the points
    commonFactors<3>(x, 4.0 * Minor, positions);
    commonFactors<Components>(u, 4.0 * Minor, displacements);
    for (int i = 0; i < Components * Nodes; ++i)
    {
      f[i] = T{};
    }
    T energy = T{};
    const T scale = modulus * (1.0 / 24.0);
    TRABECULA_UNROLL
    for (int q = 0; q < 4; ++q)
    {
      T j[9];
      T h[3 * Components];
      T s[3 * Components];
      factorsAt<3>(x, q, Excess, positions, j);
      factorsAt<Components>(u, q, Excess, displacements, h);
      energy += stressAtPoint(j, h, scale, law, s);
      TRABECULA_UNROLL
      for (int i = 0; i < Components; ++i)
      {
        const T first = -(s[3 * i] + s[3 * i + 1] + s[3 * i + 2]);
        TRABECULA_UNROLL
        for (int b = 0; b < 4; ++b)
        {
          const T t = b == 0 ? first : s[3 * i + b - 1];
          total[4 * i + b] += t;
          f[Nodes * i + between(q, b)] += Excess * t;
        }
      }
    }
    TRABECULA_UNROLL
    for (int i = 0; i < Components; ++i)
    {
      TRABECULA_UNROLL
      for (int a = 0; a < 4; ++a)
      {
        f[Nodes * i + a] += (4.0 * Minor - 1.0) * total[4 * i + a];
        TRABECULA_UNROLL
        for (int b = a + 1; b < 4; ++b)
        {
          f[Nodes * i + between(a, b)] += 4.0 * Minor * (total[4 * i + a] + total[4 * i + b]);
        }
      }
    }
    return energy;
  }

private:
  /// The mid-edge node of two corners; the corner if they are equal.
  TRABECULA_FUNCTION static constexpr int between(int a, int b)
  {
    const int low = a < b ? a : b;
    const int high = a < b ? b : a;
    return low == high ? low : high == 3 ? 7 + low : low == 0 && high == 2 ? 6 : 4 + low;
  }

  /// For each b, weight times the sum over a of U_ab, minus U_bb.
  template <int Components, class T>
  TRABECULA_FUNCTION static void commonFactors(const T* u, double weight, T* w)
  {
    TRABECULA_UNROLL
    for (int i = 0; i < Components; ++i)
    {
      TRABECULA_UNROLL
      for (int b = 0; b < 4; ++b)
      {
        T sum = T{};
        TRABECULA_UNROLL
        for (int a = 0; a < 4; ++a)
        {
          sum += u[Nodes * i + between(a, b)];
        }
        w[4 * i + b] = weight * sum - u[Nodes * i + b];
      }
    }
  }

  /// Derivatives in natural coordinates, entry 3 * component + direction, at point q.
  template <int Components, class T>
  TRABECULA_FUNCTION static void factorsAt(
    const T* u, int q, double excess, const T* common, T* derivatives)
  {
    TRABECULA_UNROLL
    for (int i = 0; i < Components; ++i)
    {
      const T first = common[4 * i] + excess * u[Nodes * i + between(q, 0)];
      TRABECULA_UNROLL
      for (int k = 0; k < 3; ++k)
      {
        derivatives[3 * i + k] =
          common[4 * i + k + 1] + excess * u[Nodes * i + between(q, k + 1)] - first;
      }
    }
  }
};
}

#endif
