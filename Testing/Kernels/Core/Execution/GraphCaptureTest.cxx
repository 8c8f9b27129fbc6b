// Tests of work that is captured once and launched many times.

#include "Support/Spaces.h"

#include "Core/Execution/GraphCapture.h"
#include "Core/Vectors/DeviceVector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class GraphCaptureTest : public OnSpace<Space>
{
protected:
  // This is not in a constructor, which runs before a test can be skipped.
  void SetUp() override
  {
    OnSpace<Space>::SetUp();
    if (!this->IsSkipped())
    {
      this->Numbers = Vector(this->context(), std::vector<double>{ 1.0, 2.0, 3.0, 4.0 });
      this->Next = Vector(this->context(), std::vector<double>(4, 0.0));
    }
  }

  /// Shifts the numbers by one place.
  void shift()
  {
    this->Next.copy(this->Numbers);
    this->context().copy(this->Numbers.data() + 1, this->Next.data(), 3 * sizeof(double));
  }

  using Vector = DeviceVector<double, Space>;
  Vector Numbers;
  Vector Next;
};
}
TYPED_TEST_SUITE(GraphCaptureTest, Spaces, SpaceNames);

TYPED_TEST(GraphCaptureTest, DoesNothingUntilItIsLaunched)
{
  const GraphCapture<TypeParam> graph(this->context(), [this] { this->shift(); });
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 1.0, 2.0, 3.0, 4.0 }));
}

TYPED_TEST(GraphCaptureTest, IsLaunchedInOrderWithOtherWork)
{
  GraphCapture<TypeParam> graph(this->context(), [this] { this->shift(); });
  graph.launch();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 1.0, 1.0, 2.0, 3.0 }));
  this->Numbers.assign({ 5.0, 6.0, 7.0, 8.0 });
  graph.launch();
  graph.launch();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 5.0, 5.0, 5.0, 6.0 }));
}

// With other pointers, and with more operations.
TYPED_TEST(GraphCaptureTest, IsCapturedAgain)
{
  const typename TestFixture::Vector others(
    this->context(), std::vector<double>{ 5.0, 6.0, 7.0, 8.0 });
  std::vector<const double*> from = { others.data() };
  GraphCapture<TypeParam> graph(this->context(),
    [&]
    {
      for (std::size_t i = 0; i < from.size(); ++i)
      {
        this->context().copy(this->Numbers.data() + i, from[i], sizeof(double));
      }
    });
  graph.launch();
  from = { others.data() + 1 };
  graph.recapture();
  graph.launch();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 6.0, 2.0, 3.0, 4.0 }));
  from = { others.data() + 2, others.data(), others.data() + 3 };
  graph.recapture();
  graph.launch();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 7.0, 5.0, 8.0, 4.0 }));
}

TYPED_TEST(GraphCaptureTest, LeavesTheSpaceUsableWhenWorkThrows)
{
  const auto failing = [this]
  {
    this->shift();
    throw std::runtime_error("out of patience");
  };
  try
  {
    GraphCapture<TypeParam> graph(this->context(), failing);
    graph.launch();
    FAIL() << "nothing was thrown";
  }
  catch (const std::runtime_error& error)
  {
    EXPECT_STREQ(error.what(), "out of patience");
  }
  this->Numbers.assign({ 1.0, 2.0, 3.0, 4.0 });
  GraphCapture<TypeParam> graph(this->context(), [this] { this->shift(); });
  graph.launch();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 1.0, 1.0, 2.0, 3.0 }));
}
