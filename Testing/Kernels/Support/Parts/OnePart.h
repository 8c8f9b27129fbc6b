#ifndef TRABECULA_TESTING_KERNELS_ONEPART_H
#define TRABECULA_TESTING_KERNELS_ONEPART_H

#include "Support/Parts/ThreadParts.h"

#include "Core/Communication/Parts.h"

#include <memory>
#include <utility>
#include <vector>

namespace trabecula::testing
{
/// One of several parts, as a process has it.
class OnePart : public Parts
{
public:
  OnePart(const Device& device, std::shared_ptr<const Communicator> communicator)
    : Own{ device }, With(std::move(communicator))
  {
  }
  int size() const override { return this->With->size(); }
  int first() const override { return this->With->rank(); }
  const std::vector<Device>& devices() const override { return this->Own; }
  void run(const WorkOfPart& work) override { work(this->Own.front(), this->With); }

private:
  std::vector<Device> Own;
  std::shared_ptr<const Communicator> With;
};

/// Calls work(part) in so many threads, which stand for processes with a part each.
template <class Work>
void runAsProcesses(const std::vector<Device>& devices, const Work& work)
{
  runParts(devices,
    [&work](const Device& device, const std::shared_ptr<const Communicator>& communicator)
    { work(std::make_shared<OnePart>(device, communicator)); });
}
}

#endif
