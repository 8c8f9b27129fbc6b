#include "vtkCompareTopologies.h"

#include "BodyComparison.h"
#include "TopologyComparison.h"
#include "TopologyComparisonWriter.h"

#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Run/RunObserver.h"

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <optional>

namespace
{
constexpr int LeastBodyResolution = 4;
}

vtkStandardNewMacro(vtkCompareTopologies);

/**
 * Results of the last complete comparison.
 */
class vtkCompareTopologies::vtkInternals
{
public:
  std::string CommonMesh = "Nothing compared yet.";
  std::string DeviceUsed;
  int Comparisons = 0;
};

//------------------------------------------------------------------------------
vtkCompareTopologies::vtkCompareTopologies() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
  this->SetReasonForOneRank("A comparison is not divided.");
  this->SetStatus(this->Internals->CommonMesh);
}

//------------------------------------------------------------------------------
vtkCompareTopologies::~vtkCompareTopologies() = default;

//------------------------------------------------------------------------------
vtkUnstructuredGrid* vtkCompareTopologies::GetOutput()
{
  return this->GetOutput(0);
}
vtkUnstructuredGrid* vtkCompareTopologies::GetOutput(int port)
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(port));
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::SetDensityArray(const char* name)
{
  this->SetParameter(this->DensityArray, std::string(name ? name : ""));
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::AddName(const char* name)
{
  this->AddToParameter(this->Names, std::string(name ? name : ""));
}

//------------------------------------------------------------------------------
void vtkCompareTopologies::ClearNames()
{
  this->SetParameter(this->Names, {});
}

//------------------------------------------------------------------------------
std::string vtkCompareTopologies::GetNameOf(std::size_t input) const
{
  return input < this->Names.size() && !this->Names[input].empty()
    ? this->Names[input]
    : "Design " + std::to_string(input + 1);
}

//------------------------------------------------------------------------------
const char* vtkCompareTopologies::GetCommonMesh()
{
  return this->Internals->CommonMesh.c_str();
}

//------------------------------------------------------------------------------
const char* vtkCompareTopologies::GetDeviceUsed()
{
  return this->Internals->DeviceUsed.c_str();
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
  // Accepts any data object, so that the error message is more helpful than that of the executive.
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
std::string vtkCompareTopologies::GetNameOfInput(int, int connection)
{
  return this->GetNameOf(static_cast<std::size_t>(connection));
}

//------------------------------------------------------------------------------
std::string vtkCompareTopologies::DescribeLackOfMemory()
{
  return "There is not enough memory for this comparison. Turn Always Resample on and choose a "
         "smaller Resolution, and a smaller Body Resolution.";
}

//------------------------------------------------------------------------------
int vtkCompareTopologies::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  const int result = this->Superclass::RequestData(request, inputVector, outputVector);
  this->SetProgressText(nullptr); // the text concerned this execution only
  return result;
}

//------------------------------------------------------------------------------
std::vector<vtkDataSet*> vtkCompareTopologies::ReadInputs(vtkInformationVector** inputVector)
{
  std::vector<vtkDataSet*> inputs;
  for (int i = 0; i < inputVector[0]->GetNumberOfInformationObjects(); ++i)
  {
    vtkDataObject* data = vtkDataObject::GetData(inputVector[0], i);
    inputs.push_back(vtkDataSet::SafeDownCast(data));
    if (!inputs.back())
    {
      throw trabecula::Error(this->GetNameOf(inputs.size() - 1) + " is " +
        (data ? "a " + std::string(data->GetClassName()) : "missing") +
        ", and an unstructured grid or image data is needed. Take one out of it with the filter "
        "Extract Block, or merge its blocks.");
    }
  }
  if (inputs.size() < 2)
  {
    throw trabecula::Error("There is nothing to compare " + this->GetNameOf(0) +
      " with. Give the filter two or more inputs: select them together in the pipeline browser "
      "before you choose it, or add them with Change Input.");
  }
  return inputs;
}

//------------------------------------------------------------------------------
vtkCompareTopologies::Work vtkCompareTopologies::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  const std::vector<vtkDataSet*> inputs = this->ReadInputs(inputVector);
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
  if (this->BodyResolution != 0 && this->BodyResolution < LeastBodyResolution)
  {
    throw trabecula::Error("Body Resolution is " + std::to_string(this->BodyResolution) +
      "; it must be at least " + std::to_string(LeastBodyResolution) + ", or 0 for automatic.");
  }
  if (!(this->LoadRadius >= 0.0) || !std::isfinite(this->LoadRadius))
  {
    throw trabecula::Error("Load Radius is " + trabecula::shortText(this->LoadRadius) +
      "; it must be a length above 0, or 0 for the mean edge of the coarsest mesh.");
  }

  preparing.setRange(0.0, 0.1);
  preparing.setText("Reading the designs");
  this->UseThreads();
  trabecula::filters::ComparedDesignSettings settings;
  settings.densityArray = this->DensityArray;
  settings.cellsWithoutDensityAreSolid = this->CellsWithoutDensityAreSolid;
  settings.readBody = this->AnalyseBodies;
  const auto read = std::make_shared<std::vector<trabecula::filters::ComparedDesign>>();
  std::vector<trabecula::filters::ComparedDesign>& designs = *read;
  std::vector<std::string> names;
  std::string notes;
  for (std::size_t i = 0; i < inputs.size(); ++i)
  {
    names.push_back(this->GetNameOf(i));
    designs.push_back(trabecula::filters::readDesign(inputs[i], names.back(), settings));
    if (!designs.back().note.empty())
    {
      notes += " " + names.back() + ": " + designs.back().note;
    }
    if (designs.back().cellsAreSolid)
    {
      notes += " " + names.back() + " has no cell array \"" + this->DensityArray +
        "\": all its cells count as solid.";
    }
  }

  trabecula::BodySettings bodies;
  bodies.resolution = this->BodyResolution;
  bodies.loadRadius = this->LoadRadius;
  return
    [this, read, names, notes, bodies, resolution = this->Resolution,
      alwaysResample = this->AlwaysResample, threshold = this->Threshold, keepVoid = this->KeepVoid,
      analyse = this->AnalyseBodies, threads = this->Threads, request = this->RequestedDevice(),
      limit = this->MemoryLimitInBytes()](trabecula::RunObserver& observer) -> Publication
  {
    trabecula::setHostThreads(threads);
    observer.setRange(0.1, 0.2);
    observer.setText("Finding a common mesh");
    std::optional<trabecula::filters::CommonMesh> common =
      trabecula::filters::findCommonMesh(*read, resolution, alwaysResample, observer);
    observer.setRange(0.2, analyse ? 0.5 : 0.95);
    std::optional<trabecula::filters::TopologyComparison> comparison = common
      ? trabecula::filters::compareTopologies(*read, *std::move(common), threshold, observer)
      : std::nullopt;
    if (!comparison)
    {
      return nullptr;
    }
    std::string summary;
    std::string used;
    if (analyse)
    {
      observer.setRange(0.5, 0.95);
      observer.setText("");
      const trabecula::Device device = trabecula::selectDevice(request);
      used = device.name;
      const auto found = trabecula::filters::compareBodies(*read, bodies, device, observer, limit);
      if (!found)
      {
        return nullptr;
      }
      trabecula::filters::addBodies(*found, *comparison);
      summary = " " + found->summary;
    }

    observer.setRange(0.95, 1.0);
    observer.setText("Writing results");
    const auto differences = vtkSmartPointer<vtkUnstructuredGrid>::New();
    const auto measures = vtkSmartPointer<vtkTable>::New();
    const auto table = vtkSmartPointer<vtkTable>::New();
    trabecula::filters::writeDifferences(differences, *read, *comparison, keepVoid);
    trabecula::filters::writeMeasures(measures, names, *comparison);
    trabecula::filters::writeSummary(table, measures);
    return [this, differences, measures, table, notes, summary, used, count = names.size(),
             mesh = comparison->common.description()]
    {
      this->SetResult(DIFFERENCES, differences);
      this->SetResult(MEASURES, measures);
      this->SetResult(SUMMARY, table);
      this->Internals->CommonMesh = mesh;
      this->Internals->DeviceUsed = used;
      this->SetStatus("Compared " + std::to_string(count) + " designs." + summary + notes);
      ++this->Internals->Comparisons;
    };
  };
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
  os << indent << "AnalyseBodies: " << this->AnalyseBodies << "\n";
  os << indent << "BodyResolution: " << this->BodyResolution << "\n";
  os << indent << "LoadRadius: " << this->LoadRadius << "\n";
  for (std::size_t i = 0; i < this->Names.size(); ++i)
  {
    os << indent << "Name of input " << i + 1 << ": " << this->Names[i] << "\n";
  }
  os << indent << "CommonMesh: " << this->GetCommonMesh() << "\n";
}
