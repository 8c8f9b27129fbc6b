#ifndef TRABECULA_OPTIMIZATION_SETTINGS_SETTINGSTABLE_H
#define TRABECULA_OPTIMIZATION_SETTINGS_SETTINGSTABLE_H

#include "Optimization/TopologyProblem.h"

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace trabecula
{
/// Admissible values of a setting.
struct SettingRange
{
  double low = -std::numeric_limits<double>::infinity();
  bool lowIncluded = false;
  double high = std::numeric_limits<double>::infinity();
  bool highIncluded = false;
};

/// One setting of a problem with its properties.
struct Setting
{
  std::string name; ///< user-visible name, for example "Volume Fraction"
  std::variant<double, int, bool, std::string> value;
  SettingRange range = {};     ///< of numbers
  bool isChecked = true;       ///< false if it has no effect with the other settings
  bool isScale = false;        ///< must also be within the range of scales of the solver
  bool decidesIterates = true; ///< false if it affects only the end of the run
};

/// Returns the settings of the stages that are on. Stages that are off are not part of an identity,
/// so that it equals that of versions without stages.
std::vector<Setting> stageSettingsOf(const ChainSettings& chain);

///@{
/// All settings of a problem, without fields, in the order of its documentation; of a design by
/// densities with theirs.
/// @throws Error for a strategy or a response that there is not
std::vector<Setting> settingsOf(
  const ElasticConditions& conditions, const OptimizationSettings& settings);
std::vector<Setting> settingsOf(const ElasticConditions& conditions,
  const OptimizationSettings& settings, const DensitySettings& densities);
///@}

///@{
/// Parts of them, some of which an analysis of a design has, too.
std::vector<Setting> materialSettings(const ElasticMaterial& material);
std::vector<Setting> interpolationSettings(
  const OptimizationSettings& settings, const DensitySettings& densities);
/// Objective, volume, interpolation, filter, stages and update of a design by densities, whatever
/// is analysed. @throws Error for a response that there is not
std::vector<Setting> designSettings(
  const OptimizationSettings& settings, const DensitySettings& densities);
/// Settings of the objective other than its label, and of further bounds.
std::vector<Setting> responseSettings(const OptimizationSettings& settings);
/// Settings of the solver. @throws Error for an unknown strategy
std::vector<Setting> solverSettings(const SolverSettings& solver);
///@}

/// The shortest text that reads back as the same value.
std::string textOf(const Setting& setting);

/// Returns a line for each setting, as "Volume Fraction: 0.3", without a line end.
std::vector<std::string> linesOf(const std::vector<Setting>& settings);

/// @throws Error naming the first setting that is out of its range
void checkRanges(const std::vector<Setting>& settings);
}

#endif
