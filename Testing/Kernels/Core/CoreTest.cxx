#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/ExecutionContext.h"
#include "Core/Requirements.h"
#include "Core/Vectors/DeviceVector.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

using namespace trabecula;
using namespace trabecula::testing;

/// One test requests more memory than there is, which the address sanitizer would report as an
/// error.
extern "C" const char* __asan_default_options()
{
  return "allocator_may_return_null=1";
}

template <class Space>
using DeviceVectorTest = OnSpace<Space>;
TYPED_TEST_SUITE(DeviceVectorTest, Spaces, SpaceNames);

TYPED_TEST(DeviceVectorTest, CopiesThereAndBack)
{
  Random random(41);
  const std::vector<double> values = random.vector(1000, -1, 1);
  const Context<TypeParam>& context = this->context();
  const DeviceVector<double, TypeParam> vector(context, values);
  EXPECT_EQ(vector.size(), 1000u);
  EXPECT_EQ(vector.bytes(), 8000u);
  EXPECT_EQ(vector.toHost(), values);

  DeviceVector<double, TypeParam> other(context, 1000);
  other.assign(std::vector<double>(1000, NAN));
  other.copy(vector);
  EXPECT_EQ(other.toHost(), values);
  other.zero();
  EXPECT_EQ(other.toHost(), std::vector<double>(1000, 0.0));
  EXPECT_EQ(vector.toHost(), values);
}

TYPED_TEST(DeviceVectorTest, LargeOnesArriveWhole)
{
  Random random(42);
  std::vector<double> values = random.vector(1000, -1, 1);
  values.resize((std::size_t(17) << 20) + 5); // not a multiple of the pieces that are copied
  for (std::size_t i = 1000; i < values.size(); ++i)
  {
    values[i] = values[i - 1000] + static_cast<double>(i);
  }
  const DeviceVector<double, TypeParam> vector(this->context(), values);
  EXPECT_TRUE(vector.toHost() == values);
}

TYPED_TEST(DeviceVectorTest, MovesWithoutCopying)
{
  DeviceVector<int, TypeParam> a(this->context(), std::vector<int>{ 1, 2, 3 });
  const int* const address = a.data();
  DeviceVector<int, TypeParam> b(std::move(a));
  EXPECT_EQ(b.data(), address);
  DeviceVector<int, TypeParam> c;
  c = std::move(b);
  EXPECT_EQ(c.data(), address);
  EXPECT_EQ(c.toHost(), (std::vector<int>{ 1, 2, 3 }));
  c.reset();
  EXPECT_EQ(c.size(), 0u);
  EXPECT_EQ(c.data(), nullptr);
}

TYPED_TEST(DeviceVectorTest, CountsMemory)
{
  const Context<TypeParam>& context = this->context();
  const std::size_t before = context.allocated();
  {
    const DeviceVector<double, TypeParam> a(context, 125);
    const DeviceVector<char, TypeParam> b(context, 3);
    EXPECT_EQ(context.allocated() - before, 1003u);
  }
  EXPECT_EQ(context.allocated(), before);
  EXPECT_GE(context.peak() - before, 1003u);
  {
    // The peak is not lowered by an allocation after memory has been released.
    const DeviceVector<char, TypeParam> c(context, 3);
    EXPECT_GE(context.peak() - before, 1003u);
  }
  context.startPeak();
  EXPECT_EQ(context.peak(), before);
}

TYPED_TEST(DeviceVectorTest, EachContextCountsItsOwnMemory)
{
  const std::vector<double> values = { 1.5, -2.5, 3.5 };
  const Context<TypeParam>& context = this->context();
  const Context<TypeParam> other;
  const std::size_t before = context.allocated();
  const std::size_t beforeOfOther = other.allocated();
  {
    const DeviceVector<double, TypeParam> vector(context, values);
    const DeviceVector<float, TypeParam> room(context, 100);
    const DeviceVector<float, TypeParam> none(context, 0);
    EXPECT_EQ(vector.toHost(), values);
    EXPECT_EQ(room.size(), 100U);
    EXPECT_EQ(none.data(), nullptr);
    EXPECT_EQ(context.allocated() - before, 424U);
    EXPECT_EQ(other.allocated(), beforeOfOther);
    EXPECT_EQ(&vector.context(), &context);
  }
  EXPECT_EQ(context.allocated(), before);
}

TYPED_TEST(DeviceVectorTest, EmptyOnesAreHarmless)
{
  DeviceVector<double, TypeParam> empty(this->context(), 0);
  empty.zero();
  empty.assign({});
  EXPECT_TRUE(empty.toHost().empty());
}

TYPED_TEST(DeviceVectorTest, SaysHowMuchCouldNotBeAllocated)
{
  const Context<TypeParam>& context = this->context();
  const std::size_t before = context.allocated();
  try
  {
    const DeviceVector<char, TypeParam> huge(context, std::size_t(1) << 60);
    FAIL() << "an exbibyte was allocated";
  }
  catch (const Error& error)
  {
    const std::string mebibytes = std::to_string(std::size_t(1) << 40);
    EXPECT_NE(std::string(error.what()).find(mebibytes), std::string::npos) << error.what();
  }
  EXPECT_EQ(context.allocated(), before);
  const DeviceVector<int, TypeParam> small(context, std::vector<int>{ 7 });
  EXPECT_EQ(small.toHost()[0], 7); // still usable
}

TEST(Device, HostIsAlwaysThere)
{
  const Device device = selectDevice(DeviceRequest::Host);
  EXPECT_EQ(device.space, ExecutionSpace::Host);
  EXPECT_NE(device.name.find("Processor"), std::string::npos);
  EXPECT_GT(device.totalMemory, 0u);
  EXPECT_GT(device.availableMemory, 0u);
  EXPECT_LE(device.availableMemory, device.totalMemory);
}

TEST(Device, AutomaticTakesAGpuWhereThereIsOne)
{
  EXPECT_EQ(selectDevice(DeviceRequest::Automatic).space,
    cudaAvailable() ? ExecutionSpace::Cuda : ExecutionSpace::Host);
  EXPECT_EQ(cudaUnavailableReason().empty(), cudaAvailable());
  if (!builtWithCuda())
  {
    EXPECT_FALSE(cudaAvailable());
  }
}

TEST(Device, CudaWithoutAGpuIsAnError)
{
  if (cudaAvailable())
  {
    const Device device = selectDevice(DeviceRequest::Cuda);
    EXPECT_EQ(device.space, ExecutionSpace::Cuda);
    EXPECT_FALSE(device.name.empty());
    EXPECT_GT(device.availableMemory, 0u);
    return;
  }
  try
  {
    selectDevice(DeviceRequest::Cuda);
    FAIL() << "no error";
  }
  catch (const Error& error)
  {
    const std::string text = error.what();
    EXPECT_NE(text.find("CUDA"), std::string::npos) << text;
    EXPECT_NE(text.find(cudaUnavailableReason()), std::string::npos) << text;
  }
}

TEST(Device, ThreadsCanBeSetAndReset)
{
  const int before = hostThreads();
  setHostThreads(3);
  EXPECT_EQ(hostThreads(), 3);
  EXPECT_NE(selectDevice(DeviceRequest::Host).name.find("3 threads"), std::string::npos);
  setHostThreads(0);
  EXPECT_EQ(hostThreads(), before);
}

TEST(Requirements, NumbersMustBeFiniteAndInside)
{
  constexpr double inf = std::numeric_limits<double>::infinity();
  EXPECT_NO_THROW(requireInside("Ratio", 1.0, 0.0, false, 1.0, true));
  EXPECT_THROW(requireInside("Ratio", 0.0, 0.0, false, 1.0, true), Error);
  EXPECT_THROW(requireInside("Ratio", 1.5, 0.0, false, 1.0, true), Error);
  EXPECT_NO_THROW(requireInside("Length", 1e300, 0.0, true, inf, false));
  EXPECT_THROW(requireInside("Length", inf, 0.0, true, inf, true), Error);
  EXPECT_THROW(
    requireInside("Length", std::numeric_limits<double>::quiet_NaN(), 0.0, true, inf, false),
    Error);
}
