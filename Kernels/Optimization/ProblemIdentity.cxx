#include "Optimization/ProblemIdentity.h"

#include "Core/Hash.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace trabecula
{
namespace
{
/// The shortest text that reads back as the same number.
std::string exactText(double value)
{
  std::array<char, 32> text{};
  const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), value);
  return { text.data(), end.ptr };
}

std::string onOff(bool value)
{
  return value ? "on" : "off";
}

template <class T>
std::uint64_t hashOf(const std::vector<T>& values)
{
  Hash hash;
  hash.add(values);
  return hash.value();
}

template <class T>
IdentityPart field(const char* name, const std::vector<T>& values)
{
  return { name, values.empty() ? "none" : "given", hashOf(values) };
}

IdentityPart mesh(const HexMesh& mesh)
{
  Hash hash;
  hash.add(mesh.points);
  hash.add(mesh.connectivity);
  return { "the mesh",
    countText(static_cast<std::int64_t>(mesh.numberOfElements()), "cell") + " and " +
      countText(static_cast<std::int64_t>(mesh.numberOfNodes()), "point"),
    hash.value() };
}

IdentityPart loads(const std::vector<LoadCase>& loadCases)
{
  Hash hash;
  std::string weights;
  for (const LoadCase& load : loadCases)
  {
    hash.add(load.weight);
    hash.add(load.forces);
    weights += (weights.empty() ? "" : ", ") + exactText(load.weight);
  }
  return { "the load",
    countText(static_cast<std::int64_t>(loadCases.size()), "load case") + " of weight " + weights,
    hash.value() };
}

std::string text(Objective objective)
{
  return objective == Objective::Compliance ? "Compliance" : "Output Displacement";
}
std::string text(Optimizer optimizer)
{
  return optimizer == Optimizer::OptimalityCriteria ? "Optimality Criteria" : "MMA";
}
std::string text(Interpolation interpolation)
{
  return interpolation == Interpolation::Simp ? "SIMP" : "Modified SIMP";
}
std::string text(FilterKind filter)
{
  return filter == FilterKind::None ? "None"
    : filter == FilterKind::Density ? "Density"
                                    : "Sensitivity";
}
std::string text(Preconditioner preconditioner)
{
  switch (preconditioner)
  {
    case Preconditioner::Jacobi:
      return "Jacobi";
    case Preconditioner::RigidBodyModes:
      return "Rigid Body Modes";
    case Preconditioner::Multigrid:
      return "Multigrid";
    case Preconditioner::Auto:
      break;
  }
  return "Auto";
}
}

ProblemIdentity identify(const TopologyProblem& problem)
{
  const OptimizationSettings& s = problem.settings;
  const SolverSettings& solver = problem.solver;
  return {
    mesh(problem.mesh),
    field("the array of supports", problem.supports),
    field("the array of prescribed displacements", problem.prescribedDisplacement),
    loads(problem.loadCases),
    field("the array of springs", problem.springs),
    field("the array of output weights", problem.outputWeights),
    field("the design region", problem.designRegion),
    field(StartPart, problem.initialDensity),
    { "Young's Modulus", exactText(problem.material.youngsModulus) },
    { "Poisson's Ratio", exactText(problem.material.poissonsRatio) },
    { "Objective", text(s.objective) },
    { "Optimizer", text(s.optimizer) },
    { "Interpolation", text(s.interpolation) },
    { "Penalization", exactText(s.penalization) },
    { "Minimum Density", exactText(s.minimumDensity) },
    { "Minimum Modulus Ratio", exactText(s.minimumModulusRatio) },
    { "Volume Fraction", exactText(s.volumeFraction) },
    { "Filter Type", text(s.filter) },
    { "Filter Radius", exactText(s.filterRadius) },
    { "Volume Weighted Filter", onOff(s.volumeWeightedFilter) },
    { "Move Limit", exactText(s.moveLimit) },
    { "Damping", exactText(s.damping) },
    { "Solver Tolerance", exactText(solver.tolerance) },
    { "Solver Maximum Iterations", std::to_string(solver.maximumIterations) },
    { "Strategy", strategyInfo(solver.strategy).name },
    { "Preconditioner", text(solver.preconditioner) },
    { "Aggregates", std::to_string(solver.aggregates) },
    { "Reproducible", onOff(solver.reproducible) },
  };
}

std::string differenceInWords(const ProblemIdentity& then, const ProblemIdentity& now)
{
  std::vector<std::string> differences;
  for (const IdentityPart& part : now)
  {
    const auto old = std::find_if(
      then.begin(), then.end(), [&](const IdentityPart& other) { return other.name == part.name; });
    if (old == then.end())
    {
      differences.push_back(part.name + " was not known");
    }
    else if (old->value != part.value)
    {
      differences.push_back(part.name + " was " + old->value + " and is " + part.value);
    }
    else if (old->fingerprint != part.fingerprint)
    {
      differences.push_back(part.name + " has other values");
    }
  }
  if (differences.empty() && then.size() != now.size())
  {
    differences.emplace_back("it has settings that are not known here");
  }
  constexpr std::size_t most = 3;
  std::string words;
  for (std::size_t i = 0; i < std::min(most, differences.size()); ++i)
  {
    words += (words.empty() ? "" : ", ") + differences[i];
  }
  if (differences.size() > most)
  {
    words +=
      ", and " + countText(static_cast<std::int64_t>(differences.size() - most), "thing") + " more";
  }
  return words;
}
}
