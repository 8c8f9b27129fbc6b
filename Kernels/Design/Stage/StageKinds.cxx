#include "Design/Stage/StageKinds.h"

#include "Core/Requirements.h"
#include "Design/Stage/Sweep/FormShape.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace trabecula
{
namespace
{
/// Settings that several kinds share.
std::vector<StageSetting> sweepSettings()
{
  constexpr double greatest = 1e9;
  return {
    { "LayerGridEdge", "Layer Grid Edge", [](const StageSettings& s) { return s.formGrid.edge; },
      [](StageSettings& s, double value) { s.formGrid.edge = value; }, 0.0, greatest },
  };
}

StageSetting settingOf(const std::string& key)
{
  std::vector<StageSetting> found;
  const auto find = [&](const std::vector<StageSetting>& settings)
  {
    std::copy_if(settings.begin(), settings.end(), std::back_inserter(found),
      [&](const StageSetting& setting) { return key == setting.key; });
  };
  forEachChainKind([&](auto kind) { find(kind.settings()); });
  find(sweepSettings());
  if (found.empty())
  {
    fail("There is no setting of a stage with the name ", key, ".");
  }
  return found.front();
}

/// Checks a value. @throws Error unless the number can be stored in the setting
void requireStorable(const StageSetting& setting, double value)
{
  constexpr double largest = 1e9;
  const auto choices = static_cast<double>(setting.choices.size());
  if (choices > 0.0 && !(value >= 0.0 && value < choices))
  {
    fail(setting.name, " has the number ", value, ", but there are 0 to ", choices - 1.0, ".");
  }
  if ((setting.isInteger || choices > 0.0) &&
    (value != std::floor(value) || !(std::abs(value) <= largest)))
  {
    fail(setting.name, " is ", value, ", but must be a whole number of at most ", largest, ".");
  }
}
}

ChainSettings withoutFilters(const ChainSettings& settings)
{
  ChainSettings result = settings;
  result.filter = FilterKind::None;
  result.stages.symmetry.mode = SymmetryMode::Off;
  return result;
}

bool hasStages(const ChainSettings& settings)
{
  bool result = false;
  forEachStageKind([&](auto kind) { result = result || kind.isOn(settings); });
  return result;
}

bool keepsSigns(const ChainSettings& settings)
{
  bool result = true;
  forEachStageKind(
    [&](auto kind) { result = result && (!kind.isOn(settings) || kind.keepsSigns(settings)); });
  return result;
}

bool needsWhole(const ChainSettings& settings)
{
  bool result = false;
  forEachStageKind([&](auto kind) { result = result || (kind.NeedsWhole && kind.isOn(settings)); });
  return result;
}

std::size_t stageBytes(const ChainSettings& settings)
{
  std::size_t bytes = 0;
  forEachStageKind([&](auto kind) { bytes += kind.isOn(settings) ? kind.siteBytes(settings) : 0; });
  return bytes;
}

std::vector<StageColumn> stageColumns(const ChainSettings& settings)
{
  std::vector<StageColumn> columns;
  forEachChainKind(
    [&](auto kind)
    {
      if (kind.isOn(settings))
      {
        const std::vector<StageColumn> ofKind = kind.columns(settings);
        columns.insert(columns.end(), ofKind.begin(), ofKind.end());
      }
    });
  return columns;
}

std::vector<StageSetting> stageSettings(const ChainSettings& settings)
{
  std::vector<StageSetting> result;
  forEachChainKind(
    [&](auto kind)
    {
      if (kind.isOn(settings))
      {
        const std::vector<StageSetting> ofKind = kind.settings();
        result.insert(result.end(), ofKind.begin(), ofKind.end());
      }
    });
  if (hasSweeps(settings))
  {
    const std::vector<StageSetting> ofSweeps = sweepSettings();
    result.insert(result.end(), ofSweeps.begin(), ofSweeps.end());
  }
  return result;
}

std::string firstStage(const ChainSettings& settings)
{
  std::string first;
  forEachStageKind(
    [&](auto kind)
    {
      const std::vector<StageSetting> ofKind = kind.settings();
      if (first.empty() && kind.isOn(settings) && !ofKind.empty())
      {
        first = ofKind.front().name + (" " + choiceOf(ofKind.front(), settings.stages));
      }
    });
  return first;
}

void setStageSetting(StageSettings& settings, const std::string& key, double value)
{
  const StageSetting setting = settingOf(key);
  requireStorable(setting, value);
  setting.set(settings, value);
}

double stageSetting(const StageSettings& settings, const std::string& key)
{
  return settingOf(key).get(settings);
}

std::string choiceOf(const StageSetting& setting, const StageSettings& settings)
{
  const auto number = static_cast<std::size_t>(setting.get(settings));
  return number < setting.choices.size() ? setting.choices[number] : "";
}

void checkStageSettings(const ChainSettings& settings)
{
  for (const StageSetting& setting : stageSettings(settings))
  {
    const double value = setting.get(settings.stages);
    requireStorable(setting, value);
    requireInside(setting.name, value, setting.low, true, setting.high, true);
  }
}
}
