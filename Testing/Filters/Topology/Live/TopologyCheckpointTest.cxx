// Tests of runs that are written to a file and continued by another filter.

#include "TopologyPipelineFixture.h"

#include "Optimization/TopologyTask.h"
#include "Run/Checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace trabecula::testing
{
namespace
{
class TopologyCheckpointing : public ::testing::Test
{
protected:
  TopologyCheckpointing()
    : Folder(std::filesystem::path(::testing::TempDir()) /
        ("trabecula-" +
          std::string(::testing::UnitTest::GetInstance()->current_test_info()->name())))
  {
    std::filesystem::remove_all(this->Folder);
    std::filesystem::create_directories(this->Folder);
    this->Path = (this->Folder / "run.checkpoint").string();
  }
  ~TopologyCheckpointing() override { std::filesystem::remove_all(this->Folder); }

  /// Runs a filter that writes a checkpoint, and stops it at an iteration.
  void runAndStop(vtkTopologyOptimize* filter, int iteration)
  {
    filter->SetCheckpointFile(this->Path.c_str());
    Watcher watcher(filter, "Iteration " + std::to_string(iteration) + " ");
    update(filter, FinalDesign);
    filter->RemoveObservers(vtkCommand::ProgressEvent);
    EXPECT_EQ(readCheckpoint(this->Path).iteration(), iteration);
  }

  static void expectSameDesign(vtkTopologyOptimize* a, vtkTopologyOptimize* b)
  {
    EXPECT_EQ(density(a, FinalDesign), density(b, FinalDesign));
    EXPECT_EQ(pointValues(a->GetOutput(FinalDesign), "Displacement"),
      pointValues(b->GetOutput(FinalDesign), "Displacement"));
    EXPECT_EQ(cellValues(a->GetOutput(FinalDesign), "StrainEnergyDensity"),
      cellValues(b->GetOutput(FinalDesign), "StrainEnergyDensity"));
    for (const char* name : { "Iteration", "Compliance", "VolumeFraction", "DensityChange",
           "SolverIterations", "Residual" })
    {
      EXPECT_EQ(column(a, name), column(b, name)) << name;
    }
  }

  std::filesystem::path Folder;
  std::string Path;
};

/// Updates both ports that expectSameDesign() compares.
void updateAll(vtkTopologyOptimize* filter)
{
  update(filter, FinalDesign);
  update(filter, Convergence);
}
}

TEST_F(TopologyCheckpointing, ResumesWithTheSameBits)
{
  for (const int optimizer :
    { vtkTopologyOptimize::OPTIMALITY_CRITERIA, vtkTopologyOptimize::MOVING_ASYMPTOTES })
  {
    for (const int filterType :
      { vtkTopologyOptimize::SENSITIVITY_FILTER, vtkTopologyOptimize::DENSITY_FILTER })
    {
      const auto make = [&](vtkDataSet* data)
      {
        auto filter = filterOf(data);
        filter->SetMaximumIterations(Steps);
        filter->SetDensityChangeTolerance(0.0);
        filter->SetOptimizer(optimizer);
        filter->SetFilterType(filterType);
        return filter;
      };
      std::filesystem::remove(this->Path);
      auto whole = make(image());
      updateAll(whole);
      this->runAndStop(make(image()), 5);

      auto resumed = make(image());
      Errors warnings(resumed, vtkCommand::WarningEvent);
      resumed->SetResumeFrom(this->Path.c_str());
      updateAll(resumed);
      expectSameDesign(resumed, whole);
      EXPECT_EQ(resumed->GetNumberOfAnalyses(), Steps - 5);
      EXPECT_TRUE(contains(resumed->GetStatus(), "At iteration 8 of 8. Resumed at iteration 5"))
        << resumed->GetStatus();
      EXPECT_EQ(warnings.count(), 0);
    }
  }
}

TEST_F(TopologyCheckpointing, EarlierIterationsAreComputedWhenAskedFor)
{
  this->runAndStop(makeFilter(), 5);
  for (const int cache : { 2048, 0 })
  {
    auto filter = makeFilter();
    filter->SetCacheSize(cache);
    filter->SetResumeFrom(this->Path.c_str());
    update(filter, Iterations, 5);
    expectIterate(filter, Iterations, 5);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), 0);
    EXPECT_EQ(filter->GetIterationsDone(), 5);
    update(filter, Iterations, 2);
    expectIterate(filter, Iterations, 2);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), 3);
    // Iterations up to that of the checkpoint are not computed again.
    updateAll(filter);
    expectIterate(filter, FinalDesign, Steps);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), 6);
    EXPECT_EQ(column(filter, "Iteration").size(), Steps + 1);
    EXPECT_EQ(column(filter, "Compliance")[3], expected().Records[3]["Compliance"]);
  }
}

TEST_F(TopologyCheckpointing, FewerIterationsThanTheFileHasAreAllThatIsReported)
{
  this->runAndStop(makeFilter(), 5);
  auto filter = makeFilter();
  filter->SetMaximumIterations(3);
  filter->SetResumeFrom(this->Path.c_str());
  updateAll(filter);
  expectIterate(filter, FinalDesign, 3);
  EXPECT_TRUE(contains(filter->GetStatus(), "At iteration 3 of 3.")) << filter->GetStatus();
  EXPECT_EQ(filter->GetIterationsLeft(), 0);
}

TEST_F(TopologyCheckpointing, WhatARunBeganWithIsInTheFile)
{
  // The checkpoint of a live run that continued from another design.
  TopologyProblem begun = problem();
  begun.design.initialDensity.assign(begun.structure.mesh.numberOfElements(), 0.2);
  for (std::size_t e = 0; e < begun.design.initialDensity.size(); e += 3)
  {
    begun.design.initialDensity[e] = 0.6;
  }
  Observer silent;
  TopologyOptimizer optimizer(begun, makeContext(selectDevice(DeviceRequest::Host)), silent);
  std::vector<HistoryRow> history;
  std::vector<std::vector<double>> densities;
  for (int k = 0; k <= 4; ++k)
  {
    optimizer.step(silent);
    history.push_back(optimizer.historyRow());
    densities.push_back(optimizer.density());
  }
  writeCheckpoint(this->Path,
    makeCheckpoint(
      optimizer, identify(begun), columnsOf(begun), history, begun.design.initialDensity));
  auto filter = makeFilter();
  Errors errors(filter);
  filter->SetResumeFrom(this->Path.c_str());
  update(filter, Iterations, 4);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(density(filter, Iterations), densities[4]);
  update(filter, Iterations, 1);
  EXPECT_LT(difference(density(filter, Iterations), densities[1]), 1e-10);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 2);
}

TEST_F(TopologyCheckpointing, ARunThatLooksBackDoesNotLoseItsFront)
{
  auto filter = makeFilter();
  filter->SetCacheSize(0);
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
  update(filter, Iterations, 1);
  expectIterate(filter, Iterations, 1);
  filter->SetMaximumIterations(Steps + 1);
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1 + 2 + 1);
}

TEST_F(TopologyCheckpointing, IsWrittenAtTheEndAndForARunThatIsDone)
{
  auto filter = makeFilter();
  filter->SetCheckpointFile(this->Path.c_str());
  filter->SetCheckpointInterval(100);
  update(filter, FinalDesign);
  EXPECT_EQ(readCheckpoint(this->Path).iteration(), Steps);
  const std::string other = (this->Folder / "other.checkpoint").string();
  filter->SetCheckpointFile(other.c_str());
  update(filter, FinalDesign);
  EXPECT_EQ(readCheckpoint(other).iteration(), Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);

  // Further iterations continue from the last one.
  auto longer = makeFilter();
  longer->SetMaximumIterations(Steps + 2);
  longer->SetResumeFrom(other.c_str());
  update(longer, FinalDesign);
  EXPECT_EQ(longer->GetNumberOfAnalyses(), 2);
  EXPECT_EQ(longer->GetIterationsDone(), Steps + 2);
}

TEST_F(TopologyCheckpointing, FilesThatDoNotSuitAreRefusedAndResultsStay)
{
  this->runAndStop(makeFilter(), 5);
  auto filter = makeFilter();
  Errors errors(filter);
  update(filter, FinalDesign);
  const std::vector<double> before = density(filter, FinalDesign);
  const auto expectRefusal = [&](const std::string& text)
  {
    updateAll(filter);
    update(filter, Iterations, 3);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), text)) << errors.text();
    EXPECT_TRUE(contains(filter->GetStatus(), "Error: ")) << filter->GetStatus();
    EXPECT_EQ(density(filter, FinalDesign), before);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
    errors.clear();
  };
  filter->SetResumeFrom((this->Folder / "none").c_str());
  expectRefusal("no such file");
  filter->SetResumeFrom(this->Path.c_str());
  filter->SetVolumeFraction(0.4);
  expectRefusal("Volume Fraction was 0.3 and is 0.4");
  filter->SetVolumeFraction(0.3);
  const std::string damaged = (this->Folder / "damaged.checkpoint").string();
  std::filesystem::copy_file(this->Path, damaged);
  std::filesystem::resize_file(damaged, 1000);
  filter->SetResumeFrom(damaged.c_str());
  expectRefusal("cut off");

  filter->SetResumeFrom("");
  filter->SetCheckpointFile((this->Folder / "none" / "a.checkpoint").c_str());
  expectRefusal("no such file or folder");
  const std::string foreign = (this->Folder / "notes.txt").string();
  std::ofstream(foreign) << "not to be lost";
  filter->SetCheckpointFile(foreign.c_str());
  expectRefusal("not a checkpoint");
  EXPECT_EQ(std::filesystem::file_size(foreign), 14U);

  filter->SetCheckpointFile("");
  updateAll(filter);
  EXPECT_EQ(errors.count(), 0);
  EXPECT_EQ(density(filter, FinalDesign), before);
  filter->SetResumeFrom(this->Path.c_str());
  updateAll(filter);
  EXPECT_EQ(errors.count(), 0);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1 + Steps - 5);
}

TEST_F(TopologyCheckpointing, AWriteThatFailsIsAWarningAndTheRunGoesOn)
{
  const std::filesystem::path gone = this->Folder / "gone";
  std::filesystem::create_directory(gone);
  auto filter = makeFilter();
  filter->SetCheckpointFile((gone / "run.checkpoint").c_str());
  filter->SetCheckpointInterval(3);
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  update(filter, Iterations, 1);
  std::filesystem::remove_all(gone);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(errors.count(), 0);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "could not be written")) << warnings.text();
}

TEST_F(TopologyCheckpointing, AnotherDeviceIsSaidInTheStatus)
{
  auto first = makeFilter();
  first->SetThreads(1);
  this->runAndStop(first, 4);
  auto second = makeFilter();
  second->SetThreads(2);
  second->SetResumeFrom(this->Path.c_str());
  update(second, FinalDesign);
  expectIterate(second, FinalDesign, Steps);
  EXPECT_TRUE(contains(second->GetStatus(), "another device")) << second->GetStatus();
}

TEST_F(TopologyCheckpointing, AnotherProblemReplacesTheFile)
{
  this->runAndStop(makeFilter(), 5);
  auto filter = makeFilter();
  filter->SetCheckpointFile(this->Path.c_str());
  filter->SetCheckpointInterval(2);
  filter->SetVolumeFraction(0.5);
  update(filter, Iterations, 3);
  EXPECT_EQ(readCheckpoint(this->Path).iteration(), 2);
  // A new run of the same problem does not replace the file until it has passed its iteration.
  auto again = makeFilter();
  again->SetVolumeFraction(0.5);
  again->SetCheckpointFile(this->Path.c_str());
  again->SetCheckpointInterval(1);
  update(again, Iterations, 1);
  EXPECT_EQ(readCheckpoint(this->Path).iteration(), 2);
}
}
