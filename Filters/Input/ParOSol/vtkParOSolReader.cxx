#include "vtkParOSolReader.h"

#include "InputArrays.h"
#include "ParOSolFile.h"

#include "Core/Error.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <exception>
#include <vector>

vtkStandardNewMacro(vtkParOSolReader);

namespace
{
using trabecula::filters::ParOSolFile;

//----------------------------------------------------------------------------
template <typename ArrayT>
vtkNew<ArrayT> MakeZeros(const char* name, vtkIdType tuples)
{
  vtkNew<ArrayT> array;
  array->SetName(name);
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(tuples);
  array->FillValue(0);
  return array;
}

//----------------------------------------------------------------------------
/// Returns the index of a nodal value in arrays of three components.
vtkIdType IndexOf(const ParOSolFile::NodalValue& value, const std::array<int, 3>& cells)
{
  const vtkIdType row = value.node[1] + (cells[1] + vtkIdType(1)) * value.node[2];
  return 3 * (value.node[0] + (cells[0] + vtkIdType(1)) * row) + value.component;
}

//----------------------------------------------------------------------------
void AddDisplacements(vtkImageData* output, const ParOSolFile& file)
{
  auto supports = MakeZeros<vtkUnsignedCharArray>("Supports", output->GetNumberOfPoints());
  auto prescribed = MakeZeros<vtkFloatArray>("PrescribedDisplacement", output->GetNumberOfPoints());
  for (const ParOSolFile::NodalValue& value : file.displacements)
  {
    const vtkIdType index = IndexOf(value, file.cells);
    if (supports->GetValue(index) && prescribed->GetValue(index) != value.value)
    {
      throw trabecula::Error("Node " + std::to_string(value.node[0]) + ", " +
        std::to_string(value.node[1]) + ", " + std::to_string(value.node[2]) +
        " has two different displacements along one direction in Fixed_Displacement_Values. Write "
        "one.");
    }
    supports->SetValue(index, 1);
    prescribed->SetValue(index, value.value);
  }
  output->GetPointData()->AddArray(supports);
  output->GetPointData()->AddArray(prescribed);
}

//----------------------------------------------------------------------------
void AddForces(vtkImageData* output, const ParOSolFile& file)
{
  auto forces = MakeZeros<vtkFloatArray>("Force", output->GetNumberOfPoints());
  for (const ParOSolFile::NodalValue& value : file.forces)
  {
    const vtkIdType index = IndexOf(value, file.cells);
    forces->SetValue(index, forces->GetValue(index) + value.value);
  }
  output->GetPointData()->AddArray(forces);
}
}

//----------------------------------------------------------------------------
vtkParOSolReader::vtkParOSolReader() = default;

//----------------------------------------------------------------------------
vtkParOSolReader::~vtkParOSolReader()
{
  this->SetFileName(nullptr);
}

//----------------------------------------------------------------------------
int vtkParOSolReader::CanReadFile(const char* fileName)
{
  return fileName && trabecula::filters::isParOSolFile(fileName) ? 1 : 0;
}

//----------------------------------------------------------------------------
vtkImageData* vtkParOSolReader::GetOutput()
{
  return vtkImageData::SafeDownCast(this->GetOutputDataObject(0));
}

//----------------------------------------------------------------------------
int vtkParOSolReader::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkImageData");
  return 1;
}

//----------------------------------------------------------------------------
std::string vtkParOSolReader::DescribeLackOfMemory()
{
  return "There is not enough memory for the image in " +
    trabecula::filters::inQuotes(this->FileName ? this->FileName : "") +
    ". Use a machine with more.";
}

//----------------------------------------------------------------------------
int vtkParOSolReader::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  ParOSolFile header;
  try
  {
    header = trabecula::filters::readParOSolHeader(this->FileName ? this->FileName : "");
  }
  catch (const std::exception&)
  {
    // The error is reported once, in RequestData.
    header = ParOSolFile();
    header.voxelSize = 1.0;
  }
  const int extent[6] = { 0, header.cells[0], 0, header.cells[1], 0, header.cells[2] };
  const double spacing[3] = { header.voxelSize, header.voxelSize, header.voxelSize };
  const double origin[3] = { 0.0, 0.0, 0.0 };
  outInfo->Set(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent, 6);
  outInfo->Set(vtkDataObject::SPACING(), spacing, 3);
  outInfo->Set(vtkDataObject::ORIGIN(), origin, 3);
  outInfo->Set(CAN_PRODUCE_SUB_EXTENT(), 1);
  return 1;
}

//----------------------------------------------------------------------------
int vtkParOSolReader::RequestData(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  vtkImageData* output = vtkImageData::GetData(outInfo);
  output->Initialize();
  if (!this->FileName || !*this->FileName)
  {
    throw trabecula::Error("FileName is empty. Choose an input file of ParOSol.");
  }
  this->ReadFile(output);
  output->Crop(outInfo->Get(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT()));
  return 1;
}

//----------------------------------------------------------------------------
void vtkParOSolReader::ReadFile(vtkImageData* output)
{
  const ParOSolFile file = trabecula::filters::readParOSolFile(this->FileName);
  this->UpdateProgress(0.7);
  output->SetExtent(0, file.cells[0], 0, file.cells[1], 0, file.cells[2]);
  output->SetSpacing(file.voxelSize, file.voxelSize, file.voxelSize);
  output->SetOrigin(0.0, 0.0, 0.0);

  vtkNew<vtkFloatArray> moduli;
  moduli->SetName("YoungsModulus");
  moduli->SetNumberOfValues(static_cast<vtkIdType>(file.moduli.size()));
  std::copy(file.moduli.begin(), file.moduli.end(), moduli->GetPointer(0));
  output->GetCellData()->SetScalars(moduli);
  if (!file.displacements.empty())
  {
    AddDisplacements(output, file);
  }
  if (!file.forces.empty())
  {
    AddForces(output, file);
  }
  vtkNew<vtkDoubleArray> ratio;
  ratio->SetName("PoissonsRatio");
  ratio->InsertNextValue(file.poissonsRatio);
  output->GetFieldData()->AddArray(ratio);
  this->UpdateProgress(1.0);
}

//----------------------------------------------------------------------------
void vtkParOSolReader::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FileName: " << (this->FileName ? this->FileName : "(none)") << "\n";
}
