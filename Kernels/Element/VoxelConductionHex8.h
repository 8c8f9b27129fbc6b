#ifndef TRABECULA_ELEMENT_VOXELCONDUCTIONHEX8_H
#define TRABECULA_ELEMENT_VOXELCONDUCTIONHEX8_H

#include "Core/Space.h"

namespace trabecula
{
/**
 * Heat conduction in the eight-node rectangular brick with 2x2x2 Gauss points, which are exact
 * there.
 *
 * Shape functions are products of linear ones, so that the matrix is a sum of products of stiffness
 * and masses of edges: entry (a, b) depends only on the directions in which corners a and b differ.
 */
namespace voxelhex8
{
/// A brick of unit conductivity.
template <class Real>
struct ConductingBrick
{
  /// Entry (a, b) at a ^ b, for corners whose bits 0, 1, 2 are their offsets along x, y, z; length.
  Real entries[8];
};

/// @param spacing the edges
template <class Real>
inline ConductingBrick<Real> conductingBrick(const double* spacing)
{
  ConductingBrick<Real> brick = {};
  for (int differing = 0; differing < 8; ++differing)
  {
    double sum = 0.0;
    for (int along = 0; along < 3; ++along)
    {
      double product = 1.0;
      for (int d = 0; d < 3; ++d)
      {
        const bool differs = (differing >> d & 1) != 0;
        product *=
          d == along ? (differs ? -1.0 : 1.0) / spacing[d] : spacing[d] / (differs ? 6.0 : 3.0);
      }
      sum += product;
    }
    brick.entries[differing] = static_cast<Real>(sum);
  }
  return brick;
}

/// The mass of a brick of unit density, in the same form; length cubed.
/// @param isLumped whether an eighth of it is at each corner
template <class Real>
inline ConductingBrick<Real> massOfBrick(const double* spacing, bool isLumped)
{
  ConductingBrick<Real> brick = {};
  const double volume = spacing[0] * spacing[1] * spacing[2];
  for (int differing = 0; differing < 8; ++differing)
  {
    // An edge has a mass of 1/3 at an end, and 1/6 between its ends.
    double share = 1.0;
    for (int d = 0; d < 3; ++d)
    {
      share /= (differing >> d & 1) != 0 ? 6.0 : 3.0;
    }
    const double lumped = differing == 0 ? 0.125 : 0.0;
    brick.entries[differing] = static_cast<Real>(volume * (isLumped ? lumped : share));
  }
  return brick;
}

/// f = k K u; corners in VTK_HEXAHEDRON order, as of product() of elasticity.
template <class T, class Real>
TRABECULA_FUNCTION void product(
  const T* u, const T conductivity, const ConductingBrick<Real> brick, T* f)
{
  for (int a = 0; a < 8; ++a)
  {
    T sum = T{};
    for (int b = 0; b < 8; ++b)
    {
      sum += brick.entries[(a ^ (a >> 1 & 1)) ^ (b ^ (b >> 1 & 1))] * u[b];
    }
    f[a] = conductivity * sum;
  }
}

/**
 * The flow of heat that eight bricks around a node take from it.
 *
 * @param x temperature of the node; neighbours along x, y, z are next to it, row and layer away
 * @param k conductivity of the brick above the node along all axes, 0 for none; those below are one
 * before, ofRow and ofLayer away
 */
template <class Real>
TRABECULA_FUNCTION Real flowAroundNode(const Real* x, int row, int layer, const Real* k, int ofRow,
  int ofLayer, const ConductingBrick<Real> brick)
{
  // Bits 0, 1, 2 of a brick's number are set if it is above the node along x, y, z.
  const Real k0 = k[-1 - ofRow - ofLayer];
  const Real k1 = k[-ofRow - ofLayer];
  const Real k2 = k[-1 - ofLayer];
  const Real k3 = k[-ofLayer];
  const Real k4 = k[-1 - ofRow];
  const Real k5 = k[-ofRow];
  const Real k6 = k[-1];
  const Real k7 = k[0];
  // Of two bricks side by side along x, y, z, which both touch a diagonal neighbour across to that.
  const Real k01 = k0 + k1;
  const Real k23 = k2 + k3;
  const Real k45 = k4 + k5;
  const Real k67 = k6 + k7;
  const Real k02 = k0 + k2;
  const Real k13 = k1 + k3;
  const Real k46 = k4 + k6;
  const Real k57 = k5 + k7;
  const Real k04 = k0 + k4;
  const Real k15 = k1 + k5;
  const Real k26 = k2 + k6;
  const Real k37 = k3 + k7;
  const Real below = k01 + k23;
  const Real above = k45 + k67;
  Real sum = brick.entries[0] * ((below + above) * x[0]);
  sum += brick.entries[1] * ((k04 + k26) * x[-1] + (k15 + k37) * x[1]);
  sum += brick.entries[2] * ((k01 + k45) * x[-row] + (k23 + k67) * x[row]);
  sum += brick.entries[4] * (below * x[-layer] + above * x[layer]);
  sum +=
    brick.entries[3] * (k04 * x[-1 - row] + k15 * x[1 - row] + k26 * x[row - 1] + k37 * x[1 + row]);
  sum += brick.entries[5] *
    (k02 * x[-1 - layer] + k13 * x[1 - layer] + k46 * x[layer - 1] + k57 * x[1 + layer]);
  sum += brick.entries[6] *
    (k01 * x[-row - layer] + k23 * x[row - layer] + k45 * x[layer - row] + k67 * x[row + layer]);
  sum += brick.entries[7] *
    (k0 * x[-1 - row - layer] + k1 * x[1 - row - layer] + k2 * x[row - 1 - layer] +
      k3 * x[1 + row - layer] + k4 * x[layer - 1 - row] + k5 * x[1 - row + layer] +
      k6 * x[row - 1 + layer] + k7 * x[1 + row + layer]);
  return sum;
}
}
}

#endif
