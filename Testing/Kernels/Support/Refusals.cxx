#include "Support/Refusals.h"

#include "Core/Error.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
std::string refusal(const TopologyProblem& problem)
{
  try
  {
    validate(problem);
    return {};
  }
  catch (const Error& error)
  {
    return error.what();
  }
}

void expectMessage(const std::string& message, const std::vector<std::string>& words)
{
  ASSERT_FALSE(message.empty()) << "no error";
  EXPECT_EQ(message.back(), '.') << message;
  for (const std::string& word : words)
  {
    EXPECT_NE(message.find(word), std::string::npos) << "\"" << word << "\" is not in: " << message;
  }
}

TopologyProblem good()
{
  return cantilever({ 4, 3, 2 });
}

void expectRefusal(
  const std::function<void(TopologyProblem&)>& change, const std::vector<std::string>& words)
{
  TopologyProblem problem = good();
  change(problem);
  expectMessage(refusal(problem), words);
}

void append(TopologyProblem& problem, const Mesh& other)
{
  const auto nodes = static_cast<std::int32_t>(problem.mesh.numberOfNodes());
  problem.mesh.points.insert(problem.mesh.points.end(), other.points.begin(), other.points.end());
  for (const std::int32_t node : other.connectivity)
  {
    problem.mesh.connectivity.push_back(nodes + node);
  }
  problem.supports.resize(problem.mesh.points.size(), 0);
  for (LoadCase& loadCase : problem.loadCases)
  {
    loadCase.forces.resize(problem.mesh.points.size(), 0.0);
  }
}
}
