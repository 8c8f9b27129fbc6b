#ifndef TRABECULA_CORE_EXECUTIONCONTEXT_H
#define TRABECULA_CORE_EXECUTIONCONTEXT_H

#include "Core/Communication/Communicator.h"
#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/Spaces.h"

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

namespace trabecula
{
namespace detail
{
/// A variant of the contexts of all spaces of a list.
template <class List>
struct AnyContextOf;
template <class... Spaces>
struct AnyContextOf<SpaceList<Spaces...>>
{
  using type = std::variant<std::unique_ptr<Context<Spaces>>...>;
};
using AnyContext = AnyContextOf<BuiltSpaces>::type;
}

/**
 * The context of a computation whose execution space is known at run time only. It is made at the
 * top for a device, and passed down. Nothing else chooses between the spaces.
 *
 * It may also stand for several devices, among which a problem is to be divided. A method that
 * divides it makes a context of each part; with() then refuses all others.
 */
class ExecutionContext
{
public:
  /// @param communicator null means the communicator of size one
  /// @throws Error if the library was not built for the device's space
  explicit ExecutionContext(
    const Device& device, const std::shared_ptr<const Communicator>& communicator = nullptr);
  /// @param devices one for each part of the problem, some of which may be equal
  /// @throws Error if there are none
  explicit ExecutionContext(std::vector<Device> devices);
  ~ExecutionContext();
  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  /// The device, or the first one.
  const Device& device() const { return this->Devices.front(); }
  const std::vector<Device>& devices() const { return this->Devices; }
  /// As Context::allocated(); 0 with several devices.
  std::size_t allocated() const;

  /// Calls work(context) with the Context of the device's space, and returns its result.
  /// @throws Error if there are several devices
  template <class Work>
  auto with(const Work& work) const
  {
    this->requireOneDevice();
    return std::visit(
      [&work](const auto& context) { return work(std::as_const(*context)); }, this->Computing);
  }

private:
  void requireOneDevice() const;

  std::vector<Device> Devices;
  detail::AnyContext Computing; ///< null with several devices
};

/// @param communicator null means the communicator of size one
inline std::shared_ptr<const ExecutionContext> makeContext(
  const Device& device, const std::shared_ptr<const Communicator>& communicator = nullptr)
{
  return std::make_shared<const ExecutionContext>(device, communicator);
}

/// @param devices one for each part of the problem
inline std::shared_ptr<const ExecutionContext> makeContext(const std::vector<Device>& devices)
{
  return std::make_shared<const ExecutionContext>(devices);
}
}

#endif
