#ifndef TRABECULA_DESIGN_STAGE_STAGESETTINGS_H
#define TRABECULA_DESIGN_STAGE_STAGESETTINGS_H

#include "Design/FilterKind.h"
#include "Design/Stage/Filter/SymmetrySettings.h"
#include "Design/Stage/PenalizationSettings.h"
#include "Design/Stage/ProjectionSettings.h"
#include "Design/Stage/RobustSettings.h"
#include "Design/Stage/Sweep/SweepSettings.h"

#include <limits>
#include <string>
#include <vector>

namespace trabecula
{
/// Settings of the stages that a user can add to a chain, and of what else the designs of a run
/// have; a struct for each. All are off by default.
struct StageSettings
{
  SymmetrySettings symmetry;
  ExtrusionSettings extrusion;
  ProjectionSettings projection;
  DrawSettings draw;
  OverhangSettings overhang;
  FormGridSettings formGrid;
  PenalizationSettings penalization;
  RobustSettings robust;
};

/// Settings of a chain of stages.
struct ChainSettings
{
  FilterKind filter = FilterKind::None;
  double filterRadius = 0.0;        ///< length
  bool volumeWeightedFilter = true; ///< see NeighbourFilter
  double lowestDensity = 0.0;       ///< of variables and densities; the highest is 1
  StageSettings stages = {};
  double penalization = 3.0; ///< the last one, if it is changed; see PenalizationContinuation
  /// Whether sites are the points of cells, and not the cells: then the Helmholtz filter is a
  /// NodalHelmholtz.
  bool isOfNodes = false;
};

/// The same settings of a chain whose sites are nodes.
inline ChainSettings ofNodes(ChainSettings settings)
{
  settings.isOfNodes = true;
  return settings;
}

/// One of the settings of a stage, a number, for tables, fingerprints, and properties of filters.
struct StageSetting
{
  const char* key;  ///< without spaces, unique: "ProjectionSharpness"
  const char* name; ///< in tables and messages: "Projection Sharpness"
  double (*get)(const StageSettings& settings);
  void (*set)(StageSettings& settings, double value);
  double low = -std::numeric_limits<double>::infinity(); ///< admissible, as is high
  double high = std::numeric_limits<double>::infinity();
  bool isInteger = false;
  std::vector<const char*> choices = {}; ///< names of the values 0, 1, ... of a choice
};

/// Sets the setting of that key. @throws Error if there is none, or if its type does not have the
/// number; ranges are checked by checkStageSettings()
void setStageSetting(StageSettings& settings, const std::string& key, double value);
/// @throws Error if there is none
double stageSetting(const StageSettings& settings, const std::string& key);

/// A column of the history that a stage fills.
struct StageColumn
{
  const char* name;
  /// A run does not converge before the column has this value at two successive designs; NaN if it
  /// does not depend on it.
  double finalValue = std::numeric_limits<double>::quiet_NaN();
  /// What designs have so many of that is a fault, as the rest of a sentence; null if it counts
  /// nothing.
  const char* fault = nullptr;
};
}

#endif
