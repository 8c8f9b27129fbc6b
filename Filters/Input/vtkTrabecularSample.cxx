#include "vtkTrabecularSample.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/Generators/TrabecularSample.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

vtkStandardNewMacro(vtkTrabecularSample);

namespace
{
template <typename ArrayT, typename T>
void AddCellArray(vtkImageData* output, const char* name, const std::vector<T>& values)
{
  vtkNew<ArrayT> array;
  array->SetName(name);
  array->SetNumberOfValues(static_cast<vtkIdType>(values.size()));
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  output->GetCellData()->AddArray(array);
}
}

//----------------------------------------------------------------------------
vtkImageData* vtkTrabecularSample::GetOutput()
{
  return vtkImageData::SafeDownCast(this->GetOutputDataObject(0));
}

//----------------------------------------------------------------------------
int vtkTrabecularSample::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkImageData");
  return 1;
}

//----------------------------------------------------------------------------
std::string vtkTrabecularSample::DescribeLackOfMemory()
{
  return "There is not enough memory for this sample. Choose smaller Dimensions.";
}

//----------------------------------------------------------------------------
int vtkTrabecularSample::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  int extent[6] = {};
  for (int d = 0; d < 3; ++d)
  {
    // Out-of-range values are reported in RequestData.
    extent[2 * d + 1] = std::clamp(this->Dimensions[d], 0, VTK_INT_MAX - 1);
  }
  outInfo->Set(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent, 6);
  const double spacing[3] = { this->VoxelSize, this->VoxelSize, this->VoxelSize };
  const double origin[3] = { 0.0, 0.0, 0.0 };
  outInfo->Set(vtkDataObject::SPACING(), spacing, 3);
  outInfo->Set(vtkDataObject::ORIGIN(), origin, 3);
  outInfo->Set(CAN_PRODUCE_SUB_EXTENT(), 1);
  return 1;
}

//----------------------------------------------------------------------------
int vtkTrabecularSample::RequestData(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  vtkImageData* output = vtkImageData::GetData(outInfo);
  output->Initialize();
  this->CheckProperties();
  this->MakeSample(output);
  // The threshold depends on all voxels, so the whole image is generated and then cropped.
  output->Crop(outInfo->Get(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT()));
  return 1;
}

//----------------------------------------------------------------------------
void vtkTrabecularSample::CheckProperties() const
{
  using trabecula::Error;
  double points = 1.0;
  for (const int dimension : this->Dimensions)
  {
    points *= dimension + 1.0;
  }
  if (*std::min_element(this->Dimensions, this->Dimensions + 3) > 0 &&
    points > static_cast<double>(std::numeric_limits<std::int32_t>::max()))
  {
    throw Error("Dimensions are " + std::to_string(this->Dimensions[0]) + " x " +
      std::to_string(this->Dimensions[1]) + " x " + std::to_string(this->Dimensions[2]) +
      " voxels; there can be 2147483647 corners of voxels at most. Choose smaller Dimensions.");
  }
  if (!std::isfinite(this->VoxelSize) || this->VoxelSize <= 0.0)
  {
    throw Error(
      "VoxelSize is " + trabecula::shortText(this->VoxelSize) + "; it must be above zero.");
  }
  if (this->Seed < 0)
  {
    throw Error("Seed is " + std::to_string(this->Seed) + "; it must be zero or more.");
  }
}

//----------------------------------------------------------------------------
void vtkTrabecularSample::MakeSample(vtkImageData* output)
{
  trabecula::TrabecularSampleSettings settings;
  std::copy(this->Dimensions, this->Dimensions + 3, settings.cells.begin());
  settings.voxelsPerPeriod = this->VoxelsPerPeriod;
  settings.volumeFraction = this->VolumeFraction;
  settings.seed = static_cast<std::uint64_t>(this->Seed);
  settings.connected = this->Connected;
  const trabecula::TrabecularSample sample =
    trabecula::makeTrabecularSample(settings, this->GenerateDensity);
  this->UpdateProgress(0.8);

  output->SetExtent(0, this->Dimensions[0], 0, this->Dimensions[1], 0, this->Dimensions[2]);
  output->SetSpacing(this->VoxelSize, this->VoxelSize, this->VoxelSize);
  output->SetOrigin(0.0, 0.0, 0.0);
  AddCellArray<vtkUnsignedCharArray>(output, "Solid", sample.solid);
  if (this->GenerateDensity)
  {
    AddCellArray<vtkFloatArray>(output, "Density", sample.density);
  }
  output->GetCellData()->SetActiveScalars("Solid");

  vtkNew<vtkDoubleArray> fraction;
  fraction->SetName("VolumeFraction");
  const auto solid = std::accumulate(sample.solid.begin(), sample.solid.end(), std::int64_t(0));
  fraction->InsertNextValue(static_cast<double>(solid) / static_cast<double>(sample.solid.size()));
  output->GetFieldData()->AddArray(fraction);
  this->UpdateProgress(1.0);
}

//----------------------------------------------------------------------------
void vtkTrabecularSample::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Dimensions: " << this->Dimensions[0] << " " << this->Dimensions[1] << " "
     << this->Dimensions[2] << "\n";
  os << indent << "VoxelSize: " << this->VoxelSize << "\n";
  os << indent << "VoxelsPerPeriod: " << this->VoxelsPerPeriod << "\n";
  os << indent << "VolumeFraction: " << this->VolumeFraction << "\n";
  os << indent << "Seed: " << this->Seed << "\n";
  os << indent << "Connected: " << this->Connected << "\n";
  os << indent << "GenerateDensity: " << this->GenerateDensity << "\n";
}
