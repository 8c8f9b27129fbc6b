// Tests of the refusals of springs and outputs: the message names the cause.

#include "Support/Refusals.h"

#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns a valid force inverter, which the tests make invalid.
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
  expectInverterRefusal([](TopologyProblem& p) { p.structure.springs.resize(9); },
    { "Spring stiffness", "9", "three for each point" });
  expectInverterRefusal([](TopologyProblem& p) { p.structure.springs[3 * 7 + 1] = -0.5; },
    { "Spring stiffness", "-0.5", "point 7", "component 1" });
  expectInverterRefusal([](TopologyProblem& p) { p.structure.springs[3 * 7] = NotANumber; },
    { "Spring stiffness", "NaN" });
  expectInverterRefusal([](TopologyProblem& p) { p.structure.springs[3 * 7] = Infinity; },
    { "Spring stiffness", "infinite" });
  expectInverterRefusal([](TopologyProblem& p) { p.structure.springs[3 * 7] = 1e200; },
    { "Spring stiffness", "too large" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      append(p, loosePoints({ 9.0, 9.0, 9.0 }));
      p.structure.springs.resize(p.structure.mesh.points.size(), 0.0);
      p.design.outputWeights.resize(p.structure.mesh.points.size(), 0.0);
      p.structure.springs.back() = 1.0;
    },
    { "Spring stiffness", "no element" });
}

TEST(BadMechanism, SpringsAreWatchedWithAnyObjective)
{
  expectRefusal([](TopologyProblem& p)
    { p.structure.springs.assign(p.structure.mesh.points.size(), -1.0); },
    { "Spring", "-1" });
}

TEST(BadMechanism, Output)
{
  expectInverterRefusal(
    [](TopologyProblem& p) { p.design.outputWeights.clear(); }, { "no output" });
  expectInverterRefusal([](TopologyProblem& p) { p.design.outputWeights.resize(12); },
    { "Output", "12", "three for each point" });
  expectInverterRefusal([](TopologyProblem& p)
    { std::fill(p.design.outputWeights.begin(), p.design.outputWeights.end(), 0.0); },
    { "Output", "zero" });
  expectInverterRefusal([](TopologyProblem& p) { p.design.outputWeights[5] = NotANumber; },
    { "Output", "NaN", "point 1" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      std::replace_if(
        p.design.outputWeights.begin(), p.design.outputWeights.end(),
        [](double v) { return v != 0.0; }, 1e-200);
    },
    { "Output", "too small" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      const std::size_t held = static_cast<std::size_t>(
        std::find(p.structure.supports.begin(), p.structure.supports.end(), 1) -
        p.structure.supports.begin());
      std::fill(p.design.outputWeights.begin(), p.design.outputWeights.end(), 0.0);
      p.design.outputWeights[held] = 1.0;
    },
    { "Output", "supported" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      append(p, loosePoints({ 9.0, 9.0, 9.0 }));
      p.structure.springs.resize(p.structure.mesh.points.size(), 0.0);
      p.design.outputWeights.resize(p.structure.mesh.points.size(), 0.0);
      p.design.outputWeights.back() = 1.0;
    },
    { "Output", "no element" });
}

TEST(BadMechanism, SpringsThatAreMissing)
{
  expectInverterRefusal([](TopologyProblem& p) { p.structure.springs.clear(); },
    { "Spring stiffness is zero wherever Output", "give the output points" });
  expectInverterRefusal(
    [](TopologyProblem& p)
    {
      for (std::size_t i = 0; i < p.structure.springs.size(); ++i)
      {
        p.structure.springs[i] = p.design.outputWeights[i] != 0.0 ? p.structure.springs[i] : 0.0;
      }
    },
    { "Spring stiffness is zero wherever load case 'Force' acts", "give the loaded points" });
}

TEST(BadMechanism, WhatIsNotReadIsNotWatched)
{
  TopologyProblem problem = inverter();
  problem.design.settings.objective = { "Compliance" };
  problem.design.outputWeights[firstNonzero(problem.design.outputWeights)] = NotANumber;
  EXPECT_EQ(refusal(problem), "");
}
