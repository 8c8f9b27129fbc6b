/**
 * @class   vtkPartsAlgorithm
 * @brief   Base class for filters whose computation several devices, or several ranks, share.
 *
 * With several ranks, all of them compute together, whatever their pieces of the input are: each
 * has the whole input and a part of the computation. Results are those of rank 0.
 */

#ifndef vtkPartsAlgorithm_h
#define vtkPartsAlgorithm_h

#include "vtkDeviceAlgorithm.h"

#include <functional>
#include <memory>

namespace trabecula
{
class Parts;
}

class TRABECULAFILTERS_EXPORT vtkPartsAlgorithm : public vtkDeviceAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkPartsAlgorithm, vtkDeviceAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * On one rank, number of GPUs of this computer that compute together; 0 means all. On the
   * processor, number of parts that share its threads; 0 means one. Several ranks have one device
   * each. Default is 1.
   */
  void SetDevices(int devices);
  vtkGetMacro(Devices, int);
  ///@}

protected:
  vtkPartsAlgorithm() = default;
  ~vtkPartsAlgorithm() override = default;

  bool ComputesOnAllRanks() override { return true; }

  /// Chooses the devices of the parts. All ranks must call it at the same time, which a Work does,
  /// by the thread of the pipeline if there are several.
  using PartsMaker = std::function<std::shared_ptr<trabecula::Parts>()>;
  /// Returns a function for a Work, which throws trabecula::Error if there are too few devices.
  PartsMaker MakePartsMaker();

  int Devices = 1;

private:
  vtkPartsAlgorithm(const vtkPartsAlgorithm&) = delete;
  void operator=(const vtkPartsAlgorithm&) = delete;
};

#endif
