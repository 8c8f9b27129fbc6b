// Tests of the motions of rigid bodies that supports and joints do not prevent.

#include "Support/Random.h"

#include "Mesh/RigidBodyMotions.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Point = std::array<double, 3>;
using Component = RigidBodyMotions::Component;

Point randomPoint(Random& random)
{
  return { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
}

/// All components of random points of a body.
std::vector<Component> candidates(std::int32_t body, int points, Random& random)
{
  std::vector<Component> result;
  for (int n = 0; n < points; ++n)
  {
    const Point point = randomPoint(random);
    for (int c = 0; c < 3; ++c)
    {
      result.push_back({ body, c, point });
    }
  }
  return result;
}
}

TEST(RigidBodyMotions, CountsWhatIsLeftOfABody)
{
  Random random(421);
  RigidBodyMotions motions({ { 0, 0, 0 } }, { 1.0 });
  EXPECT_EQ(motions.describe().freedoms, 6);
  const Point first = randomPoint(random);
  const Point second = randomPoint(random);
  for (int c = 0; c < 3; ++c)
  {
    motions.hold({ 0, c, first });
  }
  EXPECT_EQ(motions.describe().freedoms, 3);
  for (int c = 0; c < 3; ++c)
  {
    motions.hold({ 0, c, second });
  }
  // The body can rotate about the line through both points.
  EXPECT_EQ(motions.describe().freedoms, 1);
  EXPECT_NE(motions.describe().motion.find("rotation"), std::string::npos);
  motions.hold({ 0, 0, randomPoint(random) });
  EXPECT_EQ(motions.describe().freedoms, 0);
}

TEST(RigidBodyMotions, NamesMotionsAlongAxes)
{
  RigidBodyMotions motions({ { 5, 5, 5 } }, { 2.0 });
  for (const double x : { 4.0, 6.0 })
  {
    for (const double y : { 4.0, 6.0 })
    {
      motions.hold({ 0, 2, { x, y, 4.0 } });
    }
  }
  EXPECT_EQ(motions.describe().freedoms, 3);
  EXPECT_EQ(motions.describe().motion,
    "translation in x, translation in y and rotation about an axis along z");
  motions.holdRotation(0, 2);
  EXPECT_EQ(motions.describe().motion, "translation in x and translation in y");
}

TEST(RigidBodyMotions, JoinsBodiesAtPoints)
{
  Random random(422);
  RigidBodyMotions motions({ { 0, 0, 0 }, { 3, 0, 0 } }, { 1.0, 0.5 });
  EXPECT_EQ(motions.describe().freedoms, 12);
  motions.join(0, 1, { 1, 0, 0 });
  EXPECT_EQ(motions.describe().freedoms, 9);
  motions.join(0, 1, { 1, 1, 0 });
  EXPECT_EQ(motions.describe().freedoms, 7);
  for (const Component& component : candidates(0, 3, random))
  {
    motions.hold(component);
  }
  // The second body can rotate about a hinge along y.
  EXPECT_EQ(motions.describe().freedoms, 1);
  EXPECT_EQ(motions.describe().body, 1);
  EXPECT_EQ(motions.describe().motion, "rotation about an axis along y");
}

TEST(RigidBodyMotions, ChoosesAsFewSupportsAsThereAreMotions)
{
  Random random(423);
  for (int held = 0; held < 6; ++held)
  {
    RigidBodyMotions motions({ { 0, 0, 0 } }, { 1.0 });
    for (const Component& component : candidates(0, held, random))
    {
      if (component.direction == 0)
      {
        motions.hold(component);
      }
    }
    const int free = motions.describe().freedoms;
    const std::vector<Component> choice = candidates(0, 8, random);
    const std::vector<std::size_t> chosen = motions.minimalSupports(choice);
    EXPECT_EQ(chosen.size(), static_cast<std::size_t>(free));
    for (const std::size_t i : chosen)
    {
      motions.hold(choice[i]);
    }
    EXPECT_EQ(motions.describe().freedoms, 0);
  }
  // Candidates that cannot prevent all motions are chosen as far as they prevent some.
  const RigidBodyMotions motions({ { 0, 0, 0 } }, { 1.0 });
  EXPECT_EQ(motions.minimalSupports(candidates(0, 1, random)).size(), 3U);
}
