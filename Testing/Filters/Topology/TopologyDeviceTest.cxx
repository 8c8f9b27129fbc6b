// Tests that results of the filter on a GPU equal those on the processor.

#include "TopologyTestInput.h"

#include "HexMeshConverter.h"

#include "Core/Device.h"

#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStringArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace trabecula::testing
{
namespace
{
constexpr int Iterations = vtkTopologyOptimize::ITERATIONS;
constexpr int FinalDesign = vtkTopologyOptimize::FINAL_DESIGN;
constexpr int Convergence = vtkTopologyOptimize::CONVERGENCE;
constexpr int Steps = 8;

/// Devices differ in the order of their sums, and therefore in where the solver stops below its
/// tolerance. The resulting error of a displacement exceeds the tolerance by the condition number
/// of the Jacobi-scaled matrix, for which a factor of 1000 is allowed, and designs depend on
/// displacements. The error of the compliance is of second order, apart from that caused by the
/// design.
constexpr double SolverTolerance = 1e-11;
constexpr double DisplacementTolerance = 1e-8; ///< relative to the largest displacement
constexpr double DensityTolerance = 1e-8;
constexpr double ComplianceTolerance = 1e-9; ///< relative

/// Returns twelve by six by six distorted and renumbered cells with two load cases, a solid region
/// and a void region.
vtkSmartPointer<vtkUnstructuredGrid> distorted()
{
  const auto regular = filters::makeHexahedralGrid(largeImage(12, 6, 6));
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> shift(-0.2, 0.2);

  auto result = vtkSmartPointer<vtkUnstructuredGrid>::New();
  result->ShallowCopy(regular);
  vtkNew<vtkPoints> points;
  points->DeepCopy(regular->GetPoints());
  std::vector<double> sideways;
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    double x[3];
    points->GetPoint(i, x);
    sideways.insert(sideways.end(), { 0.0, x[0] == 12.0 && x[2] == 0.0 ? 0.5 : 0.0, 0.0 });
    const double held = x[0] == 0.0 ? 0.0 : 1.0; // keeps the support plane
    points->SetPoint(i, x[0] + held * shift(generator), x[1] + held * shift(generator),
      x[2] + held * shift(generator));
  }
  result->SetPoints(points);
  setPointArray(result, "ForceSideways", sideways);

  std::vector<vtkIdType> order(static_cast<std::size_t>(regular->GetNumberOfCells()));
  std::iota(order.begin(), order.end(), vtkIdType(0));
  std::shuffle(order.begin(), order.end(), generator);
  result->Allocate(regular->GetNumberOfCells());
  std::vector<double> region;
  for (const vtkIdType cell : order)
  {
    vtkNew<vtkIdList> nodes;
    regular->GetCellPoints(cell, nodes);
    result->InsertNextCell(VTK_HEXAHEDRON, nodes);
    const vtkIdType layer = cell / (12 * 6);
    region.push_back(layer == 5 ? 1.0 : layer == 2 && cell % 12 > 8 ? 2.0 : 0.0);
  }
  setCellArray(result, "DesignRegion", region);
  return result;
}

vtkSmartPointer<vtkTopologyOptimize> filterOn(int device, vtkDataSet* input)
{
  auto filter = filterOf(input);
  filter->SetDevice(device);
  filter->SetMaximumIterations(Steps);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetSolverTolerance(SolverTolerance);
  return filter;
}

double largest(const std::vector<double>& values)
{
  double result = 0.0;
  for (const double value : values)
  {
    result = std::max(result, std::abs(value));
  }
  return result;
}

void expectSameOutputs(vtkTopologyOptimize* filter, vtkTopologyOptimize* reference)
{
  for (const int port : { Iterations, FinalDesign })
  {
    vtkUnstructuredGrid* output = filter->GetOutput(port);
    vtkUnstructuredGrid* expected = reference->GetOutput(port);
    EXPECT_EQ(iterationShown(filter, port), iterationShown(reference, port));
    EXPECT_LT(difference(density(filter, port), density(reference, port)), DensityTolerance);
    ASSERT_EQ(
      output->GetPointData()->GetNumberOfArrays(), expected->GetPointData()->GetNumberOfArrays());
    for (int i = 0; i < expected->GetPointData()->GetNumberOfArrays(); ++i)
    {
      const char* name = expected->GetPointData()->GetArrayName(i);
      const auto values = pointValues(expected, name);
      EXPECT_LT(difference(pointValues(output, name), values),
        DisplacementTolerance * largest(values) + 1e-300)
        << name;
    }
    const auto energies = cellValues(expected, "StrainEnergyDensity");
    EXPECT_LT(difference(cellValues(output, "StrainEnergyDensity"), energies),
      DisplacementTolerance * largest(energies));
  }

  EXPECT_EQ(column(filter, "Iteration"), column(reference, "Iteration"));
  const auto compliance = column(reference, "Compliance");
  ASSERT_EQ(compliance.size(), Steps + 1);
  EXPECT_LT(difference(column(filter, "Compliance"), compliance),
    ComplianceTolerance * *std::min_element(compliance.begin(), compliance.end()));
  // Volume and largest change have the accuracy of densities.
  for (const char* name : { "VolumeFraction", "DensityChange" })
  {
    EXPECT_LT(difference(column(filter, name), column(reference, name)), DensityTolerance) << name;
  }
  for (const char* name : { "Residual", "SolverIterations", "Seconds" })
  {
    ASSERT_EQ(column(filter, name).size(), Steps + 1) << name;
  }
  for (std::size_t i = 0; i <= Steps; ++i)
  {
    EXPECT_LE(column(filter, "Residual")[i], SolverTolerance);
    const double solverIterations = column(reference, "SolverIterations")[i];
    EXPECT_NEAR(
      column(filter, "SolverIterations")[i], solverIterations, 0.05 * solverIterations + 2.0);
  }
}

void updateAll(vtkTopologyOptimize* filter)
{
  filter->UpdateTimeStep(Steps / 2);
  filter->Update(FinalDesign);
  filter->Update(Convergence);
}

/// Skips the tests if there is no GPU.
class TopologyDevice : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (!cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
  }
};

}

/// Explains the tolerances: another solver stops elsewhere below its tolerance.
TEST(TopologyHost, SolverToleranceAccountsForTheTolerancesHere)
{
  for (const auto& input : { hexahedra(), distorted() })
  {
    auto filter = filterOn(vtkTopologyOptimize::HOST, input);
    auto tighter = filterOn(vtkTopologyOptimize::HOST, input);
    tighter->SetSolverTolerance(0.1 * SolverTolerance);
    updateAll(filter);
    updateAll(tighter);
    expectSameOutputs(tighter, filter);
  }
}

TEST_F(TopologyDevice, ShowsWhatTheHostShows)
{
  for (const auto& input : { hexahedra(), distorted() })
  {
    auto host = filterOn(vtkTopologyOptimize::HOST, input);
    auto cuda = filterOn(vtkTopologyOptimize::CUDA, input);
    updateAll(host);
    updateAll(cuda);
    expectSameOutputs(cuda, host);
  }
}

TEST_F(TopologyDevice, NamesTheGpu)
{
  const std::string name = selectDevice(DeviceRequest::Cuda).name;
  for (const int device : { vtkTopologyOptimize::CUDA, vtkTopologyOptimize::AUTOMATIC })
  {
    auto filter = filterOn(device, hexahedra());
    filter->SetMaximumIterations(0);
    filter->Update(FinalDesign);
    EXPECT_EQ(filter->GetDeviceUsed(), name);
    EXPECT_FALSE(contains(name, "Processor"));
    auto* used = vtkStringArray::SafeDownCast(
      filter->GetOutput(FinalDesign)->GetFieldData()->GetAbstractArray("Device"));
    ASSERT_NE(used, nullptr);
    EXPECT_EQ(used->GetValue(0), name);
  }
}

TEST_F(TopologyDevice, AStoppedRunGoesOn)
{
  auto whole = filterOn(vtkTopologyOptimize::CUDA, distorted());
  updateAll(whole);
  for (const char* moment : { "Iteration 3 ", "Iteration 3," }) // between solves and during one
  {
    auto filter = filterOn(vtkTopologyOptimize::CUDA, distorted());
    Errors errors(filter);
    Watcher watcher(filter, moment);
    filter->Update(FinalDesign);
    filter->RemoveObservers(vtkCommand::ProgressEvent);
    if (!watcher.StopAt.empty())
    {
      continue; // the GPU had finished before the request
    }
    EXPECT_TRUE(contains(filter->GetStatus(), "Stopped at iteration ")) << filter->GetStatus();
    const int stopped = iterationShown(filter, FinalDesign);
    EXPECT_LE(stopped, 3);
    EXPECT_GE(stopped, 2);
    filter->Continue();
    updateAll(filter);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
    EXPECT_EQ(errors.count(), 0) << errors.text();
    expectSameOutputs(filter, whole);
  }
}

TEST_F(TopologyDevice, AChangedLoadIsComputedAnew)
{
  auto input = hexahedra();
  auto cuda = filterOn(vtkTopologyOptimize::CUDA, input);
  updateAll(cuda);
  const auto before = density(cuda, FinalDesign);
  setPointArray(input, "Force", edgeForces(1, -1.0));
  updateAll(cuda);
  EXPECT_EQ(cuda->GetNumberOfAnalyses(), 2 * (Steps + 1));
  EXPECT_GT(difference(before, density(cuda, FinalDesign)), 0.01);

  auto host = filterOn(vtkTopologyOptimize::HOST, input);
  updateAll(host);
  expectSameOutputs(cuda, host);
}

TEST_F(TopologyDevice, GoingOverToTheHostIsComputedAnew)
{
  auto filter = filterOn(vtkTopologyOptimize::CUDA, hexahedra());
  updateAll(filter);
  filter->SetDevice(vtkTopologyOptimize::HOST);
  updateAll(filter);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 2 * (Steps + 1));
  EXPECT_TRUE(contains(filter->GetDeviceUsed(), "Processor")) << filter->GetDeviceUsed();
}

TEST_F(TopologyDevice, AMeshThatDoesNotFitIsRefusedWithNumbers)
{
  auto filter = filterOn(vtkTopologyOptimize::CUDA, hexahedra());
  filter->Update(FinalDesign);
  const auto before = density(filter, FinalDesign);
  Errors errors(filter);
  filter->SetInputData(largeImage(30, 30, 30));
  filter->SetMemoryLimit(2);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "27000 elements needs ")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), " MiB on " + selectDevice(DeviceRequest::Cuda).name))
    << errors.text();
  EXPECT_TRUE(contains(errors.text(), "2 MiB are available")) << errors.text();
  EXPECT_EQ(density(filter, FinalDesign), before);

  filter->SetMemoryLimit(0);
  filter->SetMaximumIterations(0);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(filter->GetOutput(FinalDesign)->GetNumberOfCells(), 27000);
}

TEST(TopologyHost, AskingForCudaWhereThereIsNoneSaysSo)
{
  if (cudaAvailable())
  {
    GTEST_SKIP() << "There is a GPU.";
  }
  auto filter = filterOn(vtkTopologyOptimize::HOST, hexahedra());
  filter->Update(FinalDesign);
  Errors errors(filter);
  filter->SetDevice(vtkTopologyOptimize::CUDA);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "CUDA") || contains(errors.text(), "GPU")) << errors.text();
  filter->SetDevice(vtkTopologyOptimize::AUTOMATIC);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}
}
