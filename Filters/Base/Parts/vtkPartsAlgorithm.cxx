#include "vtkPartsAlgorithm.h"

#include "RankParts.h"

#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"

#include "vtkMultiProcessController.h"
#include "vtkSmartPointer.h"

#include <algorithm>

//------------------------------------------------------------------------------
void vtkPartsAlgorithm::SetDevices(int devices)
{
  this->SetParameter(this->Devices, std::max(devices, 0));
}

//------------------------------------------------------------------------------
vtkPartsAlgorithm::PartsMaker vtkPartsAlgorithm::MakePartsMaker()
{
  const trabecula::DeviceRequest request = this->RequestedDevice();
  if (!this->IsAlone())
  {
    const vtkSmartPointer<vtkMultiProcessController> controller = this->Controller;
    return [controller, request]
    { return std::make_shared<trabecula::filters::RankParts>(*controller, request); };
  }
  return [request, count = this->Devices]
  { return std::make_shared<trabecula::ThreadParts>(trabecula::selectDevices(request, count)); };
}

//------------------------------------------------------------------------------
void vtkPartsAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Devices: " << this->Devices << "\n";
}
