#ifndef TRABECULA_FILTERS_MERGEARRAYS_H
#define TRABECULA_FILTERS_MERGEARRAYS_H

#include "PieceTypes.h"

namespace trabecula::filters
{
/**
 * Makes the arrays of a whole from those of its pieces, plain as makePlainPiece() gives them.
 *
 * Where pieces share a point the first one gives the value. The attributes that are active in the
 * first piece with tuples are so in the whole.
 *
 * @param association vtkDataObject::POINT or CELL
 * @param whole has the number of points and cells of all pieces
 * @throws Error naming the array and the rank if an array is missing in a piece or of another type,
 * and if one that must agree has different values at a point of several pieces
 */
void mergeArrays(const Pieces& pieces, int association, const PlacesInWhole& places,
  const AgreementTest& mustAgree, vtkDataSet* whole);
}

#endif
