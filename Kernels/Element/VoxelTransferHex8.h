#ifndef TRABECULA_ELEMENT_VOXELTRANSFERHEX8_H
#define TRABECULA_ELEMENT_VOXELTRANSFERHEX8_H

#include "Element/VoxelHex8.h"

namespace trabecula
{
namespace voxelhex8
{
/// Maps the number of a corner whose bits 0, 1, 2 are its offsets along x, y, z to its
/// VTK_HEXAHEDRON number, and vice versa.
TRABECULA_FUNCTION int vtkCorner(int corner)
{
  return corner ^ (corner >> 1 & 1);
}

/// Value of the shape function of corner b of a brick at a position in it, from 0 to 2 half edges
/// along each axis.
template <class Real>
TRABECULA_FUNCTION Real cornerWeight(int x, int y, int z, int b)
{
  const int at[3] = { x, y, z };
  Real weight = 1;
  for (int d = 0; d < 3; ++d)
  {
    weight *= Real(b >> d & 1 ? at[d] : 2 - at[d]) / 2;
  }
  return weight;
}

/// Value of the shape function of corner b at corner a of the child in an octant of the brick.
template <class Real>
TRABECULA_FUNCTION Real childWeight(int octant, int a, int b)
{
  return cornerWeight<Real>(
    (octant & 1) + (a & 1), (octant >> 1 & 1) + (a >> 1 & 1), (octant >> 2) + (a >> 2), b);
}

/// Multiplies each mode (see hex8::toModes()) of three components by 1/2 for each of its factors
/// xi, eta and zeta, before toChildModes() and after all calls of fromChildModes().
template <class T>
TRABECULA_FUNCTION void halveModes(T* modes)
{
  TRABECULA_UNROLL
  for (int i = 0; i < 24; ++i)
  {
    const int factors = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1);
    modes[i] *= factors == 3 ? 0.125F : factors == 2 ? 0.25F : factors == 1 ? 0.5F : 1.0F;
  }
}

/// Modes of a trilinear field on the child in an octant, for one component, from halved modes.
template <class T>
TRABECULA_FUNCTION void toChildModes(int octant, T* m)
{
  TRABECULA_UNROLL
  for (int d = 0; d < 3; ++d)
  {
    const float sign = octant >> d & 1 ? 1.0F : -1.0F;
    TRABECULA_UNROLL
    for (int p = 0; p < 8; ++p)
    {
      if (!(p >> d & 1))
      {
        m[p] += sign * m[p | 1 << d];
      }
    }
  }
}

/// The transpose of toChildModes() for forces, whose constant mode is zero and not read; the result
/// must be halved by halveModes().
template <class T>
TRABECULA_FUNCTION void fromChildModes(int octant, T* m)
{
  TRABECULA_UNROLL
  for (int d = 0; d < 3; ++d)
  {
    const float sign = octant >> d & 1 ? 1.0F : -1.0F;
    TRABECULA_UNROLL
    for (int p = 1; p < 8; ++p)
    {
      if (!(p >> d & 1))
      {
        m[p | 1 << d] += sign * m[p];
      }
    }
  }
}

/// The constants of a brick with doubled edges.
template <class Real>
TRABECULA_FUNCTION Brick<Real> doubled(const Brick<Real> brick)
{
  return { { brick.gradient[0] / 2, brick.gradient[1] / 2, brick.gradient[2] / 2 },
    8 * brick.lambda, 8 * brick.mu };
}

/// The constants of a cube with doubled edges.
template <class Real>
TRABECULA_FUNCTION Cube<Real> doubled(const Cube<Real> cube)
{
  return { 2 * cube.lambda, 2 * cube.mu, 2 * cube.lambdaThird, 2 * cube.muThird,
    2 * cube.threeSigns };
}

/// Adds the forces of the child in an octant, except for constant modes, which are zero.
/// @param modes 8 for each component, halved @param child a Brick or a Cube @param forces modes
/// that must be halved after all children have been added
template <class T, class Unit>
TRABECULA_FUNCTION void addChildForces(
  int octant, const T* modes, const T young, const Unit child, T* forces)
{
  T m[24];
  T f[24];
  TRABECULA_UNROLL
  for (int i = 0; i < 24; ++i)
  {
    m[i] = modes[i];
  }
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    toChildModes(octant, m + 8 * c);
  }
  stiffness(m, young, child, f);
  TRABECULA_UNROLL
  for (int c = 0; c < 3; ++c)
  {
    fromChildModes(octant, f + 8 * c);
    TRABECULA_UNROLL
    for (int i = 1; i < 8; ++i)
    {
      forces[8 * c + i] += f[8 * c + i];
    }
  }
}
}
}

#endif
