/**
 * @class   vtkDeviceAlgorithm
 * @brief   What all filters that compute on a device share
 *
 * Which device computes, with how many threads of the processor, and how much memory it may take.
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
   * What computes, one of DeviceType. AUTOMATIC is a GPU if there is one that can be used, else
   * the processor. Default is AUTOMATIC.
   */
  void SetDevice(int device);
  vtkGetMacro(Device, int);
  ///@}

  ///@{
  /**
   * Threads on the processor; 0 means all. Default is 0.
   */
  vtkSetClampMacro(Threads, int, 0, VTK_INT_MAX);
  vtkGetMacro(Threads, int);
  ///@}

  ///@{
  /**
   * Memory that may be taken on the device, in MiB; 0 means what is free. Default is 0.
   */
  void SetMemoryLimit(int mebibytes);
  vtkGetMacro(MemoryLimit, int);
  ///@}

protected:
  vtkDeviceAlgorithm() = default;
  ~vtkDeviceAlgorithm() override = default;

  /// Makes the library use Threads, in the thread that calls. Names of devices have them.
  void UseThreads() const;
  /// Device, as the library has it.
  trabecula::DeviceRequest RequestedDevice() const;
  /// MemoryLimit in bytes.
  std::size_t MemoryLimitInBytes() const;

  int Device = AUTOMATIC;
  int Threads = 0;
  int MemoryLimit = 0;

private:
  vtkDeviceAlgorithm(const vtkDeviceAlgorithm&) = delete;
  void operator=(const vtkDeviceAlgorithm&) = delete;
};

#endif
