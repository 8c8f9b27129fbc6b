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
/// Flags of points and cells; not 0 for marked ones.
using RegionFlags = std::vector<char>;

/// The entities given by a region directly, before faces are derived from points or conversely.
struct RegionMarks
{
  RegionFlags points;
  RegionFlags cells;
  bool areOfCells = false;
};

/// @param region its tolerance becomes a length above 0
RegionMarks marksOfShape(vtkDataSet* input, const BodySurface& surface, RegionSettings& region);
RegionMarks marksOfSelection(
  vtkDataSet* input, const BodySurface& surface, vtkSelection* selection);
RegionMarks marksOfArray(
  vtkDataSet* input, const BodySurface& surface, const RegionSettings& region);

/// The mean of the points of a cell.
Vector3 centreOfCell(vtkDataSet* input, const vtkIdType* points, vtkIdType count);

/// Calls visit(cell, its points, their number) for the cells of the body.
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
