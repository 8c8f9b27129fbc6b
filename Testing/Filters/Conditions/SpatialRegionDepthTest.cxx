#include "ConditionTestInput.h"
#include "SpatialRegionTestInput.h"

#include "vtkMechanicalSupport.h"
#include "vtkPolyData.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <utility>

using namespace trabecula::testing;

TEST(SpatialRegion, RingIsNearTheSurfaceOfItsShape)
{
  // The result is compared with the distance of each point from the shapes.
  const auto image = bareImage();
  const double centre[3] = { 2.2, 1.4, 1.1 };
  const double radius = 1.3;
  const double width = 0.8;
  const auto sphere = [&](const double* x)
  { return distance(x, centre[0], centre[1], centre[2]) - radius; };
  const auto cylinder = [&](const double* x)
  { return std::hypot(x[0] - centre[0], x[1] - centre[1]) - radius; };
  const auto box = [&](const double* x)
  {
    double outside = 0.0;
    double inside = -1e9;
    for (int c = 0; c < 3; ++c)
    {
      const double beyond = std::abs(x[c] - centre[c]) - radius;
      outside = std::hypot(outside, std::max(beyond, 0.0));
      inside = std::max(inside, beyond);
    }
    return outside > 0.0 ? outside : inside;
  };
  const std::pair<int, std::function<double(const double*)>> shapes[] = {
    { vtkMechanicalCondition::SPHERE, sphere }, { vtkMechanicalCondition::CYLINDER, cylinder },
    { vtkMechanicalCondition::BOX, box }
  };
  const double limits[4][2] = { {}, { -width, 0.0 }, { 0.0, width }, { -width, width } };
  for (const auto& shape : shapes)
  {
    for (const int part : { vtkMechanicalCondition::INNER_RING, vtkMechanicalCondition::OUTER_RING,
           vtkMechanicalCondition::BOTH_RINGS })
    {
      const auto choose = [&](vtkMechanicalCondition* filter)
      {
        filter->SetRegion(shape.first);
        filter->SetSphereCenter(centre[0], centre[1], centre[2]);
        filter->SetSphereRadius(radius);
        filter->SetCylinderCenter(centre[0], centre[1], centre[2]);
        filter->SetCylinderRadius(radius);
        filter->SetBoxPosition(centre[0] - radius, centre[1] - radius, centre[2] - radius);
        filter->SetBoxLength(2 * radius, 2 * radius, 2 * radius);
        filter->SetShapePart(part);
        filter->SetDistance(width);
      };
      const auto isIn = [&](const double* x)
      {
        const double value = shape.second(x);
        return value >= limits[part][0] - 1e-3 && value <= limits[part][1] + 1e-3;
      };
      Points points;
      for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
      {
        if (isIn(image->GetPoint(i)))
        {
          points.push_back(i);
        }
      }
      Points cells;
      for (vtkIdType i = 0; i < image->GetNumberOfCells(); ++i)
      {
        double bounds[6];
        image->GetCellBounds(i, bounds);
        const double middle[3] = { 0.5 * (bounds[0] + bounds[1]), 0.5 * (bounds[2] + bounds[3]),
          0.5 * (bounds[4] + bounds[5]) };
        if (isIn(middle))
        {
          cells.push_back(i);
        }
      }
      EXPECT_FALSE(points.empty());
      EXPECT_EQ(held(image, choose), points) << shape.first << " " << part;
      EXPECT_EQ(solid(image, choose), cells) << shape.first << " " << part;
    }
  }
}

TEST(SpatialRegion, RingNeedsAWidth)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareImage());
  Errors errors(support);
  support->SetRegion(vtkMechanicalCondition::CYLINDER);
  support->SetShapePart(vtkMechanicalCondition::OUTER_RING);
  support->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Distance is 0")) << errors.text();
  support->SetDistance(std::nan(""));
  support->Update();
  EXPECT_EQ(errors.count(), 2);
}

TEST(SpatialRegion, SideReachesIntoTheBodyByADistance)
{
  // 6 x 3 x 3 cells of size 1.
  const auto image = bareImage();
  const auto layers = [&](double depth)
  {
    return solid(image,
      [&](auto* filter)
      {
        filter->SetSide(vtkMechanicalCondition::PLUS_X);
        filter->SetDistance(depth);
      })
      .size();
  };
  EXPECT_EQ(layers(0.0), 9u);
  EXPECT_EQ(layers(1.49), 9u);
  EXPECT_EQ(layers(1.5), 18u);
  EXPECT_EQ(layers(2.6), 27u);
}

TEST(SpatialRegion, ShowsWhatItCatches)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareImage());
  support->Update();
  auto* caught =
    vtkPolyData::SafeDownCast(support->GetOutputDataObject(vtkMechanicalCondition::CAUGHT));
  ASSERT_TRUE(caught);
  EXPECT_EQ(caught->GetNumberOfPolys(), support->GetNumberOfCaughtFaces());
  EXPECT_EQ(caught->GetNumberOfPolys(), 9);
  double bounds[6];
  caught->GetBounds(bounds);
  EXPECT_LT(bounds[0], 0.0); // above the side -x
  EXPECT_GT(bounds[0], -0.05);
  EXPECT_DOUBLE_EQ(bounds[0], bounds[1]);

  // A region without a face is shown by its points; after an error nothing is shown.
  support->SetRegion(vtkMechanicalCondition::SPHERE);
  support->SetSphereCenter(3.0, 1.0, 1.0);
  support->SetSphereRadius(0.1);
  support->Update();
  EXPECT_EQ(caught->GetNumberOfPolys(), 0);
  EXPECT_EQ(caught->GetNumberOfVerts(), 1);
  support->SetSphereRadius(-1.0);
  Errors errors(support);
  support->Update();
  EXPECT_EQ(caught->GetNumberOfCells(), 0);
}
