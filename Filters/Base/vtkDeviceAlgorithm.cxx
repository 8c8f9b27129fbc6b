#include "vtkDeviceAlgorithm.h"

#include "RankParts.h"

#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Device.h"
#include "Core/Error.h"

#include "vtkMultiProcessController.h"
#include "vtkSmartPointer.h"

#include <algorithm>
#include <string>

static_assert(
  static_cast<int>(trabecula::DeviceRequest::Automatic) == vtkDeviceAlgorithm::AUTOMATIC &&
    static_cast<int>(trabecula::DeviceRequest::Host) == vtkDeviceAlgorithm::HOST &&
    static_cast<int>(trabecula::DeviceRequest::Cuda) == vtkDeviceAlgorithm::CUDA,
  "The library numbers devices as filters do.");

//------------------------------------------------------------------------------
void vtkDeviceAlgorithm::SetDevice(int device)
{
  this->SetParameter(this->Device, std::clamp(device, int(AUTOMATIC), int(CUDA)));
}

//------------------------------------------------------------------------------
void vtkDeviceAlgorithm::SetDevices(int devices)
{
  this->SetParameter(this->Devices, std::max(devices, 0));
}

//------------------------------------------------------------------------------
void vtkDeviceAlgorithm::SetMemoryLimit(int mebibytes)
{
  this->SetParameter(this->MemoryLimit, mebibytes);
}

//------------------------------------------------------------------------------
void vtkDeviceAlgorithm::UseThreads() const
{
  trabecula::setHostThreads(this->Threads);
}

//------------------------------------------------------------------------------
trabecula::DeviceRequest vtkDeviceAlgorithm::RequestedDevice() const
{
  return static_cast<trabecula::DeviceRequest>(this->Device);
}

//------------------------------------------------------------------------------
std::size_t vtkDeviceAlgorithm::MemoryLimitInBytes() const
{
  if (this->MemoryLimit < 0)
  {
    throw trabecula::Error("Memory Limit is " + std::to_string(this->MemoryLimit) +
      " MiB; it must be above zero, or 0 for the memory that is free.");
  }
  return static_cast<std::size_t>(this->MemoryLimit) << 20;
}

//------------------------------------------------------------------------------
vtkDeviceAlgorithm::PartsMaker vtkDeviceAlgorithm::MakePartsMaker(std::size_t released)
{
  const trabecula::DeviceRequest request = this->RequestedDevice();
  const std::size_t limit = this->MemoryLimitInBytes();
  if (!this->IsAlone() && this->ComputesOnAllRanks())
  {
    const vtkSmartPointer<vtkMultiProcessController> controller = this->Controller;
    return [controller, request, released, limit] {
      return std::make_shared<trabecula::filters::RankParts>(*controller, request, released, limit);
    };
  }
  return [request, limit, count = this->Devices]
  {
    return std::make_shared<trabecula::ThreadParts>(
      trabecula::limitedTo(trabecula::selectDevices(request, count), limit));
  };
}

//------------------------------------------------------------------------------
void vtkDeviceAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Device: " << this->Device << "\n";
  os << indent << "Devices: " << this->Devices << "\n";
  os << indent << "Threads: " << this->Threads << "\n";
  os << indent << "MemoryLimit: " << this->MemoryLimit << "\n";
}
