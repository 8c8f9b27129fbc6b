#include "ImageBlanking.h"

#include "ArrayRanges.h"

#include "Core/Execution/HostRanges.h"

#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cstdint>

namespace trabecula::filters
{
namespace
{
constexpr unsigned char HiddenPoint = vtkDataSetAttributes::HIDDENPOINT;

struct Count
{
  std::int64_t number = 0;
  void add(const Count& other) { this->number += other.number; }
};

/// Hides the points of some layers, except those of visible cells.
void setPoints(const int size[3], const unsigned char* cells, unsigned char* points,
  vtkIdType first, vtkIdType end)
{
  const vtkIdType row = size[0];
  const vtkIdType layer = row * size[1];
  for (vtkIdType k = first; k < end; ++k)
  {
    unsigned char* here = points + k * layer;
    std::fill(here, here + layer, HiddenPoint);
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
  int size[3];
  image->GetDimensions(size);
  const unsigned char* ofCells = cells->GetPointer(0);
  unsigned char* ofPoints = points->GetPointer(0);
  // The layers are divided by their number of points, because ranges of few layers would not run in
  // parallel.
  const std::int64_t layer = std::int64_t(size[0]) * size[1];
  forHostRanges(points->GetNumberOfValues(),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      const auto layersBefore = [layer](std::int64_t point) { return (point + layer - 1) / layer; };
      setPoints(size, ofCells, ofPoints, layersBefore(begin), layersBefore(end));
    });
  cells->SetName(vtkDataSetAttributes::GhostArrayName());
  storeRanges(cells, ofCells, cells->GetNumberOfValues(), false);
  storeRanges(
    points, static_cast<const unsigned char*>(ofPoints), points->GetNumberOfValues(), false);
  image->GetCellData()->AddArray(cells);
  image->GetPointData()->AddArray(points);

  vtkNew<vtkIdTypeArray> visible;
  visible->SetName("VisibleCells");
  const Count found = reduceHostRanges(cells->GetNumberOfValues(), Count(),
    [&](Count& own, std::int64_t begin, std::int64_t end)
    { own.number = std::count(ofCells + begin, ofCells + end, 0); });
  visible->InsertNextValue(found.number);
  image->GetFieldData()->AddArray(visible);
}
}
