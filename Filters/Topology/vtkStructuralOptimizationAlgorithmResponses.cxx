// Lists of responses of vtkStructuralOptimizationAlgorithm, settings of stages, and their
// conflicts.

#include "InputArrays.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"
#include "vtkStructuralOptimizationAlgorithm.h"

#include "Core/Error.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Responses/ResponseRows.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/TopologyProblem.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"

#include <utility>

namespace
{
std::string wordOf(const char* text)
{
  return text ? text : "";
}

/// Returns the words, separated by semicolons.
std::string joinedWords(const std::vector<std::string>& words)
{
  std::string text;
  for (const std::string& word : words)
  {
    text += (text.empty() ? "" : ";") + word;
  }
  return text;
}
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::AddConstraint(const char* response, const char* sense,
  const char* bound, const char* region, const char* loadCases, const char* parameters)
{
  trabecula::ResponseRows rows = *this->Rows;
  rows.constraints.push_back({ wordOf(response), wordOf(sense), wordOf(bound),
    { wordOf(region), wordOf(loadCases), wordOf(parameters) } });
  this->SetParameter(*this->Rows, std::move(rows));
}
void vtkStructuralOptimizationAlgorithm::ClearConstraints()
{
  trabecula::ResponseRows rows = *this->Rows;
  rows.constraints.clear();
  this->SetParameter(*this->Rows, std::move(rows));
}
int vtkStructuralOptimizationAlgorithm::GetNumberOfConstraints()
{
  return static_cast<int>(this->Rows->constraints.size());
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::AddObjectiveOptions(
  const char* region, const char* loadCases, const char* parameters)
{
  trabecula::ResponseRows rows = *this->Rows;
  rows.objective.push_back({ wordOf(region), wordOf(loadCases), wordOf(parameters) });
  this->SetParameter(*this->Rows, std::move(rows));
}
void vtkStructuralOptimizationAlgorithm::ClearObjectiveOptions()
{
  trabecula::ResponseRows rows = *this->Rows;
  rows.objective.clear();
  this->SetParameter(*this->Rows, std::move(rows));
}
int vtkStructuralOptimizationAlgorithm::GetNumberOfObjectiveOptions()
{
  return static_cast<int>(this->Rows->objective.size());
}

//------------------------------------------------------------------------------
bool vtkStructuralOptimizationAlgorithm::HasResponse(const trabecula::ResponseDescription& kind)
{
  return kind.isOfStructures && !kind.needsConduction;
}

//------------------------------------------------------------------------------
vtkStringArray* vtkStructuralOptimizationAlgorithm::GetResponseKinds()
{
  this->ResponseKinds = vtkSmartPointer<vtkStringArray>::New();
  this->ResponseKinds->SetNumberOfComponents(WORDS_OF_RESPONSE);
  for (const trabecula::ResponseDescription& kind : trabecula::responses())
  {
    if (this->HasResponse(kind))
    {
      const std::string words[WORDS_OF_RESPONSE] = { kind.name, kind.label, kind.unit,
        std::string(kind.takesUpperBound ? "<=" : "") +
          (kind.takesUpperBound && kind.takesLowerBound ? ";" : "") +
          (kind.takesLowerBound ? ">=" : ""),
        kind.takesRegion          ? "cells"
          : kind.takesPointRegion ? "points"
                                  : "",
        kind.takesLoadCases ? "load cases" : "", joinedWords(kind.parameters) };
      for (const std::string& word : words)
      {
        this->ResponseKinds->InsertNextValue(word);
      }
    }
  }
  return this->ResponseKinds;
}

//------------------------------------------------------------------------------
vtkStringArray* vtkStructuralOptimizationAlgorithm::GetHistoryBounds()
{
  this->HistoryBounds = vtkSmartPointer<vtkStringArray>::New();
  this->HistoryBounds->SetNumberOfComponents(WORDS_OF_BOUND);
  const auto* run =
    static_cast<const trabecula::filters::TopologyRunDescription*>(this->GetRunInput());
  if (run && this->GetIterationsDone() >= 0)
  {
    for (const trabecula::ColumnBound& bound : run->conditions.bounds)
    {
      const trabecula::BoundVerdict verdict = { bound.column, this->GetLastValue(bound.column),
        bound.bound, bound.sense };
      const std::string words[WORDS_OF_BOUND] = { bound.column,
        bound.sense == trabecula::BoundSense::AtMost ? "<=" : ">=",
        trabecula::textOf({ "", bound.bound }), verdict.isMet() ? "met" : "exceeded" };
      for (const std::string& word : words)
      {
        this->HistoryBounds->InsertNextValue(word);
      }
    }
  }
  return this->HistoryBounds;
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::AddMissingArrays(const trabecula::DesignProblem& design,
  std::vector<std::string>& conflicts, bool hasRegionsOfPoints)
{
  vtkDataSet* input = this->GetNumberOfInputConnections(0) > 0
    ? vtkDataSet::SafeDownCast(this->GetInputDataObject(0, 0))
    : nullptr;
  if (!input || input->GetNumberOfPoints() == 0)
  {
    return;
  }
  const trabecula::filters::TopologyArrays arrays = this->GetArrays(design);
  const auto require = [&conflicts](vtkDataSetAttributes* attributes, const std::string& name,
                         const char* purpose, int components)
  {
    try
    {
      if (!name.empty())
      {
        trabecula::filters::requireArray(attributes, name, purpose, components);
      }
    }
    catch (const trabecula::Error& error)
    {
      conflicts.emplace_back(error.what());
    }
  };
  vtkDataSetAttributes* ofRegions = input->GetCellData();
  if (hasRegionsOfPoints)
  {
    ofRegions = input->GetPointData();
  }
  require(ofRegions, arrays.volumeRegion, "volume region", 1);
  require(input->GetPointData(), arrays.outputWeights, "output weights", 3);
}

//------------------------------------------------------------------------------
std::string vtkStructuralOptimizationAlgorithm::LinesOf(
  const std::function<std::vector<std::string>()>& messages)
{
  try
  {
    std::string lines;
    for (const std::string& message : messages())
    {
      lines += (lines.empty() ? "" : "\n") + message;
    }
    return lines;
  }
  catch (const trabecula::Error& error)
  {
    return error.what();
  }
}

//------------------------------------------------------------------------------
const char* vtkStructuralOptimizationAlgorithm::GetConflicts()
{
  this->Conflicts = LinesOf([this] { return this->FindConflicts(); });
  return this->Conflicts.c_str();
}

//------------------------------------------------------------------------------
const char* vtkStructuralOptimizationAlgorithm::GetStageConflicts()
{
  this->StageConflicts = LinesOf([this] { return this->FindStageConflicts(); });
  return this->StageConflicts.c_str();
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::SetStages(trabecula::StageSettings& stages)
{
  for (const auto& [name, value] : this->StageSettings)
  {
    trabecula::setStageSetting(stages, name, value);
  }
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::SetStageSetting(const char* name, double value)
{
  std::map<std::string, double> settings = this->StageSettings;
  settings[name ? name : ""] = value;
  this->SetParameter(this->StageSettings, std::move(settings));
}
void vtkStructuralOptimizationAlgorithm::SetStageSetting(
  const char* name, double x, double y, double z)
{
  const std::string key = name ? name : "";
  this->SetStageSetting((key + "X").c_str(), x);
  this->SetStageSetting((key + "Y").c_str(), y);
  this->SetStageSetting((key + "Z").c_str(), z);
}
double vtkStructuralOptimizationAlgorithm::GetStageSetting(const char* name)
{
  const std::string key = name ? name : "";
  const auto found = this->StageSettings.find(key);
  if (found != this->StageSettings.end())
  {
    return found->second;
  }
  try
  {
    return trabecula::stageSetting(trabecula::StageSettings(), key);
  }
  catch (const trabecula::Error&)
  {
    return 0.0;
  }
}
