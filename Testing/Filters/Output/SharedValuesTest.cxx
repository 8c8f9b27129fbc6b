// Tests that arrays that share the memory of an iterate keep it exactly as long as it is used.

#include "SharedValues.h"

#include <gtest/gtest.h>

#include <memory>

namespace trabecula::testing
{
namespace
{
std::shared_ptr<RunIterate> twoFields()
{
  auto iterate = std::make_shared<RunIterate>();
  iterate->fields = { { "Scalar", FieldSupport::Elements, 1 }, { "Vector", FieldSupport::Nodes, 3 },
    { "Empty", FieldSupport::Nodes, 1 } };
  iterate->values = { { 1.0, 2.0 }, { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 }, {} };
  return iterate;
}
}

TEST(SharedValues, AreThoseOfTheIterate)
{
  const auto iterate = twoFields();
  const auto vector = filters::shareField(iterate, 1, "Name");
  EXPECT_STREQ(vector->GetName(), "Name");
  EXPECT_EQ(vector->GetNumberOfComponents(), 3);
  EXPECT_EQ(vector->GetNumberOfTuples(), 2);
  EXPECT_EQ(vector->GetPointer(0), iterate->values[1].data());
  const auto empty = filters::shareField(iterate, 2, "Empty");
  EXPECT_EQ(empty->GetNumberOfTuples(), 0);
}

TEST(SharedValues, LiveAsLongAsAnyArray)
{
  auto iterate = twoFields();
  const std::weak_ptr<RunIterate> watch = iterate;
  auto first = filters::shareField(iterate, 0, "First");
  auto same = filters::shareField(iterate, 0, "Same");
  auto other = filters::shareField(iterate, 1, "Other");
  auto copy = vtkSmartPointer<vtkDoubleArray>::New();
  copy->ShallowCopy(other);
  iterate = nullptr;
  first = nullptr;
  EXPECT_EQ(same->GetValue(1), 2.0);
  same = nullptr;
  other = nullptr;
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(copy->GetValue(5), 6.0);
  copy->Resize(10); // into memory of its own
  EXPECT_EQ(copy->GetValue(5), 6.0);
  EXPECT_TRUE(watch.expired());
}
}
