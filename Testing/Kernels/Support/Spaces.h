#ifndef TRABECULA_TESTING_KERNELS_SPACES_H
#define TRABECULA_TESTING_KERNELS_SPACES_H

#include "Core/BuildOptions.h"
#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/Space.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace trabecula
{
/// How GoogleTest writes a parameter of a test.
inline void PrintTo(DeviceRequest request, std::ostream* stream)
{
  *stream << (request == DeviceRequest::Cuda ? "Cuda" : "Host");
}
}

namespace trabecula::testing
{
/// Spaces that the library was built with.
#ifdef TRABECULA_HAVE_CUDA
using Spaces = ::testing::Types<HostSpace, CudaSpace>;
#else
using Spaces = ::testing::Types<HostSpace>;
#endif

/// The same as requests, for tests of the facade.
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

/// A test of an internal template, typed over the spaces; skipped where no GPU answers.
template <class Space>
class OnSpace : public ::testing::Test
{
protected:
  /// Made when it is first asked for: where no GPU answers, nothing is.
  Context<Space>& context()
  {
    if (!this->Computing)
    {
      this->Computing = std::make_unique<Context<Space>>();
    }
    return *this->Computing;
  }

  void SetUp() override
  {
    if (Space::Id == ExecutionSpace::Cuda && !cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
  }

private:
  std::unique_ptr<Context<Space>> Computing;
};

/// A test of the facade on a device; skipped where no GPU answers.
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

  Device Used;
};
}

/// Instantiates a suite of OnDevice for every device of the build.
#define TRABECULA_ON_EVERY_DEVICE(suite)                                                           \
  INSTANTIATE_TEST_SUITE_P(Every, suite,                                                           \
    ::testing::ValuesIn(trabecula::testing::deviceRequests()), trabecula::testing::deviceName)

#endif
