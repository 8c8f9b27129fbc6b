#ifndef TRABECULA_TESTING_KERNELS_SPACES_H
#define TRABECULA_TESTING_KERNELS_SPACES_H

#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/ExecutionContext.h"
#include "Core/Spaces.h"
#include "Core/Vectors/Layout.h"
#include "Core/Vectors/Vector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace trabecula
{
/// Writes a parameter of a test for GoogleTest.
inline void PrintTo(DeviceRequest request, std::ostream* stream)
{
  *stream << (request == DeviceRequest::Cuda ? "Cuda" : "Host");
}
}

namespace trabecula::testing
{
/// The spaces with which the library was built.
template <class List>
struct TypesOf;
template <class... Listed>
struct TypesOf<SpaceList<Listed...>>
{
  using type = ::testing::Types<Listed...>;
};
using Spaces = TypesOf<BuiltSpaces>::type;

/// The same spaces as requests, for tests of the facade.
inline std::vector<DeviceRequest> deviceRequests()
{
  return builtWithCuda() ? std::vector<DeviceRequest>{ DeviceRequest::Host, DeviceRequest::Cuda }
                         : std::vector<DeviceRequest>{ DeviceRequest::Host };
}

inline std::string deviceName(const ::testing::TestParamInfo<DeviceRequest>& info)
{
  return info.param == DeviceRequest::Cuda ? "Cuda" : "Host";
}

/// Names of typed tests: /Host and /Cuda instead of /0 and /1.
struct SpaceNames
{
  template <class Space>
  static std::string GetName(int /*index*/)
  {
    return Space::Id == ExecutionSpace::Cuda ? "Cuda" : "Host";
  }
};

/// Returns a device of a space: the host, or the first usable GPU.
template <class Space>
Device deviceOf()
{
  return selectDevice(
    Space::Id == ExecutionSpace::Cuda ? DeviceRequest::Cuda : DeviceRequest::Host);
}

/// Returns a layout with a number of entries of an arbitrary kind, all owned by one part.
template <class Space>
LayoutPointer<Space> layoutOfEntries(const Context<Space>& context, std::size_t count)
{
  return makeLayout(context, Entity::Variable, static_cast<std::int64_t>(count), 1);
}

/// Returns a vector with its own layout, which has one component per entry.
template <class T, class Space>
Vector<Space, T> vectorOf(const Context<Space>& context, const std::vector<T>& values)
{
  return Vector<Space, T>(layoutOfEntries(context, values.size()), values);
}

/// Returns a vector of NaN, so that entries that are not written are detected.
template <class T = double, class Space>
Vector<Space, T> poisoned(const LayoutPointer<Space>& layout)
{
  return Vector<Space, T>(layout,
    std::vector<T>(static_cast<std::size_t>(layout->size()), std::numeric_limits<T>::quiet_NaN()));
}

/// A test of an internal template for each space; it is skipped if no GPU is available.
template <class Space>
class OnSpace : public ::testing::Test
{
protected:
  /// The context is created on first use, so that nothing is created if no GPU is available.
  const Context<Space>& context()
  {
    if (!this->Computing)
    {
      this->Computing = std::make_unique<const Context<Space>>();
    }
    return *this->Computing;
  }

  /// See vectorOf() and layoutOfEntries().
  template <class T>
  Vector<Space, T> vector(const std::vector<T>& values)
  {
    return vectorOf(this->context(), values);
  }
  LayoutPointer<Space> layout(std::size_t count) { return layoutOfEntries(this->context(), count); }
  /// Returns a layout of nodes with the given number of components.
  LayoutPointer<Space> nodal(std::size_t nodes, int components = 3)
  {
    return makeLayout(this->context(), Entity::Node, static_cast<std::int64_t>(nodes), components);
  }

  void SetUp() override
  {
    if (Space::Id == ExecutionSpace::Cuda && !cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
  }

private:
  std::unique_ptr<const Context<Space>> Computing;
};

/// A test of the facade on a device; it is skipped if no GPU is available.
class OnDevice : public ::testing::TestWithParam<DeviceRequest>
{
protected:
  void SetUp() override
  {
    if (GetParam() == DeviceRequest::Cuda && !cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
    this->Used = selectDevice(GetParam());
  }

  /// Returns a new context of the device.
  std::shared_ptr<const ExecutionContext> context() const { return makeContext(this->Used); }

  Device Used;
};
}

/// Instantiates a suite of OnDevice for every device of the build.
#define TRABECULA_ON_EVERY_DEVICE(suite)                                                           \
  INSTANTIATE_TEST_SUITE_P(Every, suite,                                                           \
    ::testing::ValuesIn(trabecula::testing::deviceRequests()), trabecula::testing::deviceName)

#endif
