#include "FuzzOutcome.h"

#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

namespace trabecula::testing
{
namespace
{
void takeFields(vtkDataSetAttributes* attributes, bool isAnalysis, FuzzOutcome& outcome)
{
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = attributes->GetArray(i);
    for (vtkIdType v = 0; array && v < array->GetNumberOfTuples(); ++v)
    {
      for (int c = 0; c < array->GetNumberOfComponents(); ++c)
      {
        outcome.values.push_back(array->GetComponent(v, c));
        const std::string name = array->GetName() ? array->GetName() : "";
        outcome.hasBadField = outcome.hasBadField ||
          (isAnalysis &&
            (name == "Displacement" || name == "StrainEnergyDensity" || name == "HeatFlux") &&
            !std::isfinite(outcome.values.back()));
      }
    }
  }
}
}

FuzzOutcome updated(vtkAlgorithm* filter, bool isAnalysis)
{
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  for (int port = 0; port < filter->GetNumberOfOutputPorts(); ++port)
  {
    filter->Update(port);
  }
  FuzzOutcome outcome;
  outcome.errors = errors.count();
  outcome.text = errors.text();
  const std::size_t address = outcome.text.find("): ");
  outcome.text = address == std::string::npos ? outcome.text : outcome.text.substr(address);
  if (auto* data = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0)))
  {
    takeFields(data->GetPointData(), isAnalysis, outcome);
    takeFields(data->GetCellData(), isAnalysis, outcome);
    outcome.values.push_back(static_cast<double>(data->GetNumberOfPoints()));
  }
  return outcome;
}
}
