#ifndef TRABECULA_FILTERS_CHOSENFACES_H
#define TRABECULA_FILTERS_CHOSENFACES_H

#include "BodyFaces.h"
#include "SpatialRegion.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// Faces that a region consists of.
struct ChosenFaces
{
  std::vector<std::size_t> faces; ///< indices into BodyFaces::faces, ascending
  std::string note;               ///< a sentence if some may not be those that were meant, or empty
};

/**
 * Finds the faces of a region of the kind Faces or Holes.
 *
 * @throws Error if none is chosen; if chosen faces do not exist, naming them; if no hole has a
 * radius in the range, with the radii of the holes that there are
 */
ChosenFaces chooseFaces(const BodyFaces& body, const RegionSettings& region);
}

#endif
