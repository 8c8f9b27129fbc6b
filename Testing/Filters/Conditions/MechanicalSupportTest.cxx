#include "ConditionTestInput.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkSelectionNode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace trabecula::testing;

TEST(MechanicalSupport, AddsToWhatIsHeld)
{
  const auto image = bareImage();
  auto first = conditionOn<vtkMechanicalSupport>(image);
  first->SetHoldY(false);
  first->SetHoldZ(false);
  auto second = vtkSmartPointer<vtkMechanicalSupport>::New();
  second->SetInputConnection(first->GetOutputPort());
  second->SetSide(vtkMechanicalSupport::MINUS_Z);
  second->HoldXOff();
  vtkDataSet* mesh = meshOf(second);
  ASSERT_TRUE(mesh->IsA("vtkImageData"));
  const std::vector<double> supports = pointValues(mesh, "Supports");
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    double x[3];
    mesh->GetPoint(i, x);
    EXPECT_EQ(supports[3 * i], x[0] == 0 ? 1 : 0);
    EXPECT_EQ(supports[3 * i + 1], x[2] == 0 ? 1 : 0);
    EXPECT_EQ(supports[3 * i + 2], x[2] == 0 ? 1 : 0);
  }
  EXPECT_FALSE(mesh->GetPointData()->HasArray("PrescribedDisplacement"));
  EXPECT_FALSE(image->GetPointData()->HasArray("Supports"));
  EXPECT_EQ(std::string(second->GetStatus()), "Holds y and z at 28 points.");
  EXPECT_EQ(second->GetNumberOfCaughtPoints(), 28);
  EXPECT_EQ(second->GetNumberOfCaughtFaces(), 18);
  EXPECT_DOUBLE_EQ(second->GetCaughtArea(), 18.0);
}

TEST(MechanicalSupport, PrescribesDisplacements)
{
  auto pulled = conditionOn<vtkMechanicalSupport>(bareGrid());
  pulled->SetSide(vtkMechanicalSupport::PLUS_X);
  pulled->SetDisplacement(0.1, 0, -0.2);
  auto fixed = vtkSmartPointer<vtkMechanicalSupport>::New();
  fixed->SetInputConnection(pulled->GetOutputPort());
  fixed->SetSide(vtkMechanicalSupport::MINUS_Z);
  fixed->SetHoldZ(false);
  vtkDataSet* mesh = meshOf(fixed);
  const std::vector<double> moved = pointValues(mesh, "PrescribedDisplacement");
  ASSERT_EQ(moved.size(), 3u * 112);
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    double x[3];
    mesh->GetPoint(i, x);
    // The later support determines the components that it holds.
    EXPECT_EQ(moved[3 * i], x[0] == 6 && x[2] != 0 ? 0.1 : 0.0);
    EXPECT_EQ(moved[3 * i + 1], 0.0);
    EXPECT_EQ(moved[3 * i + 2], x[0] == 6 ? -0.2 : 0.0);
  }
  EXPECT_EQ(std::string(pulled->GetStatus()), "Moves x, y and z at 16 points.");
}

TEST(MechanicalSupport, RefusesWhatMakesNoSense)
{
  const auto image = bareImage();
  auto support = conditionOn<vtkMechanicalSupport>(image);
  Errors errors(support);
  const auto expectRefusal = [&](const char* word, const char* remedy)
  {
    errors.clear();
    vtkDataSet* mesh = meshOf(support);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), word)) << errors.text();
    EXPECT_TRUE(contains(errors.text(), remedy)) << errors.text();
    EXPECT_TRUE(contains(support->GetStatus(), word));
    EXPECT_EQ(mesh->GetNumberOfPoints(), image->GetNumberOfPoints());
    EXPECT_EQ(
      mesh->GetPointData()->GetNumberOfArrays(), image->GetPointData()->GetNumberOfArrays());
    EXPECT_EQ(markersOf(support)->GetNumberOfCells(), 0);
  };
  support->SetDisplacement(0, 1, 0);
  support->HoldYOff();
  expectRefusal("Hold Y", "Switch it on");
  support->SetDisplacement(0, 0, std::numeric_limits<double>::quiet_NaN());
  expectRefusal("not a number", "Give");
  support->SetDisplacement(0, 0, 0);
  support->HoldXOff();
  support->HoldZOff();
  expectRefusal("Nothing is held", "Switch on");
  support->HoldXOn();
  setPointArray(image, "Supports", std::vector<double>(3 * 112, 0.5));
  expectRefusal("\"Supports\" has the value 0.5", "supports are 0");
}

TEST(MechanicalSupport, ConesTouchHeldPointsFromOutside)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  support->HoldZOff();
  vtkPolyData* cones = markersOf(support);
  double bounds[6];
  cones->GetBounds(bounds);
  const double length = 0.03 * std::sqrt(36.0 + 9 + 9);
  EXPECT_NEAR(bounds[0], -length, 1e-6); // cones along x begin outside the face
  EXPECT_NEAR(bounds[2], -length, 1e-6); // cones along y are at the lower edge
  EXPECT_NEAR(bounds[3], 3 + length, 1e-6);
  EXPECT_NEAR(bounds[1], 0.4 * length, 1e-6); // the radius of the cones
  const std::vector<double> direction = pointValues(cones, "Direction");
  EXPECT_EQ(std::count(direction.begin(), direction.end(), 0.0),
    std::count(direction.begin(), direction.end(), 1.0));
  EXPECT_EQ(std::count(direction.begin(), direction.end(), 2.0), 0);
}

TEST(MechanicalSupport, ConesOfLargeRegionsAreFew)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareImage(4, 60, 40));
  auto small = conditionOn<vtkMechanicalSupport>(bareImage(1, 1, 1));
  small->HoldYOff();
  small->HoldZOff();
  const vtkIdType pointsOfCone = markersOf(small)->GetNumberOfPoints() / 4;
  const vtkIdType cones = markersOf(support)->GetNumberOfPoints() / pointsOfCone;
  EXPECT_GT(cones, 60);
  EXPECT_LE(cones, 300);
}

TEST(MechanicalSupport, ConesOfExtremeBoundsAreFew)
{
  auto small = conditionOn<vtkMechanicalSupport>(bareImage(1, 1, 1));
  small->HoldYOff();
  small->HoldZOff();
  const vtkIdType pointsOfCone = markersOf(small)->GetNumberOfPoints() / 4;
  const auto conesOf = [&](vtkMechanicalSupport* support)
  {
    EXPECT_EQ(markersOf(support)->GetNumberOfPoints() % pointsOfCone, 0);
    return markersOf(support)->GetNumberOfPoints() / pointsOfCone;
  };
  // Edges of voxels differ by a factor of 67000, so the tolerance includes all points.
  auto flat = bareImage(5, 3, 5);
  flat->SetSpacing(0.004, 1.8, 267.0);
  auto support = conditionOn<vtkMechanicalSupport>(flat);
  EXPECT_GE(conesOf(support), 3 * 6);
  EXPECT_LE(conesOf(support), 3 * 100);
  EXPECT_EQ(support->GetNumberOfCaughtPoints(), 6 * 4 * 6);

  // One node is at a distance of a million times the size of the mesh, either in a cell or unused.
  for (const bool inCell : { true, false })
  {
    auto grid = bareGrid(5, 5, 5);
    const vtkIdType stray =
      inCell ? grid->GetNumberOfPoints() - 1 : grid->GetPoints()->InsertNextPoint(0.0, 0.0, 0.0);
    grid->GetPoints()->SetPoint(stray, 5e6, 5e6, 5e6);
    auto held = conditionOn<vtkMechanicalSupport>(grid);
    held->SetRegion(vtkMechanicalSupport::SPHERE);
    held->SetSphereCenter(0.0, 0.0, 0.0);
    held->SetSphereRadius(1e9);
    EXPECT_GE(conesOf(held), 1);
    EXPECT_LE(conesOf(held), 3 * 100);
    // A point without a cell cannot be held.
    EXPECT_EQ(held->GetNumberOfCaughtPoints(), 6 * 6 * 6);
  }
}

TEST(MechanicalSupport, HoldsMotionsOfARigidFace)
{
  auto support = conditionOn<vtkMechanicalSupport>(bareGrid());
  support->SetSupportType(vtkMechanicalSupport::RIGID_FACE);
  support->SetHoldY(false);
  support->SetHoldRotationZ(false);
  support->SetDisplacement(0.5, 0, 0);
  support->SetRotation(0, 0.25, 0);
  vtkDataSet* mesh = meshOf(support);
  EXPECT_EQ(std::string(support->GetStatus()),
    "Makes 16 points move as rigid face 1; 4 motions of 6 are held.");
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    EXPECT_EQ(mesh->GetPointData()->GetArray("RigidBody")->GetComponent(i, 0),
      mesh->GetPoint(i)[0] == 0 ? 1 : 0);
    EXPECT_EQ(mesh->GetPointData()->GetArray("Supports")->GetComponent(i, 0), 0);
  }
  // Number, point, direction, axis and value of each.
  vtkDataArray* motions = mesh->GetFieldData()->GetArray("RigidBodyMotions");
  const double wanted[4][11] = { { 1, 0, 1.5, 1.5, 1, 0, 0, 0, 0, 0, 0.5 },
    { 1, 0, 1.5, 1.5, 0, 0, 0, 1, 0, 0, 0 }, { 1, 0, 1.5, 1.5, 0, 0, 0, 0, 1, 0, 0.25 },
    { 1, 0, 1.5, 1.5, 0, 0, 1, 0, 0, 0, 0 } };
  ASSERT_EQ(motions->GetNumberOfTuples(), 4);
  for (int i = 0; i < 4; ++i)
  {
    for (int c = 0; c < 11; ++c)
    {
      EXPECT_NEAR(motions->GetComponent(i, c), wanted[i][c], 1e-14) << i << " " << c;
    }
  }
  support->JointAtCenterOff();
  support->SetJointPoint(-1, 2, 3);
  motions = meshOf(support)->GetFieldData()->GetArray("RigidBodyMotions");
  EXPECT_EQ(motions->GetComponent(0, 1), -1);
  EXPECT_EQ(motions->GetComponent(0, 3), 3);
}

TEST(MechanicalSupport, IsAHingeAboutTheAxisOfABore)
{
  auto hinge = conditionOn<vtkMechanicalSupport>(quarterTube(2, 24, 3));
  hinge->SetSupportType(vtkMechanicalSupport::HINGE);
  hinge->SetRegion(vtkMechanicalSupport::FACE_PATCH);
  hinge->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 2 * (12 + 24) }));
  vtkDataArray* motions = meshOf(hinge)->GetFieldData()->GetArray("RigidBodyMotions");
  EXPECT_TRUE(contains(hinge->GetStatus(), "a cylinder of radius 1 alone")) << hinge->GetStatus();
  ASSERT_EQ(motions->GetNumberOfTuples(), 5);
  for (vtkIdType i = 0; i < 5; ++i)
  {
    EXPECT_NEAR(motions->GetComponent(i, 1), 0.0, 1e-9);
    EXPECT_NEAR(motions->GetComponent(i, 2), 0.0, 1e-9);
    EXPECT_NEAR(motions->GetComponent(i, 3), 0.5, 1e-9);
    EXPECT_NEAR(motions->GetComponent(i, 9), 0.0, 1e-9); // no rotation about z is held
  }
  // A torque about the bore's axis can then be applied to the same face.
  auto torque = vtkSmartPointer<vtkMechanicalLoad>::New();
  torque->SetInputConnection(hinge->GetOutputPort());
  torque->SetRegion(vtkMechanicalLoad::FACE_PATCH);
  torque->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 2 * (12 + 24) }));
  torque->SetLoadType(vtkMechanicalLoad::REMOTE);
  torque->SetForce(0, 0, 0);
  torque->SetRemoteMoment(0, 0, 7);
  torque->RigidFaceOn();
  EXPECT_TRUE(contains((meshOf(torque), torque->GetStatus()), "They move as rigid face 1."))
    << torque->GetStatus();
  EXPECT_NEAR(torque->GetResultantMoment()[2], 7.0, 1e-12);

  // A plane is no hinge.
  Errors errors(hinge);
  hinge->SetRegion(vtkMechanicalSupport::SIDE);
  meshOf(hinge);
  EXPECT_TRUE(contains(errors.text(), "not cylindrical")) << errors.text();
}
