// Tests of robust designs, the Helmholtz filter, loads of the design and further responses of
// Meshfree Topology Optimize: the filter computes what the library does.

#include "MeshfreeTestInput.h"

#include "Core/ExecutionContext.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/TopologyOptimizer.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
using Filter = vtkMeshfreeTopologyOptimize;

constexpr std::array<int, 3> Cells = { 8, 4, 2 };
constexpr int Last = 4;

/// Returns the problem of the filter's input.
MeshfreeProblem problemOfImage()
{
  MeshfreeProblem problem;
  problem.structure.mesh = makeBoxMesh(Cells, { 8.0, 4.0, 2.0 });
  problem.structure.material = { 200000.0, 0.3 };
  problem.structure.solver.tolerance = 1e-9;
  problem.structure.supports.assign(problem.structure.mesh.points.size(), 0);
  problem.structure.loadCases.resize(1);
  std::vector<double>& forces = problem.structure.loadCases[0].forces;
  forces.assign(problem.structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < forces.size(); i += 3)
  {
    const double* x = &problem.structure.mesh.points[i];
    std::fill_n(&problem.structure.supports[i], 3, std::uint8_t(x[0] == 0.0));
    forces[i + 1] = x[0] == 8.0 && x[1] == 2.0 && x[2] == 1.0 ? -1000.0 : 0.0;
  }
  problem.design.settings.volumeFraction = 0.4;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filterRadius = 1.5;
  return problem;
}

vtkSmartPointer<Filter> filterOfImage(vtkDataSet* data)
{
  auto filter = meshfreeFilter(data, Last);
  filter->SetOptimizer(Filter::MOVING_ASYMPTOTES);
  filter->SetFilterRadius(1.5);
  return filter;
}

void expectSame(Filter* filter, const MeshfreeProblem& problem, const std::string& name)
{
  filter->Update(Filter::CONVERGENCE);
  const std::vector<double> values = column(filter, name.c_str());
  ASSERT_EQ(values.size(), Last + 1U) << name;
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  for (const double value : values)
  {
    optimizer.step(silent);
    EXPECT_NEAR(value / optimizer.record()[name], 1.0, 1e-7) << name;
  }
}
}

TEST(MeshfreeStages, RobustDesignsWithTheHelmholtzFilterAreThoseOfTheLibrary)
{
  auto filter = filterOfImage(meshfreeImage(Cells));
  filter->SetFilterType(Filter::HELMHOLTZ_FILTER);
  MeshfreeProblem problem = problemOfImage();
  problem.design.densities.filter = FilterKind::Helmholtz;
  expectSame(filter, problem, "Compliance");

  filter->SetStageSetting("Projection", 1.0);
  filter->SetStageSetting("Robust", 1.0);
  filter->SetStageSetting("MinimumSize", 1.14);
  filter->SetStageSetting("RobustInterval", 2.0);
  EXPECT_EQ(std::string(filter->GetStageConflicts()), "");
  StageSettings& stages = problem.design.densities.stages;
  stages.projection.mode = ProjectionMode::Half;
  stages.robust = { true, 1.14, 0.25, 2 };
  expectSame(filter, problem, "Compliance");
  EXPECT_NEAR(filter->GetFilterRadiusUsed(), 1.5, 1e-12);
  EXPECT_GT(
    column(filter, "DilatedVolumeFraction").back(), column(filter, "VolumeFraction").back());
  filter->SetStageSetting("RobustAnalysis", 1.0);
  stages.robust.analysesAll = true;
  expectSame(filter, problem, "Compliance");
}

TEST(MeshfreeStages, LoadsOfTheDesignAreThoseOfTheLibrary)
{
  // The weight of the material and of a point, and thermal expansion, without a force array.
  const vtkSmartPointer<vtkImageData> image = meshfreeImage(Cells);
  image->GetPointData()->RemoveArray("Force");
  MeshfreeProblem problem = problemOfImage();
  std::vector<double>& forces = problem.structure.loadCases[0].forces;
  std::fill(forces.begin(), forces.end(), 0.0);
  vtkNew<vtkDoubleArray> temperatures;
  temperatures->SetName("Temperature");
  vtkNew<vtkDoubleArray> masses;
  masses->SetName("PointMass");
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    const double* x = image->GetPoint(i);
    temperatures->InsertNextValue(20.0 + 3.0 * x[0] * x[1]);
    masses->InsertNextValue(x[0] == 8.0 && x[1] == 4.0 ? 7.0 : 0.0);
  }
  image->GetPointData()->AddArray(temperatures);
  image->GetPointData()->AddArray(masses);
  for (std::size_t i = 0; i < forces.size(); i += 3)
  {
    const double* x = &problem.structure.mesh.points[i];
    problem.structure.ofDesign.thermal.temperature.push_back(20.0 + 3.0 * x[0] * x[1]);
    forces[i + 1] = x[0] == 8.0 && x[1] == 4.0 ? -70.0 : 0.0;
  }
  problem.structure.loadCases[0].name = "Weight";
  problem.structure.ofDesign.weight = { 0.0, -20.0, 0.0 };
  problem.structure.ofDesign.thermal.expansion = 1e-5;
  problem.structure.ofDesign.thermal.reference = 15.0;
  auto filter = filterOfImage(image);
  filter->SetMassDensity(2.0);
  filter->SetAcceleration(0.0, -10.0, 0.0);
  filter->SetThermalExpansion(1e-5);
  filter->SetReferenceTemperature(15.0);
  expectSame(filter, problem, "Compliance");

  // Later analyses of the design find the loads in its field data.
  filter->Update(Filter::FINAL_DESIGN);
  vtkFieldData* fields = filter->GetOutputDataObject(Filter::FINAL_DESIGN)->GetFieldData();
  ASSERT_TRUE(fields->HasArray("WeightPerVolume"));
  EXPECT_EQ(fields->GetArray("WeightPerVolume")->GetComponent(0, 1), -20.0);
  EXPECT_TRUE(fields->HasArray("ThermalExpansion"));
  EXPECT_TRUE(fields->HasArray("PointMassAcceleration"));
}

TEST(MeshfreeStages, HasTheResponsesOfTheLibrary)
{
  auto filter = filterOfImage(meshfreeImage(Cells));
  filter->AddConstraint("VirtualTemperature", "<=", "2", "", "", "Side=2");
  filter->AddConstraint("VibrationPeriod", "<=", "1e9", "", "", "MassDensity=8e-9");
  EXPECT_EQ(std::string(filter->GetConflicts()), "");
  MeshfreeProblem problem = problemOfImage();
  problem.design.settings.constraints = { { { "VirtualTemperature", {}, {}, { { "Side", 2.0 } } },
                                            2.0 },
    { { "VibrationPeriod", {}, {}, { { "MassDensity", 8e-9 } } }, 1e9 } };
  expectSame(filter, problem, "VirtualTemperature_MinusX");
  expectSame(filter, problem, "VibrationPeriod");
  vtkStringArray* kinds = filter->GetResponseKinds();
  std::vector<std::string> names;
  for (vtkIdType i = 0; i < kinds->GetNumberOfValues(); i += kinds->GetNumberOfComponents())
  {
    names.push_back(kinds->GetValue(i));
  }
  for (const char* name : { "VirtualTemperature", "VibrationPeriod", "LargestStress" })
  {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  for (const char* name : { "Reaction", "ThermalCompliance" })
  {
    EXPECT_EQ(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}
}
