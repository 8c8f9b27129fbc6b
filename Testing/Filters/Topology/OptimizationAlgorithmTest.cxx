// Tests of what every optimization filter inherits from vtkOptimizationAlgorithm, with a filter
// that consists of its problem and its results only.

#include "ShownIterate.h"
#include "TopologyTestInput.h"
#include "vtkOptimizationAlgorithm.h"

#include "Optimization/TopologyTask.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkInformation.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int Last = 3;

class SmallestOptimization : public vtkOptimizationAlgorithm
{
public:
  static SmallestOptimization* New();
  vtkTypeMacro(SmallestOptimization, vtkOptimizationAlgorithm);

  bool LacksMemory = false;

protected:
  SmallestOptimization() { this->MaximumIterations = Last; }

  filters::RunSetup MakeProblem(const filters::ResultGeometry& input) override
  {
    filters::RunSetup setup;
    setup.task = std::make_unique<TopologyTask>(problem());
    setup.input = std::make_shared<filters::RunInput>();
    setup.input->geometry = input;
    return setup;
  }
  double GetConvergenceTolerance() override { return 0.01; }

  void WriteResults(int port, vtkDataObject* output, const filters::ShownIterate& shown) override
  {
    if (this->LacksMemory)
    {
      throw std::bad_alloc();
    }
    if (port == CONVERGENCE)
    {
      vtkNew<vtkDoubleArray> objective;
      objective->SetName("Objective");
      for (const HistoryRow& row : *shown.rows)
      {
        objective->InsertNextValue(row.values.front());
      }
      vtkTable::SafeDownCast(output)->AddColumn(objective);
      return;
    }
    auto* design = vtkUnstructuredGrid::SafeDownCast(output);
    design->CopyStructure(shown.input->geometry.solid());
    vtkNew<vtkDoubleArray> density;
    density->SetName("Density");
    for (const double value : shown.iterate->field("Density"))
    {
      density->InsertNextValue(value);
    }
    design->GetCellData()->AddArray(density);
  }
};
vtkStandardNewMacro(SmallestOptimization);

std::vector<double> densityOf(vtkOptimizationAlgorithm* filter, int port)
{
  vtkDataArray* array = filter->GetOutput(port)->GetCellData()->GetArray("Density");
  std::vector<double> values;
  for (vtkIdType i = 0; array && i < array->GetNumberOfTuples(); ++i)
  {
    values.push_back(array->GetComponent(i, 0));
  }
  return values;
}
}

TEST(OptimizationAlgorithm, AProblemAndItsResultsMakeAFilter)
{
  vtkNew<SmallestOptimization> filter;
  filter->SetInputDataObject(hexahedra());
  filter->UpdateInformation();
  vtkInformation* info = filter->GetOutputInformation(vtkOptimizationAlgorithm::ITERATIONS);
  EXPECT_EQ(info->Length(SDDP::TIME_STEPS()), Last + 1);
  EXPECT_EQ(filter->GetRunState(), vtkOptimizationAlgorithm::IDLE);

  // A requested iteration is computed, and no more.
  filter->UpdateTimeStep(1.0);
  EXPECT_EQ(filter->GetIterationsDone(), 1);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 2);
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  filter->Update(vtkOptimizationAlgorithm::CONVERGENCE);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Last + 1);
  EXPECT_EQ(filter->GetRunState(), vtkOptimizationAlgorithm::FINISHED);
  EXPECT_EQ(std::string(filter->GetStatus()), "At iteration 3 of 3.");
  EXPECT_EQ(filter->GetHistory()->GetNumberOfTuples(), Last + 1);
  EXPECT_EQ(
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkOptimizationAlgorithm::CONVERGENCE))
      ->GetNumberOfRows(),
    Last + 1);

  const auto expected = run(hexahedra(), Last);
  EXPECT_EQ(densityOf(filter, vtkOptimizationAlgorithm::FINAL_DESIGN).size(), 54U);
  EXPECT_LT(difference(densityOf(filter, vtkOptimizationAlgorithm::FINAL_DESIGN),
              densityOf(expected, vtkOptimizationAlgorithm::FINAL_DESIGN)),
    1e-10);
}

TEST(OptimizationAlgorithm, ListsNoMoreTimesThanThereMayBeIterations)
{
  constexpr int Most = vtkOptimizationAlgorithm::MOST_ITERATIONS;
  vtkNew<SmallestOptimization> filter;
  filter->SetInputDataObject(hexahedra());
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  const int analyses = filter->GetNumberOfAnalyses();
  Errors errors(filter);
  for (const int iterations : { Most + 1, VTK_INT_MAX })
  {
    errors.clear();
    filter->SetMaximumIterations(iterations);
    filter->UpdateInformation();
    vtkInformation* info = filter->GetOutputInformation(vtkOptimizationAlgorithm::ITERATIONS);
    EXPECT_EQ(info->Length(SDDP::TIME_STEPS()), Most + 1);
    filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
    filter->Update(vtkOptimizationAlgorithm::CONVERGENCE);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_EQ(densityOf(filter, vtkOptimizationAlgorithm::FINAL_DESIGN).size(), 54U);
  }
  // Nothing is computed, and the run can continue.
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses);
  filter->SetMaximumIterations(Last + 1);
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses + 1);
}

TEST(OptimizationAlgorithm, MemoryThatRunsOutWhileWritingIsReported)
{
  vtkNew<SmallestOptimization> filter;
  filter->SetInputDataObject(hexahedra());
  filter->LacksMemory = true;
  Errors errors(filter);
  filter->Update(vtkOptimizationAlgorithm::CONVERGENCE);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_NE(errors.text().find("not enough memory"), std::string::npos) << errors.text();
  EXPECT_EQ(filter->GetAbortExecute(), 0);
  filter->LacksMemory = false;
  filter->Continue();
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(densityOf(filter, vtkOptimizationAlgorithm::FINAL_DESIGN).size(), 54U);
}

TEST(OptimizationAlgorithm, GoesOnAfterBlocksWereRefused)
{
  const auto mesh = hexahedra();
  vtkNew<SmallestOptimization> filter;
  filter->SetInputDataObject(mesh);
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  const int analyses = filter->GetNumberOfAnalyses();

  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, mesh);
  Errors errors(filter);
  filter->SetInputDataObject(blocks);
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(filter->GetRunState(), vtkOptimizationAlgorithm::FAILED);

  // The mesh is that of the previous run again: its iterates are available, and it has not failed.
  filter->SetInputDataObject(mesh);
  filter->SetMaximumIterations(Last + 1);
  filter->Update(vtkOptimizationAlgorithm::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(filter->GetRunState(), vtkOptimizationAlgorithm::FINISHED);
  EXPECT_EQ(std::string(filter->GetStatus()), "At iteration 4 of 4.");
  EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses + 1);
}
}
