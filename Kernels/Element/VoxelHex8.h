#ifndef TRABECULA_ELEMENT_VOXELHEX8_H
#define TRABECULA_ELEMENT_VOXELHEX8_H

#include "Element/Hex8Modes.h"
#include "Physics/Elasticity.h"

namespace trabecula
{
/**
 * The eight-node rectangular brick with 2x2x2 Gauss points, for a grid of congruent bricks.
 *
 * In the modes of hex8::toModes(), a derivative at the Gauss points is a sum of products of signs,
 * which are orthogonal there: the stiffness is block diagonal with one small block per product of
 * signs; 45 of its 576 entries are nonzero for a cube.
 */
namespace voxelhex8
{
/// Constants of the stiffness B^T D B over modes of a brick of unit Young's modulus.
template <class Real>
struct Brick
{
  Real gradient[3]; ///< 1 / (4 edge): from modes to derivatives at Gauss points
  Real lambda;      ///< Lame's constants times the volume, the sum over Gauss points
  Real mu;
};

/// @param spacing edges of the brick, length
template <class Real>
inline Brick<Real> unitBrick(const double* spacing, double poissonsRatio)
{
  const LameConstants<double> material = unitLame(poissonsRatio);
  const double volume = spacing[0] * spacing[1] * spacing[2];
  Brick<Real> brick = {};
  for (int k = 0; k < 3; ++k)
  {
    // d/dx = 2 / edge d/dxi, and the modes carry a factor of 8.
    brick.gradient[k] = static_cast<Real>(0.25 / spacing[k]);
  }
  // Eight Gauss points of an eighth of the volume each.
  brick.lambda = static_cast<Real>(material.lambda * volume);
  brick.mu = static_cast<Real>(material.mu * volume);
  return brick;
}

/**
 * Modes of forces from modes of displacements, 8 for each component, times Young's modulus.
 *
 * T is a number or a pack of numbers. Constant modes of forces are zero and not written.
 */
template <class T, class Real>
TRABECULA_FUNCTION void stiffness(const T* m, const T young, const Brick<Real> brick, T* f)
{
  const T lambda = young * brick.lambda;
  const T mu = young * brick.mu;
  const Real a = brick.gradient[0];
  const Real b = brick.gradient[1];
  const Real c = brick.gradient[2];
  const T* u = m;
  const T* v = m + 8;
  const T* w = m + 16;
  T* fu = f;
  T* fv = f + 8;
  T* fw = f + 16;
  const T mu2 = mu + mu;
  {
    // Constant strains.
    const T xx = a * u[1];
    const T yy = b * v[2];
    const T zz = c * w[4];
    const T pressure = lambda * (xx + yy + zz);
    const T xy = mu * (b * u[2] + a * v[1]);
    const T xz = mu * (c * u[4] + a * w[1]);
    const T yz = mu * (c * v[4] + b * w[2]);
    fu[1] = a * (pressure + mu2 * xx);
    fv[2] = b * (pressure + mu2 * yy);
    fw[4] = c * (pressure + mu2 * zz);
    fu[2] = b * xy;
    fv[1] = a * xy;
    fu[4] = c * xz;
    fw[1] = a * xz;
    fv[4] = c * yz;
    fw[2] = b * yz;
  }
  // The square of a Gauss point's coordinate.
  const T third = lambda * Real(1.0 / 3.0);
  const T thirdMu = mu * Real(1.0 / 3.0);
  const T thirdMu2 = thirdMu + thirdMu;
  {
    // Strains with the sign of xi follow from modes xi eta (d/dy) and xi zeta (d/dz).
    const T yy = b * v[3];
    const T zz = c * w[5];
    const T pressure = third * (yy + zz);
    const T yz = thirdMu * (c * v[5] + b * w[3]);
    fu[3] = b * (thirdMu * (b * u[3]));
    fu[5] = c * (thirdMu * (c * u[5]));
    fv[3] = b * (pressure + thirdMu2 * yy);
    fv[5] = c * yz;
    fw[5] = c * (pressure + thirdMu2 * zz);
    fw[3] = b * yz;
  }
  {
    // Strains with the sign of eta follow from modes xi eta (d/dx) and eta zeta (d/dz).
    const T xx = a * u[3];
    const T zz = c * w[6];
    const T pressure = third * (xx + zz);
    const T xz = thirdMu * (c * u[6] + a * w[3]);
    fu[3] += a * (pressure + thirdMu2 * xx);
    fu[6] = c * xz;
    fv[3] += a * (thirdMu * (a * v[3]));
    fv[6] = c * (thirdMu * (c * v[6]));
    fw[6] = c * (pressure + thirdMu2 * zz);
    fw[3] += a * xz;
  }
  {
    // Strains with the sign of zeta follow from modes xi zeta (d/dx) and eta zeta (d/dy).
    const T xx = a * u[5];
    const T yy = b * v[6];
    const T pressure = third * (xx + yy);
    const T xy = thirdMu * (b * u[6] + a * v[5]);
    fu[5] += a * (pressure + thirdMu2 * xx);
    fu[6] += b * xy;
    fv[6] += b * (pressure + thirdMu2 * yy);
    fv[5] += a * xy;
    fw[5] += a * (thirdMu * (a * w[5]));
    fw[6] += b * (thirdMu * (b * w[6]));
  }
  {
    // Strains with two signs follow from mode 7.
    const T ninth = thirdMu * Real(1.0 / 3.0);
    const T both = (third + thirdMu) * Real(1.0 / 3.0);
    const T all = (a * a + b * b + c * c) * ninth;
    fu[7] = (all + a * a * both) * u[7];
    fv[7] = (all + b * b * both) * v[7];
    fw[7] = (all + c * c * both) * w[7];
  }
}

/// Constants of the stiffness of a cube of unit Young's modulus.
template <class Real>
struct Cube
{
  Real lambda; ///< Lame's constants times gradient^2
  Real mu;
  Real lambdaThird; ///< lambda / 3, where 1 / 3 is the square of a Gauss point's coordinate
  Real muThird;     ///< mu / 3
  Real threeSigns;  ///< coefficient of mode 7
};

/// The constants of a cube from those of a brick of equal edges.
template <class Real>
TRABECULA_FUNCTION Cube<Real> cubeOf(const Brick<Real> brick)
{
  const Real square = brick.gradient[0] * brick.gradient[0];
  const Real lambda = square * brick.lambda;
  const Real mu = square * brick.mu;
  return { lambda, mu, lambda / 3, mu / 3, (lambda + 4 * mu) / 9 };
}

/// @param spacing equal edges of the cube, length
template <class Real>
inline Cube<Real> unitCube(const double* spacing, double poissonsRatio)
{
  const Cube<double> cube = cubeOf(unitBrick<double>(spacing, poissonsRatio));
  return { static_cast<Real>(cube.lambda), static_cast<Real>(cube.mu),
    static_cast<Real>(cube.lambdaThird), static_cast<Real>(cube.muThird),
    static_cast<Real>(cube.threeSigns) };
}

/// Calls visit(unit) with the constants of a brick, as a Cube if it is one.
template <class Real, class Visit>
inline __attribute__((always_inline)) void withUnit(const Brick<Real>& brick, const Visit& visit)
{
  if (brick.gradient[0] == brick.gradient[1] && brick.gradient[0] == brick.gradient[2])
  {
    visit(cubeOf(brick));
  }
  else
  {
    visit(brick);
  }
}

/// As stiffness() of a brick, with half of its operations.
template <class T, class Real>
TRABECULA_FUNCTION void stiffness(const T* m, const T young, const Cube<Real> cube, T* f)
{
  const T lambda = young * cube.lambda;
  const T mu = young * cube.mu;
  const T mu2 = mu + mu;
  const T lambdaThird = young * cube.lambdaThird;
  const T muThird = young * cube.muThird;
  const T threeSigns = young * cube.threeSigns;
  const T* u = m;
  const T* v = m + 8;
  const T* w = m + 16;
  T* fu = f;
  T* fv = f + 8;
  T* fw = f + 16;
  // Constant strains.
  const T pressure = lambda * (u[1] + v[2] + w[4]);
  fu[1] = pressure + mu2 * u[1];
  fv[2] = pressure + mu2 * v[2];
  fw[4] = pressure + mu2 * w[4];
  fu[2] = fv[1] = mu * (u[2] + v[1]);
  fu[4] = fw[1] = mu * (u[4] + w[1]);
  fv[4] = fw[2] = mu * (v[4] + w[2]);
  // Strains with one sign. The two shear terms of each mode are added to the axial ones.
  const T alongXi = lambdaThird * (v[3] + w[5]);
  const T alongEta = lambdaThird * (u[3] + w[6]);
  const T alongZeta = lambdaThird * (u[5] + v[6]);
  fu[3] = alongEta + mu * u[3];
  fu[5] = alongZeta + mu * u[5];
  fv[3] = alongXi + mu * v[3];
  fv[6] = alongZeta + mu * v[6];
  fw[5] = alongXi + mu * w[5];
  fw[6] = alongEta + mu * w[6];
  const T twist = muThird * (u[6] + v[5] + w[3]);
  fu[6] = twist + muThird * u[6];
  fv[5] = twist + muThird * v[5];
  fw[3] = twist + muThird * w[3];
  // With two signs: from mode 7.
  fu[7] = threeSigns * u[7];
  fv[7] = threeSigns * v[7];
  fw[7] = threeSigns * w[7];
}

/// f = E K u; entry 8 * component + node, nodes in VTK_HEXAHEDRON order.
/// @param unit a Brick or a Cube
template <class T, class Unit>
TRABECULA_FUNCTION void product(const T* u, const T young, const Unit unit, T* f)
{
  T modes[24];
  T forces[24];
  TRABECULA_UNROLL
  for (int i = 0; i < 3; ++i)
  {
    hex8::toModes(u + 8 * i, modes + 8 * i);
  }
  stiffness(modes, young, unit, forces);
  TRABECULA_UNROLL
  for (int i = 0; i < 3; ++i)
  {
    hex8::fromModes(forces + 8 * i, f + 8 * i);
  }
}
}
}

#endif
