// Tests of iterations as time steps: what each port causes to be computed, in which order, and what
// is kept.

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
          update(filter, Convergence, 3); // a chart in a view requests the time of the view
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

  // The run continues from the end after the optimizer was reset to an earlier iteration.
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
/// A source of the cantilever with a load that grows with time, starting at time 10.
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
