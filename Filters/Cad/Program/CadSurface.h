#ifndef TRABECULA_CAD_CADSURFACE_H
#define TRABECULA_CAD_CADSURFACE_H

#include "CadBody.h"

#include <array>
#include <cstddef>
#include <vector>

/// The surfaces of solids as triangles, with the numbers of their faces. Neighbouring faces of a
/// solid have their points in common.
struct CadSurface
{
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<std::size_t, 3>> triangles; ///< normals point outwards
  std::vector<std::size_t> faces;                    ///< of each triangle
  std::vector<bool> isClosed;                        ///< of each solid
};

/// @param deflection largest distance of a triangle from its face, over the diagonal of the body
/// @param angle largest angle between neighbouring normals of a face, radian
CadSurface surfaceOf(const CadBody& body, double deflection, double angle);

#endif
