// Tests that checkpoint files are read as they were written, and that incomplete or damaged files
// are refused.

#include "Run/CheckpointCases.h"
#include "Run/CheckpointFileTestInput.h"
#include "Support/Refusals.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Run/Checkpoint.h"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trabecula;
using namespace trabecula::testing;

TEST_F(CheckpointFiles, KeepEveryPart)
{
  Random random(5201);
  const std::string path = this->Folder.file("a.checkpoint");
  const Checkpoint a = randomCheckpoint(random);
  writeCheckpoint(path, a);
  const Checkpoint b = readCheckpoint(path);
  EXPECT_EQ(b.space, a.space);
  EXPECT_EQ(b.device, a.device);
  EXPECT_EQ(differenceInWords(a.problem, b.problem), "");
  ASSERT_EQ(b.columns.size(), a.columns.size());
  for (std::size_t i = 0; i < a.columns.size(); ++i)
  {
    EXPECT_EQ(b.columns[i].name, a.columns[i].name);
    EXPECT_EQ(b.columns[i].role, a.columns[i].role);
    EXPECT_EQ(b.columns[i].isInteger, a.columns[i].isInteger);
  }
  expectSameHistory(a.columns, a.history, b.history);
  EXPECT_EQ(b.history[3].values, a.history[3].values);
  EXPECT_EQ(b.iteration(), 4);
  EXPECT_EQ(b.state.record.values, a.state.record.values);
  EXPECT_EQ(b.start, a.start);
  EXPECT_EQ(b.state.scalars, a.state.scalars);
  EXPECT_EQ(b.state.fields, a.state.fields);
  EXPECT_EQ(this->Folder.numberOfFiles(), 1U);
}

TEST_F(CheckpointFiles, AnyDamageIsRefused)
{
  Random random(5202);
  const std::string path = this->Folder.file("a.checkpoint");
  const std::string damaged = this->Folder.file("b.checkpoint");
  writeCheckpoint(path, randomCheckpoint(random));
  const std::string whole = contentOf(path);
  ASSERT_EQ(refusalOf(path), "");
  const auto expectRefused = [&](const std::string& content, const std::string& what)
  {
    writeContent(damaged, content);
    const std::string message = refusalOf(damaged);
    EXPECT_NE(message.find(damaged), std::string::npos) << what << ": " << message;
  };
  // One bit of each byte is changed.
  for (std::size_t i = 0; i < whole.size(); ++i)
  {
    std::string content = whole;
    content[i] = static_cast<char>(content[i] ^ (1 << random.index(8)));
    expectRefused(content, "bit in byte " + std::to_string(i));
  }
  for (std::size_t length = 0; length < whole.size(); length += 1 + random.index(9))
  {
    expectRefused(whole.substr(0, length), "cut to " + std::to_string(length));
  }
  for (const std::size_t extra : { 1, 8, 100 })
  {
    expectRefused(whole + std::string(extra, '\0'), "with something after it");
  }
  for (int draw = 0; draw < 200; ++draw)
  {
    std::string content = whole;
    const std::size_t from = random.index(whole.size());
    const std::size_t length = 1 + random.index(std::min<std::size_t>(64, whole.size() - from));
    for (std::size_t i = from; i < from + length; ++i)
    {
      content[i] = static_cast<char>(random.index(256));
    }
    if (content != whole)
    {
      expectRefused(content, "noise from byte " + std::to_string(from));
    }
  }
}

TEST_F(CheckpointFiles, SayWhyTheyAreRefused)
{
  Random random(5203);
  const std::string path = this->Folder.file("a.checkpoint");
  writeCheckpoint(path, randomCheckpoint(random));
  const std::string whole = contentOf(path);
  const auto refusal = [&](const std::string& content)
  {
    writeContent(path, content);
    return refusalOf(path);
  };
  expectMessage(refusal(""), { "not a checkpoint" });
  expectMessage(refusal("<VTKFile type=\"UnstructuredGrid\">"), { "not a checkpoint" });
  expectMessage(refusal(whole.substr(0, 20)), { "cut off" });
  expectMessage(refusal(whole.substr(0, 200)), { "cut off", "176 of" });
  std::string content = whole;
  content[12] = 3;
  expectMessage(refusal(content), { "version 3", "versions 1 to 2" });
  content = whole;
  std::reverse(content.begin() + 8, content.begin() + 12);
  expectMessage(refusal(content), { "order of bytes" });
  content = whole;
  content[100] = static_cast<char>(content[100] ^ 4);
  expectMessage(refusal(content), { "damaged" });
  expectMessage(refusalOf(this->Folder.file("none")), { "no such file" });
  expectMessage(refusalOf(this->Folder.file("")), { "not a checkpoint" });
  const std::string pipe = this->Folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  expectMessage(refusalOf(pipe), { "not a file" }); // the call does not wait for a writer
}

TEST_F(CheckpointFiles, OfOtherProblemsAreRefusedByWhatDiffers)
{
  const ProblemIdentity then = identify(good());
  Checkpoint checkpoint;
  checkpoint.problem = then;
  const auto refusalWith = [&](const std::function<void(TopologyProblem&)>& change)
  {
    TopologyProblem problem = good();
    change(problem);
    try
    {
      requireSameProblem("my.checkpoint", checkpoint, identify(problem));
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusalWith([](TopologyProblem&) {}), "");
  EXPECT_EQ(
    refusalWith([](TopologyProblem& p) { p.design.settings.densityChangeTolerance = 0.7; }), "");
  EXPECT_EQ(refusalWith([](TopologyProblem& p) { p.structure.loadCases[0].name = "Other"; }), "");
  EXPECT_EQ(refusalWith([](TopologyProblem& p) { p.design.initialDensity.assign(24, 0.5); }), "");
  expectMessage(refusalWith([](TopologyProblem& p) { p.design.settings.volumeFraction = 0.4; }),
    { "my.checkpoint", "another problem", "Volume Fraction was 0.3 and is 0.4", "Resume From" });
  expectMessage(refusalWith([](TopologyProblem& p) { p.structure.mesh.points[3] += 1e-9; }),
    { "the mesh has other values" });
  expectMessage(refusalWith(
                  [](TopologyProblem& p) {
                    p = cantilever({ 5, 3, 2 });
                  }),
    { "the mesh was", "and is 30 cells" });
  expectMessage(refusalWith([](TopologyProblem& p) { p.structure.loadCases[0].forces[100] = 0.3; }),
    { "the load has other values" });
  expectMessage(refusalWith([](TopologyProblem& p) { p.structure.loadCases[0].weight = 0.5; }),
    { "the load was 1 load case of weight 1 and is 1 load case of weight 0.5" });
  expectMessage(
    refusalWith([](TopologyProblem& p) { p.design.designRegion.assign(24, DesignRegion::Design); }),
    { "the design region was none and is given" });
  expectMessage(refusalWith([](TopologyProblem& p)
                  { p.design.settings.optimizer = Optimizer::MovingAsymptotes; }),
    { "Optimizer was Optimality Criteria and is MMA" });
  expectMessage(refusalWith(
                  [](TopologyProblem& p)
                  {
                    p.design.densities.penalization = 4;
                    p.design.settings.moveLimit = 0.1;
                    p.design.settings.damping = 0.1;
                    p.structure.solver.tolerance = 1e-7;
                    p.structure.solver.reproducible = true;
                  }),
    { "Penalization", "Move Limit", "Damping", "2 things more" });
}

TEST_F(CheckpointFiles, WithRowsThatDoNotFitTheColumnsAreRefused)
{
  Random random(5205);
  const std::string path = this->Folder.file("a.checkpoint");
  Checkpoint checkpoint = randomCheckpoint(random);
  checkpoint.history[2].values.pop_back();
  writeCheckpoint(path, checkpoint);
  expectMessage(refusalOf(path), { path, "does not fit its columns" });
}

TEST_F(CheckpointFiles, OfOtherDevicesAreToldApart)
{
  Checkpoint checkpoint;
  Device host;
  host.name = "Processor, 3 threads";
  checkpoint.device = reproducibilityKey(host);
  EXPECT_EQ(reproducibilityNote(checkpoint, host, false), "");
  checkpoint.device.replace(0, 9, "Host"); // as before the processor was called so
  EXPECT_EQ(reproducibilityNote(checkpoint, host, false), "");
  host.name = "Processor, 4 threads";
  expectMessage(
    reproducibilityNote(checkpoint, host, true), { "another device", "3 threads", "4 threads" });
  Device cuda{ ExecutionSpace::Cuda, "A GPU", 0, 0 };
  expectMessage(reproducibilityNote(checkpoint, cuda, true), { "another device", "A GPU" });
  checkpoint.device = reproducibilityKey(cuda);
  expectMessage(reproducibilityNote(checkpoint, cuda, false), { "Reproducible" });
  EXPECT_EQ(reproducibilityNote(checkpoint, cuda, true), "");
}
