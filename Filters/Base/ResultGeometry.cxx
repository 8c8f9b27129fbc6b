#include "ResultGeometry.h"

#include "HexMeshConverter.h"
#include "SolidMeshConverter.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataObjectTypes.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkPointData.h"

#include <initializer_list>
#include <numeric>
#include <string>

namespace trabecula::filters
{
namespace
{
constexpr const char* NumbersName = "TrabeculaNumbers";

void addNumbers(vtkDataSetAttributes* attributes, vtkIdType count)
{
  vtkNew<vtkIdTypeArray> numbers;
  numbers->SetName(NumbersName);
  numbers->SetNumberOfValues(count);
  std::iota(numbers->GetPointer(0), numbers->GetPointer(0) + count, vtkIdType(0));
  attributes->AddArray(numbers);
}

vtkSmartPointer<vtkIdTypeArray> takeNumbers(vtkDataSetAttributes* attributes)
{
  vtkSmartPointer<vtkIdTypeArray> numbers =
    vtkIdTypeArray::SafeDownCast(attributes->GetArray(NumbersName));
  attributes->RemoveArray(NumbersName);
  return numbers;
}

/// Adds arrays with values at the given indices and zeros elsewhere.
void spreadArrays(
  vtkDataSetAttributes* from, vtkIdTypeArray* numbers, vtkIdType count, vtkDataSetAttributes* to)
{
  for (int i = 0; i < from->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* source = from->GetArray(i);
    if (!source || std::string(source->GetName()) == vtkDataSetAttributes::GhostArrayName())
    {
      continue;
    }
    // The array has the plain array type, because the source may share memory of another owner.
    const auto target = vtk::TakeSmartPointer(vtkDataArray::CreateDataArray(source->GetDataType()));
    target->SetName(source->GetName());
    target->SetNumberOfComponents(source->GetNumberOfComponents());
    target->SetNumberOfTuples(count);
    target->Fill(0.0);
    vtkNew<vtkIdList> all;
    all->SetNumberOfIds(numbers->GetNumberOfValues());
    vtkNew<vtkIdList> places;
    places->SetNumberOfIds(numbers->GetNumberOfValues());
    for (vtkIdType n = 0; n < numbers->GetNumberOfValues(); ++n)
    {
      all->SetId(n, n);
      places->SetId(n, numbers->GetValue(n));
    }
    target->InsertTuples(places, all, source);
    to->AddArray(target);
    if (const int active = from->IsArrayAnAttribute(i); active >= 0)
    {
      to->SetActiveAttribute(target->GetName(), active);
    }
  }
}
}

ResultGeometry::ResultGeometry(vtkDataSet* input)
{
  if (!isBlanked(input))
  {
    this->Solid = solidCellsOf(input, this->Note);
    return;
  }
  this->Image = vtk::TakeSmartPointer(input->NewInstance());
  this->Image->ShallowCopy(input);
  const auto numbered = vtk::TakeSmartPointer(input->NewInstance());
  numbered->ShallowCopy(input);
  addNumbers(numbered->GetPointData(), input->GetNumberOfPoints());
  addNumbers(numbered->GetCellData(), input->GetNumberOfCells());
  this->Solid = solidCellsOf(numbered, this->Note);
  this->Points = takeNumbers(this->Solid->GetPointData());
  this->Cells = takeNumbers(this->Solid->GetCellData());
}

void ResultGeometry::spread(vtkDataSet* arrays, vtkDataSet* image) const
{
  spreadArrays(
    arrays->GetPointData(), this->Points, this->Image->GetNumberOfPoints(), image->GetPointData());
  spreadArrays(
    arrays->GetCellData(), this->Cells, this->Image->GetNumberOfCells(), image->GetCellData());
}

vtkSmartPointer<vtkDataSet> ResultGeometry::asImage(vtkDataSet* grid) const
{
  auto image = vtk::TakeSmartPointer(this->Image->NewInstance());
  image->ShallowCopy(this->Image);
  // Active attributes are those of the grid, which may differ from those of the input.
  for (vtkDataSetAttributes* attributes :
    std::initializer_list<vtkDataSetAttributes*>{ image->GetPointData(), image->GetCellData() })
  {
    for (int type = 0; type < vtkDataSetAttributes::NUM_ATTRIBUTES; ++type)
    {
      attributes->SetActiveAttribute(-1, type);
    }
  }
  this->spread(grid, image);
  image->GetFieldData()->PassData(grid->GetFieldData());
  return image;
}

vtkUnstructuredGrid* ResultGeometry::grid() const
{
  if (!this->Grid)
  {
    std::string nothing;
    this->Grid = makeSolidGrid(this->Solid, nothing);
  }
  return this->Grid;
}

vtkDataSet* ResultGeometry::asOutput(vtkDataSet* output) const
{
  if (vtkImageData::SafeDownCast(output))
  {
    return vtkImageData::SafeDownCast(this->Image ? this->Image : this->Solid);
  }
  return this->grid();
}

void requestType(vtkInformationVector* outputVector, int port, int type)
{
  vtkInformation* info = outputVector->GetInformationObject(port);
  vtkDataObject* present = vtkDataObject::GetData(info);
  if (!present || present->GetDataObjectType() != type)
  {
    info->Set(
      vtkDataObject::DATA_OBJECT(), vtk::TakeSmartPointer(vtkDataObjectTypes::NewDataObject(type)));
  }
}

void requestImage(vtkInformationVector* outputVector, int port, bool isImage)
{
  requestType(outputVector, port, isImage ? VTK_IMAGE_DATA : VTK_UNSTRUCTURED_GRID);
}
}
