#ifndef TRABECULA_ELEMENT_HEX8_H
#define TRABECULA_ELEMENT_HEX8_H

#include "Core/Space.h"

namespace trabecula
{
/**
 * The eight-node hexahedron with 2x2x2 Gauss points, recomputed from its corners at each product.
 *
 * Shape functions are expanded in the eight products of xi, eta and zeta (the Walsh-Hadamard basis
 * of the corners), in which derivatives at Gauss points are sums of few terms: a product with the
 * element stiffness takes about 1200 operations and no stored matrix.
 *
 * T is double, or a pack of doubles for several elements at once. Element arrays are 24 long:
 * entry 8 * component + node, nodes in VTK_HEXAHEDRON order. Nothing here allocates or branches.
 */
namespace hex8
{
/// 1 / sqrt(3), where the Gauss points are.
constexpr double GaussPoint = 0.57735026918962576451;

/// From nodal values to coefficients of 1, xi, eta, xi eta, zeta, xi zeta, eta zeta, xi eta zeta,
/// times 8; the products of two carry a further factor g, that of three g^2.
template <class T>
TRABECULA_FUNCTION void toModes(const T* nodal, T* modes)
{
  const T a0 = nodal[0] + nodal[1];
  const T a1 = nodal[1] - nodal[0];
  const T b0 = nodal[3] + nodal[2];
  const T b1 = nodal[2] - nodal[3];
  const T c0 = nodal[4] + nodal[5];
  const T c1 = nodal[5] - nodal[4];
  const T d0 = nodal[7] + nodal[6];
  const T d1 = nodal[6] - nodal[7];
  const T e0 = a0 + b0;
  const T e1 = a1 + b1;
  const T e2 = b0 - a0;
  const T e3 = b1 - a1;
  const T f0 = c0 + d0;
  const T f1 = c1 + d1;
  const T f2 = d0 - c0;
  const T f3 = d1 - c1;
  modes[0] = e0 + f0;
  modes[1] = e1 + f1;
  modes[2] = e2 + f2;
  modes[3] = (e3 + f3) * GaussPoint;
  modes[4] = f0 - e0;
  modes[5] = (f1 - e1) * GaussPoint;
  modes[6] = (f2 - e2) * GaussPoint;
  modes[7] = (f3 - e3) * (GaussPoint * GaussPoint);
}

/// The transpose of toModes() for vectors without a constant mode.
template <class T>
TRABECULA_FUNCTION void fromModes(const T* modes, T* nodal)
{
  const T m3 = modes[3] * GaussPoint;
  const T m5 = modes[5] * GaussPoint;
  const T m6 = modes[6] * GaussPoint;
  const T m7 = modes[7] * (GaussPoint * GaussPoint);
  const T e1 = modes[1] - m5;
  const T e2 = modes[2] - m6;
  const T e3 = m3 - m7;
  const T f1 = modes[1] + m5;
  const T f2 = modes[2] + m6;
  const T f3 = m3 + m7;
  const T a0 = T(-modes[4]) - e2;
  const T b0 = e2 - modes[4];
  const T a1 = e1 - e3;
  const T b1 = e1 + e3;
  const T c0 = modes[4] - f2;
  const T d0 = modes[4] + f2;
  const T c1 = f1 - f3;
  const T d1 = f1 + f3;
  nodal[0] = a0 - a1;
  nodal[1] = a0 + a1;
  nodal[3] = b0 - b1;
  nodal[2] = b0 + b1;
  nodal[4] = c0 - c1;
  nodal[5] = c0 + c1;
  nodal[7] = d0 - d1;
  nodal[6] = d0 + d1;
}

/// 8 * d/d(xi, eta, zeta) of a field with these modes at the Gauss point of signs s1, s2, s3.
template <class T>
TRABECULA_FUNCTION void gradient(const T* modes, int s1, int s2, int s3, T* g)
{
  const T h1 = s1 > 0 ? T(modes[3] + (s3 > 0 ? modes[7] : T(-modes[7])))
                      : T((s3 > 0 ? T(-modes[7]) : modes[7]) - modes[3]);
  const T h2 = s2 > 0 ? T(modes[3] + (s3 > 0 ? modes[7] : T(-modes[7])))
                      : T((s3 > 0 ? T(-modes[7]) : modes[7]) - modes[3]);
  const T h3 = s2 > 0 ? T(modes[6] + (s1 > 0 ? modes[7] : T(-modes[7])))
                      : T((s1 > 0 ? T(-modes[7]) : modes[7]) - modes[6]);
  g[0] = modes[1] + (s3 > 0 ? modes[5] : T(-modes[5])) + h2;
  g[1] = modes[2] + (s3 > 0 ? modes[6] : T(-modes[6])) + h1;
  g[2] = modes[4] + (s1 > 0 ? modes[5] : T(-modes[5])) + h3;
}

/// Adds the transpose of gradient() applied to p.
template <class T>
TRABECULA_FUNCTION void addGradientTransposed(const T* p, int s1, int s2, int s3, T* modes)
{
  modes[1] += p[0];
  modes[2] += p[1];
  modes[4] += p[2];
  const T p01 = s2 > 0 ? p[0] : T(-p[0]);
  const T p02 = s3 > 0 ? p[0] : T(-p[0]);
  const T p10 = s1 > 0 ? p[1] : T(-p[1]);
  const T p12 = s3 > 0 ? p[1] : T(-p[1]);
  const T p20 = s1 > 0 ? p[2] : T(-p[2]);
  const T p21 = s2 > 0 ? p[2] : T(-p[2]);
  modes[3] += p01 + p10;
  modes[5] += p02 + p20;
  modes[6] += p12 + p21;
  const T q0 = s3 > 0 ? p01 : T(-p01);
  const T q1 = s3 > 0 ? p10 : T(-p10);
  const T q2 = s2 > 0 ? p20 : T(-p20);
  modes[7] += q0 + q1 + q2;
}

/// Rows of a are the adjugate of the Jacobian with rows j0, j1, j2 (one per coordinate);
/// the determinant is returned. Both carry powers of 8 from gradient().
template <class T>
TRABECULA_FUNCTION T adjugate(const T* j0, const T* j1, const T* j2, T* a)
{
  a[0] = j1[1] * j2[2] - j1[2] * j2[1];
  a[1] = j0[2] * j2[1] - j0[1] * j2[2];
  a[2] = j0[1] * j1[2] - j0[2] * j1[1];
  a[3] = j1[2] * j2[0] - j1[0] * j2[2];
  a[4] = j0[0] * j2[2] - j0[2] * j2[0];
  a[5] = j0[2] * j1[0] - j0[0] * j1[2];
  a[6] = j1[0] * j2[1] - j1[1] * j2[0];
  a[7] = j0[1] * j2[0] - j0[0] * j2[1];
  a[8] = j0[0] * j1[1] - j0[1] * j1[0];
  return j0[0] * a[0] + j0[1] * a[3] + j0[2] * a[6];
}

/// Lame's constants for a Young's modulus of one.
struct UnitMaterial
{
  double lambda;
  double mu;
};

TRABECULA_FUNCTION UnitMaterial unitMaterial(double poissonsRatio)
{
  return { poissonsRatio / ((1.0 + poissonsRatio) * (1.0 - 2.0 * poissonsRatio)),
    0.5 / (1.0 + poissonsRatio) };
}

/**
 * f = E K u of one element, K = sum over Gauss points of B^T D B det(J).
 *
 * @param x corner coordinates @param u displacements @param young Young's modulus E
 */
template <class T>
TRABECULA_FUNCTION void product(
  const T* x, const T* u, const T young, const UnitMaterial material, T* f)
{
  T xm[24];
  T um[24];
  T fm[24];
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    toModes(x + 8 * c, xm + 8 * c);
    toModes(u + 8 * c, um + 8 * c);
    TRABECULA_UNROLL
    for (int m = 0; m < 8; ++m)
    {
      fm[8 * c + m] = T{};
    }
  }
  const T lambda = young * (material.lambda / 512.0);
  const T mu = young * (material.mu / 512.0);
  TRABECULA_UNROLL
  for (int point = 0; point < 8; ++point)
  {
    const int s1 = point & 1 ? 1 : -1;
    const int s2 = point & 2 ? 1 : -1;
    const int s3 = point & 4 ? 1 : -1;
    T j[9];
    T a[9];
    T h[9];
    gradient(xm, s1, s2, s3, j);
    gradient(xm + 8, s1, s2, s3, j + 3);
    gradient(xm + 16, s1, s2, s3, j + 6);
    const T determinant = adjugate(j, j + 3, j + 6, a);
    gradient(um, s1, s2, s3, h);
    gradient(um + 8, s1, s2, s3, h + 3);
    gradient(um + 16, s1, s2, s3, h + 6);
    T g[9]; // displacement gradient times the determinant
    TRABECULA_UNROLL
    for (int i = 0; i < 3; ++i)
    {
      TRABECULA_UNROLL
      for (int k = 0; k < 3; ++k)
      {
        g[3 * i + k] = h[3 * i] * a[k] + h[3 * i + 1] * a[3 + k] + h[3 * i + 2] * a[6 + k];
      }
    }
    const T inverse = 1.0 / determinant;
    const T m1 = mu * inverse;
    const T m2 = m1 + m1;
    const T pressure = lambda * inverse * (g[0] + g[4] + g[8]);
    const T s00 = m2 * g[0] + pressure;
    const T s11 = m2 * g[4] + pressure;
    const T s22 = m2 * g[8] + pressure;
    const T s01 = m1 * (g[1] + g[3]);
    const T s02 = m1 * (g[2] + g[6]);
    const T s12 = m1 * (g[5] + g[7]);
    T p[3];
    TRABECULA_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      p[k] = s00 * a[3 * k] + s01 * a[3 * k + 1] + s02 * a[3 * k + 2];
    }
    addGradientTransposed(p, s1, s2, s3, fm);
    TRABECULA_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      p[k] = s01 * a[3 * k] + s11 * a[3 * k + 1] + s12 * a[3 * k + 2];
    }
    addGradientTransposed(p, s1, s2, s3, fm + 8);
    TRABECULA_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      p[k] = s02 * a[3 * k] + s12 * a[3 * k + 1] + s22 * a[3 * k + 2];
    }
    addGradientTransposed(p, s1, s2, s3, fm + 16);
  }
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    fromModes(fm + 8 * c, f + 8 * c);
  }
}

/// The diagonal of K for a Young's modulus of one.
template <class T>
TRABECULA_FUNCTION void diagonal(const T* x, const UnitMaterial material, T* d)
{
  T xm[24];
  for (int c = 0; c < 3; ++c)
  {
    toModes(x + 8 * c, xm + 8 * c);
  }
  for (int i = 0; i < 24; ++i)
  {
    d[i] = T{};
  }
  for (int point = 0; point < 8; ++point)
  {
    const int s[3] = { point & 1 ? 1 : -1, point & 2 ? 1 : -1, point & 4 ? 1 : -1 };
    T j[9];
    T a[9];
    for (int c = 0; c < 3; ++c)
    {
      gradient(xm + 8 * c, s[0], s[1], s[2], j + 3 * c);
    }
    const T inverse = 1.0 / adjugate(j, j + 3, j + 6, a);
    for (int node = 0; node < 8; ++node)
    {
      // Corner signs in VTK order.
      const int t[3] = { ((node + 1) & 2) ? 1 : -1, (node & 2) ? 1 : -1, (node & 4) ? 1 : -1 };
      double n[3]; // 8 * dN/d(xi, eta, zeta)
      for (int k = 0; k < 3; ++k)
      {
        const int k1 = (k + 1) % 3;
        const int k2 = (k + 2) % 3;
        n[k] = t[k] * (1.0 + GaussPoint * s[k1] * t[k1]) * (1.0 + GaussPoint * s[k2] * t[k2]);
      }
      T g[3];
      T square = T{};
      for (int i = 0; i < 3; ++i)
      {
        g[i] = n[0] * a[i] + n[1] * a[3 + i] + n[2] * a[6 + i];
        g[i] = g[i] * g[i];
        square += g[i];
      }
      for (int i = 0; i < 3; ++i)
      {
        d[8 * i + node] +=
          inverse * ((material.lambda + material.mu) / 512.0 * g[i] + material.mu / 512.0 * square);
      }
    }
  }
}

/// Smallest determinant of the Jacobian at the Gauss points; volume is their sum.
template <class T>
TRABECULA_FUNCTION T smallestDeterminant(const T* x, T& volume)
{
  T xm[24];
  for (int c = 0; c < 3; ++c)
  {
    toModes(x + 8 * c, xm + 8 * c);
  }
  T smallest = T(1e300);
  volume = T(0.0);
  for (int point = 0; point < 8; ++point)
  {
    T j[9];
    T a[9];
    for (int c = 0; c < 3; ++c)
    {
      gradient(xm + 8 * c, point & 1 ? 1 : -1, point & 2 ? 1 : -1, point & 4 ? 1 : -1, j + 3 * c);
    }
    const T determinant = adjugate(j, j + 3, j + 6, a) * (1.0 / 512.0);
    volume += determinant;
    smallest = determinant < smallest ? determinant : smallest;
  }
  return smallest;
}
}
}

#endif
