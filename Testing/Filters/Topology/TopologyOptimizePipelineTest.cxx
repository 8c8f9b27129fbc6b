// Iterations as time: what each port asks to be computed, in which order, and what stays.

#include "TopologyPipelineFixture.h"

#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkPassThrough.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGridAlgorithm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace trabecula::testing
{
TEST(TopologyOptimizePipeline, ListsIterationsAsTimesOfTheFirstPortOnly)
{
  auto filter = makeFilter();
  filter->UpdateInformation();
  vtkInformation* info = filter->GetOutputInformation(Iterations);
  ASSERT_EQ(info->Length(vtkStreamingDemandDrivenPipeline::TIME_STEPS()), Steps + 1);
  for (int i = 0; i <= Steps; ++i)
  {
    EXPECT_EQ(info->Get(vtkStreamingDemandDrivenPipeline::TIME_STEPS(), i), i);
  }
  EXPECT_EQ(info->Get(vtkStreamingDemandDrivenPipeline::TIME_RANGE())[1], Steps);
  for (const int port : { FinalDesign, Convergence })
  {
    EXPECT_FALSE(
      filter->GetOutputInformation(port)->Has(vtkStreamingDemandDrivenPipeline::TIME_STEPS()));
    EXPECT_FALSE(
      filter->GetOutputInformation(port)->Has(vtkStreamingDemandDrivenPipeline::TIME_RANGE()));
  }
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 0);
}

TEST(TopologyOptimizePipeline, ComputesAnIterationWhenItIsAskedFor)
{
  auto filter = makeFilter();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 1);
  expectIterate(filter, Iterations, 0);
  for (const int time : { 1, 2, 5, 3, 0, 5 })
  {
    filter->UpdateTimeStep(time);
    expectIterate(filter, Iterations, time);
  }
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 6);
  filter->UpdateTimeStep(4.7);
  expectIterate(filter, Iterations, 4);
  filter->UpdateTimeStep(100);
  expectIterate(filter, Iterations, Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyOptimizePipeline, ServesEachPortInEveryOrder)
{
  std::vector<int> order = { 0, 1, 2, 3 };
  do
  {
    auto filter = makeFilter();
    int largest = -1;
    for (const int action : order)
    {
      switch (action)
      {
        case 0:
          update(filter, Iterations, 0);
          largest = std::max(largest, 0);
          expectIterate(filter, Iterations, 0);
          break;
        case 1:
          update(filter, FinalDesign);
          largest = Steps;
          expectIterate(filter, FinalDesign, Steps);
          break;
        case 2:
          update(filter, Convergence, 3); // a chart in a view has the view's time
          largest = Steps;
          EXPECT_EQ(column(filter, "Compliance").size(), Steps + 1);
          break;
        case 3:
          update(filter, Iterations, 5);
          largest = std::max(largest, 5);
          expectIterate(filter, Iterations, 5);
          break;
      }
      EXPECT_EQ(filter->GetNumberOfAnalyses(), largest + 1);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(TopologyOptimizePipeline, OnePortDoesNotMakeAnotherLookUpToDate)
{
  auto filter = makeFilter();
  update(filter, Iterations, 2);
  update(filter, FinalDesign);
  EXPECT_EQ(iterationShown(filter, Iterations), 2);
  EXPECT_EQ(iterationShown(filter, FinalDesign), Steps);

  filter->SetVolumeFraction(0.5);
  update(filter, FinalDesign);
  const auto coarse = density(filter, FinalDesign);
  update(filter, Iterations, 2);
  update(filter, Convergence);
  EXPECT_NEAR(column(filter, "VolumeFraction").front(), 0.5, 1e-12);

  auto fresh = makeFilter();
  fresh->SetVolumeFraction(0.5);
  update(fresh, Iterations, 2);
  EXPECT_LT(difference(density(filter, Iterations), density(fresh, Iterations)), 1e-10);
  update(fresh, FinalDesign);
  EXPECT_LT(difference(coarse, density(fresh, FinalDesign)), 1e-10);
}

TEST(TopologyOptimizePipeline, ServesTwoConsumersInOneUpdate)
{
  auto filter = makeFilter();
  vtkNew<vtkPassThrough> iteration;
  vtkNew<vtkPassThrough> design;
  iteration->SetInputConnection(filter->GetOutputPort(Iterations));
  design->SetInputConnection(filter->GetOutputPort(FinalDesign));
  for (const double time : { 0.0, 4.0, 2.0 })
  {
    iteration->UpdateTimeStep(time);
    design->UpdateTimeStep(time);
    EXPECT_EQ(iterationShown(filter, Iterations), time);
    EXPECT_EQ(iterationShown(filter, FinalDesign), Steps);
  }
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyOptimizePipeline, WritesTheConvergenceTable)
{
  auto filter = makeFilter();
  update(filter, Convergence);
  std::vector<double> numbers(Steps + 1);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  EXPECT_EQ(column(filter, "Iteration"), numbers);
  for (std::size_t i = 0; i <= Steps; ++i)
  {
    const IterationRecord& record = expected().Records[i];
    EXPECT_NEAR(column(filter, "Compliance")[i] / record["Compliance"], 1.0, 1e-8);
    EXPECT_NEAR(column(filter, "VolumeFraction")[i], record["VolumeFraction"], 1e-10);
    EXPECT_NEAR(column(filter, "Greyness")[i], record["Greyness"], 1e-8);
    EXPECT_EQ(column(filter, "BoundExcess")[i], record["BoundExcess"]);
    EXPECT_NEAR(column(filter, "DensityChange")[i], record.change(), 1e-8);
    EXPECT_NEAR(column(filter, "SolverIterations")[i], record.solverIterations(), 1);
    EXPECT_LE(column(filter, "Residual")[i], filter->GetSolverTolerance());
    EXPECT_GT(column(filter, "Seconds")[i], 0.0);
  }
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Convergence));
  EXPECT_EQ(table->GetNumberOfColumns(), 9);
}

TEST(TopologyOptimizePipeline, MoreIterationsGoOnAndFewerShowEarlierOnes)
{
  auto filter = makeFilter();
  filter->SetMaximumIterations(4);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, 4);
  filter->SetMaximumIterations(Steps);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
  filter->SetMaximumIterations(3);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, 3);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Iteration").size(), 4);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyOptimizePipeline, ToleranceDecidesWhereTheRunEnds)
{
  auto filter = makeFilter();
  filter->SetMaximumIterations(200);
  filter->SetDensityChangeTolerance(0.02);
  update(filter, FinalDesign);
  const int converged = iterationShown(filter, FinalDesign);
  ASSERT_GT(converged, 3);
  ASSERT_LT(converged, 200);
  update(filter, Convergence);
  const auto changes = column(filter, "DensityChange");
  ASSERT_EQ(changes.size(), static_cast<std::size_t>(converged) + 1);
  EXPECT_LT(changes.back(), 0.02);
  for (std::size_t i = 1; i + 1 < changes.size(); ++i)
  {
    EXPECT_GE(changes[i], 0.02);
  }

  // Later times show the last iteration.
  update(filter, Iterations, 150);
  EXPECT_EQ(iterationShown(filter, Iterations), converged);
  EXPECT_EQ(difference(density(filter, Iterations), density(filter, FinalDesign)), 0.0);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), converged + 1);

  // A looser tolerance ends the run earlier with nothing computed; a tighter one goes on.
  filter->SetDensityChangeTolerance(changes[3] * 1.001);
  update(filter, FinalDesign);
  EXPECT_LE(iterationShown(filter, FinalDesign), 3);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), converged + 1);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(converged + 5);
  update(filter, FinalDesign);
  EXPECT_EQ(iterationShown(filter, FinalDesign), converged + 5);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), converged + 6);
}

TEST(TopologyOptimizePipeline, DisplayDoesNotRecompute)
{
  auto filter = makeFilter();
  update(filter, FinalDesign);
  update(filter, Iterations, 4);
  update(filter, Convergence);
  const auto seconds = column(filter, "Seconds");
  const auto whole = density(filter, FinalDesign);

  filter->SetDensityThreshold(0.35);
  update(filter, FinalDesign);
  update(filter, Iterations, Steps);
  update(filter, Convergence);
  std::vector<double> kept;
  std::copy_if(whole.begin(), whole.end(), std::back_inserter(kept),
    [](double value) { return value >= 0.35; });
  ASSERT_LT(kept.size(), whole.size());
  ASSERT_GT(kept.size(), 0);
  EXPECT_EQ(density(filter, Iterations), kept);
  EXPECT_LT(filter->GetOutput(Iterations)->GetNumberOfPoints(),
    vtkDataSet::SafeDownCast(filter->GetInput())->GetNumberOfPoints());
  EXPECT_EQ(pointValues(filter->GetOutput(Iterations), "Displacement").size(),
    static_cast<std::size_t>(3 * filter->GetOutput(Iterations)->GetNumberOfPoints()));
  // What comes after the final design works on all of it.
  EXPECT_EQ(density(filter, FinalDesign), whole);

  filter->SetCacheSize(1000);
  filter->SetThreads(1);
  filter->SetDensityThreshold(0.0);
  update(filter, FinalDesign);
  EXPECT_EQ(density(filter, FinalDesign), whole);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Seconds"), seconds);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyOptimizePipeline, NamesTheThreadsThatComputed)
{
  for (const int threads : { 1, 3 })
  {
    auto filter = makeFilter();
    filter->SetThreads(threads);
    update(filter, FinalDesign);
    EXPECT_TRUE(contains(filter->GetDeviceUsed(), std::to_string(threads) + " thread"))
      << filter->GetDeviceUsed();
  }
}

TEST(TopologyOptimizePipeline, AChangedLoadRecomputesAndTheOldOnePutBackDoesNot)
{
  auto input = hexahedra();
  auto filter = filterOf(input);
  filter->SetMaximumIterations(2);
  update(filter, FinalDesign);
  const auto first = density(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 3);

  // The same values again, in another array with another time stamp.
  setPointArray(input, "Force", edgeForces(2, -1.0));
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 3);

  setPointArray(input, "Force", edgeForces(1, -1.0));
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 6);
  EXPECT_GT(difference(first, density(filter, FinalDesign)), 0.01);

  // A value in place.
  vtkDataArray* force = input->GetPointData()->GetArray("Force");
  force->SetComponent(force->GetNumberOfTuples() - 1, 0, 0.5);
  force->Modified();
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 9);
}

TEST(TopologyOptimizePipeline, EachParameterRecomputes)
{
  auto filter = makeFilter();
  filter->SetMaximumIterations(1);
  filter->SetDensityChangeTolerance(0.0);
  int analyses = 0;
  const auto expectRun = [&](const char* what)
  {
    update(filter, FinalDesign);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses + 2) << what;
    analyses = filter->GetNumberOfAnalyses();
  };
  expectRun("first");
  filter->SetYoungsModulus(2.0);
  expectRun("YoungsModulus");
  filter->SetPoissonsRatio(0.2);
  expectRun("PoissonsRatio");
  filter->SetVolumeFraction(0.4);
  expectRun("VolumeFraction");
  filter->SetPenalization(2.5);
  expectRun("Penalization");
  filter->SetMinimumDensity(0.01);
  expectRun("MinimumDensity");
  filter->SetFilterRadius(2.0);
  expectRun("FilterRadius");
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  expectRun("FilterType");
  filter->SetMoveLimit(0.1);
  expectRun("MoveLimit");
  filter->SetDamping(0.4);
  expectRun("Damping");
  filter->SetSolverTolerance(1e-6);
  expectRun("SolverTolerance");
  filter->SetInterpolation(vtkTopologyOptimize::MODIFIED_SIMP);
  expectRun("Interpolation");
  filter->SetMinimumModulusRatio(1e-6);
  expectRun("MinimumModulusRatio");
  filter->AddLoadCaseWeight(2.0);
  expectRun("LoadCaseWeight");
}

TEST(TopologyOptimizePipeline, ASmallCacheGivesTheSameResults)
{
  auto filter = makeFilter();
  filter->SetCacheSize(0);
  update(filter, FinalDesign);
  for (const int time : { 6, 2, 3, 0, Steps, 7 })
  {
    update(filter, Iterations, time);
    expectIterate(filter, Iterations, time);
    update(filter, FinalDesign);
    expectIterate(filter, FinalDesign, Steps);
  }
  EXPECT_GT(filter->GetNumberOfAnalyses(), Steps + 1);

  // The table does not change when iterations are computed again.
  update(filter, Convergence);
  const auto seconds = column(filter, "Seconds");
  update(filter, Iterations, 1);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Seconds"), seconds);

  // On from the end, after the optimizer has been sent back.
  filter->SetMaximumIterations(Steps + 2);
  update(filter, FinalDesign);
  auto fresh = makeFilter();
  fresh->SetMaximumIterations(Steps + 2);
  update(fresh, FinalDesign);
  EXPECT_EQ(iterationShown(filter, FinalDesign), Steps + 2);
  EXPECT_LT(difference(density(filter, FinalDesign), density(fresh, FinalDesign)), 1e-10);
}

TEST(TopologyOptimizePipeline, TheFirstOfSeveralPiecesHasEverything)
{
  auto filter = makeFilter();
  filter->UpdatePiece(1, 2, 1);
  EXPECT_EQ(filter->GetOutput(Iterations)->GetNumberOfCells(), 0);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 0);
  filter->UpdatePiece(0, 2, 1);
  expectIterate(filter, Iterations, 0);
}

namespace
{
/// The cantilever, with a load that grows with time, from time 10 on.
class TimeSource : public vtkUnstructuredGridAlgorithm
{
public:
  static TimeSource* New() { return new TimeSource; }
  int Executions = 0;

protected:
  TimeSource() { this->SetNumberOfInputPorts(0); }

  int RequestInformation(
    vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector) override
  {
    const double steps[] = { 10.0, 11.0, 12.0 };
    const double range[] = { 10.0, 12.0 };
    vtkInformation* info = outputVector->GetInformationObject(0);
    info->Set(vtkStreamingDemandDrivenPipeline::TIME_STEPS(), steps, 3);
    info->Set(vtkStreamingDemandDrivenPipeline::TIME_RANGE(), range, 2);
    return 1;
  }

  int RequestData(
    vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector) override
  {
    ++this->Executions;
    vtkInformation* info = outputVector->GetInformationObject(0);
    const double time = info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP());
    vtkUnstructuredGrid* output = vtkUnstructuredGrid::GetData(info);
    output->ShallowCopy(hexahedra());
    setPointArray(output, "Force", edgeForces(2, -1.0 - (time - 10.0)));
    output->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), time);
    return 1;
  }
};
}

TEST(TopologyOptimizePipeline, AnInputWithTimeIsReadAtItsFirst)
{
  vtkNew<TimeSource> source;
  auto filter = makeFilter();
  filter->SetInputConnection(source->GetOutputPort());
  filter->UpdateInformation();
  EXPECT_EQ(filter->GetOutputInformation(Iterations)
              ->Length(vtkStreamingDemandDrivenPipeline::TIME_STEPS()),
    Steps + 1);
  EXPECT_FALSE(
    filter->GetOutputInformation(FinalDesign)->Has(vtkStreamingDemandDrivenPipeline::TIME_RANGE()));
  for (const int time : { 0, 3, 1 })
  {
    update(filter, Iterations, time);
    expectIterate(filter, Iterations, time);
  }
  update(filter, FinalDesign, 12);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
  EXPECT_EQ(source->Executions, 1);
  EXPECT_FALSE(
    filter->GetOutput(FinalDesign)->GetInformation()->Has(vtkDataObject::DATA_TIME_STEP()));
}
}
