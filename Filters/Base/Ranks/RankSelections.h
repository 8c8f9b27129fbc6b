#ifndef TRABECULA_FILTERS_RANKSELECTIONS_H
#define TRABECULA_FILTERS_RANKSELECTIONS_H

#include "PieceTypes.h"

class vtkMultiProcessController;
class vtkSelection;

namespace trabecula::filters
{
/**
 * Makes one selection of the whole from selections of the pieces, whose numbers of points and cells
 * are those of a rank. Collective.
 *
 * @param mine of this rank
 * @param data the piece of this rank, with ghosts
 * @param pieces on rank 0, what the pieces have been merged to
 * @return on rank 0 a selection of indices; `mine` if it is one that filters refuse; null on others
 * @throws Error on all ranks
 */
vtkSmartPointer<vtkSelection> gatherSelection(vtkMultiProcessController& controller,
  vtkSelection* mine, vtkDataSet* data, const GatheredPieces& pieces,
  const std::function<std::string()>& lackOfMemory);
}

#endif
