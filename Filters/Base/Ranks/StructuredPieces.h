#ifndef TRABECULA_FILTERS_STRUCTUREDPIECES_H
#define TRABECULA_FILTERS_STRUCTUREDPIECES_H

#include "PieceTypes.h"

namespace trabecula::filters
{
using Extent = std::array<int, 6>; ///< of points, as VTK has them

/// The extent of an image or structured grid; empty for other data and null.
Extent extentOf(vtkDataSet* data);

/// Numbers in a whole extent of the points of a part, in the order of the part.
std::vector<vtkIdType> pointsOfExtent(const Extent& part, const Extent& whole);

/// The same of cells; directions in which the whole has one layer of points count as one cell.
std::vector<vtkIdType> cellsOfExtent(const Extent& part, const Extent& whole);

/// Makes one image or structured grid of pieces, of which one at least has points; see
/// mergePieces().
GatheredPieces mergeStructured(const Pieces& pieces, const AgreementTest& mustAgree);
}

#endif
