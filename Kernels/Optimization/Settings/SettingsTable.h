#ifndef TRABECULA_OPTIMIZATION_SETTINGS_SETTINGSTABLE_H
#define TRABECULA_OPTIMIZATION_SETTINGS_SETTINGSTABLE_H

#include "Optimization/DesignedStructure.h"

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

/// All settings of a problem, without fields, in the order of its documentation.
/// @throws Error for a strategy or a response that there is not
std::vector<Setting> settingsOf(const DesignedConditions& problem);

///@{
/// Parts of them, which an analysis of a design has, too.
std::vector<Setting> materialSettings(const ElasticMaterial& material);
std::vector<Setting> interpolationSettings(const OptimizationSettings& settings);
/// @throws Error for a strategy that there is not
std::vector<Setting> solverSettings(const SolverSettings& solver);
///@}

///@{
/// A setting of a stage by its key; see StageSetting.
/// @throws Error if there is none, or if its type does not have the number
void setStageSetting(OptimizationSettings& settings, const std::string& key, double value);
double stageSetting(const OptimizationSettings& settings, const std::string& key);
///@}

/// The shortest text that reads back as the same value.
std::string textOf(const Setting& setting);

/// A line for each, "Volume Fraction: 0.3", without its end.
std::vector<std::string> linesOf(const std::vector<Setting>& settings);

/// @throws Error naming the first setting that is out of its range
void checkRanges(const std::vector<Setting>& settings);
}

#endif
