#include "FuzzDesigns.h"

#include "FuzzDesignCheck.h"
#include "FuzzPart.h"

#include "ResultMarks.h"
#include "TopologyTestInput.h"
#include "vtkDensityOptimizationAlgorithm.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkTopologyOptimize.h"

#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace trabecula::testing
{
namespace
{
vtkSmartPointer<vtkStructuralOptimizationAlgorithm> makeFilter(
  const FuzzPart& part, FuzzRandom& random)
{
  vtkSmartPointer<vtkStructuralOptimizationAlgorithm> filter;
  if (part.isPatch())
  {
    auto levelSet = vtkSmartPointer<vtkIsogeometricLevelSet>::New();
    levelSet->SetInputData(part.image);
    levelSet->SetDegree(random.between(1, part.isPlane() ? 3 : 2));
    if (random.chance(0.4))
    {
      levelSet->SetHoleRows(random.between(1, 3));
      levelSet->SetHolesPerRow(random.between(1, 4));
      levelSet->SetHoleLayers(random.between(1, 2));
    }
    if (!part.isPlane() && random.chance(0.7))
    {
      // The radius is large enough for void in elements of this size.
      levelSet->SetHoleRadius((1.0 + 0.5 * random.uniform()) * part.image->GetSpacing()[0]);
    }
    filter = levelSet;
  }
  else if (part.method == FuzzMethod::Meshfree)
  {
    filter = vtkSmartPointer<vtkMeshfreeTopologyOptimize>::New();
    filter->SetInputData(gridOfPart(part));
  }
  else
  {
    auto elements = vtkSmartPointer<vtkTopologyOptimize>::New();
    if (part.method == FuzzMethod::Image)
    {
      hideAbsentCells(part);
      elements->SetInputData(part.image);
    }
    else
    {
      elements->SetInputData(gridOfPart(part));
    }
    elements->SetMakeQuadratic(part.method == FuzzMethod::QuadraticHexahedra ||
      part.method == FuzzMethod::QuadraticTetrahedra);
    filter = elements;
  }
  return filter;
}

/// The objective and the bounds.
struct Task
{
  std::string objective = "Compliance";
  std::vector<DesignBound> bounds;
};

/// Returns the first value of a column; the filter is left with no iterations.
double startValue(vtkStructuralOptimizationAlgorithm* filter, const char* column)
{
  filter->SetMaximumIterations(0);
  filter->Update(vtkOptimizationAlgorithm::CONVERGENCE);
  const std::vector<double> values = trabecula::testing::column(filter, column);
  return values.empty() ? 0.0 : values.front();
}

void setOptions(
  const FuzzPart& part, vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random)
{
  filter->SetVolumeFraction(0.15 + 0.5 * random.uniform());
  auto* densities = vtkDensityOptimizationAlgorithm::SafeDownCast(filter);
  if (!densities)
  {
    return;
  }
  densities->SetInterpolation(random.between(0, 2));
  densities->SetPenalization(random.chance(0.3) ? 2.0 : 3.0);
  if (random.chance(0.4))
  {
    densities->SetFilterType(random.between(0, 2));
  }
  if (random.chance(0.5))
  {
    densities->SetFilterRadius((1.5 + 1.5 * random.uniform()) * part.image->GetSpacing()[0]);
  }
  if (random.chance(0.3))
  {
    densities->SetSolidLayers(random.between(0, 1));
  }
}

/// Sets a bound, from infeasible to inactive, relative to the value of the start.
Task setTask(FuzzPart& part, vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random,
  std::string& description)
{
  Task task;
  if (part.isMechanism)
  {
    filter->SetObjective(vtkStructuralOptimizationAlgorithm::OUTPUT_DISPLACEMENT);
    filter->SetOptimizer(vtkStructuralOptimizationAlgorithm::MOVING_ASYMPTOTES);
    task.objective = "OutputDisplacement";
    task.bounds.push_back({ "VolumeFraction", filter->GetVolumeFraction() });
    description += ", mechanism";
    return task;
  }
  const std::size_t kind = random.index(10);
  const bool usesMma = kind >= 6 || random.chance(0.4);
  filter->SetOptimizer(usesMma ? vtkStructuralOptimizationAlgorithm::MOVING_ASYMPTOTES
                               : vtkStructuralOptimizationAlgorithm::OPTIMALITY_CRITERIA);
  if (kind < 6)
  {
    task.bounds.push_back({ "VolumeFraction", filter->GetVolumeFraction() });
    return task;
  }
  if (auto* densities = vtkDensityOptimizationAlgorithm::SafeDownCast(filter))
  {
    densities->SetFilterType(vtkDensityOptimizationAlgorithm::DENSITY_FILTER);
  }
  if (auto* levelSet = vtkIsogeometricLevelSet::SafeDownCast(filter))
  {
    levelSet->SetDensityModel(vtkIsogeometricLevelSet::SMOOTH);
  }
  const double first = startValue(filter, "Compliance");
  const double bound = first * std::pow(10.0, random.uniform() - 0.7);
  filter->SetConstraint(vtkStructuralOptimizationAlgorithm::COMPLIANCE_BOUND);
  filter->SetConstraintBound(bound);
  task.bounds.push_back({ "Compliance", bound });
  if (kind < 8)
  {
    filter->SetObjective(vtkStructuralOptimizationAlgorithm::VOLUME);
    task.objective = "VolumeFraction";
    description += ", least volume";
    return task;
  }
  task.bounds.push_back({ "VolumeFraction", filter->GetVolumeFraction() });
  description += ", bounded compliance";
  return task;
}

std::string fieldText(vtkDataSet* data, const char* name)
{
  vtkAbstractArray* array = data->GetFieldData()->GetAbstractArray(name);
  return array && array->GetNumberOfValues() > 0 ? array->GetVariantValue(0).ToString() : "";
}

/// Returns what is wrong with a design, given the faults that were found and those that were
/// reported.
std::string compare(const std::string& found, const std::string& said, const std::string& status)
{
  if (!found.empty() && said.empty())
  {
    return "not said: " + found;
  }
  if (!said.empty() && status.find("Not sound") == std::string::npos)
  {
    return "Status does not say: " + said;
  }
  return "";
}
}

std::string runDesignCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce)
{
  FuzzPart part = makeFuzzPart(random);
  addPartConditions(part, random);
  announce(part.description);
  const auto filter = makeFilter(part, random);
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  setOptions(part, filter, random);
  const Task task = setTask(part, filter, random, part.description);
  filter->SetMaximumIterations(random.between(15, 30));
  for (int port = 0; port < filter->GetNumberOfOutputPorts(); ++port)
  {
    filter->Update(port);
  }
  if (errors.count() > 0)
  {
    announce(part.description + " [refused" + errors.text() + "]");
    return errors.text().find("unexpected") == std::string::npos ? "" : errors.text();
  }
  auto* design =
    vtkDataSet::SafeDownCast(filter->GetOutputDataObject(vtkOptimizationAlgorithm::FINAL_DESIGN));
  auto* convergence =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkOptimizationAlgorithm::CONVERGENCE));
  if (!design || design->GetNumberOfCells() == 0 || !convergence)
  {
    return "no design";
  }
  DesignFindings findings;
  checkTable(convergence, task.objective, task.bounds, findings);
  if (part.isPatch())
  {
    checkLevelSet(vtkUnstructuredGrid::SafeDownCast(design), part.image, part.loads, findings);
  }
  else
  {
    const double fraction = volumeFractionOf(design);
    constexpr double most = 0.02;
    for (const DesignBound& bound : task.bounds)
    {
      if (bound.column == "VolumeFraction" && fraction > (1.0 + most) * bound.bound)
      {
        findings.add("volume fraction " + std::to_string(fraction));
      }
    }
    checkCells(design, part.loads, findings);
  }
  const std::string said = fieldText(design, trabecula::filters::DesignFault);
  announce(part.description + (findings.faults.empty() ? "" : " [" + findings.text() + "]") +
    (said.empty() ? " sound" : " said: " + said));
  return compare(findings.text(), said, filter->GetStatus());
}
}
