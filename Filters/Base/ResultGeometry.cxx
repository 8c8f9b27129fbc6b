#include "ResultGeometry.h"

#include "HexMeshConverter.h"

#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"

namespace trabecula::filters
{
ResultGeometry::ResultGeometry(vtkDataSet* input)
{
  requireHexahedra(input);
  this->Input = vtk::TakeSmartPointer(input->NewInstance());
  this->Input->ShallowCopy(input);
}

vtkUnstructuredGrid* ResultGeometry::hexahedra() const
{
  if (!this->Hexahedra)
  {
    this->Hexahedra = makeHexahedralGrid(this->Input);
  }
  return this->Hexahedra;
}

vtkDataSet* ResultGeometry::asOutput(vtkDataSet* output) const
{
  if (vtkImageData::SafeDownCast(output))
  {
    return vtkImageData::SafeDownCast(this->Input);
  }
  return this->hexahedra();
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
