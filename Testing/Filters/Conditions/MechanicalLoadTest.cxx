#include "ConditionTestInput.h"

#include "ConditionMarkers.h"

#include "vtkDoubleArray.h"
#include "vtkMechanicalLoad.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkSMPTools.h"
#include "vtkSelectionNode.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace trabecula::testing;
using trabecula::filters::MostArrows;

namespace
{
constexpr double Rounding = 1e-12;

/// Returns sum and moment about the origin of nodal forces.
std::array<double, 6> resultant(vtkDataSet* mesh, const char* array)
{
  const std::vector<double> f = pointValues(mesh, array);
  std::array<double, 6> sum{};
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    const double* x = mesh->GetPoint(i);
    const double* g = &f[static_cast<std::size_t>(3 * i)];
    const double moment[3] = { x[1] * g[2] - x[2] * g[1], x[2] * g[0] - x[0] * g[2],
      x[0] * g[1] - x[1] * g[0] };
    for (std::size_t c = 0; c < 3; ++c)
    {
      sum[c] += g[c];
      sum[3 + c] += moment[c];
    }
  }
  return sum;
}

void expectResultant(vtkMechanicalLoad* load, const std::array<double, 6>& wanted)
{
  const std::array<double, 6> found = resultant(meshOf(load), "Force");
  for (std::size_t c = 0; c < 6; ++c)
  {
    EXPECT_NEAR(found[c], wanted[c], 100 * Rounding) << "component " << c;
    EXPECT_NEAR(c < 3 ? load->GetResultantForce()[c] : load->GetResultantMoment()[c - 3], wanted[c],
      100 * Rounding);
  }
}
}

TEST(MechanicalLoad, SpreadsATotalForceOverFaces)
{
  for (const auto& data :
    std::vector<vtkSmartPointer<vtkDataSet>>{ bareImage(), bareGrid(), voxels() })
  {
    data->GetPointData()->RemoveArray("Force");
    auto load = conditionOn<vtkMechanicalLoad>(data);
    load->SetForce(0, 3, -9);
    expectResultant(load, { 0, 3, -9, 1.5 * -9 - 1.5 * 3, 54, 18 });
    // Inner points get the quarters of four faces, corners that of one.
    const std::vector<double> forces = pointValues(meshOf(load), "Force");
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
    {
      const double* x = data->GetPoint(i);
      const double share =
        x[0] != 6 ? 0 : (x[1] == 0 || x[1] == 3 ? 0.5 : 1.0) * (x[2] == 0 || x[2] == 3 ? 0.5 : 1.0);
      EXPECT_NEAR(forces[3 * i + 2], -share, Rounding);
    }
    EXPECT_EQ(std::string(load->GetStatus()), "Loads 9 faces.");
  }
}

TEST(MechanicalLoad, AddsLoadsOfOneCase)
{
  auto first = conditionOn<vtkMechanicalLoad>(bareImage());
  auto second = vtkSmartPointer<vtkMechanicalLoad>::New();
  second->SetInputConnection(first->GetOutputPort());
  second->SetSide(vtkMechanicalLoad::PLUS_Z);
  second->SetForce(5, 0, 0);
  const std::array<double, 6> sum = resultant(meshOf(second), "Force");
  EXPECT_NEAR(sum[0], 5, 10 * Rounding);
  EXPECT_NEAR(sum[2], -1, 10 * Rounding);
  // Its own resultant is that of the second load only.
  EXPECT_NEAR(second->GetResultantForce()[2], 0, 10 * Rounding);
}

TEST(MechanicalLoad, NumbersLoadCases)
{
  auto first = conditionOn<vtkMechanicalLoad>(bareImage());
  auto tenth = vtkSmartPointer<vtkMechanicalLoad>::New();
  tenth->SetInputConnection(first->GetOutputPort());
  tenth->SetLoadCase(10);
  auto second = vtkSmartPointer<vtkMechanicalLoad>::New();
  second->SetInputConnection(tenth->GetOutputPort());
  second->SetLoadCase(2);
  vtkDataSet* mesh = meshOf(second);
  EXPECT_NEAR(resultant(mesh, "Force")[2], -1, 10 * Rounding);
  EXPECT_NEAR(resultant(mesh, "Force_2")[2], -1, 10 * Rounding);
  EXPECT_NEAR(resultant(mesh, "Force_10")[2], -1, 10 * Rounding);
  // The names have the order in which Topology Optimize reads them.
  EXPECT_TRUE(contains(second->GetStatus(), "3 load cases now: Force, Force_2, Force_10."))
    << second->GetStatus();
}

TEST(MechanicalLoad, PressureActsAgainstTheSurface)
{
  auto load = conditionOn<vtkMechanicalLoad>(bareGrid());
  load->SetLoadType(vtkMechanicalLoad::PRESSURE);
  load->SetPressure(2);
  expectResultant(load, { -18, 0, 0, 0, -27, 27 });
  load->SetLoadType(vtkMechanicalLoad::TRACTION);
  load->SetTraction(0, 0, 0.5);
  expectResultant(load, { 0, 0, 4.5, 6.75, -27, 0 });
}

TEST(MechanicalLoad, PressureInABorePushesOutwards)
{
  const auto tube = quarterTube(2, 6, 3);
  auto load = conditionOn<vtkMechanicalLoad>(tube);
  load->SetRegion(vtkMechanicalLoad::FACE_PATCH);
  load->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 12 + 4 }));
  load->SetLoadType(vtkMechanicalLoad::PRESSURE);
  // The resultant is that of the projection of the bore, radius 1 and height 1, for any resolution;
  // its centre is at 1/2.
  expectResultant(load, { 1, 1, 0, -0.5, 0.5, 0 });
  EXPECT_EQ(load->GetNumberOfCaughtFaces(), 18);
}

TEST(MechanicalLoad, MomentHasNoForce)
{
  auto load = conditionOn<vtkMechanicalLoad>(bareGrid());
  load->SetLoadType(vtkMechanicalLoad::MOMENT);
  load->SetMoment(3, -2, 1);
  expectResultant(load, { 0, 0, 0, 3, -2, 1 });
}

TEST(MechanicalLoad, ForcesAreTheSameForAnyNumberOfThreads)
{
  const auto tube = quarterTube(3, 40, 40);
  std::vector<double> wanted;
  for (const int threads : { 1, 2, 5 })
  {
    vtkSMPTools::LocalScope(vtkSMPTools::Config(threads),
      [&]()
      {
        auto load = conditionOn<vtkMechanicalLoad>(tube);
        load->SetSide(vtkMechanicalLoad::MINUS_Z);
        load->SetForce(0.1, 0.2, 0.7);
        const std::vector<double> forces = pointValues(meshOf(load), "Force");
        if (wanted.empty())
        {
          wanted = forces;
        }
        EXPECT_EQ(forces, wanted) << threads << " threads";
      });
  }
}

TEST(MechanicalLoad, PointsShareWhatHasNoFace)
{
  auto load = conditionOn<vtkMechanicalLoad>(bareGrid());
  load->SetRegion(vtkMechanicalLoad::BOX);
  load->SetBoxPosition(6, 0, 0);
  load->SetBoxLength(0, 3, 0);
  load->SetForce(0, 0, -4);
  const std::vector<double> forces = pointValues(meshOf(load), "Force");
  EXPECT_EQ(markedPoints(meshOf(load), "Force").size(), 4u);
  EXPECT_DOUBLE_EQ(forces[3 * 6 + 2], -1.0);
  EXPECT_TRUE(contains(load->GetStatus(), "4 points, which share it")) << load->GetStatus();

  load->SetLoadType(vtkMechanicalLoad::MOMENT);
  load->SetMoment(1, 0, 0);
  expectResultant(load, { 0, 0, 0, 1, 0, 0 });
  Errors errors(load);
  load->SetMoment(0, 1, 0);
  EXPECT_FALSE(meshOf(load)->GetPointData()->HasArray("Force"));
  EXPECT_TRUE(contains(errors.text(), "one line")) << errors.text();
  load->SetLoadType(vtkMechanicalLoad::PRESSURE);
  EXPECT_FALSE(meshOf(load)->GetPointData()->HasArray("Force"));
  EXPECT_TRUE(contains(errors.text(), "no whole face")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "Total Force")) << errors.text();
  EXPECT_EQ(errors.count(), 2);
  EXPECT_EQ(load->GetResultantForce()[2], 0.0);
}

TEST(MechanicalLoad, RefusesAnArrayThatIsNoForce)
{
  const auto grid = bareGrid();
  setCellArray(grid, "Force", std::vector<double>(54, 1.0)); // a cell array, which is ignored
  auto load = conditionOn<vtkMechanicalLoad>(grid);
  meshOf(load);
  EXPECT_TRUE(contains(load->GetStatus(), "Loads 9"));
  vtkNew<vtkDoubleArray> scalars;
  scalars->SetName("Force");
  scalars->SetNumberOfValues(grid->GetNumberOfPoints());
  scalars->FillValue(0.0);
  grid->GetPointData()->AddArray(scalars);
  grid->Modified();
  Errors errors(load);
  meshOf(load);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "\"Force\" has 1 component")) << errors.text();
}

TEST(MechanicalLoad, ArrowsAreFewAndAddUp)
{
  auto load = conditionOn<vtkMechanicalLoad>(bareImage(4, 60, 40));
  load->SetForce(-3, 0, 0);
  vtkPolyData* arrows = markersOf(load);
  const std::vector<double> forces = pointValues(arrows, "Force");
  const std::vector<double> cases = pointValues(arrows, "LoadCase");
  EXPECT_EQ(cases.front(), 1.0);
  auto single = conditionOn<vtkMechanicalLoad>(bareImage(1, 1, 1));
  single->SetRegion(vtkMechanicalLoad::SPHERE);
  single->SetSphereCenter(1, 1, 1);
  const vtkIdType pointsOfArrow = markersOf(single)->GetNumberOfPoints();
  ASSERT_GT(pointsOfArrow, 0);
  const vtkIdType count = arrows->GetNumberOfPoints() / pointsOfArrow;
  EXPECT_GT(count, 15);
  EXPECT_LE(count, MostArrows);
  double sum = 0.0;
  for (std::size_t i = 0; i < forces.size(); i += 3)
  {
    sum += forces[i];
  }
  EXPECT_NEAR(sum / static_cast<double>(pointsOfArrow), -3.0, 1e-6);
  // The arrows press: their tips are at the face, and the longest is 0.15 of the diagonal.
  double bounds[6];
  arrows->GetBounds(bounds);
  EXPECT_NEAR(bounds[0], 4.0, 1e-5);
  EXPECT_NEAR(bounds[1], 4.0 + 0.15 * std::sqrt(16.0 + 3600 + 1600), 1e-4);
}

TEST(MechanicalLoad, ArrowsOfExtremeBoundsAreFew)
{
  auto flat = bareImage(5, 3, 5);
  flat->SetSpacing(0.004, 1.8, 267.0);
  auto grid = bareGrid(5, 5, 5);
  grid->GetPoints()->SetPoint(grid->GetNumberOfPoints() - 1, 5e6, 5e6, 5e6);
  for (const auto& data : std::vector<vtkSmartPointer<vtkDataSet>>{ flat, grid })
  {
    auto load = conditionOn<vtkMechanicalLoad>(data);
    load->SetSide(vtkMechanicalLoad::MINUS_X);
    load->SetForce(0, 3, -9);
    const vtkIdType points = markersOf(load)->GetNumberOfPoints();
    EXPECT_GT(load->GetNumberOfCaughtPoints(), 40);
    // An arrow has the same number of points as one that stands for a single force.
    auto one = conditionOn<vtkMechanicalLoad>(bareImage(1, 1, 1));
    one->SetForce(0, 3, -9);
    const vtkIdType pointsOfArrow = markersOf(one)->GetNumberOfPoints() / 4;
    EXPECT_GE(points, pointsOfArrow);
    EXPECT_LE(points, MostArrows * pointsOfArrow);
  }
}

TEST(MechanicalLoad, SaysThatALoadIsZero)
{
  auto load = conditionOn<vtkMechanicalLoad>(bareImage());
  Errors warnings(load, vtkCommand::WarningEvent);
  load->SetForce(0, 0, 0);
  load->Update();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(load->GetStatus(), "The load is zero")) << load->GetStatus();
  EXPECT_TRUE(contains(load->GetStatus(), "9 faces")) << load->GetStatus();
  EXPECT_TRUE(contains(load->GetStatus(), "Give Force")) << load->GetStatus();
  load->SetLoadType(vtkMechanicalLoad::PRESSURE);
  load->Update();
  EXPECT_EQ(std::string(load->GetStatus()), "Loads 9 faces.");
}

TEST(MechanicalLoad, PressesOneSideOfABore)
{
  const auto tube = quarterTube(2, 24, 3);
  auto load = conditionOn<vtkMechanicalLoad>(tube);
  load->SetRegion(vtkMechanicalLoad::FACE_PATCH);
  load->SetInputData(1, selectionOf(vtkSelectionNode::CELL, { 2 * (12 + 24) }));
  load->SetLoadType(vtkMechanicalLoad::BEARING);
  // The force acts at the middle of the axis, and has no moment about it.
  load->SetForce(3, 3, 0);
  expectResultant(load, { 3, 3, 0, -1.5, 1.5, 0 });
  EXPECT_TRUE(contains(load->GetStatus(), "on a cylinder of radius 1.")) << load->GetStatus();
  const std::vector<double> cosine = pointValues(meshOf(load), "Force");
  load->SetPressureDistribution(vtkMechanicalLoad::COSINE_SQUARED);
  expectResultant(load, { 3, 3, 0, -1.5, 1.5, 0 });
  // Products of forces and radii along the force have the sum F R times the ratio of the integrals
  // of cos^(n+2) and cos^(n+1) over this quarter: (pi + 2) / 4, 5 sqrt(2) / 6, 3 pi / 16 + 1 / 2.
  const auto leanOf = [&](const std::vector<double>& forces)
  {
    double sum = 0.0;
    for (std::size_t i = 0; i < forces.size(); i += 3)
    {
      const double* x = tube->GetPoint(static_cast<vtkIdType>(i / 3));
      sum += 0.5 * (x[0] + x[1]) * (forces[i] + forces[i + 1]);
    }
    return sum / std::sqrt(18.0);
  };
  EXPECT_NEAR(leanOf(cosine), 0.91685, 1e-3);
  EXPECT_NEAR(leanOf(pointValues(meshOf(load), "Force")), 0.92409, 1e-3);

  // Other directions and loads of other regions are refused with their reason.
  Errors errors(load);
  load->SetForce(3, 3, 1);
  meshOf(load);
  EXPECT_TRUE(contains(errors.text(), "1 along the axis (0, 0, 1)")) << errors.text();
  load->SetForce(-3, -3, 0);
  meshOf(load);
  EXPECT_TRUE(contains(errors.text(), "cannot carry")) << errors.text();
  load->SetForce(3, 3, 0);
  load->SetRegion(vtkMechanicalLoad::SIDE);
  load->SetSide(vtkMechanicalLoad::PLUS_Z);
  meshOf(load);
  EXPECT_TRUE(contains(errors.text(), "not cylindrical")) << errors.text();
}

TEST(MechanicalLoad, PressesStairsOfVoxelsAsTheirCylinder)
{
  // A bore of radius 4 about (6.3, 6.1) in voxels of edge 1, of which those outside of it are
  // solid.
  const auto image = bareImage(12, 12, 2);
  std::vector<double> solid(288);
  for (std::size_t v = 0; v < solid.size(); ++v)
  {
    solid[v] = std::hypot(v % 12 + 0.5 - 6.3, v / 12 % 12 + 0.5 - 6.1) > 4.0 ? 1.0 : 0.0;
  }
  setCellArray(image, "Solid", solid);
  auto load = conditionOn<vtkMechanicalLoad>(image);
  load->SetRegion(vtkMechanicalLoad::CYLINDER);
  load->SetCylinderCenter(6.3, 6.1, 1);
  load->SetCylinderRadius(4.8);
  load->SetLoadType(vtkMechanicalLoad::BEARING);
  load->SetForce(0, 100, 0);
  expectResultant(load, { 0, 100, 0, -100, 0, 630 });
  load->SetPressureDistribution(vtkMechanicalLoad::COSINE_SQUARED);
  expectResultant(load, { 0, 100, 0, -100, 0, 630 });
}

TEST(MechanicalLoad, ActsAtARemotePoint)
{
  auto load = conditionOn<vtkMechanicalLoad>(bareGrid());
  load->SetLoadType(vtkMechanicalLoad::REMOTE);
  load->SetRemotePoint(11, 1.5, 1.5);
  load->SetForce(0, 0, -2);
  expectResultant(load, { 0, 0, -2, -3, 22, 0 });
  load->SetRemoteMoment(1, 0, 0.5);
  expectResultant(load, { 0, 0, -2, -2, 22, 0.5 });
  EXPECT_FALSE(meshOf(load)->GetPointData()->HasArray("RigidBody"));

  // An edge has points, but no face: it carries no moment about itself.
  load->SetRegion(vtkMechanicalLoad::BOX);
  load->SetBoxPosition(5.9, -1, -0.1);
  load->SetBoxLength(1, 9, 0.2);
  load->SetRemotePoint(6, 3, 0);
  load->SetRemoteMoment(0, 0, 0);
  expectResultant(load, { 0, 0, -2, -6, 12, 0 });
  Errors errors(load);
  load->SetRemotePoint(7, 3, 0);
  meshOf(load);
  EXPECT_TRUE(contains(errors.text(), "lie on one line")) << errors.text();
}

TEST(MechanicalLoad, MakesARegionRigid)
{
  auto end = conditionOn<vtkMechanicalLoad>(bareGrid());
  end->SetLoadType(vtkMechanicalLoad::REMOTE);
  end->RigidFaceOn();
  auto other = vtkSmartPointer<vtkMechanicalLoad>::New();
  other->SetInputConnection(end->GetOutputPort());
  other->SetSide(vtkMechanicalLoad::MINUS_X);
  other->SetLoadType(vtkMechanicalLoad::REMOTE);
  other->RigidFaceOn();
  vtkDataSet* mesh = meshOf(other);
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    const double x = mesh->GetPoint(i)[0];
    EXPECT_EQ(mesh->GetPointData()->GetArray("RigidBody")->GetComponent(i, 0),
      x == 6     ? 1
        : x == 0 ? 2
                 : 0);
  }
  EXPECT_TRUE(contains(other->GetStatus(), "rigid face 2")) << other->GetStatus();

  // A face with points in common with both makes them one.
  auto top = vtkSmartPointer<vtkMechanicalLoad>::New();
  top->SetInputConnection(other->GetOutputPort());
  top->SetSide(vtkMechanicalLoad::PLUS_Z);
  top->SetLoadType(vtkMechanicalLoad::REMOTE);
  top->RigidFaceOn();
  mesh = meshOf(top);
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    const double* x = mesh->GetPoint(i);
    EXPECT_EQ(mesh->GetPointData()->GetArray("RigidBody")->GetComponent(i, 0),
      x[0] == 6 || x[0] == 0 || x[2] == 3 ? 1 : 0);
  }
}
