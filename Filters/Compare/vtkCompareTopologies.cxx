#include "vtkCompareTopologies.h"

#include "FilterObserver.h"
#include "InputStamp.h"
#include "TopologyComparison.h"
#include "TopologyComparisonWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCommunicator.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <new>

vtkStandardNewMacro(vtkCompareTopologies);
vtkCxxSetObjectMacro(vtkCompareTopologies, Controller, vtkMultiProcessController);

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;
constexpr int NumberOfPorts = 3;
}

/**
 * What is kept between executions.
 */
class vtkCompareTopologies::vtkInternals
{
public:
  /// Of the last complete comparison.
  vtkSmartPointer<vtkDataObject> Results[NumberOfPorts];
  std::string CommonMesh = "Nothing compared yet.";
  int Comparisons = 0;

  /// What the last execution, complete or not, was of.
  std::vector<trabecula::filters::InputStamp> Inputs;
  vtkMTimeType ParameterTime = 0;
  bool IsSettled = false;

  std::string Status = "Nothing compared yet.";
};

//------------------------------------------------------------------------------
vtkCompareTopologies::vtkCompareTopologies() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(NumberOfPorts);
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkCompareTopologies::~vtkCompareTopologies()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::SetDensityArray(const char* name)
{
  const std::string text = name ? name : "";
  if (this->DensityArray != text)
  {
    this->DensityArray = text;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::AddName(const char* name)
{
  this->Names.emplace_back(name ? name : "");
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::ClearNames()
{
  if (!this->Names.empty())
  {
    this->Names.clear();
    this->Modified();
  }
}

//------------------------------------------------------------------------------
std::string vtkCompareTopologies::GetNameOf(std::size_t input) const
{
  return input < this->Names.size() && !this->Names[input].empty()
    ? this->Names[input]
    : "Design " + std::to_string(input + 1);
}

//------------------------------------------------------------------------------
const char* vtkCompareTopologies::GetStatus()
{
  return this->Internals->Status.c_str();
}

//------------------------------------------------------------------------------
const char* vtkCompareTopologies::GetCommonMesh()
{
  return this->Internals->CommonMesh.c_str();
}

//------------------------------------------------------------------------------
const char* vtkCompareTopologies::GetReference()
{
  this->Reference = this->GetNameOf(0);
  return this->Reference.c_str();
}

//------------------------------------------------------------------------------
int vtkCompareTopologies::GetNumberOfComparisons()
{
  return this->Internals->Comparisons;
}

//------------------------------------------------------------------------------
int vtkCompareTopologies::FillInputPortInformation(int, vtkInformation* info)
{
  // Whatever it is, this filter says better what is wrong with it than the executive.
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataObject");
  info->Set(vtkAlgorithm::INPUT_IS_REPEATABLE(), 1);
  return 1;
}

//------------------------------------------------------------------------------
int vtkCompareTopologies::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(
    vtkDataObject::DATA_TYPE_NAME(), port == DIFFERENCES ? "vtkUnstructuredGrid" : "vtkTable");
  return 1;
}

//------------------------------------------------------------------------------
int vtkCompareTopologies::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  // Part of a mesh is another design. On several ranks what each has is looked at later.
  const bool alone = !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
  for (int i = 0; alone && i < inputVector[0]->GetNumberOfInformationObjects(); ++i)
  {
    vtkInformation* inInfo = inputVector[0]->GetInformationObject(i);
    inInfo->Set(SDDP::UPDATE_PIECE_NUMBER(), 0);
    inInfo->Set(SDDP::UPDATE_NUMBER_OF_PIECES(), 1);
    inInfo->Set(SDDP::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
    if (inInfo->Has(SDDP::WHOLE_EXTENT()))
    {
      inInfo->Set(SDDP::UPDATE_EXTENT(), inInfo->Get(SDDP::WHOLE_EXTENT()), 6);
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkCompareTopologies::RequestData(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // whatever it was meant for, it was not this execution

  std::vector<vtkDataObject*> inputs(
    static_cast<std::size_t>(inputVector[0]->GetNumberOfInformationObjects()));
  for (std::size_t i = 0; i < inputs.size(); ++i)
  {
    inputs[i] = vtkDataObject::GetData(inputVector[0], static_cast<int>(i));
  }
  const bool alone = !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
  const int piece =
    outputVector->GetInformationObject(DIFFERENCES)->Get(SDDP::UPDATE_PIECE_NUMBER());
  // Of several pieces on one rank, the first has everything.
  if (!(alone && piece > 0) && this->IsRunHere(inputs))
  {
    this->Run(inputs);
    for (int port = 0; port < NumberOfPorts; ++port)
    {
      if (this->Internals->Results[port])
      {
        vtkDataObject::GetData(outputVector, port)->ShallowCopy(this->Internals->Results[port]);
      }
    }
  }
  this->SetProgressText(nullptr); // it was about this execution
  // Left set, it would make filters downstream give up too.
  this->AbortExecute = 0;
  return 1;
}

//------------------------------------------------------------------------------
bool vtkCompareTopologies::IsRunHere(const std::vector<vtkDataObject*>& inputs)
{
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    return true;
  }
  const int mine = std::any_of(inputs.begin(), inputs.end(),
    [](vtkDataObject* data) { return data && data->GetNumberOfElements(vtkDataObject::CELL) > 0; });
  int holders = 0;
  this->Controller->AllReduce(&mine, &holders, 1, vtkCommunicator::SUM_OP);
  if (holders > 1)
  {
    this->ReportError("The inputs are spread over " + std::to_string(holders) +
      " ranks, and Compare Topologies runs on one rank only so far. Run on one rank, or bring each "
      "input onto one rank first with the filter Aggregate Dataset and one target process.");
    return false;
  }
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::Run(const std::vector<vtkDataObject*>& inputs)
{
  vtkInternals& internals = *this->Internals;
  std::vector<vtkDataSet*> datasets;
  std::vector<trabecula::filters::InputStamp> stamps;
  for (vtkDataObject* input : inputs)
  {
    datasets.push_back(vtkDataSet::SafeDownCast(input));
    stamps.emplace_back(datasets.back());
  }
  // Composite data have no stamp: what is wrong with them is said again after any change.
  if (internals.IsSettled && internals.Inputs == stamps &&
    internals.ParameterTime == this->GetMTime())
  {
    return;
  }
  try
  {
    for (std::size_t i = 0; i < inputs.size(); ++i)
    {
      if (!datasets[i])
      {
        throw trabecula::Error(this->GetNameOf(i) + " is " +
          (inputs[i] ? "a " + std::string(inputs[i]->GetClassName()) : "missing") +
          ", and an unstructured grid of hexahedra or image data is needed. Take one out of it "
          "with "
          "the filter Extract Block, or merge its blocks.");
      }
    }
    this->Compute(datasets);
  }
  catch (const trabecula::Error& error)
  {
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->ReportError("There is not enough memory for this comparison. Turn Always Resample on "
                      "and choose a smaller Resolution.");
  }
  internals.Inputs = stamps;
  internals.ParameterTime = this->GetMTime(); // a stop has changed it
  internals.IsSettled = true;
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::Compute(const std::vector<vtkDataSet*>& inputs)
{
  vtkInternals& internals = *this->Internals;
  if (inputs.size() < 2)
  {
    throw trabecula::Error("There is nothing to compare " + this->GetNameOf(0) +
      " with. Give the filter two or more inputs: select them together in the pipeline browser "
      "before you choose it, or add them with Change Input.");
  }
  if (!(this->Threshold > 0.0 && this->Threshold <= 1.0))
  {
    throw trabecula::Error("Threshold is " + trabecula::shortText(this->Threshold) +
      "; it must be above 0 and at most 1.");
  }
  if (this->Resolution < 2)
  {
    throw trabecula::Error(
      "Resolution is " + std::to_string(this->Resolution) + "; it must be at least 2.");
  }

  trabecula::filters::FilterObserver observer(this);
  observer.setRange(0.0, 0.1);
  observer.setText("Reading the designs");
  trabecula::filters::ComparedDesignSettings settings;
  settings.densityArray = this->DensityArray;
  settings.cellsWithoutDensityAreSolid = this->CellsWithoutDensityAreSolid;
  std::vector<trabecula::filters::ComparedDesign> designs;
  std::vector<std::string> names;
  std::string notes;
  for (std::size_t i = 0; i < inputs.size(); ++i)
  {
    names.push_back(this->GetNameOf(i));
    designs.push_back(trabecula::filters::readDesign(inputs[i], names.back(), settings));
    if (designs.back().cellsAreSolid)
    {
      notes += " " + names.back() + " has no cell array \"" + this->DensityArray +
        "\": all its cells count as solid.";
    }
  }
  observer.setRange(0.1, 0.3);
  observer.setText("Finding a common mesh");
  std::optional<trabecula::filters::CommonMesh> common =
    trabecula::filters::findCommonMesh(designs, this->Resolution, this->AlwaysResample, observer);
  observer.setRange(0.3, 0.95);
  const std::optional<trabecula::filters::TopologyComparison> comparison = common
    ? trabecula::filters::compareTopologies(designs, *std::move(common), this->Threshold, observer)
    : std::nullopt;
  if (!comparison)
  {
    internals.Status = "Stopped before there was a result. A further Apply, or Continue in a "
                       "script, computes again.";
    return;
  }

  observer.setRange(0.95, 1.0);
  observer.setText("Writing results");
  vtkNew<vtkUnstructuredGrid> differences;
  vtkNew<vtkTable> measures;
  vtkNew<vtkTable> summary;
  trabecula::filters::writeDifferences(differences, designs, *comparison, this->KeepVoid);
  trabecula::filters::writeMeasures(measures, names, *comparison);
  trabecula::filters::writeSummary(summary, measures);
  internals.Results[DIFFERENCES] = differences;
  internals.Results[MEASURES] = measures;
  internals.Results[SUMMARY] = summary;
  internals.CommonMesh = comparison->common.description();
  internals.Status = "Compared " + std::to_string(designs.size()) + " designs." + notes;
  ++internals.Comparisons;
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "DensityArray: " << this->DensityArray << "\n";
  os << indent << "Threshold: " << this->Threshold << "\n";
  os << indent << "Resolution: " << this->Resolution << "\n";
  os << indent << "AlwaysResample: " << this->AlwaysResample << "\n";
  os << indent << "CellsWithoutDensityAreSolid: " << this->CellsWithoutDensityAreSolid << "\n";
  os << indent << "KeepVoid: " << this->KeepVoid << "\n";
  for (std::size_t i = 0; i < this->Names.size(); ++i)
  {
    os << indent << "Name of input " << i + 1 << ": " << this->Names[i] << "\n";
  }
  os << indent << "Status: " << this->GetStatus() << "\n";
  os << indent << "CommonMesh: " << this->GetCommonMesh() << "\n";
}
