#ifndef TRABECULA_CORE_EXECUTIONCONTEXT_H
#define TRABECULA_CORE_EXECUTIONCONTEXT_H

#include "Core/Communication/Communicator.h"
#include "Core/Communication/Parts.h"
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
 * It may also stand for several parts, into which a problem is to be divided. A method that divides
 * it makes a context of each part; with() then refuses all others.
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
  explicit ExecutionContext(const std::vector<Device>& devices);
  /// @param parts of the problem, of which there may be one
  explicit ExecutionContext(const std::shared_ptr<Parts>& parts);
  ~ExecutionContext();
  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  /// The device, or the first one of this process.
  const Device& device() const { return this->First; }
  /// The parts of a problem that is to be divided; null if there is only one.
  const std::shared_ptr<Parts>& parts() const { return this->Team; }
  /// As Context::allocated(); 0 with several parts.
  std::size_t allocated() const;

  /// Calls work(context) with the Context of the device's space, and returns its result.
  /// @throws Error if there are several parts
  template <class Work>
  auto with(const Work& work) const
  {
    this->requireOnePart();
    return std::visit(
      [&work](const auto& context) { return work(std::as_const(*context)); }, this->Computing);
  }

private:
  void requireOnePart() const;

  Device First;
  std::shared_ptr<Parts> Team;
  detail::AnyContext Computing; ///< null with several parts
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

/// @param parts of the problem
inline std::shared_ptr<const ExecutionContext> makeContext(const std::shared_ptr<Parts>& parts)
{
  return std::make_shared<const ExecutionContext>(parts);
}
}

#endif
