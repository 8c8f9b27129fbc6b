// Tests of design regions of a surface and of their voxels from Voxelize Surface: a plate with
// three bores, as from an STL file, at an oblique angle to the voxels.

#include "SurfaceRegionsTestInput.h"
#include "vtkDesignRegion.h"

#include "vtkCellData.h"
#include "vtkCubeSource.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkTriangle.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace trabecula::testing
{
namespace
{
int countOf(vtkImageData* image, int value)
{
  vtkDataArray* cells = image->GetCellData()->GetArray("DesignRegion");
  int count = 0;
  for (vtkIdType i = 0; i < cells->GetNumberOfTuples(); ++i)
  {
    count += cells->GetComponent(i, 0) == value ? 1 : 0;
  }
  return count;
}
}

// The markers on the surface are the ring in which it intersects the region of the solid, although
// no face of the surface lies within the distance.
TEST(SurfaceRegions, AreDrawnOnTheSurface)
{
  constexpr double distance = 3.0;
  auto surface = plate();
  auto region = regionOn(surface, { 0 }, distance, vtkDesignRegion::SOLID);
  region->Update();
  auto* drawn =
    vtkPolyData::SafeDownCast(region->GetOutputDataObject(vtkMechanicalCondition::MARKERS));
  ASSERT_TRUE(drawn);

  double drawnArea = 0.0;
  double wall = 0.0;
  vtkNew<vtkIdList> corners;
  for (vtkIdType cell = 0; cell < drawn->GetNumberOfCells(); ++cell)
  {
    auto* triangle = vtkTriangle::SafeDownCast(drawn->GetCell(cell));
    ASSERT_TRUE(triangle);
    drawnArea += triangle->ComputeArea();
  }
  vtkDataArray* bores = surface->GetCellData()->GetArray("Bore");
  for (vtkIdType cell = 0; cell < surface->GetNumberOfCells(); ++cell)
  {
    surface->GetCellPoints(cell, corners);
    Point x[3];
    for (vtkIdType c = 0; c < 3; ++c)
    {
      surface->GetPoint(corners->GetId(c), x[c].data());
    }
    wall += bores->GetComponent(cell, 0) == 0.0 // each rectangle consists of two triangles
      ? 2.0 * vtkTriangle::TriangleArea(x[0].data(), x[1].data(), x[2].data())
      : 0.0;
  }
  // The ring around a convex polygon, on both faces of the plate.
  const double ring = wall / Thickness * distance + vtkMath::Pi() * distance * distance;
  EXPECT_NEAR(drawnArea, wall + 2.0 * ring, 0.01 * drawnArea);

  const DistanceToBore distanceTo(surface, 0);
  for (vtkIdType point = 0; point < drawn->GetNumberOfPoints(); ++point)
  {
    Point x;
    drawn->GetPoint(point, x.data());
    EXPECT_LT(distanceTo(x), 1.05 * distance); // the markers lie slightly above the surface
  }
}

TEST(SurfaceRegions, RingsAroundBoresAreAsThickAsTheDistance)
{
  const auto surface = plate();
  const auto region = regionOn(surface, { 0, 1, 2 }, 4.0, vtkDesignRegion::SOLID);
  const auto voxels = voxelsOf(region);
  vtkImageData* image = voxels->GetOutput();
  const std::array<DistanceToBore, Bores> distances = { DistanceToBore(surface, 0),
    DistanceToBore(surface, 1), DistanceToBore(surface, 2) };
  expectRegions(image,
    [&](const Point& x)
    {
      const double distance = std::min({ distances[0](x), distances[1](x), distances[2](x) });
      return std::abs(distance - 4.0) < 1e-8 ? -1 : distance < 4.0 ? 1 : 0;
    });
  // The volume of rings of these widths, which the solid fractions reproduce up to the
  // stair-stepping.
  double expected = 0.0;
  for (const double r : Radii)
  {
    expected += 3.14159265 * ((r + 4.0) * (r + 4.0) - r * r) * Thickness;
  }
  double volume = 0.0;
  vtkDataArray* fractions = image->GetCellData()->GetArray("SolidFraction");
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    volume += fractions->GetComponent(cell, 0) *
      image->GetCellData()->GetArray("DesignRegion")->GetComponent(cell, 0);
  }
  EXPECT_NEAR(volume, expected, 0.03 * expected);
  EXPECT_FALSE(image->GetFieldData()->HasArray("DesignRegions"));
  EXPECT_FALSE(image->GetCellData()->HasArray("DesignRegionPatches"));
  EXPECT_NE(std::string(voxels->GetStatus()).find("design regions"), std::string::npos);
  EXPECT_NE(std::string(region->GetStatus()).find("within 4 of the face patch"), std::string::npos);
}

TEST(SurfaceRegions, CylindersOfPatchesAreTheBores)
{
  const auto surface = plate();
  for (const int bore : { 0, 2 })
  {
    const auto ring = regionOn(surface, { bore }, 2.0, vtkDesignRegion::SOLID);
    ring->SetRegion(vtkDesignRegion::PATCH_CYLINDER);
    ring->SetShapePart(vtkDesignRegion::OUTER_RING);
    ring->SetTolerance(1e-6);
    const auto voxels = voxelsOf(ring);
    const Point local = centreOfBore(bore);
    Point centre;
    Point axis = { 0, 0, 1 };
    place()->TransformPoint(local.data(), centre.data());
    place()->TransformVector(axis.data(), axis.data());
    const double radius = Radii[std::size_t(bore)];
    expectRegions(voxels->GetOutput(),
      [&](const Point& x)
      {
        const Point d = { x[0] - centre[0], x[1] - centre[1], x[2] - centre[2] };
        const double along = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
        const double distance =
          std::sqrt(std::max(0.0, d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along));
        const double excess =
          std::min(std::abs(distance - radius), std::abs(distance - radius - 2.0));
        return excess < 1e-5 ? -1 : distance > radius && distance < radius + 2.0 ? 1 : 0;
      });
    EXPECT_NE(std::string(ring->GetStatus()).find("radius " + std::to_string(int(radius)) + "."),
      std::string::npos)
      << ring->GetStatus();
  }
  // Two bores do not form a cylinder.
  const auto two = regionOn(surface, { 0, 2 }, 2.0, vtkDesignRegion::SOLID);
  two->SetRegion(vtkDesignRegion::PATCH_CYLINDER);
  two->SetGlobalWarningDisplay(0);
  two->Update();
  two->SetGlobalWarningDisplay(1);
  EXPECT_NE(std::string(two->GetErrorMessage()).find("not cylindrical"), std::string::npos)
    << two->GetErrorMessage();
}

TEST(SurfaceRegions, ShapesHaveTheirInsideWithoutPolygons)
{
  const auto surface = plate();
  const auto transform = place();
  const Point between = { 2.0 * Half, 0.5 * Half, 0.5 * Thickness };
  Point centre;
  transform->TransformPoint(between.data(), centre.data());
  vtkNew<vtkDesignRegion> sphere;
  sphere->SetInputDataObject(surface);
  sphere->SetRegion(vtkDesignRegion::SPHERE);
  sphere->SetSphereCenter(centre.data());
  sphere->SetSphereRadius(2.5);
  sphere->SetKind(vtkDesignRegion::VOID_REGION);
  sphere->SetTolerance(1e-6);
  const auto voxels = voxelsOf(sphere);
  EXPECT_EQ(sphere->GetNumberOfCaughtCells(), 0);
  EXPECT_GT(countOf(voxels->GetOutput(), 2), 30);
  expectRegions(voxels->GetOutput(),
    [&](const Point& x)
    {
      const double distance = std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]);
      return std::abs(distance - 2.5) < 1e-5 ? -1 : distance < 2.5 ? 2 : 0;
    });
}

TEST(SurfaceRegions, AreThoseOfTheVoxels)
{
  // A region of the image and a region of the surface with the same distance.
  vtkNew<vtkCubeSource> box;
  box->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  box->SetBounds(0.0, 12.0, 0.0, 6.0, 0.0, 4.0);
  vtkNew<vtkDesignRegion> ofSurface;
  ofSurface->SetInputConnection(box->GetOutputPort());
  ofSurface->SetDistance(3.5);
  const auto fromSurface = voxelsOf(ofSurface);
  const auto plain = voxelsOf(box);
  vtkNew<vtkDesignRegion> ofImage;
  ofImage->SetInputConnection(plain->GetOutputPort());
  ofImage->SetDistance(3.5);
  ofImage->Update();
  vtkDataArray* a = fromSurface->GetOutput()->GetCellData()->GetArray("DesignRegion");
  vtkDataArray* b = ofImage->GetOutput()->GetCellData()->GetArray("DesignRegion");
  ASSERT_TRUE(a && b);
  ASSERT_EQ(a->GetNumberOfTuples(), b->GetNumberOfTuples());
  for (vtkIdType i = 0; i < a->GetNumberOfTuples(); ++i)
  {
    EXPECT_EQ(a->GetComponent(i, 0), b->GetComponent(i, 0)) << i;
  }
  EXPECT_EQ(countOf(fromSurface->GetOutput(), 1), 4 * 6 * 4);
  vtkDataArray* p = fromSurface->GetOutput()->GetPointData()->GetArray("DesignRegion");
  vtkDataArray* q = ofImage->GetOutput()->GetPointData()->GetArray("DesignRegion");
  for (vtkIdType i = 0; i < p->GetNumberOfTuples(); ++i)
  {
    EXPECT_EQ(p->GetComponent(i, 0), q->GetComponent(i, 0)) << i;
  }
}
}
