// What can be wrong with springs and outputs: one clear message that names it.

#include "Support/Refusals.h"

#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A force inverter without fault, to put one into.
TopologyProblem inverter()
{
  return makeExample(TopologyExample::ForceInverter, { 4, 1 });
}

void expectInverterRefusal(
  const std::function<void(TopologyProblem&)>& change, const std::vector<std::string>& words)
{
  TopologyProblem problem = inverter();
  ASSERT_EQ(refusal(problem), "");
  change(problem);
  expectMessage(refusal(problem), words);
}

std::size_t firstNonzero(const std::vector<double>& values)
{
  const auto found = std::find_if(values.begin(), values.end(), [](double v) { return v != 0.0; });
  return static_cast<std::size_t>(found - values.begin());
}
}

TEST(BadMechanism, Springs)
{
  expectInverterRefusal([](TopologyProblem& p) { p.springs.resize(9); },
    { "Spring stiffness", "9", "three for each point" });
  expectInverterRefusal([](TopologyProblem& p) { p.springs[3 * 7 + 1] = -0.5; },
    { "Spring stiffness", "-0.5", "point 7", "component 1" });
  expectInverterRefusal(
    [](TopologyProblem& p) { p.springs[3 * 7] = NotANumber; }, { "Spring stiffness", "NaN" });
  expectInverterRefusal(
    [](TopologyProblem& p) { p.springs[3 * 7] = Infinity; }, { "Spring stiffness", "infinite" });
  expectInverterRefusal(
    [](TopologyProblem& p) { p.springs[3 * 7] = 1e200; }, { "Spring stiffness", "too large" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      append(p, loosePoints({ 9.0, 9.0, 9.0 }));
      p.springs.resize(p.mesh.points.size(), 0.0);
      p.outputWeights.resize(p.mesh.points.size(), 0.0);
      p.springs.back() = 1.0;
    },
    { "Spring stiffness", "no element" });
}

TEST(BadMechanism, SpringsAreWatchedWithAnyObjective)
{
  expectRefusal(
    [](TopologyProblem& p) { p.springs.assign(p.mesh.points.size(), -1.0); }, { "Spring", "-1" });
}

TEST(BadMechanism, Output)
{
  expectInverterRefusal([](TopologyProblem& p) { p.outputWeights.clear(); }, { "no output" });
  expectInverterRefusal([](TopologyProblem& p) { p.outputWeights.resize(12); },
    { "Output", "12", "three for each point" });
  expectInverterRefusal([](TopologyProblem& p)
    { std::fill(p.outputWeights.begin(), p.outputWeights.end(), 0.0); },
    { "Output", "zero" });
  expectInverterRefusal(
    [](TopologyProblem& p) { p.outputWeights[5] = NotANumber; }, { "Output", "NaN", "point 1" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      std::replace_if(
        p.outputWeights.begin(), p.outputWeights.end(), [](double v) { return v != 0.0; }, 1e-200);
    },
    { "Output", "too small" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      const std::size_t held = static_cast<std::size_t>(
        std::find(p.supports.begin(), p.supports.end(), 1) - p.supports.begin());
      std::fill(p.outputWeights.begin(), p.outputWeights.end(), 0.0);
      p.outputWeights[held] = 1.0;
    },
    { "Output", "supported" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      append(p, loosePoints({ 9.0, 9.0, 9.0 }));
      p.springs.resize(p.mesh.points.size(), 0.0);
      p.outputWeights.resize(p.mesh.points.size(), 0.0);
      p.outputWeights.back() = 1.0;
    },
    { "Output", "no element" });
}

TEST(BadMechanism, SpringsThatAreMissing)
{
  expectInverterRefusal([](TopologyProblem& p) { p.springs.clear(); },
    { "Spring stiffness is zero wherever Output", "give the output points" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      for (std::size_t i = 0; i < p.springs.size(); ++i)
      {
        p.springs[i] = p.outputWeights[i] != 0.0 ? p.springs[i] : 0.0;
      }
    },
    { "Spring stiffness is zero wherever load case 'Force' acts", "give the loaded points" });
}

TEST(BadMechanism, WhatIsNotReadIsNotWatched)
{
  TopologyProblem problem = inverter();
  problem.settings.objective = { "Compliance" };
  problem.outputWeights[firstNonzero(problem.outputWeights)] = NotANumber;
  EXPECT_EQ(refusal(problem), "");
}
