// Tests of settings for manufacture, through the filter.

#include "TopologyPipelineFixture.h"

#include "vtkNew.h"
#include "vtkPoints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr int Edges[3] = { 6, 3, 3 }; // of the cantilever

std::size_t at(int i, int j, int k)
{
  return static_cast<std::size_t>((k * Edges[1] + j) * Edges[0] + i);
}

vtkSmartPointer<vtkTopologyOptimize> filterOfImage()
{
  vtkSmartPointer<vtkTopologyOptimize> filter = filterOf(image());
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetVolumeFraction(0.5);
  filter->SetMaximumIterations(6);
  filter->SetStageSetting("Projection", 1.0);
  filter->SetStageSetting("ProjectionInterval", 1.0);
  return filter;
}
}

TEST(TopologyManufacturing, SettingsHaveTheirEffect)
{
  for (const int solver : { 0, 1 }) // optimality criteria and moving asymptotes
  {
    vtkSmartPointer<vtkTopologyOptimize> filter = filterOfImage();
    filter->SetOptimizer(solver);
    update(filter, FinalDesign);
    const std::vector<double> free = density(filter, FinalDesign);
    double asymmetry = 0.0;
    double spread = 0.0;
    for (int j = 0; j < Edges[1]; ++j)
    {
      for (int i = 0; i < Edges[0]; ++i)
      {
        asymmetry = std::max(asymmetry, std::abs(free[at(i, j, 0)] - free[at(i, j, 2)]));
        spread = std::max(spread, std::abs(free[at(i, 0, 0)] - free[at(i, 1, 0)]));
      }
    }
    EXPECT_GT(asymmetry, 1e-3);
    EXPECT_GT(spread, 1e-3);

    filter->SetStageSetting("Symmetry", 1.0);
    filter->SetStageSetting("SymmetryPlanes", 3.0); // Z
    filter->SetStageSetting("SymmetryCenter", 3.0, 1.5, 1.5);
    EXPECT_EQ(filter->GetStageSetting("SymmetryCenterX"), 3.0);
    filter->SetStageSetting("Extrusion", 2.0); // Y
    update(filter, FinalDesign);
    const std::vector<double> symmetric = density(filter, FinalDesign);
    for (int j = 0; j < Edges[1]; ++j)
    {
      for (int i = 0; i < Edges[0]; ++i)
      {
        EXPECT_NEAR(symmetric[at(i, j, 0)], symmetric[at(i, j, 2)], 1e-6);
        EXPECT_NEAR(symmetric[at(i, 0, j)], symmetric[at(i, 1, j)], 1e-6);
      }
    }

    filter->SetStageSetting("Symmetry", 0.0);
    filter->SetStageSetting("Extrusion", 0.0);
    filter->SetStageSetting("DrawDirection", 6.0); // -Z
    update(filter, FinalDesign);
    const std::vector<double> drawn = density(filter, FinalDesign);
    for (std::size_t i = 0; i < at(0, 0, 2); ++i)
    {
      EXPECT_LE(drawn[i], drawn[i + at(0, 0, 1)] + 1e-6); // densities of outputs are rounded
    }

    filter->SetStageSetting("DrawDirection", 0.0);
    filter->SetStageSetting("BuildDirection", 5.0); // +Z
    update(filter, Convergence);
    const std::vector<double> unsupported = column(filter, "Unsupported");
    ASSERT_EQ(unsupported.size(), 7U);
    EXPECT_EQ(unsupported, std::vector<double>(7, 0.0));
  }
}

TEST(TopologyManufacturing, OverhangsThatAreFixedAreTold)
{
  vtkSmartPointer<vtkImageData> data = image();
  std::vector<double> region(at(0, 0, 3), 0.0);
  region[at(2, 1, 2)] = 1.0;                                             // solid
  region[at(1, 1, 1)] = region[at(2, 1, 1)] = region[at(3, 1, 1)] = 2.0; // void
  region[at(2, 0, 1)] = region[at(2, 2, 1)] = 2.0;
  setCellArray(data, "DesignRegion", region);
  vtkSmartPointer<vtkTopologyOptimize> filter = filterOfImage();
  filter->SetInputData(data);
  filter->SetSolidLayers(0);
  filter->SetStageSetting("BuildDirection", 5.0);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Unsupported").back(), 1.0);
  const std::string status = filter->GetStatus();
  EXPECT_TRUE(contains(status, "1 cells are solid above")) << status;

  // The same void is between the solid cell and the parting plane of a mould.
  filter->SetStageSetting("BuildDirection", 0.0);
  filter->SetStageSetting("DrawDirection", 5.0);
  Errors errors(filter);
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Draw Direction: 1 elements")) << errors.text();
}

TEST(TopologyManufacturing, MeshesWithoutRowsHaveAGrid)
{
  vtkSmartPointer<vtkUnstructuredGrid> mesh = hexahedra();
  vtkNew<vtkPoints> moved;
  moved->DeepCopy(mesh->GetPoints());
  for (vtkIdType i = 0; i < moved->GetNumberOfPoints(); ++i)
  {
    double x[3];
    moved->GetPoint(i, x);
    moved->SetPoint(i, x[0] * (1.0 + 0.05 * x[0]), x[1], x[2]);
  }
  mesh->SetPoints(moved);
  vtkSmartPointer<vtkTopologyOptimize> filter = filterOf(mesh);
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetFilterRadius(2.0);
  filter->SetVolumeFraction(0.5);
  filter->SetMaximumIterations(3);
  Errors errors(filter);
  filter->SetStageSetting("BuildDirection", 7.0); // Vector
  filter->SetStageSetting("BuildVector", 0.3, 0.1, 2.0);
  filter->SetStageSetting("OverhangAngle", 50.0);
  filter->SetStageSetting("AttachedSide", 6.0); // -Z
  filter->SetStageSetting("LayerGridEdge", 0.7);
  update(filter, Convergence);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(column(filter, "Unsupported"), std::vector<double>(4, 0.0));
  filter->SetStageSetting("BuildDirection", 0.0);
  filter->SetStageSetting("Extrusion", 1.0); // X
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 0) << errors.text();

  const auto expectError = [&](const char* words)
  {
    update(filter, FinalDesign);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), words)) << errors.text();
    errors.clear();
  };
  filter->SetFilterType(vtkTopologyOptimize::HELMHOLTZ_FILTER);
  expectError("Extrusion needs a grid over the mesh");
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  filter->SetStageSetting("Symmetry", 2.0); // any mesh will do
  filter->SetStageSetting("SymmetryCenter", 0.0, 1.5, 1.5);
  filter->SetStageSetting("SymmetryAxis", 1.0);
  expectError("Extrusion is changed by the planes or rotations");
  filter->SetStageSetting("SymmetryAxis", 0.0);
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  filter->SetStageSetting("Extrusion", 0.0);
  filter->SetFilterType(vtkTopologyOptimize::HELMHOLTZ_FILTER);
  expectError("Symmetry is a property of the density filter");
  filter->SetStageSetting("Symmetry", 0.0);
  for (const int solver : { 0, 1 }) // optimality criteria and moving asymptotes
  {
    filter->SetOptimizer(solver);
    update(filter, Convergence);
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_NEAR(column(filter, "VolumeFraction").back(), 0.5, 5e-3);
  }
}
}
