// Tests of supports, loads and regions on meshes of all cell types.

#include "ElasticTestInput.h"
#include "Support/FaceTractions.h"
#include "TopologyTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkDesignRegion.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// A quarter of a hollow cylinder: radii 1 and 2, height 1.5.
Mesh quarterPipe(CellType type)
{
  return makeBox(type, { 3, 4, 2 },
    [](const Point& p)
    {
      const double angle = p[1] * M_PI / 2.0;
      return Point{ (1.0 + p[0]) * std::cos(angle), (1.0 + p[0]) * std::sin(angle), 1.5 * p[2] };
    });
}

Mesh block(CellType type)
{
  return makeBox(type, { 3, 2, 2 },
    [](const Point& p) {
      return Point{ 3.0 * p[0], p[1], 2.0 * p[2] };
    });
}
}

TEST(SolidCells, SidesAreHeldWithTheNodesInTheMiddleOfEdges)
{
  for (const CellType type : ElasticTypes)
  {
    auto data = gridOf(block(type));
    vtkNew<vtkMechanicalSupport> support;
    support->SetInputDataObject(data);
    support->SetRegion(vtkMechanicalCondition::SIDE);
    support->SetSide(vtkMechanicalCondition::MINUS_X);
    support->Update();
    hold(data, [](const Point& p, int) { return isAt(p[0], 0.0); });
    EXPECT_EQ(pointValues(support->GetOutput(), "Supports"), pointValues(data, "Supports"));
    EXPECT_NEAR(support->GetCaughtArea(), 2.0, 1e-12);
    EXPECT_GT(support->GetOutput(1)->GetNumberOfCells(), 0) << "markers";
  }
}

TEST(SolidCells, LoadsOfFacesAreConsistent)
{
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = block(type);
    vtkNew<vtkMechanicalLoad> load;
    load->SetInputDataObject(gridOf(mesh));
    load->SetRegion(vtkMechanicalCondition::SIDE);
    load->SetSide(vtkMechanicalCondition::PLUS_X);
    load->SetForce(1.0, -2.0, 4.0);
    load->Update();
    EXPECT_LT(difference(pointValues(load->GetOutput(), "Force"),
                consistentForces(
                  mesh, [](const Point& p) { return isAt(p[0], 3.0); }, Point{ 0.5, -1.0, 2.0 })),
      1e-12);
  }
}

TEST(SolidCells, PressureOnACurvedFaceHasItsResultant)
{
  // A pressure on the inside of a quarter of a pipe has the resultant 1 x 1.5 along both axes, also
  // exactly on quadratic cells, because the resultant depends only on the boundary of the surface.
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = quarterPipe(type);
    vtkNew<vtkMechanicalLoad> load;
    load->SetInputDataObject(gridOf(mesh));
    load->SetRegion(vtkMechanicalCondition::CYLINDER);
    load->SetCylinderCenter(0.0, 0.0, 0.0);
    load->SetCylinderAxis(0.0, 0.0, 1.0);
    load->SetCylinderRadius(1.0);
    load->SetTolerance(1e-6);
    load->SetLoadType(vtkMechanicalLoad::PRESSURE);
    load->SetPressure(2.0);
    load->Update();
    double force[3];
    load->GetResultantForce(force);
    EXPECT_NEAR(force[0], 3.0, 1e-9);
    EXPECT_NEAR(force[1], 3.0, 1e-9);
    EXPECT_NEAR(force[2], 0.0, 1e-9);
    const std::vector<double> forces = pointValues(load->GetOutput(), "Force");
    for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
    {
      const double* x = &mesh.points[3 * node];
      const double* f = &forces[3 * node];
      const bool isInside = isAt(std::hypot(x[0], x[1]), 1.0);
      EXPECT_TRUE(isInside || (f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0));
    }
  }
}

TEST(SolidCells, PatchesGrowFromASelectedCell)
{
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = quarterPipe(type);
    auto data = gridOf(mesh);
    vtkIdType chosen = 0;
    for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
    {
      // A cell with a face on the outer surface.
      int outer = 0;
      vtkNew<vtkIdList> nodes;
      data->GetCellPoints(cell, nodes);
      for (vtkIdType a = 0; a < nodes->GetNumberOfIds(); ++a)
      {
        const double* x = data->GetPoint(nodes->GetId(a));
        outer += isAt(std::hypot(x[0], x[1]), 2.0) && a < mesh.shape(0).corners ? 1 : 0;
      }
      chosen = outer >= (mesh.shape(0).corners == 4 ? 3 : 4) ? cell : chosen;
    }
    vtkNew<vtkIdTypeArray> ids;
    ids->InsertNextValue(chosen);
    vtkNew<vtkSelectionNode> node;
    node->SetContentType(vtkSelectionNode::INDICES);
    node->SetFieldType(vtkSelectionNode::CELL);
    node->SetSelectionList(ids);
    vtkNew<vtkSelection> selection;
    selection->AddNode(node);
    vtkNew<vtkMechanicalSupport> support;
    support->SetInputDataObject(0, data);
    support->SetInputDataObject(1, selection);
    support->SetRegion(vtkMechanicalCondition::FACE_PATCH);
    support->SetFacing(1.0, 1.0, 0.0);
    support->SetPatchAngle(40.0);
    support->Update();
    hold(data, [](const Point& p, int) { return isAt(std::hypot(p[0], p[1]), 2.0); });
    EXPECT_EQ(pointValues(support->GetOutput(), "Supports"), pointValues(data, "Supports"))
      << cellShape(type).name;
  }
}

TEST(SolidCells, RegionsHaveTheVolumeOfTheirCells)
{
  for (const CellType type : ElasticTypes)
  {
    vtkNew<vtkDesignRegion> region;
    region->SetInputDataObject(gridOf(block(type)));
    region->SetRegion(vtkMechanicalCondition::BOX);
    region->SetBoxPosition(-0.1, -0.1, -0.1);
    region->SetBoxLength(1.1, 1.2, 2.2);
    region->Update();
    EXPECT_NEAR(region->GetCaughtVolume(), 2.0, 1e-12) << cellShape(type).name;
    const std::vector<double> kinds = cellValues(region->GetOutput(), "DesignRegion");
    EXPECT_EQ(std::count(kinds.begin(), kinds.end(), 1.0), std::ptrdiff_t(kinds.size() / 3));
  }
}

TEST(SolidCells, SurfaceCellsAndLonePointsAreNeverCaught)
{
  auto plain = gridOf(block(CellType::QuadraticTetrahedron));
  auto data = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->DeepCopy(plain->GetPoints());
  points->InsertNextPoint(0.0, 0.5, 0.25); // a point without a cell
  data->SetPoints(points);
  const vtkIdType triangle[3] = { 0, 1, 2 };
  data->InsertNextCell(VTK_TRIANGLE, 3, triangle);
  for (vtkIdType i = 0; i < plain->GetNumberOfCells(); ++i)
  {
    data->InsertNextCell(plain->GetCellType(i), plain->GetCell(i)->GetPointIds());
  }
  vtkNew<vtkMechanicalSupport> support;
  support->SetRegion(vtkMechanicalCondition::SIDE);
  support->SetSide(vtkMechanicalCondition::MINUS_X);
  support->SetInputDataObject(plain);
  support->Update();
  std::vector<double> expected = pointValues(support->GetOutput(), "Supports");
  support->SetInputDataObject(data);
  support->Update();
  expected.insert(expected.end(), 3, 0.0);
  EXPECT_EQ(pointValues(support->GetOutput(), "Supports"), expected);
  EXPECT_EQ(support->GetOutput()->GetNumberOfCells(), data->GetNumberOfCells());
}
}
