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

#include <cstddef> // for std::size_t

namespace trabecula
{
enum class DeviceRequest;
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

protected:
  vtkDeviceAlgorithm() = default;
  ~vtkDeviceAlgorithm() override = default;

  /// Sets the library's number of threads for the calling thread. The device name includes this
  /// number.
  void UseThreads() const;
  /// Returns Device as a type of the library.
  trabecula::DeviceRequest RequestedDevice() const;
  /// Returns how many devices compute together, see trabecula::selectDevices(). Default is 1.
  virtual int GetNumberOfDevices() { return 1; }
  /// Returns MemoryLimit in bytes.
  std::size_t MemoryLimitInBytes() const;

  int Device = AUTOMATIC;
  int Threads = 0;
  int MemoryLimit = 0;

private:
  vtkDeviceAlgorithm(const vtkDeviceAlgorithm&) = delete;
  void operator=(const vtkDeviceAlgorithm&) = delete;
};

#endif
