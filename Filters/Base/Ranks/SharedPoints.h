#ifndef TRABECULA_FILTERS_SHAREDPOINTS_H
#define TRABECULA_FILTERS_SHAREDPOINTS_H

#include "PieceTypes.h"

namespace trabecula::filters
{
/// Points of pieces as points of one mesh.
struct SharedPoints
{
  PlacesInWhole places;   ///< for each point of each piece
  vtkIdType count = 0;    ///< of points of the whole
  double tolerance = 0.0; ///< within which coordinates are equal
};

/**
 * Finds which points of different pieces are the same: those with equal global ids if all pieces
 * have them, else those whose coordinates differ by less than a millionth of the shortest edge.
 * Points of one piece always remain apart, as the two sides of a crack must.
 *
 * @param pieces grids or polygonal data, some of which may be null or empty
 * @throws Error if equal global ids have different coordinates, and where several points of one
 * piece match the same point of another, naming the place
 */
SharedPoints matchPoints(const Pieces& pieces);
}

#endif
