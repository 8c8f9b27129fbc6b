#include "Core/ExecutionContext.h"

#include "Core/Communication/ThreadParts.h"
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
  : First(device), Computing(makeContextOf(device, communicator))
{
}

ExecutionContext::ExecutionContext(const std::vector<Device>& devices)
  : ExecutionContext(std::make_shared<ThreadParts>(devices))
{
}

ExecutionContext::ExecutionContext(const std::shared_ptr<Parts>& parts)
  : First(parts->devices().front())
{
  if (parts->size() == 1)
  {
    this->Computing = makeContextOf(this->First, nullptr);
  }
  else
  {
    this->Team = parts;
  }
}

ExecutionContext::~ExecutionContext() = default;

std::size_t ExecutionContext::allocated() const
{
  return this->Team ? 0 : this->with([](const auto& context) { return context.allocated(); });
}

void ExecutionContext::requireOnePart() const
{
  if (this->Team)
  {
    throw Error("This computation cannot be divided among several devices. Choose one.");
  }
}
}
