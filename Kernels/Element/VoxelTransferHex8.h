#ifndef TRABECULA_ELEMENT_VOXELTRANSFERHEX8_H
#define TRABECULA_ELEMENT_VOXELTRANSFERHEX8_H

#include "Core/Space.h"

namespace trabecula
{
namespace voxelhex8
{
/// Corners count steps along x, y, z in their bits; the elements' own order is VTK_HEXAHEDRON's.
TRABECULA_FUNCTION int vtkCorner(int corner)
{
  return corner ^ (corner >> 1 & 1);
}

/// Weight of corner b of a brick at a position in it, 0 to 2 along each axis in half edges.
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

/// The same at corner a of the child in an octant.
template <class Real>
TRABECULA_FUNCTION Real childWeight(int octant, int a, int b)
{
  return cornerWeight<Real>(
    (octant & 1) + (a & 1), (octant >> 1 & 1) + (a >> 1 & 1), (octant >> 2) + (a >> 2), b);
}

/// Modes (see hex8::toModes()) of a trilinear field on the child in an octant, for one component.
template <class T>
TRABECULA_FUNCTION void toChildModes(int octant, T* m)
{
  TRABECULA_UNROLL
  for (int d = 0; d < 3; ++d)
  {
    const float sign = octant >> d & 1 ? 0.5F : -0.5F;
    TRABECULA_UNROLL
    for (int p = 0; p < 8; ++p)
    {
      if (!(p >> d & 1))
      {
        m[p] += sign * m[p | 1 << d];
        m[p | 1 << d] *= 0.5F;
      }
    }
  }
}

/// The transpose of toChildModes().
template <class T>
TRABECULA_FUNCTION void fromChildModes(int octant, T* m)
{
  TRABECULA_UNROLL
  for (int d = 0; d < 3; ++d)
  {
    const float sign = octant >> d & 1 ? 0.5F : -0.5F;
    TRABECULA_UNROLL
    for (int p = 0; p < 8; ++p)
    {
      if (!(p >> d & 1))
      {
        m[p | 1 << d] = sign * m[p] + 0.5F * m[p | 1 << d];
      }
    }
  }
}
}
}

#endif
