// Work recorded once and played many times.

#include "Support/Spaces.h"

#include "Core/DeviceVector.h"
#include "Core/Execution/Recording.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class RecordingTest : public OnSpace<Space>
{
protected:
  // Not in a constructor, which runs before a test can be skipped.
  void SetUp() override
  {
    OnSpace<Space>::SetUp();
    if (!this->IsSkipped())
    {
      this->Numbers = Vector(std::vector<double>{ 1.0, 2.0, 3.0, 4.0 });
      this->Next = Vector(std::vector<double>(4, 0.0));
    }
  }

  /// Shifts the numbers by one place.
  void shift()
  {
    this->Next.copy(this->Numbers);
    Memory<Space>::copy(this->Numbers.data() + 1, this->Next.data(), 3 * sizeof(double));
  }

  using Vector = DeviceVector<double, Space>;
  Vector Numbers;
  Vector Next;
};
}
TYPED_TEST_SUITE(RecordingTest, Spaces, SpaceNames);

TYPED_TEST(RecordingTest, DoesNothingUntilItIsPlayed)
{
  const Recording<TypeParam> recording([this] { this->shift(); });
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 1.0, 2.0, 3.0, 4.0 }));
}

TYPED_TEST(RecordingTest, IsPlayedInOrderWithOtherWork)
{
  Recording<TypeParam> recording([this] { this->shift(); });
  recording.play();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 1.0, 1.0, 2.0, 3.0 }));
  this->Numbers.assign({ 5.0, 6.0, 7.0, 8.0 });
  recording.play();
  recording.play();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 5.0, 5.0, 5.0, 6.0 }));
}

TYPED_TEST(RecordingTest, LeavesTheSpaceUsableWhenWorkThrows)
{
  const auto failing = [this]
  {
    this->shift();
    throw std::runtime_error("out of patience");
  };
  try
  {
    Recording<TypeParam> recording(failing);
    recording.play();
    FAIL() << "nothing was thrown";
  }
  catch (const std::runtime_error& error)
  {
    EXPECT_STREQ(error.what(), "out of patience");
  }
  this->Numbers.assign({ 1.0, 2.0, 3.0, 4.0 });
  Recording<TypeParam> recording([this] { this->shift(); });
  recording.play();
  EXPECT_EQ(this->Numbers.toHost(), (std::vector<double>{ 1.0, 1.0, 2.0, 3.0 }));
}
