#include "Core/ExecutionContext.h"

#include "Core/Error.h"

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
  : UsedDevice(device), Computing(makeContextOf(device, communicator))
{
}

ExecutionContext::~ExecutionContext() = default;

std::size_t ExecutionContext::allocated() const
{
  return this->with([](const auto& context) { return context.allocated(); });
}
}
