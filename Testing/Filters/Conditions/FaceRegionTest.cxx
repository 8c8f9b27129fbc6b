// Regions of chosen faces and of holes, and the rays by which faces are chosen.

#include "SpatialRegionTestInput.h"
#include "SurfaceRegionsTestInput.h"

#include "vtkMechanicalLoad.h"
#include "vtkPickableFaces.h"
#include "vtkSurfaceFaces.h"

#include "vtkCubeSource.h"
#include "vtkIdTypeArray.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
/// The face of a block that a ray along an axis meets first.
vtkIdType faceBehind(vtkDataSet* data, int axis, bool fromAbove)
{
  vtkNew<vtkPickableFaces> faces;
  faces->SetInputDataObject(data);
  faces->Update();
  double x[2][3];
  data->GetCenter(x[0]);
  data->GetCenter(x[1]);
  // Off the middle, where a ray may meet an edge.
  x[0][(axis + 1) % 3] = x[1][(axis + 1) % 3] += 0.123;
  x[0][(axis + 2) % 3] = x[1][(axis + 2) % 3] += 0.234;
  x[fromAbove ? 0 : 1][axis] += 2.0 * data->GetLength();
  x[fromAbove ? 1 : 0][axis] -= 2.0 * data->GetLength();
  faces->SetRay(x[0][0], x[0][1], x[0][2], x[1][0], x[1][1], x[1][2]);
  return faces->GetHitFace();
}

/// Sides of a block, which knows nothing of faces, are its faces.
TEST(FaceRegion, SidesOfABlock)
{
  const std::vector<vtkSmartPointer<vtkDataSet>> blocks = { bareImage(), bareGrid() };
  for (const auto& block : blocks)
  {
    const double bounds[] = { 0.0, 6.0, 0.0, 3.0, 0.0, 3.0 };
    for (int side = 0; side < 6; ++side)
    {
      const vtkIdType face = faceBehind(block, side / 2, side % 2 == 1);
      ASSERT_GE(face, 0);
      auto support = supportOfFaces(block, { face });
      EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
        pointsWhere(block, [&](const double* x) { return x[side / 2] == bounds[side]; }));
      EXPECT_DOUBLE_EQ(support->GetCaughtArea(), side / 2 == 0 ? 9.0 : 18.0);
      EXPECT_EQ(support->GetNumberOfCaughtCells(), side / 2 == 0 ? 9 : 18);
    }
  }
}

TEST(FaceRegion, SidesAreSeenFromOutside)
{
  const auto block = bareGrid();
  for (int side = 0; side < 6; ++side)
  {
    vtkNew<vtkPickableFaces> faces;
    faces->SetInputDataObject(block);
    faces->SetLitFace(faceBehind(block, side / 2, side % 2 == 1));
    faces->Update();
    // Centre, direction and half a diagonal of a side of the block 6 x 3 x 3.
    std::array<double, 8> expected = { 3.0, 1.5, 1.5, 0.0, 0.0, 0.0, std::hypot(3.0, 1.5), 0.0 };
    const auto axis = static_cast<std::size_t>(side / 2);
    expected[axis] = side % 2 == 0 ? 0.0 : 2.0 * expected[axis];
    expected[3 + axis] = side % 2 == 0 ? -1.0 : 1.0;
    expected[6] = axis == 0 ? std::hypot(1.5, 1.5) : expected[6];
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      EXPECT_NEAR(faces->GetLitSight()[i], expected[i], 1e-12) << side << " " << i;
    }
    faces->SetLitFace(-1);
    faces->Update();
    EXPECT_EQ(faces->GetLitSight()[6], 0.0);
  }
}

TEST(FaceRegion, FacingAndDistanceApply)
{
  const auto block = bareGrid();
  const vtkIdType face = faceBehind(block, 0, false);
  auto support = supportOfFaces(block, { face });
  support->SetDistance(2.0);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(block, [](const double* x) { return x[0] <= 2.0; }));
  EXPECT_EQ(support->GetNumberOfCaughtFaces(), 9);
  support->SetFacing(0.0, 1.0, 0.0);
  support->SetDistance(0.0);
  EXPECT_TRUE(markedPoints(meshOf(support), "Supports").empty());
}

/// A plate with three bores of other radii: the shape and the order of the test of design regions.
class BoresOfAPlate : public ::testing::Test
{
protected:
  BoresOfAPlate() : Surface(plate())
  {
    this->Faces->SetInputData(this->Surface);
    this->Faces->Update();
  }

  vtkIdType faceOfBore(int bore)
  {
    return vtkIdTypeArray::SafeDownCast(
      this->Faces->GetOutput()->GetCellData()->GetArray("CadFeature"))
      ->GetValue(cellOfBore(this->Surface, bore));
  }
  static double areaOfBore(int bore)
  {
    const double r = Radii[std::size_t(bore)];
    return 2.0 * std::acos(-1.0) * r * Thickness;
  }

  vtkSmartPointer<vtkPolyData> Surface;
  vtkNew<vtkSurfaceFaces> Faces;
};

TEST_F(BoresOfAPlate, AreFacesOfTheSurface)
{
  for (const bool hasFaces : { true, false }) // without, they are found by the filter itself
  {
    vtkPolyData* surface = hasFaces ? this->Faces->GetOutput() : this->Surface.Get();
    auto support = supportOfFaces(surface, { this->faceOfBore(0), this->faceOfBore(2) });
    support->Update();
    EXPECT_EQ(std::string(support->GetErrorMessage()), "");
    EXPECT_EQ(support->GetNumberOfCaughtFaces(), 2 * 32);
    const double area = areaOfBore(0) + areaOfBore(2);
    EXPECT_NEAR(support->GetCaughtArea(), area, 0.02 * area); // chords of 32 unequal sides
  }
}

TEST_F(BoresOfAPlate, AreFacesOfTheVoxels)
{
  const auto voxels = voxelsOf(this->Faces, 0.5);
  const auto transform = place();
  transform->Inverse();
  vtkImageData* image = voxels->GetOutput();
  for (int bore = 0; bore < Bores; ++bore)
  {
    auto support = supportOfFaces(image, { this->faceOfBore(bore) });
    const std::vector<vtkIdType> points = markedPoints(meshOf(support), "Supports");
    ASSERT_GT(points.size(), 100U);
    // Steps of voxels are larger than the surface, by at most the sum of the normal's components.
    EXPECT_GT(support->GetCaughtArea(), 0.9 * areaOfBore(bore));
    EXPECT_LT(support->GetCaughtArea(), 1.75 * areaOfBore(bore));
    for (const vtkIdType point : points)
    {
      Point x;
      image->GetPoint(point, x.data());
      transform->TransformPoint(x.data(), x.data());
      const Point centre = centreOfBore(bore);
      const double off = std::hypot(x[0] - centre[0], x[1] - centre[1]) - Radii[std::size_t(bore)];
      EXPECT_LT(std::abs(off), 0.5 * std::sqrt(3.0) * 1.01); // a diagonal of a voxel
    }
  }
}

/// Voxels at edges have the number of one side, but stand for both.
TEST(FaceRegion, SidesOfAVoxelizedBlockAreWhole)
{
  vtkNew<vtkCubeSource> cube;
  cube->SetXLength(6.0);
  cube->SetYLength(3.0);
  cube->SetZLength(3.0);
  vtkNew<vtkSurfaceFaces> faces;
  faces->SetInputConnection(cube->GetOutputPort());
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputConnection(faces->GetOutputPort());
  voxels->SetCells(6);
  voxels->Update();
  vtkImageData* image = voxels->GetOutput();
  for (int side = 0; side < 6; ++side)
  {
    auto support = supportOfFaces(image, { faceBehind(image, side / 2, side % 2 == 1) });
    const double end = image->GetBounds()[side];
    EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
      pointsWhere(image, [&](const double* x) { return x[side / 2] == end; }))
      << side;
    EXPECT_EQ(support->GetNumberOfCaughtFaces(), side / 2 == 0 ? 9 : 18);
  }
}

TEST_F(BoresOfAPlate, AreHolesByRadius)
{
  const auto voxels = voxelsOf(this->Faces);
  const std::vector<vtkDataSet*> parts = { this->Surface, this->Faces->GetOutput() };
  for (vtkDataSet* part : parts)
  {
    auto support = conditionOn<vtkMechanicalSupport>(part);
    support->SetRegion(vtkRegionCondition::HOLES);
    support->Update();
    EXPECT_EQ(support->GetNumberOfCaughtFaces(), 3 * 32);
    support->SetHoleRadius(3.5, 4.5);
    support->Update();
    EXPECT_EQ(support->GetNumberOfCaughtFaces(), 32);
    EXPECT_NEAR(support->GetCaughtArea(), areaOfBore(0), 0.02 * areaOfBore(0));
    support->SetHoleRadius(4.0, 0.0);
    support->Update();
    EXPECT_EQ(support->GetNumberOfCaughtFaces(), 2 * 32);
    support->SetHoleRadius(6.0, 7.0);
    Errors errors(support);
    support->Update();
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), "radii 3, 4, 5")) << errors.text();
  }
  auto all = conditionOn<vtkMechanicalSupport>(voxels->GetOutput());
  all->SetRegion(vtkRegionCondition::HOLES);
  auto chosen = supportOfFaces(
    voxels->GetOutput(), { this->faceOfBore(0), this->faceOfBore(1), this->faceOfBore(2) });
  EXPECT_EQ(markedPoints(meshOf(all), "Supports"), markedPoints(meshOf(chosen), "Supports"));
  EXPECT_GT(all->GetNumberOfCaughtFaces(), 0);
}

TEST_F(BoresOfAPlate, AreDesignRegionsOfTheSolid)
{
  auto region = vtkSmartPointer<vtkDesignRegion>::New();
  region->SetInputConnection(this->Faces->GetOutputPort());
  region->SetRegion(vtkRegionCondition::FACES);
  region->AddFace(this->faceOfBore(1));
  region->SetDistance(2.0);
  const auto same = regionOn(this->Surface, { 1 }, 2.0, vtkDesignRegion::SOLID);
  EXPECT_EQ(cellValues(voxelsOf(region)->GetOutput(), "DesignRegion"),
    cellValues(voxelsOf(same)->GetOutput(), "DesignRegion"));
}

TEST_F(BoresOfAPlate, AreMissedWhenThePartHasChanged)
{
  const vtkIdType face = this->faceOfBore(0);
  auto support = supportOfFaces(this->Faces->GetOutput(), { face, 77, 78 });
  const Point centre = centreOfBore(0);
  Point x;
  place()->TransformPoint(centre.data(), x.data());
  support->AddFaceMark(areaOfBore(0), x[0], x[1], x[2]);
  support->AddFaceMark(25.0, 1.0, 2.0, 3.0);
  support->AddFaceMark(26.0, 1.0, 2.0, 4.0);
  Errors errors(support);
  support->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(
    errors.text(), "2 of 3 chosen faces not found: 77 (area 25, centre (1, 2, 3)), 78 (area 26"))
    << errors.text();
  EXPECT_TRUE(contains(errors.text(), "Remove them") || contains(errors.text(), "remove them"));
  EXPECT_FALSE(support->GetOutput()->GetPointData()->HasArray("Supports"));

  auto moved = supportOfFaces(this->Faces->GetOutput(), { face });
  moved->AddFaceMark(areaOfBore(0), x[0], x[1], x[2]);
  moved->Update();
  EXPECT_FALSE(contains(moved->GetStatus(), "changed")) << moved->GetStatus();
  moved->ClearFaceMarks();
  moved->AddFaceMark(areaOfBore(0), x[0] + 20.0, x[1], x[2]);
  moved->Update();
  EXPECT_TRUE(contains(moved->GetStatus(), "may be another face")) << moved->GetStatus();
  EXPECT_GT(moved->GetNumberOfCaughtFaces(), 0);
}

TEST(FaceRegion, RefusesToChooseNothing)
{
  auto support = supportOfFaces(bareGrid(), {});
  Errors errors(support);
  support->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Pick Faces")) << errors.text();
  auto holes = conditionOn<vtkMechanicalSupport>(bareGrid());
  holes->SetRegion(vtkRegionCondition::HOLES);
  Errors ofHoles(holes);
  holes->Update();
  EXPECT_EQ(ofHoles.count(), 1);
  EXPECT_TRUE(contains(ofHoles.text(), "No hole")) << ofHoles.text();
  holes->SetHoleRadius(3.0, 2.0);
  ofHoles.clear();
  holes->Update();
  EXPECT_TRUE(contains(ofHoles.text(), "Hole Radius")) << ofHoles.text();
}

TEST_F(BoresOfAPlate, AreMetByRays)
{
  vtkNew<vtkPickableFaces> faces;
  faces->SetInputConnection(this->Faces->GetOutputPort());
  faces->AddFace(this->faceOfBore(1));
  faces->AddFace(99);
  faces->Update();
  EXPECT_EQ(faces->GetOutput()->GetNumberOfCells(), 32);
  // From the axis of a bore to its wall, and beyond.
  const Point axis = centreOfBore(2);
  const Point wall = { axis[0] + 100.0, axis[1] + 31.0, axis[2] + 0.1 };
  Point from;
  Point to;
  place()->TransformPoint(axis.data(), from.data());
  place()->TransformPoint(wall.data(), to.data());
  faces->SetRay(from[0], from[1], from[2], to[0], to[1], to[2]);
  EXPECT_EQ(faces->GetHitFace(), this->faceOfBore(2));
  EXPECT_EQ(std::string(faces->GetHitDescription()), "cylinder, radius 5, hole");
  faces->SetRay(from[0], from[1], from[2], from[0], from[1], from[2] + 0.01);
  EXPECT_EQ(faces->GetHitFace(), -1);
  EXPECT_EQ(std::string(faces->GetHitDescription()), "");
  const std::string chosen = faces->GetChosenDescriptions();
  EXPECT_TRUE(contains(chosen, "\tcylinder, radius 3, hole\n-1\n")) << chosen;
  EXPECT_NEAR(std::stod(chosen), areaOfBore(1), 0.02 * areaOfBore(1));
  faces->SetLitFace(this->faceOfBore(2));
  faces->Update();
  EXPECT_EQ(faces->GetOutput()->GetNumberOfCells(), 64);
  const std::vector<double> colors = cellValues(faces->GetOutput(), "Colors");
  EXPECT_EQ(colors[0], std::round(255.0 * faces->GetChosenColor()[0]));
  EXPECT_EQ(colors[3 * 63], 255.0);
  // A bore is seen along its axis.
  Point along = { 0.0, 0.0, 1.0 };
  place()->TransformVector(along.data(), along.data());
  const double* sight = faces->GetLitSight();
  EXPECT_EQ(sight[7], 1.0);
  EXPECT_NEAR(std::abs(sight[3] * along[0] + sight[4] * along[1] + sight[5] * along[2]), 1.0, 1e-9);
  EXPECT_NEAR(sight[6], std::hypot(Radii[2], 0.5 * Thickness), 1e-9);
}
}
}
