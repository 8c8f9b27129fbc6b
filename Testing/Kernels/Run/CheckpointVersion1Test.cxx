// Tests of checkpoints of version 1 of the format, written by the program of that version.
//
// Data/version1_compliance.checkpoint and Data/version1_output.checkpoint contain the third iterate
// of the two problems below.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Run/Checkpoint.h"
#include "Run/SynchronousRun.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int Written = 3;

std::string oldFile(const std::string& name)
{
  return std::string(TRABECULA_OLD_CHECKPOINTS_FOLDER) + "/version1_" + name + ".checkpoint";
}

TopologyProblem complianceProblem()
{
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  problem.structure.loadCases.push_back(problem.structure.loadCases[0]);
  problem.structure.loadCases[1].name = "Second";
  problem.structure.loadCases[1].weight = 0.5;
  std::vector<double>& forces = problem.structure.loadCases[1].forces;
  for (std::size_t i = 0; i + 2 < forces.size(); i += 3)
  {
    std::swap(forces[i + 1], forces[i + 2]);
  }
  return problem;
}

TopologyProblem outputProblem()
{
  TopologyProblem problem = cantilever({ 3, 2, 2 });
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.outputWeights.assign(problem.structure.mesh.points.size(), 0.0);
  problem.design.outputWeights.back() = 1.0;
  problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.5);
  return problem;
}

/// Returns the initial design of the file of outputProblem().
std::vector<double> outputStart()
{
  std::vector<double> start(outputProblem().structure.mesh.numberOfElements(), 0.3);
  start[0] = 0.4;
  start[5] = 0.2;
  return start;
}

RunProblem runProblem(const TopologyProblem& problem, const std::string& resumeFrom)
{
  RunProblem result;
  result.task = std::make_unique<TopologyTask>(problem);
  result.device = DeviceRequest::Host;
  result.checkpoints.resumeFrom = resumeFrom;
  return result;
}

std::string refusalOf(const std::string& path)
{
  try
  {
    readCheckpoint(path);
    return "";
  }
  catch (const Error& error)
  {
    return error.what();
  }
}

/// Expects that the iterates of the file, and those after it, equal those of a run without it.
void expectResumes(
  const TopologyProblem& problem, const TopologyProblem& begun, const std::string& path)
{
  RunObserver silent;
  SynchronousRun straight;
  straight.setProblem(runProblem(begun, ""), silent);
  SynchronousRun resumed;
  resumed.setProblem(runProblem(problem, path), silent);
  ASSERT_EQ(resumed.run().rows().size(), static_cast<std::size_t>(Written + 1));
  constexpr int last = Written + 4;
  ASSERT_TRUE(straight.computeTo(last, last, silent));
  ASSERT_TRUE(resumed.computeTo(last, last, silent));
  EXPECT_EQ(resumed.run().analyses(), last - Written);
  const HistoryColumns& columns = straight.run().columns();
  const HistoryColumns inFile = readCheckpoint(path).columns;
  for (int k = 0; k <= last; ++k)
  {
    SCOPED_TRACE("iterate " + std::to_string(k));
    const HistoryRow& a = straight.run().rows()[static_cast<std::size_t>(k)];
    const HistoryRow& b = resumed.run().rows()[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
      const std::string& name = columns[i].name;
      // The file does not have columns that were added later, so that their values are unknown up
      // to its iterate.
      if (k <= Written && inFile.find(name) < 0)
      {
        EXPECT_TRUE(std::isnan(b.values[i])) << name;
      }
      else if (name != "Seconds" && name != "SolverIterations" && name != "Residual")
      {
        EXPECT_NEAR(b.values[i], a.values[i], 1e-6 * (1e-3 + std::abs(a.values[i]))) << name;
      }
    }
    if (k >= Written)
    {
      const auto expected = straight.iterate(k);
      const auto found = resumed.iterate(k);
      ASSERT_EQ(found->number(), k);
      for (std::size_t i = 0; i < expected->fields.size(); ++i)
      {
        EXPECT_LT(relativeDifference(found->values[i], expected->values[i]), 1e-6)
          << expected->fields[i].name;
      }
    }
  }
}
}

namespace
{
/// Expects that the columns of an old file still exist, and that the listed ones have been added.
void expectNamesOf(const HistoryColumns& old, const HistoryColumns& columns)
{
  EXPECT_GE(old.size(), 6U);
  for (const HistoryColumn& column : old)
  {
    EXPECT_GE(columns.find(column.name), 0) << column.name;
  }
  std::vector<std::string> added;
  for (const HistoryColumn& column : columns)
  {
    if (old.find(column.name) < 0 && column.name.rfind("Compliance_", 0) != 0)
    {
      added.push_back(column.name);
    }
  }
  EXPECT_EQ(added, (std::vector<std::string>{ "Greyness", "BoundExcess" }));
}
}

TEST(CheckpointsOfVersion1, HaveTheNamesOfToday)
{
  const Checkpoint checkpoint = readCheckpoint(oldFile("compliance"));
  const TopologyProblem problem = complianceProblem();
  expectNamesOf(checkpoint.columns, columnsOf(problem));
  EXPECT_EQ(differenceInWords(checkpoint.problem, identify(problem)), "");
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  optimizer.step(silent);
  const OptimizationState state = optimizer.saveState();
  ASSERT_EQ(checkpoint.state.scalars.size() + 1, state.scalars.size());
  for (std::size_t i = 0; i + 1 < state.scalars.size(); ++i)
  {
    EXPECT_EQ(checkpoint.state.scalars[i].first, state.scalars[i].first);
  }
  EXPECT_EQ(state.scalars.back().first, "settledIterates");
  EXPECT_GT(checkpoint.state.scalar("leastModulus"), 0.0);
  EXPECT_EQ(checkpoint.state.scalar("updates"), Written);
  // Fields that the problem does not have are empty in the file.
  EXPECT_EQ(std::count_if(checkpoint.state.fields.begin(), checkpoint.state.fields.end(),
              [](const auto& field) { return !field.second.empty(); }),
    static_cast<std::ptrdiff_t>(state.fields.size()));
  for (const auto& [name, values] : state.fields)
  {
    EXPECT_EQ(checkpoint.state.field(name).size(), values.size()) << name;
  }
  expectNamesOf(readCheckpoint(oldFile("output")).columns, columnsOf(outputProblem()));
  EXPECT_EQ(readCheckpoint(oldFile("output")).start, outputStart());
}

TEST(CheckpointsOfVersion1, ResumeCompliance)
{
  expectResumes(complianceProblem(), complianceProblem(), oldFile("compliance"));
}

TEST(CheckpointsOfVersion1, ResumeAnOutputDisplacementFromItsStart)
{
  TopologyProblem begun = outputProblem();
  begun.design.initialDensity = outputStart();
  expectResumes(outputProblem(), begun, oldFile("output"));
}

TEST(CheckpointsOfVersion1, OfOtherProblemsAreRefusedByWhatDiffers)
{
  RunObserver silent;
  SynchronousRun run;
  TopologyProblem other = complianceProblem();
  other.design.settings.volumeFraction = 0.4;
  try
  {
    run.setProblem(runProblem(other, oldFile("compliance")), silent);
    FAIL() << "not refused";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "another problem", "Volume Fraction was 0.3 and is 0.4" });
  }
}

TEST(CheckpointsOfVersion1, DamageIsRefused)
{
  Random random(5401);
  TemporaryFolder folder;
  const std::string whole = contentOf(oldFile("output"));
  const std::string path = folder.file("damaged");
  for (std::size_t i = 0; i < whole.size(); i += 1 + random.index(3))
  {
    std::string content = whole;
    content[i] = static_cast<char>(content[i] ^ (1 << random.index(8)));
    writeContent(path, content);
    EXPECT_NE(refusalOf(path), "") << "bit in byte " << i;
  }
  for (std::size_t length = 0; length < whole.size(); length += 1 + random.index(40))
  {
    writeContent(path, whole.substr(0, length));
    EXPECT_NE(refusalOf(path), "") << "cut to " << length;
  }
  writeContent(path, whole.substr(0, 200));
  expectMessage(refusalOf(path), { "cut off", "176 of" });
}
