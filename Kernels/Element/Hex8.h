#ifndef TRABECULA_ELEMENT_HEX8_H
#define TRABECULA_ELEMENT_HEX8_H

#include "Core/Space.h"
#include "Physics/Elasticity.h"

namespace trabecula
{
/**
 * The eight-node hexahedron with 2x2x2 Gauss points. Its stiffness is recomputed from the corner
 * coordinates in each product.
 *
 * Shape functions are expanded in the eight products of xi, eta and zeta (the Walsh-Hadamard basis
 * of the corners), in which derivatives at Gauss points are sums of few terms: a product with the
 * element stiffness takes about 1300 multiply-adds and no stored matrix.
 *
 * T is double, float, or a pack of either for several elements at once. Element arrays are 24
 * long: entry 8 * component + node, nodes in VTK_HEXAHEDRON order. Nothing here allocates or
 * branches.
 */
namespace hex8
{
/// 1 / sqrt(3), the coordinate of the Gauss points.
constexpr double GaussPoint = 0.57735026918962576451;

/// The type of constant factors of a T, so that they do not make more of it.
template <class T>
struct FactorOf
{
  using Type = double;
};
template <>
struct FactorOf<float>
{
  using Type = float;
};
template <class T>
using Factor = typename FactorOf<T>::Type;

/// From nodal values to coefficients of 1, xi, eta, xi eta, zeta, xi zeta, eta zeta, xi eta zeta,
/// times 8: bit i of a mode's number says whether it is odd in direction i.
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
  modes[3] = e3 + f3;
  modes[4] = f0 - e0;
  modes[5] = f1 - e1;
  modes[6] = f2 - e2;
  modes[7] = f3 - e3;
}

/// The transpose of toModes() for vectors without a constant mode.
template <class T>
TRABECULA_FUNCTION void fromModes(const T* modes, T* nodal)
{
  const T e1 = modes[1] - modes[5];
  const T e2 = modes[2] - modes[6];
  const T e3 = modes[3] - modes[7];
  const T f1 = modes[1] + modes[5];
  const T f2 = modes[2] + modes[6];
  const T f3 = modes[3] + modes[7];
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

/// 8 * derivatives of a field at the two Gauss points of one eta and one zeta; that in xi is the
/// same at both.
template <class T>
struct PairGradient
{
  T xi;
  T eta[2];
  T zeta[2];
};

/// The gradient at the Gauss points of signs s2 in eta and s3 in zeta.
template <class T>
TRABECULA_FUNCTION PairGradient<T> gradientOfPair(const T* modes, Factor<T> s2, Factor<T> s3)
{
  constexpr auto point = Factor<T>(GaussPoint);
  const Factor<T> g2 = s2 * point;
  const Factor<T> g3 = s3 * point;
  const T twist = modes[3] + g3 * modes[7];
  const T eta = modes[2] + g3 * modes[6];
  const T zeta = modes[4] + g2 * modes[6];
  const T slope = modes[5] + g2 * modes[7];
  return { modes[1] + g3 * modes[5] + g2 * twist, { eta - point * twist, eta + point * twist },
    { zeta - point * slope, zeta + point * slope } };
}

/// Adds the transpose of gradientOfPair() applied to p at the first Gauss point (xi < 0) and q at
/// the second, without the factors of modes 3, 5, 6 and 7, which finishForces() applies.
template <class T>
TRABECULA_FUNCTION void addPairTransposed(
  const T* p, const T* q, Factor<T> s2, Factor<T> s3, T* modes)
{
  const T sum0 = p[0] + q[0];
  const T sum1 = p[1] + q[1];
  const T sum2 = p[2] + q[2];
  const T difference2 = q[2] - p[2];
  const T twist = (q[1] - p[1]) + s2 * sum0;
  modes[1] += sum0;
  modes[2] += sum1;
  modes[4] += sum2;
  modes[3] += twist;
  modes[5] += difference2 + s3 * sum0;
  modes[6] += s2 * sum2 + s3 * sum1;
  modes[7] += s2 * difference2 + s3 * twist;
}

template <class T>
TRABECULA_FUNCTION void finishForces(T* modes)
{
  constexpr auto point = Factor<T>(GaussPoint);
  modes[3] *= point;
  modes[5] *= point;
  modes[6] *= point;
  modes[7] *= point * point;
}

/// 8 * d/d(xi, eta, zeta) of a field at the Gauss point of signs s1, s2, s3.
template <class T>
TRABECULA_FUNCTION void gradient(const T* modes, int s1, int s2, int s3, T* g)
{
  const PairGradient<T> pair = gradientOfPair(modes, Factor<T>(s2), Factor<T>(s3));
  g[0] = pair.xi;
  g[1] = s1 > 0 ? pair.eta[1] : pair.eta[0];
  g[2] = s1 > 0 ? pair.zeta[1] : pair.zeta[0];
}

/// 1 / x with an error of at most two units in the last place, for normal x away from overflow and
/// underflow.
template <class T>
TRABECULA_FUNCTION T reciprocal(const T x)
{
  return Factor<T>(1) / x;
}

#ifdef __CUDA_ARCH__
template <>
__device__ __forceinline__ double reciprocal<double>(const double x)
{
  // The hardware's estimate has about 20 bits; one iteration of third order yields 60.
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  const double error = fma(-x, r, 1.0);
  return fma(fma(error, error, error), r, r);
}
#endif

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

/**
 * Contribution of the stresses at a Gauss point to the forces: the rows of p, one per component,
 * are multiplied by the transpose of the gradient.
 *
 * @param j0,j1,j2 columns of the Jacobian: 8 * derivatives of the position in xi, eta, zeta
 * @param h0,h1,h2 the same of the displacement
 */
template <class T>
TRABECULA_FUNCTION void forcesAtPoint(const T* j0, const T* j1, const T* j2, const T* h0,
  const T* h1, const T* h2, const T mu, Factor<T> lambdaOverMu, T* p)
{
  T a[9]; // rows of the adjugate: a[3 * k + c] for direction k and coordinate c
  a[0] = j1[1] * j2[2] - j1[2] * j2[1];
  a[1] = j1[2] * j2[0] - j1[0] * j2[2];
  a[2] = j1[0] * j2[1] - j1[1] * j2[0];
  a[3] = j2[1] * j0[2] - j2[2] * j0[1];
  a[4] = j2[2] * j0[0] - j2[0] * j0[2];
  a[5] = j2[0] * j0[1] - j2[1] * j0[0];
  a[6] = j0[1] * j1[2] - j0[2] * j1[1];
  a[7] = j0[2] * j1[0] - j0[0] * j1[2];
  a[8] = j0[0] * j1[1] - j0[1] * j1[0];
  const T scale = mu * reciprocal(T(j0[0] * a[0] + j0[1] * a[1] + j0[2] * a[2]));
  // Strains times the determinant; those off the diagonal twice.
  const T e00 = h0[0] * a[0] + h1[0] * a[3] + h2[0] * a[6];
  const T e11 = h0[1] * a[1] + h1[1] * a[4] + h2[1] * a[7];
  const T e22 = h0[2] * a[2] + h1[2] * a[5] + h2[2] * a[8];
  const T e01 =
    h0[0] * a[1] + h1[0] * a[4] + h2[0] * a[7] + h0[1] * a[0] + h1[1] * a[3] + h2[1] * a[6];
  const T e02 =
    h0[0] * a[2] + h1[0] * a[5] + h2[0] * a[8] + h0[2] * a[0] + h1[2] * a[3] + h2[2] * a[6];
  const T e12 =
    h0[1] * a[2] + h1[1] * a[5] + h2[1] * a[8] + h0[2] * a[1] + h1[2] * a[4] + h2[2] * a[7];
  const T pressure = lambdaOverMu * (e00 + e11 + e22);
  const T s00 = scale * (e00 + e00 + pressure);
  const T s11 = scale * (e11 + e11 + pressure);
  const T s22 = scale * (e22 + e22 + pressure);
  const T s01 = scale * e01;
  const T s02 = scale * e02;
  const T s12 = scale * e12;
  TRABECULA_UNROLL
  for (int k = 0; k < 3; ++k)
  {
    p[k] = s00 * a[3 * k] + s01 * a[3 * k + 1] + s02 * a[3 * k + 2];
    p[3 + k] = s01 * a[3 * k] + s11 * a[3 * k + 1] + s12 * a[3 * k + 2];
    p[6 + k] = s02 * a[3 * k] + s12 * a[3 * k + 1] + s22 * a[3 * k + 2];
  }
}

/// product() with the corner coordinates as modes, of which the constant ones are not read.
template <class T>
TRABECULA_FUNCTION T productOfModes(
  const T* xm, const T* u, const T young, const Elasticity material, T* f)
{
  T um[24];
  T fm[24];
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    toModes(u + 8 * c, um + 8 * c);
    TRABECULA_UNROLL
    for (int m = 0; m < 8; ++m)
    {
      fm[8 * c + m] = T{};
    }
  }
  const T mu = young * Factor<T>(material.mu / 512.0);
  const auto lambdaOverMu = Factor<T>(material.lambda / material.mu);
  TRABECULA_UNROLL
  for (int pair = 0; pair < 4; ++pair)
  {
    const auto s2 = Factor<T>(pair & 1 ? 1 : -1);
    const auto s3 = Factor<T>(pair & 2 ? 1 : -1);
    T j0[3];
    T j1[2][3];
    T j2[2][3];
    T h0[3];
    T h1[2][3];
    T h2[2][3];
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      const PairGradient<T> j = gradientOfPair(xm + 8 * c, s2, s3);
      const PairGradient<T> h = gradientOfPair(um + 8 * c, s2, s3);
      j0[c] = j.xi;
      h0[c] = h.xi;
      TRABECULA_UNROLL
      for (int side = 0; side < 2; ++side)
      {
        j1[side][c] = j.eta[side];
        j2[side][c] = j.zeta[side];
        h1[side][c] = h.eta[side];
        h2[side][c] = h.zeta[side];
      }
    }
    T p[9];
    T q[9];
    forcesAtPoint(j0, j1[0], j2[0], h0, h1[0], h2[0], mu, lambdaOverMu, p);
    forcesAtPoint(j0, j1[1], j2[1], h0, h1[1], h2[1], mu, lambdaOverMu, q);
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      addPairTransposed(p + 3 * c, q + 3 * c, s2, s3, fm + 8 * c);
    }
  }
  T energy = T{};
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    finishForces(fm + 8 * c);
    TRABECULA_UNROLL
    for (int m = 1; m < 8; ++m)
    {
      energy += um[8 * c + m] * fm[8 * c + m];
    }
    fromModes(fm + 8 * c, f + 8 * c);
  }
  return energy;
}

/**
 * f = E K u of one element, K = sum over Gauss points of B^T D B det(J).
 *
 * @param x corner coordinates @param u displacements @param young Young's modulus E
 * @returns u.f
 */
template <class T>
TRABECULA_FUNCTION T product(const T* x, const T* u, const T young, const Elasticity material, T* f)
{
  T xm[24];
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    toModes(x + 8 * c, xm + 8 * c);
  }
  return productOfModes(xm, u, young, material, f);
}

/// The diagonal of K for a Young's modulus of one.
template <class T>
TRABECULA_FUNCTION void diagonal(const T* x, const Elasticity material, T* d)
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
