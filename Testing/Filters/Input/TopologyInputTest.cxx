// Tests of the conversion of a dataset to a problem.

#include "TopologyTestInput.h"

#include "HexMeshConverter.h"
#include "SolidMeshConverter.h"

#include "Optimization/TopologyOptimizer.h"

#include "vtkCellData.h"
#include "vtkIdList.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStringArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
constexpr int FinalDesign = vtkTopologyOptimize::FINAL_DESIGN;
constexpr int Convergence = vtkTopologyOptimize::CONVERGENCE;

std::vector<vtkIdType> sortedNodes(vtkDataSet* data, vtkIdType cell)
{
  vtkNew<vtkIdList> ids;
  data->GetCellPoints(cell, ids);
  std::vector<vtkIdType> nodes(ids->begin(), ids->end());
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}
}

TEST(TopologyInput, HexahedraVoxelsAndImageGiveTheSame)
{
  auto reference = run(hexahedra());
  for (vtkDataSet* input : std::initializer_list<vtkSmartPointer<vtkDataSet>>{ voxels(), image() })
  {
    auto filter = run(input);
    EXPECT_EQ(filter->GetOutput(FinalDesign)->GetNumberOfCells(), 54);
    EXPECT_LT(difference(density(filter, FinalDesign), density(reference, FinalDesign)), 1e-10);
    EXPECT_LT(difference(column(filter, "Compliance"), column(reference, "Compliance")), 1e-6);
    EXPECT_LT(difference(pointValues(filter->GetOutput(FinalDesign), "Displacement"),
                pointValues(reference->GetOutput(FinalDesign), "Displacement")),
      1e-6);
  }
}

TEST(TopologyInput, PlacesTheHexahedraOfAnImageWhereItsVoxelsAre)
{
  for (const bool mirrored : { false, true })
  {
    auto input = image();
    input->SetOrigin(1.0, -2.0, 3.0);
    input->SetSpacing(0.5, 0.25, 2.0);
    input->SetExtent(2, 8, -1, 2, 5, 8);
    // A rotation about x, with or without a reflection.
    input->SetDirectionMatrix(mirrored ? -1 : 1, 0, 0, 0, 0, -1, 0, 1, 0);
    const auto grid = filters::makeHexahedralGrid(input);
    ASSERT_EQ(grid->GetNumberOfCells(), 54);
    for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
    {
      double expectedPoint[3];
      input->GetPoint(i, expectedPoint);
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_DOUBLE_EQ(grid->GetPoint(i)[c], expectedPoint[c]);
      }
    }
    for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
    {
      EXPECT_EQ(sortedNodes(grid, i), sortedNodes(input, i));
    }
    EXPECT_NEAR(filters::meanElementEdge(filters::makeHexMesh(grid)), std::cbrt(0.25), 1e-12);

    // Inverted elements would be refused.
    TopologyProblem turned = problem();
    turned.structure.mesh = filters::makeHexMesh(grid);
    turned.design.densities.filterRadius = 2.0;
    EXPECT_NO_THROW(validate(turned));
  }
}

TEST(TopologyInput, MeanElementEdgeIsThatOfTheTrilinearVolume)
{
  // Integral of x = r + a s t, y = s, z = t + b r s over the unit cube: its volume is 1 - a b
  // / 4... taken here by quadrature that is exact for it.
  Mesh mesh = makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 });
  const double shift[8][3] = { { 0.1, 0, 0 }, { 0, -0.05, 0.2 }, { 0.03, 0.1, 0 }, { 0, 0, -0.1 },
    { 0.07, 0.02, 0 }, { 0, 0.1, 0.1 }, { -0.1, 0, 0.05 }, { 0.02, 0.03, 0.04 } };
  for (int i = 0; i < 8; ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      mesh.points[static_cast<std::size_t>(3 * i + c)] += shift[i][c];
    }
  }
  // Two Gauss points in each direction: exact for the determinant of the Jacobian, which is
  // quadratic in each.
  const int corner[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 },
    { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } };
  double volume = 0.0;
  for (int q = 0; q < 8; ++q)
  {
    double jacobian[3][3] = {};
    for (int n = 0; n < 8; ++n)
    {
      double factor[3];
      for (int d = 0; d < 3; ++d)
      {
        factor[d] = (1 + corner[n][d] * corner[q][d] / std::sqrt(3.0)) / 2;
      }
      for (int d = 0; d < 3; ++d)
      {
        const double derivative = corner[n][d] / 2.0 * factor[(d + 1) % 3] * factor[(d + 2) % 3];
        for (int c = 0; c < 3; ++c)
        {
          const int node = mesh.connectivity[static_cast<std::size_t>(n)];
          jacobian[d][c] += derivative * mesh.points[static_cast<std::size_t>(3 * node + c)];
        }
      }
    }
    volume += vtkMatrix3x3::Determinant(&jacobian[0][0]);
  }
  EXPECT_GT(std::abs(volume - 1.0), 0.001);
  EXPECT_NEAR(filters::meanElementEdge(mesh), std::cbrt(volume), 1e-12);
}

TEST(TopologyInput, AutomaticRadiusIsThreeElements)
{
  auto input = image();
  input->SetSpacing(2.0, 2.0, 2.0);
  auto filter = run(input, 1);
  EXPECT_NEAR(filter->GetFilterRadiusUsed(), 6.0, 1e-12);
  vtkDataArray* radius = filter->GetOutput(FinalDesign)->GetFieldData()->GetArray("FilterRadius");
  ASSERT_NE(radius, nullptr);
  EXPECT_NEAR(radius->GetComponent(0, 0), 6.0, 1e-12);
  filter->SetFilterRadius(2.5);
  filter->Update(FinalDesign);
  EXPECT_EQ(filter->GetFilterRadiusUsed(), 2.5);
}

TEST(TopologyInput, PassesArraysOn)
{
  auto input = hexahedra();
  std::vector<double> stamp(54);
  for (std::size_t i = 0; i < stamp.size(); ++i)
  {
    stamp[i] = static_cast<double>(i);
  }
  setCellArray(input, "Stamp", stamp);
  vtkNew<vtkStringArray> note;
  note->SetName("Note");
  note->InsertNextValue("a part");
  input->GetFieldData()->AddArray(note);
  auto filter = run(input, 1);
  vtkUnstructuredGrid* output = filter->GetOutput(FinalDesign);
  EXPECT_EQ(cellValues(output, "Stamp"), stamp);
  EXPECT_EQ(pointValues(output, "Force"), edgeForces(2, -1.0));
  EXPECT_NE(output->GetFieldData()->GetAbstractArray("Note"), nullptr);
  EXPECT_STREQ(output->GetCellData()->GetScalars()->GetName(), "Density");
  // The input is unchanged.
  EXPECT_FALSE(input->GetCellData()->HasArray("Density"));
  EXPECT_FALSE(input->GetFieldData()->HasArray("Iteration"));
}

TEST(TopologyInput, SeveralLoadCases)
{
  auto input = hexahedra();
  setPointArray(input, "ForceSideways", edgeForces(1, 2.0));
  auto filter = run(input);

  TopologyProblem expected = problem();
  LoadCase second = expected.structure.loadCases.front();
  second.forces = edgeForces(1, 2.0);
  expected.structure.loadCases.push_back(second);
  Observer observer;
  const auto compare = [&]()
  {
    TopologyOptimizer optimizer(expected, makeContext(selectDevice(DeviceRequest::Host)), observer);
    for (int i = 0; i <= 3; ++i)
    {
      optimizer.step(observer);
    }
    vtkUnstructuredGrid* output = filter->GetOutput(FinalDesign);
    EXPECT_LT(difference(density(filter, FinalDesign), optimizer.density()), 1e-10);
    EXPECT_LT(difference(pointValues(output, "Displacement"), optimizer.displacement(0)), 1e-6);
    EXPECT_LT(
      difference(pointValues(output, "Displacement_Force"), optimizer.displacement(0)), 1e-6);
    EXPECT_LT(
      difference(pointValues(output, "Displacement_ForceSideways"), optimizer.displacement(1)),
      1e-6);
    EXPECT_LT(
      difference(cellValues(output, "StrainEnergyDensity"), optimizer.strainEnergyDensity()), 1e-6);
    EXPECT_NEAR(column(filter, "Compliance").back() / optimizer.record()["Compliance"], 1.0, 1e-8);
  };
  compare();

  filter->AddLoadCaseWeight(1.0);
  filter->AddLoadCaseWeight(0.25);
  filter->Update(FinalDesign);
  filter->Update(Convergence);
  expected.structure.loadCases[1].weight = 0.25;
  compare();
}

TEST(TopologyInput, ForceArraysChooseAndOrderLoadCases)
{
  auto input = hexahedra();
  setPointArray(input, "Wind", edgeForces(1, 2.0));
  setPointArray(input, "ForceB", edgeForces(1, 1.0));
  auto filter = filterOf(input);
  filter->SetMaximumIterations(0);
  filter->AddForceArray("Wind");
  filter->Update(FinalDesign);
  const auto wind = pointValues(filter->GetOutput(FinalDesign), "Displacement");
  EXPECT_FALSE(filter->GetOutput(FinalDesign)->GetPointData()->HasArray("Displacement_Wind"));

  filter->ClearForceArrays();
  filter->AddForceArray("Force");
  filter->AddForceArray("Wind");
  filter->Update(FinalDesign);
  EXPECT_LT(
    difference(pointValues(filter->GetOutput(FinalDesign), "Displacement_Wind"), wind), 1e-6);
  EXPECT_FALSE(filter->GetOutput(FinalDesign)->GetPointData()->HasArray("Displacement_ForceB"));
}

TEST(TopologyInput, DesignRegionHoldsCells)
{
  auto input = hexahedra();
  std::vector<double> region(54, 0.0);
  region[4] = 1;
  region[10] = 2;
  setCellArray(input, "DesignRegion", region);
  auto filter = run(input);
  EXPECT_EQ(density(filter, FinalDesign)[4], 1.0);
  EXPECT_NEAR(density(filter, FinalDesign)[10], 1e-3, 1e-15);
  for (const char* none : { "", "None" })
  {
    filter->SetInputArrayToProcess(2, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, none);
    filter->Update(FinalDesign);
    EXPECT_GT(density(filter, FinalDesign)[10], 2e-3);
  }
}

TEST(TopologyInput, PrescribedDisplacementIsHeld)
{
  auto input = hexahedra();
  std::vector<double> moved(3 * 112, 0.0);
  for (std::size_t i = 0; i < 112; ++i)
  {
    if (input->GetPoint(static_cast<vtkIdType>(i))[0] == 0.0)
    {
      moved[3 * i] = 0.25;
    }
  }
  setPointArray(input, "Moved", moved);
  auto filter = filterOf(input);
  filter->SetMaximumIterations(0);
  filter->SetInputArrayToProcess(1, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Moved");
  filter->Update(FinalDesign);
  auto still = run(hexahedra(), 0);
  // A displacement of the whole support moves the part.
  const auto u = pointValues(filter->GetOutput(FinalDesign), "Displacement");
  const auto u0 = pointValues(still->GetOutput(FinalDesign), "Displacement");
  ASSERT_EQ(u.size(), u0.size());
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    EXPECT_NEAR(u[i] - u0[i], i % 3 == 0 ? 0.25 : 0.0, 0.02 * std::abs(u0.back()) + 1e-3);
  }
}

TEST(TopologyInput, PointsOfNoCellDoNoHarm)
{
  auto input = hexahedra();
  const auto last = input->GetNumberOfPoints();
  input->GetPoints()->InsertNextPoint(100.0, 100.0, 100.0);
  auto supports = pointValues(input, "Supports");
  auto forces = edgeForces(2, -1.0);
  supports.resize(supports.size() + 3, 0.0);
  forces.resize(forces.size() + 3, 0.0);
  setPointArray(input, "Supports", supports);
  setPointArray(input, "Force", forces);
  auto filter = run(input);
  auto reference = run(hexahedra());
  EXPECT_LT(difference(density(filter, FinalDesign), density(reference, FinalDesign)), 1e-10);
  auto displacement = pointValues(filter->GetOutput(FinalDesign), "Displacement");
  ASSERT_EQ(displacement.size(), static_cast<std::size_t>(3 * last + 3));
  EXPECT_EQ(displacement.back(), 0.0);
}
}
