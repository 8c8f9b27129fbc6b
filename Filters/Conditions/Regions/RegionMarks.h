#ifndef TRABECULA_FILTERS_REGIONMARKS_H
#define TRABECULA_FILTERS_REGIONMARKS_H

#include "SpatialRegion.h"

#include "vtkDataSet.h"
#include "vtkIdList.h"
#include "vtkNew.h"

#include <cstddef>
#include <vector>

namespace trabecula::filters
{
/// Flags of points or cells; nonzero if marked.
using RegionFlags = std::vector<char>;

/// The entities that a region states directly, before faces are derived from points or vice versa.
struct RegionMarks
{
  RegionFlags points;
  RegionFlags cells;
  bool areOfCells = false;
};

/// Marks what is inside a shape.
/// @param region its tolerance is set to a length above 0
RegionMarks marksOfShape(vtkDataSet* input, const BodySurface& surface, RegionSettings& region);
RegionMarks marksOfSelection(
  vtkDataSet* input, const BodySurface& surface, vtkSelection* selection);
RegionMarks marksOfArray(
  vtkDataSet* input, const BodySurface& surface, const RegionSettings& region);

/// Returns the mean of the points of a cell.
Vector3 centreOfCell(vtkDataSet* input, const vtkIdType* points, vtkIdType count);

/// Calls visit(cell, points of the cell, their number) for the cells of the body.
template <class Visit>
void forCellsOfBody(vtkDataSet* input, const BodySurface& surface, const Visit& visit)
{
  vtkNew<vtkIdList> points;
  for (vtkIdType cell = 0; cell < input->GetNumberOfCells(); ++cell)
  {
    if (surface.hasCell[static_cast<std::size_t>(cell)])
    {
      input->GetCellPoints(cell, points);
      visit(cell, points->GetPointer(0), points->GetNumberOfIds());
    }
  }
}
}

#endif
