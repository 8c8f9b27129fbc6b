#include "Optimization/Settings/SettingsTable.h"

#include "Core/Requirements.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace trabecula
{
namespace
{
std::string text(Optimizer optimizer)
{
  return optimizer == Optimizer::OptimalityCriteria ? "Optimality Criteria" : "MMA";
}
std::string text(Interpolation interpolation)
{
  return interpolation == Interpolation::Simp ? "SIMP"
    : interpolation == Interpolation::Ramp    ? "RAMP"
                                              : "Modified SIMP";
}
std::string text(FilterKind filter)
{
  return filter == FilterKind::None   ? "None"
    : filter == FilterKind::Density   ? "Density"
    : filter == FilterKind::Helmholtz ? "Helmholtz"
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

std::string exactText(double value)
{
  std::array<char, 32> digits{};
  const std::to_chars_result end =
    std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return { digits.data(), end.ptr };
}

/// Appends the settings of a response other than its label. Their names begin with that of the
/// response's setting.
void appendOwn(
  std::vector<Setting>& settings, const std::string& name, const ResponseSettings& response)
{
  std::string loadCases;
  for (const std::string& loadCase : response.loadCases)
  {
    loadCases += loadCases.empty() ? "" : ", ";
    loadCases += loadCase;
  }
  if (!loadCases.empty())
  {
    settings.push_back({ name + ", Load Cases", loadCases });
  }
  const std::string prefix = name + ", ";
  for (const auto& [parameter, value] : response.parameters)
  {
    settings.push_back({ prefix + parameter, value });
  }
}

/// Converts a name to the form that it has in a sentence, as "Volume fraction".
std::string inSentence(std::string name)
{
  for (std::size_t i = 1; i < name.size(); ++i)
  {
    name[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return name;
}

void append(std::vector<Setting>& settings, const std::vector<Setting>& others)
{
  settings.insert(settings.end(), others.begin(), others.end());
}

Setting modulusRatio(const OptimizationSettings& settings, bool isChecked)
{
  return { "Minimum Modulus Ratio", settings.minimumModulusRatio, { 0.0, false, 1.0, false },
    isChecked, true };
}

/// All numbers greater than zero.
constexpr SettingRange Positive = { 0.0, false };
constexpr SettingRange AnyNumber = {};
}

std::vector<Setting> materialSettings(const ElasticMaterial& material)
{
  return {
    { "Young's Modulus", material.youngsModulus, Positive, true, true },
    { "Poisson's Ratio", material.poissonsRatio, { -1.0, false, 0.5, false } },
  };
}

std::vector<Setting> interpolationSettings(
  const OptimizationSettings& settings, const DensitySettings& densities)
{
  const bool isSimp = densities.interpolation == Interpolation::Simp;
  return {
    { "Interpolation", text(densities.interpolation) },
    { "Penalization", densities.penalization,
      { densities.interpolation == Interpolation::Ramp ? 0.0 : 1.0, true } },
    { "Minimum Density", densities.minimumDensity, { 0.0, false, 1.0, false }, isSimp },
    modulusRatio(settings, !isSimp),
  };
}

std::vector<Setting> solverSettings(const SolverSettings& solver)
{
  return {
    { "Solver Tolerance", solver.tolerance, { 0.0, false, 1.0, false } },
    { "Solver Maximum Iterations", solver.maximumIterations },
    { "Strategy", strategyInfo(solver.strategy).name },
    { "Preconditioner", text(solver.preconditioner) },
    { "Aggregates", solver.aggregates },
    { "Reproducible", solver.reproducible },
  };
}

namespace
{
/// Returns the settings that precede those of the method.
std::vector<Setting> settingsOfGoal(const OptimizationSettings& settings)
{
  return {
    { "Objective", labelOf(settings.objective) },
    { "Optimizer", text(settings.optimizer) },
    { "Volume Fraction", settings.volumeFraction, { 0.0, false, 1.0, true } },
  };
}

/// Returns the settings that follow those of the method.
std::vector<Setting> settingsOfUpdate(const OptimizationSettings& settings)
{
  return {
    { "Move Limit", settings.moveLimit, { 0.0, false, 1.0, true } },
    { "Damping", settings.damping, { 0.0, false, 1.0, true } },
    { "Density Change Tolerance", settings.densityChangeTolerance, { 0.0, true }, true, false,
      false },
  };
}
}

std::vector<Setting> designSettings(
  const OptimizationSettings& settings, const DensitySettings& densities)
{
  const bool filters = densities.filter != FilterKind::None;
  std::vector<Setting> all = settingsOfGoal(settings);
  append(all, interpolationSettings(settings, densities));
  append(all,
    {
      { "Filter Type", text(densities.filter) },
      { "Filter Radius", filterRadiusOf(densities), Positive, filters, true },
      { "Volume Weighted Filter", densities.volumeWeightedFilter },
    });
  append(all, stageSettingsOf(chainSettings(densities)));
  append(all, settingsOfUpdate(settings));
  return all;
}

std::vector<Setting> responseSettings(const OptimizationSettings& settings)
{
  std::vector<Setting> all;
  appendOwn(all, "Objective", settings.objective);
  for (const ResponseConstraint& constraint : settings.constraints)
  {
    const std::string name =
      (constraint.sense == BoundSense::AtMost ? "Bound on " : "Lower Bound on ") +
      labelOf(constraint.response);
    all.push_back({ name, constraint.bound, AnyNumber });
    appendOwn(all, name, constraint.response);
  }
  return all;
}

std::vector<Setting> stageSettingsOf(const ChainSettings& chain)
{
  std::vector<Setting> settings;
  for (const StageSetting& setting : stageSettings(chain))
  {
    const double value = setting.get(chain.stages);
    Setting row = { setting.name, value, { setting.low, true, setting.high, true } };
    if (!setting.choices.empty())
    {
      row.value = choiceOf(setting, chain.stages);
    }
    else if (setting.isInteger)
    {
      row.value = static_cast<int>(value);
    }
    settings.push_back(std::move(row));
  }
  return settings;
}

std::vector<Setting> settingsOf(
  const ElasticConditions& conditions, const OptimizationSettings& settings)
{
  std::vector<Setting> all = materialSettings(conditions.material);
  append(all, settingsOfGoal(settings));
  all.push_back(modulusRatio(settings, true));
  append(all, settingsOfUpdate(settings));
  append(all, solverSettings(conditions.solver));
  append(all, responseSettings(settings));
  return all;
}

std::vector<Setting> settingsOf(const ElasticConditions& conditions,
  const OptimizationSettings& settings, const DensitySettings& densities)
{
  std::vector<Setting> all = materialSettings(conditions.material);
  append(all, designSettings(settings, densities));
  append(all, solverSettings(conditions.solver));
  append(all, responseSettings(settings));
  return all;
}

std::string textOf(const Setting& setting)
{
  if (const auto* number = std::get_if<double>(&setting.value))
  {
    return exactText(*number);
  }
  if (const auto* whole = std::get_if<int>(&setting.value))
  {
    return std::to_string(*whole);
  }
  if (const auto* flag = std::get_if<bool>(&setting.value))
  {
    return *flag ? "on" : "off";
  }
  return std::get<std::string>(setting.value);
}

std::vector<std::string> linesOf(const std::vector<Setting>& settings)
{
  std::vector<std::string> lines;
  lines.reserve(settings.size());
  for (const Setting& setting : settings)
  {
    lines.push_back(setting.name + ": " + textOf(setting));
  }
  return lines;
}

void checkRanges(const std::vector<Setting>& settings)
{
  for (const Setting& setting : settings)
  {
    const auto* number = std::get_if<double>(&setting.value);
    if (!number || !setting.isChecked)
    {
      continue;
    }
    const std::string name = inSentence(setting.name);
    const SettingRange& range = setting.range;
    requireInside(
      name.c_str(), *number, range.low, range.lowIncluded, range.high, range.highIncluded);
    if (setting.isScale)
    {
      requireScale(name, *number);
    }
  }
}
}
