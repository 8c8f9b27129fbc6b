// Tests of Meshfree Topology Optimize: known answers through the pipeline, outputs, nodes of a
// second input, design regions of nodes, and features of the base class.

#include "MeshfreeTestInput.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <sstream>
#include <thread>

namespace trabecula::testing
{
namespace
{
using Filter = vtkMeshfreeTopologyOptimize;

constexpr std::array<int, 3> Small = { 6, 4, 2 };
constexpr vtkIdType SmallPoints = 7 * 5 * 3;

double relativeError(double value, double answer)
{
  return std::abs(value / answer - 1.0);
}

/// Returns the compliance of the uniform design of the cantilever.
double firstCompliance(const std::function<void(Filter*)>& change)
{
  auto filter = meshfreeFilter(meshfreeImage(), 0);
  change(filter);
  return compliances(filter).at(0);
}
}

TEST(Meshfree, HasTheCompliancesOfAnIndependentProgram)
{
  auto filter = meshfreeFilter(meshfreeImage(), 4);
  const std::vector<double> found = compliances(filter);
  ASSERT_EQ(found.size(), 5u);
  EXPECT_LT(relativeError(found[0], 1533.07113), 1e-7);
  EXPECT_LT(relativeError(found[1], 969.366217), 1e-6);
  EXPECT_LT(relativeError(found[4], 547.892141), 1e-6);
  EXPECT_EQ(filter->GetCompliance(), found[4]);
  EXPECT_EQ(filter->GetFilterRadiusUsed(), 0.0);
}

TEST(Meshfree, IsTheSameForImageAndHexahedra)
{
  auto image = meshfreeFilter(meshfreeImage(Small), 2);
  auto grid = meshfreeFilter(meshfreeGrid(Small), 2);
  EXPECT_LT(difference(compliances(image), compliances(grid)), 1e-6);
}

TEST(Meshfree, PropertiesReachTheMethod)
{
  EXPECT_LT(
    relativeError(firstCompliance([](Filter* f) { f->SetSupportScale(2.5); }), 1534.91623), 1e-7);
  EXPECT_LT(
    relativeError(firstCompliance([](Filter* f) { f->SetPenaltyFactor(1000.0); }), 1527.60738),
    1e-7);
  EXPECT_LT(
    relativeError(firstCompliance([](Filter* f) { f->SetGaussPoints(3); }), 1532.34707), 1e-7);
  for (const int type : { Filter::ASSEMBLED, Filter::MATRIX_FREE, Filter::LATTICE_TABLE })
  {
    EXPECT_LT(
      relativeError(firstCompliance([type](Filter* f) { f->SetOperator(type); }), 1533.07113), 1e-7)
      << type;
  }
}

TEST(Meshfree, FiltersOnRequest)
{
  auto filter = meshfreeFilter(meshfreeImage(), 1);
  filter->SetFilterType(Filter::SENSITIVITY_FILTER);
  filter->SetFilterRadius(1.5);
  EXPECT_LT(relativeError(compliances(filter).at(1), 986.031574), 1e-6);
  filter->SetFilterRadius(0.0);
  filter->Update(Filter::CONVERGENCE);
  EXPECT_NEAR(filter->GetFilterRadiusUsed(), 3.0, 1e-12);
}

TEST(Meshfree, OutputsHaveDensitiesOfPointsNodesAndCells)
{
  auto filter = meshfreeFilter(meshfreeGrid(Small), 3);
  filter->UpdateInformation();
  EXPECT_EQ(filter->GetOutputInformation(Filter::ITERATIONS)
              ->Length(vtkStreamingDemandDrivenPipeline::TIME_STEPS()),
    4);
  filter->UpdateTimeStep(0.0);
  vtkUnstructuredGrid* first = filter->GetOutput(Filter::ITERATIONS);
  EXPECT_EQ(filter->GetIterationsDone(), 0);
  for (const double value : pointValues(first, "NodalDensity"))
  {
    EXPECT_NEAR(value, 0.4, 1e-12);
  }
  // Shape functions are a partition of unity.
  for (const auto& values : { pointValues(first, "Density"), cellValues(first, "Density") })
  {
    ASSERT_FALSE(values.empty());
    EXPECT_LT(difference(values, std::vector<double>(values.size(), 0.4)), 1e-12);
  }

  filter->Update(Filter::FINAL_DESIGN);
  EXPECT_EQ(filter->GetIterationsDone(), 3);
  vtkUnstructuredGrid* last = filter->GetOutput(Filter::FINAL_DESIGN);
  const std::vector<double> nodal = pointValues(last, "NodalDensity");
  const std::vector<double> atPoints = pointValues(last, "Density");
  const std::vector<double> cells = cellValues(last, "Density");
  ASSERT_EQ(nodal.size(), std::size_t(SmallPoints));
  ASSERT_EQ(atPoints.size(), std::size_t(SmallPoints));
  ASSERT_EQ(cells.size(), 48u);
  EXPECT_GT(*std::max_element(nodal.begin(), nodal.end()), 0.9);
  EXPECT_GT(difference(nodal, atPoints), 1e-3); // shape functions are not interpolatory
  EXPECT_NEAR(std::accumulate(cells.begin(), cells.end(), 0.0) / 48.0, 0.4, 1e-6);
  EXPECT_EQ(pointValues(last, "Displacement").size(), std::size_t(3 * SmallPoints));
  // The work of the load equals the compliance, apart from the neighbours of the load.
  const std::vector<double> energy = cellValues(last, "StrainEnergyDensity");
  const double stored = std::accumulate(energy.begin(), energy.end(), 0.0);
  EXPECT_GT(stored, 0.0);
  EXPECT_LT(stored, filter->GetCompliance());
  EXPECT_EQ(std::string(last->GetCellData()->GetScalars()->GetName()), "Density");
  EXPECT_FALSE(last->GetFieldData()->HasArray("NodalDensity"));
  EXPECT_TRUE(last->GetPointData()->HasArray("Supports"));
}

TEST(Meshfree, ShowsAnImageAsAnImage)
{
  auto filter = meshfreeFilter(meshfreeImage(Small), 1);
  filter->SetResultGeometry(Filter::AS_INPUT);
  filter->SetDensityThreshold(0.41);
  filter->UpdateTimeStep(1.0);
  auto* image = vtkImageData::SafeDownCast(filter->GetOutputDataObject(Filter::ITERATIONS));
  ASSERT_TRUE(image);
  EXPECT_EQ(pointValues(image, "NodalDensity").size(), std::size_t(SmallPoints));
  const std::vector<double> hidden = cellValues(image, "vtkGhostType");
  EXPECT_GT(std::count(hidden.begin(), hidden.end(), 0.0), 0);
  EXPECT_LT(std::count(hidden.begin(), hidden.end(), 0.0), 48);
}

TEST(Meshfree, TakesPartlySolidCells)
{
  auto image = meshfreeImage(Small);
  setCellArray(image, "SolidFraction", std::vector<double>(6 * 4 * 2, 0.5));
  auto half = meshfreeFilter(image, 2);
  half->SetPenaltyFactor(100.0);
  auto soft = meshfreeFilter(meshfreeImage(Small), 2);
  soft->SetYoungsModulus(100000.0);
  soft->SetPenaltyFactor(200.0); // the penalty remains the same
  EXPECT_LT(difference(compliances(half), compliances(soft)), 1e-6);

  setCellArray(image, "SolidFraction", std::vector<double>(6 * 4 * 2, 2.0));
  Errors errors(half);
  half->Update();
  EXPECT_TRUE(contains(errors.text(), "Solid fraction is 2 in element 0")) << errors.text();
}

TEST(Meshfree, TakesNodesOfASecondInput)
{
  const auto nodes = movedNodes();
  auto filter = meshfreeFilter(meshfreeImage(), 1);
  filter->SetInputData(1, nodes);
  std::vector<double> found = compliances(filter);
  // The penalty is that for distances of 1, but some distances at the held face are smaller.
  constexpr double tolerance = 1e-5;
  EXPECT_LT(relativeError(found.at(0), 1531.73064), tolerance);
  EXPECT_LT(relativeError(found.at(1), 966.076548), tolerance);
  filter->Update(Filter::FINAL_DESIGN);
  vtkUnstructuredGrid* design = filter->GetOutput(Filter::FINAL_DESIGN);
  EXPECT_FALSE(design->GetPointData()->HasArray("NodalDensity"));
  EXPECT_EQ(pointValues(design, "Density").size(), 693u);
  vtkDataArray* nodal = design->GetFieldData()->GetArray("NodalDensity");
  ASSERT_TRUE(nodal);
  EXPECT_EQ(nodal->GetNumberOfTuples(), 693);
  EXPECT_GT(nodal->GetRange()[1], 0.55);

  filter->ConsistentIntegrationOn();
  found = compliances(filter);
  EXPECT_LT(relativeError(found.at(0), 1531.05528), tolerance);
  filter->ConsistentIntegrationOff();

  // Without the second input, the points of the cells are the nodes again.
  filter->ClearNodes();
  EXPECT_LT(relativeError(compliances(filter).at(0), 1533.07113), 1e-7);
}

TEST(Meshfree, FollowsNodesThatMove)
{
  const auto nodes = movedNodes(Small);
  auto filter = meshfreeFilter(meshfreeImage(Small), 0);
  filter->SetInputData(1, nodes);
  const double before = compliances(filter).at(0);
  const int analyses = filter->GetNumberOfAnalyses();
  filter->Update(Filter::FINAL_DESIGN);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->DeepCopy(nodes->GetPoints());
  const double* x = points->GetPoint(45); // an inner point
  points->SetPoint(45, x[0], x[1], x[2] + 0.1);
  nodes->SetPoints(points);
  const double after = compliances(filter).at(0);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses + 1);
  EXPECT_GT(relativeError(after, before), 1e-9);
}

TEST(Meshfree, ReadsDesignRegionsOfNodes)
{
  std::vector<double> regions(SmallPoints, 0.0);
  regions[3] = 1.0;
  regions[6] = 2.0;
  const auto image = meshfreeImage(Small);
  setPointArray(image, "Unrelated", std::vector<double>(3 * SmallPoints, 1.0));
  vtkNew<vtkDoubleArray> array;
  array->SetName("DesignRegion");
  for (const double region : regions)
  {
    array->InsertNextValue(region);
  }
  image->GetPointData()->AddArray(array);
  auto filter = meshfreeFilter(image, 2);
  filter->Update(Filter::FINAL_DESIGN);
  const std::vector<double> nodal = pointValues(filter->GetOutput(1), "NodalDensity");
  EXPECT_EQ(nodal.at(3), 1.0);
  EXPECT_NEAR(nodal.at(6), 1e-3, 1e-12);

  // The nodes are those of the second input, and so is the array.
  const auto nodes = movedNodes(Small);
  nodes->GetPointData()->AddArray(array);
  filter->SetInputData(0, meshfreeImage(Small));
  filter->SetInputData(1, nodes);
  filter->Update(Filter::FINAL_DESIGN);
  vtkDataArray* cloud = filter->GetOutput(1)->GetFieldData()->GetArray("NodalDensity");
  ASSERT_TRUE(cloud);
  EXPECT_EQ(cloud->GetComponent(3, 0), 1.0);
  EXPECT_NEAR(cloud->GetComponent(6, 0), 1e-3, 1e-12);
}

TEST(Meshfree, TakesDesignRegionsOfCellsWhereThereAreNoneOfPoints)
{
  const auto image = meshfreeImage(Small);
  std::vector<double> regions(48, 0.0);
  regions[0] = 1.0;
  regions[5] = 2.0;
  setCellArray(image, "DesignRegion", regions);
  auto filter = meshfreeFilter(image, 2);
  filter->Update(Filter::FINAL_DESIGN);
  const std::vector<double> nodal = pointValues(filter->GetOutput(1), "NodalDensity");
  EXPECT_EQ(std::count(nodal.begin(), nodal.end(), 1.0) >= 8, true);
  for (const std::size_t point : { 0u, 1u, 7u, 8u, 35u, 36u, 42u, 43u })
  {
    EXPECT_EQ(nodal.at(point), 1.0) << point;
  }
  EXPECT_NEAR(nodal.at(6), 1e-3, 1e-12); // the only point whose only cell is void
  EXPECT_GT(nodal.at(5), 1e-3);
}

TEST(Meshfree, StopsGoesOnAndResumesFromAFile)
{
  const auto path = std::filesystem::path(::testing::TempDir()) / "trabecula-meshfree.checkpoint";
  std::filesystem::remove(path);
  auto whole = meshfreeFilter(meshfreeImage(Small), 5);
  whole->SetDevice(Filter::HOST);
  const std::vector<double> expected = compliances(whole);

  auto stopped = meshfreeFilter(meshfreeImage(Small), 5);
  stopped->SetDevice(Filter::HOST);
  stopped->SetCheckpointFile(path.string().c_str());
  Watcher watcher(stopped, "Iteration 2 ");
  stopped->Update(Filter::CONVERGENCE);
  EXPECT_EQ(stopped->GetIterationsDone(), 2);
  EXPECT_TRUE(contains(stopped->GetStatus(), "Stopped at iteration 2")) << stopped->GetStatus();

  auto resumed = meshfreeFilter(meshfreeImage(Small), 5);
  resumed->SetDevice(Filter::HOST);
  resumed->SetResumeFrom(path.string().c_str());
  EXPECT_EQ(compliances(resumed), expected);
  EXPECT_EQ(resumed->GetNumberOfAnalyses(), 3);

  // A checkpoint of another method.
  auto other = meshfreeFilter(meshfreeImage(Small), 5);
  other->SetDevice(Filter::HOST);
  other->SetSupportScale(2.5);
  other->SetResumeFrom(path.string().c_str());
  Errors errors(other);
  other->Update(Filter::CONVERGENCE);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Support Scale")) << errors.text();

  stopped->Continue();
  EXPECT_EQ(compliances(stopped), expected);
  std::filesystem::remove(path);
}

TEST(Meshfree, RunsLive)
{
  auto plain = meshfreeFilter(meshfreeImage(Small), 4);
  const std::vector<double> expected = compliances(plain);
  auto filter = meshfreeFilter(meshfreeImage(Small), 4);
  filter->SetInputData(1, movedNodes(Small));
  filter->SetInputConnection(1, nullptr);
  filter->AllowLive();
  filter->LiveOn();
  filter->Update(Filter::ITERATIONS);
  const auto start = std::chrono::steady_clock::now();
  while (filter->GetRunState() != Filter::FINISHED)
  {
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
    ASSERT_NE(filter->GetRunState(), Filter::FAILED) << filter->GetStatus();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (filter->GetNeedsUpdate())
    {
      filter->Update(Filter::ITERATIONS);
    }
  }
  EXPECT_LT(difference(compliances(filter), expected), 1e-6);
}

TEST(Meshfree, MinimizesAnOutputDisplacementWithMovingAsymptotes)
{
  const auto image = meshfreeImage(Small);
  std::vector<double> springs(3 * SmallPoints, 0.0);
  std::vector<double> weights(3 * SmallPoints, 0.0);
  const vtkIdType input = image->FindPoint(6, 2, 1);
  const vtkIdType output = image->FindPoint(6, 0, 0);
  springs[3 * input + 1] = springs[3 * output + 1] = 1e4;
  weights[3 * output + 1] = 1.0;
  setPointArray(image, "Springs", springs);
  setPointArray(image, "OutputWeights", weights);
  auto filter = meshfreeFilter(image, 6);
  filter->SetObjective(Filter::OUTPUT_DISPLACEMENT);
  filter->SetOptimizer(Filter::MOVING_ASYMPTOTES);
  filter->Update(Filter::CONVERGENCE);
  const std::vector<double> found = column(filter, "OutputDisplacement");
  ASSERT_EQ(found.size(), 7u);
  EXPECT_LT(found.back(), found.front());
  EXPECT_EQ(filter->GetOutputDisplacement(), found.back());
}

TEST(Meshfree, PrintsItsProperties)
{
  vtkNew<vtkMeshfreeTopologyOptimize> filter;
  EXPECT_EQ(filter->GetMaximumIterations(), 100);
  EXPECT_EQ(filter->GetFilterType(), Filter::NO_FILTER);
  EXPECT_EQ(filter->GetSolverTolerance(), 1e-5);
  filter->SetSupportScale(2.25);
  filter->SetGaussPoints(3);
  std::ostringstream text;
  filter->Print(text);
  for (const char* line : { "SupportScale: 2.25", "GaussPoints: 3", "PenaltyFactor: 100",
         "ConsistentIntegration: 0", "Operator: 0", "MaximumIterations: 100" })
  {
    EXPECT_TRUE(contains(text.str(), line)) << line;
  }
}
}
