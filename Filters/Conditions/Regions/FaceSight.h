#ifndef TRABECULA_FILTERS_FACESIGHT_H
#define TRABECULA_FILTERS_FACESIGHT_H

#include "BodyFaces.h"
#include "BodySurface.h"

#include <cstddef>

namespace trabecula::filters
{
/// From where a face is seen well.
struct FaceSight
{
  Vector3 centre = {}; ///< of the face
  double radius = 0.0; ///< of the sphere about the centre that has all of the face
  /// Outward unit vector: the mean normal of the face; or, of a face that surrounds something, such
  /// as the wall of a bore, its axis.
  Vector3 direction = {};
  bool isAxis = false; ///< whether the direction is that of an axis, of either sign
};

/// @param index of a face of the body
FaceSight sightOf(const BodySurface& surface, const BodyFaces& faces, std::size_t index);
}

#endif
