#include "vtkTopologyOptimize.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkTopologyOptimize);

vtkTopologyOptimize::vtkTopologyOptimize()
{
  this->SetNumberOfOutputPorts(3);
}

int vtkTopologyOptimize::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

int vtkTopologyOptimize::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 2 ? "vtkTable" : "vtkUnstructuredGrid");
  return 1;
}
