#ifndef TRABECULA_FILTERS_PLAINPIECE_H
#define TRABECULA_FILTERS_PLAINPIECE_H

#include "vtkDataSet.h"
#include "vtkSmartPointer.h"

#include <vector>

class vtkCellArray;
class vtkDataArray;

namespace trabecula::filters
{
/**
 * The part of a rank's data that is its own, ready to be sent: a shallow copy whose arrays of
 * numbers lie in memory one value after another.
 *
 * Cells that another rank has too (DUPLICATECELL of vtkGhostType) and points that only they have
 * are removed from grids and polygonal data. In images and structured grids they remain and are
 * left out by mergePieces(). Hidden cells and points stay hidden.
 *
 * @return null for null
 * @throws Error for polyhedra, whose faces are not sent
 */
vtkSmartPointer<vtkDataSet> makePlainPiece(vtkDataSet* data);

/// The lists that number the cells of a grid, or of polygonal data, in this order; some may be
/// null.
std::vector<vtkCellArray*> cellListsOf(vtkDataSet* mesh);

/// Sets the cells of a grid or of polygonal data from lists as cellListsOf() gives them.
/// @param types of the cells of a grid
void setCellLists(
  vtkDataSet* mesh, const std::vector<vtkSmartPointer<vtkCellArray>>& lists, vtkDataArray* types);

/// Appends cells with other numbers of points. @param keep which of them, or null for all
void appendCells(vtkCellArray* from, const std::vector<vtkIdType>& points,
  const unsigned char* keep, vtkCellArray* to);
}

#endif
