/**
 * @class   vtkDeviceAlgorithm
 * @brief   Base class of filters that compute on a device
 *
 * Provides properties for the device, the number of host threads and the limit of device memory.
 */

#ifndef vtkDeviceAlgorithm_h
#define vtkDeviceAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <cstddef>    // for std::size_t
#include <functional> // for std::function
#include <memory>     // for std::shared_ptr

namespace trabecula
{
enum class DeviceRequest;
class Parts;
}

class TRABECULAFILTERS_EXPORT vtkDeviceAlgorithm : public vtkTrabeculaAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkDeviceAlgorithm, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum DeviceType
  {
    AUTOMATIC = 0,
    HOST = 1,
    CUDA = 2
  };

  ///@{
  /**
   * The device, one of DeviceType. AUTOMATIC selects a GPU if a usable one is found, else the
   * processor. Default is AUTOMATIC.
   */
  void SetDevice(int device);
  vtkGetMacro(Device, int);
  ///@}

  ///@{
  /**
   * Number of threads on the processor; 0 means all. Default is 0.
   */
  vtkSetClampMacro(Threads, int, 0, VTK_INT_MAX);
  vtkGetMacro(Threads, int);
  ///@}

  ///@{
  /**
   * Limit of device memory in MiB; 0 means all free memory. Default is 0.
   */
  void SetMemoryLimit(int mebibytes);
  vtkGetMacro(MemoryLimit, int);
  ///@}

  ///@{
  /**
   * On one rank, number of GPUs of this computer that compute together, each a part of the problem;
   * 0 means all. On the processor, number of parts that share its threads; 0 means one. Several
   * ranks that compute together have one device each. Filters that cannot divide their problem
   * refuse more than one or use the first. Default is 1.
   */
  void SetDevices(int devices);
  vtkGetMacro(Devices, int);
  ///@}

protected:
  vtkDeviceAlgorithm() = default;
  ~vtkDeviceAlgorithm() override = default;

  /// Sets the library's number of threads for the calling thread. The device name includes this
  /// number.
  void UseThreads() const;
  /// Returns Device as a type of the library.
  trabecula::DeviceRequest RequestedDevice() const;
  /// Chooses devices and makes the parts of a computation on them. If ComputesOnAllRanks(), all
  /// ranks must call it at the same time, which a Work does, and by the thread of the pipeline.
  using PartsMaker = std::function<std::shared_ptr<trabecula::Parts>()>;
  /**
   * Returns a function for a Work, which throws trabecula::Error if there are too few devices.
   * Several ranks have one device each.
   *
   * @param released bytes that will be free on a GPU of this rank when the parts compute
   */
  PartsMaker MakePartsMaker(std::size_t released = 0);
  /// Returns MemoryLimit in bytes.
  std::size_t MemoryLimitInBytes() const;

  int Device = AUTOMATIC;
  int Devices = 1;
  int Threads = 0;
  int MemoryLimit = 0;

private:
  vtkDeviceAlgorithm(const vtkDeviceAlgorithm&) = delete;
  void operator=(const vtkDeviceAlgorithm&) = delete;
};

#endif
