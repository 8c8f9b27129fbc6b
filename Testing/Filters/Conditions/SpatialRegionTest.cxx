// Tests of each kind of region by means of Mechanical Support and Design Region.

#include "ConditionTestInput.h"
#include "SpatialRegionTestInput.h"

#include "vtkDesignRegion.h"
#include "vtkMechanicalSupport.h"
#include "vtkPolyData.h"
#include "vtkSelectionNode.h"
#include "vtkTransform.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula::testing;

namespace
{
using Datasets = std::vector<vtkSmartPointer<vtkDataSet>>;
}

TEST(SpatialRegion, SideIsAnEndOfTheBounds)
{
  const double ends[6] = { 0, 6, 0, 3, 0, 3 };
  const auto image = bareImage();
  for (int side = 0; side < 6; ++side)
  {
    const Points wanted =
      pointsWhere(image, [&](const double* x) { return x[side / 2] == ends[side]; });
    for (const vtkSmartPointer<vtkDataSet>& data : Datasets{ image, bareGrid() })
    {
      EXPECT_EQ(held(data, [&](auto* support) { support->SetSide(side); }), wanted);
    }
  }
}

TEST(SpatialRegion, PlaneHasATolerance)
{
  const auto image = bareImage();
  const auto near = [&](double tolerance)
  {
    return held(image,
      [&](auto* support)
      {
        support->SetRegion(vtkMechanicalSupport::PLANE);
        support->SetPlaneOrigin(2.3, 0, 0);
        support->SetPlaneNormal(-2, 0, 0);
        support->SetTolerance(tolerance);
      });
  };
  EXPECT_EQ(near(0.31), pointsWhere(image, [](const double* x) { return x[0] == 2.0; }));
  EXPECT_EQ(
    near(0.75), pointsWhere(image, [](const double* x) { return x[0] == 2.0 || x[0] == 3.0; }));
}

TEST(SpatialRegion, PlaneCatchesTheCellsItCutsOrTouches)
{
  const auto image = bareImage();
  const auto cut = [&](double x)
  {
    return solid(image,
      [&](auto* region)
      {
        region->SetRegion(vtkMechanicalSupport::PLANE);
        region->SetPlaneOrigin(x, 0, 0);
      })
      .size();
  };
  EXPECT_EQ(cut(0.0), 9u);
  EXPECT_EQ(cut(2.5), 9u);
  EXPECT_EQ(cut(2.0), 18u);
}

TEST(SpatialRegion, BoxIsTurnedAboutItsCorner)
{
  const auto image = bareImage(10, 10, 10);
  vtkNew<vtkTransform> place;
  place->Translate(4.2, 1.3, 2.6);
  place->RotateZ(30);
  place->RotateX(-20);
  place->RotateY(70);
  place->Inverse();
  const Points wanted = pointsWhere(image,
    [&](const double* x)
    {
      const double* local = place->TransformDoublePoint(x[0], x[1], x[2]);
      return local[0] >= 0 && local[0] <= 3 && local[1] >= 0 && local[1] <= 5 && local[2] >= 0 &&
        local[2] <= 4;
    });
  EXPECT_GT(wanted.size(), 20u);
  EXPECT_EQ(held(image,
              [](auto* support)
              {
                support->SetRegion(vtkMechanicalSupport::BOX);
                support->SetBoxPosition(4.2, 1.3, 2.6);
                support->SetBoxRotation(-20, 70, 30);
                support->SetBoxLength(3, 5, 4);
              }),
    wanted);
}

TEST(SpatialRegion, BoxAsFlatAsAFaceCatchesIt)
{
  const auto grid = bareGrid();
  EXPECT_EQ(held(grid,
              [](auto* support)
              {
                support->SetRegion(vtkMechanicalSupport::BOX);
                support->SetBoxPosition(6, 3, 3);
                support->SetBoxLength(0, -3, -3);
              }),
    pointsWhere(grid, [](const double* x) { return x[0] == 6.0; }));
}

TEST(SpatialRegion, SphereAndCylinderCatchWhatIsInside)
{
  const auto image = bareImage(8, 8, 8);
  EXPECT_EQ(held(image,
              [](auto* support)
              {
                support->SetRegion(vtkMechanicalSupport::SPHERE);
                support->SetSphereCenter(2, 3, 4);
                support->SetSphereRadius(2);
                support->SetTolerance(0.3);
              }),
    pointsWhere(image, [](const double* x) { return distance(x, 2, 3, 4) <= 2.3; }));
  EXPECT_EQ(held(image,
              [](auto* support)
              {
                support->SetRegion(vtkMechanicalSupport::CYLINDER);
                support->SetCylinderCenter(2, 3, 4);
                support->SetCylinderAxis(0, 5, 0);
                support->SetCylinderRadius(2.1);
              }),
    pointsWhere(image, [](const double* x) { return distance(x, 2, x[1], 4) <= 2.1; }));
  // Centres of cells are at halves.
  EXPECT_EQ(solid(image,
              [](auto* region)
              {
                region->SetRegion(vtkMechanicalSupport::SPHERE);
                region->SetSphereCenter(4, 4, 4);
                region->SetSphereRadius(0.9);
              })
              .size(),
    8u);
}

TEST(SpatialRegion, SelectedPointsAreCaught)
{
  const auto grid = bareGrid();
  auto support = conditionOn<vtkMechanicalSupport>(grid);
  support->SetRegion(vtkMechanicalSupport::SELECTION);
  support->SetInputData(1, selectionOf(vtkSelectionNode::POINT, { 0, 7, 1, 8, 40 }));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"), (Points{ 0, 1, 7, 8, 40 }));
  EXPECT_EQ(support->GetNumberOfCaughtFaces(), 1); // the face of 0, 1, 8, 7
}

TEST(SpatialRegion, SelectedCellsAreTheirFacesOnTheSurface)
{
  const auto grid = bareGrid();
  auto support = conditionOn<vtkMechanicalSupport>(grid);
  support->SetRegion(vtkMechanicalSupport::SELECTION);
  // A cell in the middle of the side y = 0 has one face on the surface.
  support->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 18 + 2 }));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(grid,
      [](const double* x)
      { return x[1] == 0 && x[0] >= 2 && x[0] <= 3 && x[2] >= 1 && x[2] <= 2; }));
  // A corner cell has three faces, of which one faces -x.
  support->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 0 }));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 7u);
  support->SetFacing(-1, 0.1, 0);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(grid, [](const double* x) { return x[0] == 0 && x[1] <= 1 && x[2] <= 1; }));
  // A cell inside the body is selected as a whole.
  support->SetFacing(0, 0, 0);
  support->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 18 + 6 + 2 }));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 8u);
}

TEST(SpatialRegion, PatchGrowsOverTheSurfaceUpToItsEdges)
{
  const auto grid = bareGrid();
  auto support = conditionOn<vtkMechanicalSupport>(grid);
  support->SetRegion(vtkMechanicalSupport::FACE_PATCH);
  support->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 18 + 2 }));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(grid, [](const double* x) { return x[1] == 0; }));
  EXPECT_EQ(support->GetNumberOfCaughtFaces(), 18);
  EXPECT_FALSE(contains(support->GetStatus(), "Facing")) << support->GetStatus();
  // A corner cell has three faces, of which one is selected.
  support->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 0 }));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(grid, [](const double* x) { return x[0] == 0 || x[1] == 0 || x[2] == 0; }));
  EXPECT_TRUE(contains(support->GetStatus(), "Facing")) << support->GetStatus();
  support->SetFacing(0, 0, -1);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(grid, [](const double* x) { return x[2] == 0; }));
  // From one of its faces, and with a larger angle, the whole surface is reached.
  support->SetPatchAngle(91);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 7u * 4 * 4 - 5 * 2 * 2);
}

TEST(SpatialRegion, PatchOfABoreEndsAtItsRims)
{
  const auto tube = quarterTube(2, 6, 3);
  auto support = conditionOn<vtkMechanicalSupport>(tube);
  support->SetRegion(vtkMechanicalSupport::FACE_PATCH);
  support->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 12 + 4 })); // at the bore
  const Points bore = pointsWhere(
    tube, [](const double* x) { return std::abs(std::hypot(x[0], x[1]) - 1.0) < 1e-9; });
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"), bore);
  // Neighbouring faces differ by 15 degrees.
  support->SetPatchAngle(14);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 8u);
  support->SetPatchAngle(16);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"), bore);
}

TEST(SpatialRegion, ArraysChooseByTheirValues)
{
  const auto grid = bareGrid();
  std::vector<double> cells(54, 0.0);
  cells[0] = 2.0;
  cells[5] = 7.0;
  setCellArray(grid, "Part", cells);
  const auto choose = [](auto* filter)
  {
    filter->SetRegion(vtkMechanicalSupport::ARRAY);
    filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Part");
  };
  EXPECT_EQ(solid(grid, choose), (Points{ 0, 5 }));
  EXPECT_EQ(held(grid, choose).size(), 16u);
  EXPECT_EQ(solid(grid,
              [&](auto* region)
              {
                choose(region);
                region->SetArrayRule(vtkMechanicalSupport::IN_RANGE);
                region->SetArrayRange(2, 3);
              }),
    (Points{ 0 }));

  std::vector<double> vectors(3 * 112, 0.0);
  for (const int point : { 0, 1, 7, 8, 28, 29, 35 })
  {
    vectors[static_cast<std::size_t>(3 * point + 1)] = -3.0;
  }
  setPointArray(grid, "Vectors", vectors);
  const auto chooseVectors = [](auto* filter)
  {
    filter->SetRegion(vtkMechanicalSupport::ARRAY);
    filter->SetArrayRule(vtkMechanicalSupport::IN_RANGE);
    filter->SetArrayRange(3, 3);
    filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Vectors");
  };
  EXPECT_EQ(held(grid, chooseVectors), (Points{ 0, 1, 7, 8, 28, 29, 35 }));
  // One corner of the cell is not marked.
  auto region = conditionOn<vtkDesignRegion>(grid);
  Errors heard(region, vtkCommand::WarningEvent);
  chooseVectors(region.Get());
  meshOf(region);
  EXPECT_EQ(region->GetNumberOfCaughtCells(), 0);
  EXPECT_EQ(heard.count(), 1);
}

TEST(SpatialRegion, OnlyTheBodyCounts)
{
  // A wall of two cells in the middle of an image of six.
  const auto image = bareImage();
  std::vector<double> solids(54, 0.0);
  for (std::size_t i = 0; i < solids.size(); ++i)
  {
    solids[i] = i % 6 == 2 || i % 6 == 3 ? 1.0 : 0.0;
  }
  setCellArray(image, "Solid", solids);
  const Points wall = pointsWhere(image, [](const double* x) { return x[0] == 2.0; });
  auto support = conditionOn<vtkMechanicalSupport>(image);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"), wall);
  EXPECT_EQ(support->GetNumberOfCaughtFaces(), 9);
  EXPECT_DOUBLE_EQ(support->GetCaughtArea(), 9.0);
  support->SetInputArrayToProcess(1, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "None");
  EXPECT_EQ(markedPoints(meshOf(support), "Supports"),
    pointsWhere(image, [](const double* x) { return x[0] == 0.0; }));
}

TEST(SpatialRegion, MirroredCellsHaveOutwardNormals)
{
  const auto grid = bareGrid();
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grid->GetPoint(i, x);
    grid->GetPoints()->SetPoint(i, -x[0], x[1], x[2]);
  }
  auto support = conditionOn<vtkMechanicalSupport>(grid);
  support->SetFacing(-1, 0, 0);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 16u);
}
