#ifndef TRABECULA_ELEMENT_HEX8MODES_H
#define TRABECULA_ELEMENT_HEX8MODES_H

#include "Core/Space.h"

namespace trabecula
{
/**
 * The basis of Walsh-Hadamard modes of the eight-node hexahedron.
 *
 * Shape functions are expanded in the eight products of the natural coordinates xi, eta and zeta,
 * in which derivatives at Gauss points are sums of few terms.
 *
 * T is double, float, or a pack of either for several elements at once. Arrays of one component
 * have eight entries: nodal ones in VTK_HEXAHEDRON order, modes as stated at toModes().
 */
namespace hex8
{
/// 1 / sqrt(3), the coordinate of the Gauss points.
constexpr double GaussPoint = 0.57735026918962576451;

/// The type of the constant factors of a T: float for float, so that products are not promoted to
/// double.
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
/// times 8: bit i of the number of a mode states whether the mode is odd in direction i.
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

/// 8 * derivatives of a field at the two Gauss points of one eta and one zeta; the derivative in xi
/// is the same at both.
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

/// Multiplies modes 3, 5, 6 and 7 by the factors that addPairTransposed() leaves out, once after
/// all four pairs.
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
}
}

#endif
