// Tests of what supports, loads and design regions have in common: bad input, caches, chains.

#include "ConditionTestInput.h"

#include "vtkCellType.h"
#include "vtkDesignRegion.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkPointData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"
#include "vtkTopologyBenchmark.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace trabecula::testing;

namespace
{
/// Expects one error that contains a word, and the input passed on unchanged.
void expectRefusal(vtkMechanicalCondition* filter, const char* word)
{
  Errors errors(filter);
  vtkDataSet* mesh = meshOf(filter);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), word)) << errors.text();
  EXPECT_TRUE(contains(filter->GetStatus(), word)) << filter->GetStatus();
  EXPECT_FALSE(mesh && mesh->GetPointData()->HasArray("Supports"));
}
}

TEST(MechanicalCondition, ARegionThatCatchesNothingSaysSo)
{
  const auto image = bareImage();
  for (const auto& filter :
    { vtkSmartPointer<vtkMechanicalCondition>(vtkSmartPointer<vtkMechanicalSupport>::New()),
      vtkSmartPointer<vtkMechanicalCondition>(vtkSmartPointer<vtkMechanicalLoad>::New()),
      vtkSmartPointer<vtkMechanicalCondition>(vtkSmartPointer<vtkDesignRegion>::New()) })
  {
    filter->SetInputData(image);
    filter->SetRegion(vtkMechanicalCondition::SPHERE);
    filter->SetSphereCenter(100, 0, 0);
    Errors errors(filter);
    Errors warnings(filter, vtkCommand::WarningEvent);
    vtkDataSet* mesh = meshOf(filter);
    EXPECT_EQ(errors.count(), 0);
    EXPECT_EQ(warnings.count(), 1);
    EXPECT_TRUE(contains(filter->GetStatus(), "The sphere catches nothing")) << filter->GetStatus();
    EXPECT_EQ(mesh->GetPointData()->GetNumberOfArrays(), 0);
    EXPECT_EQ(mesh->GetNumberOfCells(), 54);
    EXPECT_EQ(markersOf(filter)->GetNumberOfPoints(), 0);
  }
}

TEST(MechanicalCondition, NamesWhatIsMissing)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  support->SetRegion(vtkMechanicalSupport::FACE_PATCH);
  expectRefusal(support, "no selection");
  support->SetRegion(vtkMechanicalSupport::ARRAY);
  expectRefusal(support, "No array");
  support->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Absent");
  expectRefusal(support, "\"Absent\" is missing");
  support->SetRegion(vtkMechanicalSupport::PLANE);
  support->SetPlaneNormal(0, 0, 0);
  expectRefusal(support, "Plane Normal");
  support->SetRegion(vtkMechanicalSupport::CYLINDER);
  support->SetCylinderAxis(0, 0, 0);
  expectRefusal(support, "Cylinder Axis");
  support->SetRegion(vtkMechanicalSupport::SPHERE);
  support->SetSphereRadius(-1);
  expectRefusal(support, "Sphere Radius is -1");
  support->SetTolerance(-2);
  expectRefusal(support, "Tolerance is -2");
  support->SetTolerance(0);
  support->SetRegion(vtkMechanicalSupport::SIDE);
  support->SetInputArrayToProcess(1, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Bone");
  expectRefusal(support, "\"Bone\" is missing");
}

TEST(MechanicalCondition, RefusesOtherMeshes)
{
  const auto wedges = vtkSmartPointer<vtkUnstructuredGrid>::New();
  wedges->SetPoints(bareGrid()->GetPoints());
  const vtkIdType corners[6] = { 0, 1, 7, 28, 29, 35 };
  wedges->InsertNextCell(VTK_WEDGE, 6, corners);
  expectRefusal(conditionOn<vtkMechanicalSupport>(wedges), "vtkWedge");
  expectRefusal(conditionOn<vtkMechanicalSupport>(bareImage(3, 3, 0)), "no volume cells");
  vtkNew<vtkUnstructuredGrid> empty;
  expectRefusal(conditionOn<vtkMechanicalSupport>(empty), "empty");
}

TEST(MechanicalCondition, TellsWhatCannotBeSeenFromOutside)
{
  const auto image = bareImage(8, 8, 8);
  for (const auto& filter :
    { vtkSmartPointer<vtkMechanicalCondition>(vtkSmartPointer<vtkMechanicalSupport>::New()),
      vtkSmartPointer<vtkMechanicalCondition>(vtkSmartPointer<vtkDesignRegion>::New()) })
  {
    filter->SetInputData(image);
    meshOf(filter);
    EXPECT_FALSE(filter->GetIsInside());
    filter->SetRegion(vtkMechanicalCondition::SPHERE);
    filter->SetSphereCenter(4, 4, 4);
    filter->SetSphereRadius(2);
    meshOf(filter);
    EXPECT_TRUE(filter->GetIsInside());
    filter->SetSphereRadius(4.1);
    meshOf(filter);
    EXPECT_FALSE(filter->GetIsInside());
  }
}

TEST(MechanicalCondition, RecoversFromAnError)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  support->SetRegion(vtkMechanicalSupport::ARRAY);
  expectRefusal(support, "No array");
  support->SetRegion(vtkMechanicalSupport::SIDE);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 16u);
}

TEST(MechanicalCondition, FollowsItsInput)
{
  const auto grid = bareGrid();
  auto support = conditionOn<vtkMechanicalSupport>(grid);
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 16u);
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grid->GetPoint(i, x);
    grid->GetPoints()->SetPoint(i, x[0] + 0.1 * x[1], x[1], x[2]);
  }
  grid->GetPoints()->Modified();
  grid->Modified();
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 4u);
  support->SetInputData(bareImage(2, 1, 1));
  EXPECT_EQ(markedPoints(meshOf(support), "Supports").size(), 4u);
  EXPECT_TRUE(meshOf(support)->IsA("vtkImageData"));
}

TEST(MechanicalCondition, RefusesSelectionsThatItCannotRead)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  support->SetRegion(vtkMechanicalSupport::SELECTION);
  const auto mixed = selectionOf(vtkSelectionNode::CELL, { 1 });
  mixed->AddNode(selectionOf(vtkSelectionNode::POINT, { 1 })->GetNode(0));
  support->SetInputData(1, mixed);
  expectRefusal(support, "Select one kind");
  const auto query = selectionOf(vtkSelectionNode::CELL, {});
  query->GetNode(0)->SetContentType(vtkSelectionNode::QUERY);
  support->SetInputData(1, query);
  expectRefusal(support, "Freeze Selection");
}

TEST(MechanicalCondition, ChainsInAnyOrderAndOptimizesAsTheExampleDoes)
{
  vtkNew<vtkTopologyBenchmark> example;
  example->SetResolution(4);
  example->Update();
  const auto published = run(example->GetOutput(), 2);

  auto load = conditionOn<vtkMechanicalLoad>(bareImage(8, 4, 4));
  load->SetRegion(vtkMechanicalLoad::BOX);
  load->SetBoxPosition(8, 0, 0);
  load->SetBoxLength(0, 4, 0);
  load->SetForce(0, 0, -5);
  auto region = vtkSmartPointer<vtkDesignRegion>::New();
  region->SetInputConnection(load->GetOutputPort());
  region->SetKind(vtkDesignRegion::DESIGN);
  auto support = vtkSmartPointer<vtkMechanicalSupport>::New();
  support->SetInputConnection(region->GetOutputPort());
  const auto marked = run(meshOf(support), 2);
  EXPECT_LE(difference(column(marked, "Compliance"), column(published, "Compliance")),
    1e-9 * column(published, "Compliance").front());
}

TEST(MechanicalCondition, MovedSupportsAreTakenAsTheyAre)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  support->SetDisplacement(0.5, 0, 0);
  auto load = vtkSmartPointer<vtkMechanicalLoad>::New();
  load->SetInputConnection(support->GetOutputPort());
  const auto moved = run(meshOf(load), 0);
  support->SetDisplacement(0, 0, 0);
  const auto still = run(meshOf(load), 0);
  const auto u = pointValues(moved->GetOutput(vtkTopologyOptimize::FINAL_DESIGN), "Displacement");
  const auto v = pointValues(still->GetOutput(vtkTopologyOptimize::FINAL_DESIGN), "Displacement");
  ASSERT_EQ(u.size(), v.size());
  const double size = *std::max_element(v.begin(), v.end());
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    // The whole part moves along, to the tolerance of the solver.
    EXPECT_NEAR(u[i] - v[i], i % 3 == 0 ? 0.5 : 0.0, 1e-3 * (1.0 + size));
  }
}
