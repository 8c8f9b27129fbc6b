#include "vtkHeatConductionInternals.h"

#include "HeatAnalysisWriter.h"
#include "SolidMeshConverter.h"

#include "Core/Text.h"

#include "vtkDataSet.h"
#include "vtkObjectFactory.h"
#include "vtkTable.h"

#include <memory>
#include <utility>

vtkStandardNewMacro(vtkHeatConduction);

//------------------------------------------------------------------------------
vtkHeatConduction::vtkHeatConduction() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(2);
  this->SetDefaultArrays();
}

//------------------------------------------------------------------------------
vtkHeatConduction::~vtkHeatConduction() = default;

//------------------------------------------------------------------------------
vtkSolidAnalysis::Solver vtkHeatConduction::MakeSolver(vtkSmartPointer<vtkDataSet>& solid)
{
  auto read = this->MakeProblem(solid);
  read.mesh = trabecula::filters::makeMesh(solid);
  const auto problem = std::make_shared<const trabecula::HeatProblem>(std::move(read));

  return [this, solid, problem](trabecula::Parts& parts, trabecula::Observer& observer,
           std::size_t) -> std::optional<Solution>
  {
    auto found = trabecula::analyseHeat(*problem, parts, observer);
    if (!found)
    {
      return std::nullopt;
    }
    const auto analysis = std::make_shared<const trabecula::HeatAnalysis>(std::move(*found));
    Solution solution;
    solution.Write = [=](vtkDataSet* result, vtkTable* summary)
    {
      trabecula::filters::writeHeatAnalysis(*analysis, solid, result);
      trabecula::filters::writeHeatSummary(*analysis, *problem, summary);
      return std::vector<vtkSmartPointer<vtkDataObject>>();
    };
    solution.Publish = [this, analysis] { this->Describe(*analysis); };
    return solution;
  };
}

//------------------------------------------------------------------------------
void vtkHeatConduction::Describe(const trabecula::HeatAnalysis& analysis)
{
  this->Internals->Summary = analysis.summary;
  this->SetStatus("Solved in " + trabecula::countText(analysis.solverIterations, "iteration") +
    ", " + trabecula::shortText(analysis.solveSeconds + analysis.fieldsSeconds) +
    " s. Temperatures from " + trabecula::shortText(analysis.summary.lowestTemperature.value) +
    " to " +
    this->WithUnit(trabecula::shortText(analysis.summary.highestTemperature.value), "temperature") +
    "." + this->DescribeMaterial());
}
