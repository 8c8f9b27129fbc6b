#include "ResultGeometry.h"

#include "SolidMeshConverter.h"

#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"

namespace trabecula::filters
{
ResultGeometry::ResultGeometry(vtkDataSet* input)
{
  this->Solid = solidCellsOf(input, this->Note);
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
    return vtkImageData::SafeDownCast(this->Solid);
  }
  return this->grid();
}

void requestImage(vtkInformationVector* outputVector, int port, bool isImage)
{
  vtkInformation* info = outputVector->GetInformationObject(port);
  vtkDataObject* present = vtkDataObject::GetData(info);
  if (isImage && !vtkImageData::SafeDownCast(present))
  {
    info->Set(vtkDataObject::DATA_OBJECT(), vtkNew<vtkImageData>());
  }
  else if (!isImage && !vtkUnstructuredGrid::SafeDownCast(present))
  {
    info->Set(vtkDataObject::DATA_OBJECT(), vtkNew<vtkUnstructuredGrid>());
  }
}
}
