#include "Support/Refusals.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
template <class Problem>
std::string messageOf(const Problem& problem)
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
}

std::string refusal(const TopologyProblem& problem)
{
  return messageOf(problem);
}

std::string refusalOf(const StructuralProblem& problem)
{
  return messageOf(problem);
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
  const auto nodes = static_cast<std::int32_t>(problem.structure.mesh.numberOfNodes());
  problem.structure.mesh.points.insert(
    problem.structure.mesh.points.end(), other.points.begin(), other.points.end());
  for (const std::int32_t node : other.connectivity)
  {
    problem.structure.mesh.connectivity.push_back(nodes + node);
  }
  problem.structure.supports.resize(problem.structure.mesh.points.size(), 0);
  for (LoadCase& loadCase : problem.structure.loadCases)
  {
    loadCase.forces.resize(problem.structure.mesh.points.size(), 0.0);
  }
}
}
