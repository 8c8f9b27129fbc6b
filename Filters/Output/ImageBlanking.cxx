#include "ImageBlanking.h"

#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkSMPTools.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

namespace trabecula::filters
{
namespace
{
/// Shows the points of visible cells in some layers of points.
void showPoints(const int size[3], const unsigned char* cells, unsigned char* points,
  vtkIdType first, vtkIdType end)
{
  const vtkIdType row = size[0];
  const vtkIdType layer = row * size[1];
  for (vtkIdType k = first; k < end; ++k)
  {
    unsigned char* here = points + k * layer;
    for (vtkIdType below = std::max<vtkIdType>(k - 1, 0); below <= k && below + 1 < size[2];
         ++below)
    {
      const unsigned char* cell = cells + below * (row - 1) * (size[1] - 1);
      for (vtkIdType j = 0; j + 1 < size[1]; ++j)
      {
        for (vtkIdType i = 0; i + 1 < row; ++i)
        {
          if (*cell++ == 0)
          {
            unsigned char* corner = here + i + j * row;
            corner[0] = corner[1] = corner[row] = corner[row + 1] = 0;
          }
        }
      }
    }
  }
}
}

void blankCells(vtkImageData* image, vtkUnsignedCharArray* cells)
{
  vtkNew<vtkUnsignedCharArray> points;
  points->SetName(vtkDataSetAttributes::GhostArrayName());
  points->SetNumberOfValues(image->GetNumberOfPoints());
  points->FillValue(vtkDataSetAttributes::HIDDENPOINT);
  int size[3];
  image->GetDimensions(size);
  vtkSMPTools::For(0, size[2],
    [&](vtkIdType begin, vtkIdType end)
    { showPoints(size, cells->GetPointer(0), points->GetPointer(0), begin, end); });
  cells->SetName(vtkDataSetAttributes::GhostArrayName());
  image->GetCellData()->AddArray(cells);
  image->GetPointData()->AddArray(points);

  vtkNew<vtkIdTypeArray> visible;
  visible->SetName("VisibleCells");
  const unsigned char* begin = cells->GetPointer(0);
  visible->InsertNextValue(std::count(begin, begin + cells->GetNumberOfValues(), 0));
  image->GetFieldData()->AddArray(visible);
}
}
