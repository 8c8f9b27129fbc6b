// Surfaces and faces are found once for a mesh, however many filters ask for them.

#include "SharedFaces.h"
#include "SpatialRegionTestInput.h"

#include "vtkIdTypeArray.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
using filters::sharedFaces;
using filters::sharedSurface;

constexpr double Angle = 30.0;

void addFeatures(vtkDataSet* data)
{
  vtkNew<vtkIdTypeArray> features;
  features->SetName("CadFeature");
  features->SetNumberOfTuples(data->GetNumberOfCells());
  features->Fill(7.0);
  data->GetCellData()->AddArray(features);
}

TEST(SharedFaces, AreThoseOfAllConditionsOnAMesh)
{
  const std::vector<vtkSmartPointer<vtkDataSet>> blocks = { bareImage(), bareGrid() };
  for (const auto& block : blocks)
  {
    const auto surface = sharedSurface(block, {});
    const auto faces = sharedFaces(block, surface, Angle);
    ASSERT_EQ(faces->faces.size(), 6U);
    // A condition passes the mesh as a copy with further arrays.
    auto support = supportOfFaces(block, { faces->faces[0].number });
    vtkDataSet* marked = meshOf(support);
    ASSERT_TRUE(marked->GetPointData()->GetArray("Supports"));
    EXPECT_EQ(sharedSurface(marked, {}), surface);
    EXPECT_EQ(sharedFaces(marked, surface, Angle), faces);
  }
}

TEST(SharedFaces, AreFoundAnewAfterAChange)
{
  const auto block = bareGrid();
  const auto surface = sharedSurface(block, {});
  const auto faces = sharedFaces(block, surface, Angle);
  EXPECT_NE(sharedFaces(block, surface, 120.0), faces);
  addFeatures(block);
  EXPECT_EQ(sharedSurface(block, {}), surface);
  const auto features = sharedFaces(block, surface, Angle);
  ASSERT_EQ(features->faces.size(), 1U);
  EXPECT_EQ(features->faces[0].number, 7);
  block->GetCellData()->GetArray("CadFeature")->Fill(8.0);
  block->GetCellData()->GetArray("CadFeature")->Modified();
  EXPECT_EQ(sharedFaces(block, surface, Angle)->faces[0].number, 8);

  auto* points = vtkPointSet::SafeDownCast(block)->GetPoints();
  points->SetPoint(0, -1.0, 0.0, 0.0);
  points->Modified();
  const auto moved = sharedSurface(block, {});
  EXPECT_NE(moved, surface);
  EXPECT_NE(moved->faces.points, surface->faces.points);
}

TEST(SharedFaces, AreThoseOfABody)
{
  const auto block = bareGrid();
  vtkNew<vtkDoubleArray> solid;
  solid->SetName("Solid");
  solid->SetNumberOfTuples(block->GetNumberOfCells());
  solid->Fill(0.6);
  solid->SetValue(0, 0.1);
  block->GetCellData()->AddArray(solid);
  const auto all = sharedSurface(block, {});
  const auto body = sharedSurface(block, { "Solid", 0.5 });
  EXPECT_NE(body, all);
  EXPECT_EQ(body->hasCell[0], 0);
  EXPECT_EQ(sharedSurface(block, { "Solid", 0.5 }), body);
  EXPECT_EQ(sharedSurface(block, { "Solid", 0.05 })->hasCell[0], 1);
}

TEST(SharedFaces, AreReleasedWithTheLastWhoHoldsThem)
{
  const auto block = bareGrid();
  auto surface = sharedSurface(block, {});
  auto faces = sharedFaces(block, surface, Angle);
  const std::weak_ptr<const filters::BodySurface> isHeld = surface;
  const std::weak_ptr<const filters::BodyFaces> areHeld = faces;
  surface.reset();
  faces.reset();
  EXPECT_TRUE(isHeld.expired());
  EXPECT_TRUE(areHeld.expired());
  EXPECT_EQ(sharedFaces(block, sharedSurface(block, {}), Angle)->faces.size(), 6U);
}
}
}
