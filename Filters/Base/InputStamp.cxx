#include "InputStamp.h"

#include "UnitSystem.h"

#include "Core/Text.h"

#include "vtkAbstractArray.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkMatrix3x3.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <cstring>

namespace trabecula::filters
{
namespace
{
void add(std::vector<std::uint64_t>& parts, vtkObject* object)
{
  parts.push_back(reinterpret_cast<std::uintptr_t>(object));
  // Modification times are unique, so another object at the same address has another time.
  parts.push_back(object ? object->GetMTime() : 0);
}

void add(std::vector<std::uint64_t>& parts, vtkFieldData* arrays)
{
  for (int i = 0; i < arrays->GetNumberOfArrays(); ++i)
  {
    vtkAbstractArray* array = arrays->GetAbstractArray(i);
    // Units name what numbers mean; filters whose results depend on them look at them themselves.
    if (!array->GetName() || std::strcmp(array->GetName(), UnitsField) != 0)
    {
      add(parts, static_cast<vtkObject*>(array));
    }
  }
  parts.push_back(0); // separates the arrays of one kind from those of the next
}

void add(std::vector<std::uint64_t>& parts, const double* values, int count)
{
  for (int i = 0; i < count; ++i)
  {
    std::uint64_t bits = 0;
    std::memcpy(&bits, values + i, sizeof(bits));
    parts.push_back(bits);
  }
}
}

InputStamp::InputStamp(vtkDataSet* data)
{
  if (!data)
  {
    return;
  }
  this->Parts.push_back(static_cast<std::uint64_t>(data->GetDataObjectType()));
  add(this->Parts, data->GetPointData());
  add(this->Parts, data->GetCellData());
  add(this->Parts, data->GetFieldData());
  if (vtkImageData* image = vtkImageData::SafeDownCast(data))
  {
    for (int i = 0; i < 6; ++i)
    {
      this->Parts.push_back(static_cast<std::uint64_t>(image->GetExtent()[i]));
    }
    add(this->Parts, image->GetOrigin(), 3);
    add(this->Parts, image->GetSpacing(), 3);
    add(this->Parts, image->GetDirectionMatrix()->GetData(), 9);
  }
  if (vtkPointSet* points = vtkPointSet::SafeDownCast(data))
  {
    add(this->Parts, static_cast<vtkObject*>(points->GetPoints()));
  }
  if (vtkPolyData* surface = vtkPolyData::SafeDownCast(data))
  {
    for (vtkCellArray* cells :
      { surface->GetVerts(), surface->GetLines(), surface->GetPolys(), surface->GetStrips() })
    {
      add(this->Parts, static_cast<vtkObject*>(cells));
    }
  }
  if (vtkUnstructuredGrid* grid = vtkUnstructuredGrid::SafeDownCast(data))
  {
    add(this->Parts, static_cast<vtkObject*>(grid->GetCells()));
    add(this->Parts, static_cast<vtkObject*>(grid->GetCellTypesArray()));
  }
}

std::string describeTime(vtkInformation* input)
{
  using SDDP = vtkStreamingDemandDrivenPipeline;
  vtkDataObject* data = vtkDataObject::GetData(input);
  const int steps = input->Has(SDDP::TIME_STEPS()) ? input->Length(SDDP::TIME_STEPS()) : 0;
  if (steps < 2 || !data)
  {
    return "";
  }
  const double* times = input->Get(SDDP::TIME_STEPS());
  vtkInformation* ofData = data->GetInformation();
  const double time = ofData->Has(vtkDataObject::DATA_TIME_STEP())
    ? ofData->Get(vtkDataObject::DATA_TIME_STEP())
    : times[0];
  return "The input changes with time (" + std::to_string(steps) + " steps from " +
    shortText(times[0]) + " to " + shortText(times[steps - 1]) + "); this is of time " +
    shortText(time) + ".";
}
}
