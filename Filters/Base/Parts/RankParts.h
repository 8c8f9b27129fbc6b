#ifndef TRABECULA_FILTERS_RANKPARTS_H
#define TRABECULA_FILTERS_RANKPARTS_H

#include "RankCommunicator.h"

#include "Core/Communication/Parts.h"
#include "Core/Device.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class vtkMultiProcessController;

namespace trabecula::filters
{
/// Parts that are ranks of a controller, one each, which run() the same work.
class RankParts : public Parts
{
public:
  /**
   * Collective. Ranks of one computer take its GPUs in turn; those that share a GPU share its free
   * memory. Automatic chooses GPUs if every rank has one.
   *
   * @param released bytes that will be free on a GPU of this rank when the parts compute
   * @param memoryLimit of each device, bytes; 0 for none
   * @throws Error on all ranks if GPUs are requested and a rank has none
   */
  RankParts(vtkMultiProcessController& controller, DeviceRequest request, std::size_t released = 0,
    std::size_t memoryLimit = 0);

  int size() const override;
  int first() const override;
  const std::vector<Device>& devices() const override { return this->Own; }
  /// @throws Error on all ranks with the failure of the lowest rank that has failed, "Rank 1: ..."
  /// unless it is rank 0; SetupStopped if one was stopped
  void run(const WorkOfPart& work) override;
  /// @throws as run()
  void together(const std::function<void()>& work) override;

private:
  std::shared_ptr<const RankCommunicator> Ranks;
  std::vector<Device> Own;
};
}

#endif
