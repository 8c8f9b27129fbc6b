#ifndef TRABECULA_ELEMENT_HEX8_H
#define TRABECULA_ELEMENT_HEX8_H

#include "Core/Space.h"
#include "Element/Hex8Modes.h"
#include "Physics/Elasticity.h"

namespace trabecula
{
/**
 * The eight-node hexahedron with 2x2x2 Gauss points. Its stiffness is recomputed from the corner
 * coordinates in each product.
 *
 * Fields are expanded in Walsh-Hadamard modes (Hex8Modes.h): a product with the element stiffness
 * takes about 1300 multiply-adds and no stored matrix.
 *
 * T is double, float, or a pack of either for several elements at once. Element arrays are 24
 * long: entry 8 * component + node, nodes in VTK_HEXAHEDRON order. Nothing here allocates or
 * branches.
 */
namespace hex8
{
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

/// Adjugate of the Jacobian with rows j0, j1, j2, one for each coordinate, row after row in a.
/// @return the determinant. From derivatives of gradient(), which are 8 times too large, the
/// adjugate is 8^2 and the determinant 8^3 times too large
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
 * Contribution of the stresses at a Gauss point to the forces, before its multiplication by the
 * transpose of the gradient.
 *
 * @param j0,j1,j2 columns of the Jacobian: 8 * derivatives of the position in xi, eta, zeta
 * @param h0,h1,h2 8 * derivatives of the displacement in xi, eta, zeta
 * @param mu shear modulus times 1/512, which removes the factors of 8
 * @param p 3 * component + direction
 */
template <class T>
TRABECULA_FUNCTION void forcesAtPoint(const T* j0, const T* j1, const T* j2, const T* h0,
  const T* h1, const T* h2, const T mu, Factor<T> lambdaOverMu, T* p)
{
  T a[9]; // adjugate: entry 3 * k + c for direction k and coordinate c
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

/// product() with the corner coordinates as modes xm; the constant modes are not read.
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
 * @param material Lame's constants of a Young's modulus of one
 * @return u.f
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

/// Smallest determinant of the Jacobian at the Gauss points. @param volume sum of the determinants,
/// which is the volume of the element
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
