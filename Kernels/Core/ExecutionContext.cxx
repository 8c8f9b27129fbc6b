#include "Core/ExecutionContext.h"

#include "Core/Error.h"

#include <utility>

namespace trabecula
{
namespace
{
detail::AnyContext makeContextOf(
  const Device& device, const std::shared_ptr<const Communicator>& communicator)
{
  detail::AnyContext made;
  bool isMade = false;
  forEachSpace(BuiltSpaces(),
    [&](auto space)
    {
      using Space = decltype(space);
      if (device.space == Space::Id)
      {
        made = std::make_unique<Context<Space>>(device, communicator);
        isMade = true;
      }
    });
  if (!isMade)
  {
    throw Error("This build of Trabecula has no CUDA: it was configured without a CUDA toolkit.");
  }
  return made;
}
}

ExecutionContext::ExecutionContext(
  const Device& device, const std::shared_ptr<const Communicator>& communicator)
  : Devices({ device }), Computing(makeContextOf(device, communicator))
{
}

ExecutionContext::ExecutionContext(std::vector<Device> devices) : Devices(std::move(devices))
{
  if (this->Devices.empty())
  {
    throw Error("No devices are given to compute on: give one at least.");
  }
  if (this->Devices.size() == 1)
  {
    this->Computing = makeContextOf(this->Devices.front(), nullptr);
  }
}

ExecutionContext::~ExecutionContext() = default;

std::size_t ExecutionContext::allocated() const
{
  return this->Devices.size() > 1
    ? 0
    : this->with([](const auto& context) { return context.allocated(); });
}

void ExecutionContext::requireOneDevice() const
{
  if (this->Devices.size() > 1)
  {
    throw Error("This computation cannot be divided among several devices. Choose one.");
  }
}
}
