#ifndef TRABECULA_FILTERS_MERGEPIECES_H
#define TRABECULA_FILTERS_MERGEPIECES_H

#include "PieceTypes.h"

namespace trabecula::filters
{
/**
 * Makes one dataset of the pieces of several ranks, which need not be on several ranks:
 * unstructured grids, polygonal data, images and structured grids.
 *
 * Cells are in the order of ranks, and in that of the piece; those of polygonal data by kind, as
 * VTK numbers them. Points of meshes are merged by matchPoints(). Pieces of images are put together
 * by their extents, also where those overlap. Field data are those of the first piece with points
 * or cells. A single piece is the whole as it is.
 *
 * @param pieces by rank, as makePlainPiece() makes them; null or empty for ranks without any
 * @throws Error as matchPoints() and mergeArrays(), and for pieces of different kinds, images of
 * different geometry and images with gaps
 */
GatheredPieces mergePieces(const Pieces& pieces, const AgreementTest& mustAgree);
}

#endif
