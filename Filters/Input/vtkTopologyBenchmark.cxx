#include "vtkTopologyBenchmark.h"

#include "HexMeshConverter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Optimization/Meshfree/MeshfreeExamples.h"
#include "Optimization/TopologyExamples.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkExtractCells.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkTopologyBenchmark);

static_assert(
  static_cast<int>(trabecula::TopologyExample::Cantilever) == vtkTopologyBenchmark::CANTILEVER_3D &&
    static_cast<int>(trabecula::TopologyExample::LBeam) == vtkTopologyBenchmark::L_BEAM &&
    static_cast<int>(trabecula::TopologyExample::MichellCantilever) ==
      vtkTopologyBenchmark::MICHELL_CANTILEVER &&
    static_cast<int>(trabecula::TopologyExample::ConnectingRod) ==
      vtkTopologyBenchmark::CONNECTING_ROD &&
    static_cast<int>(trabecula::TopologyExample::ForceInverter) ==
      vtkTopologyBenchmark::FORCE_INVERTER,
  "The library numbers the examples as the filter does.");

namespace
{
constexpr int FirstMeshfreeExample = vtkTopologyBenchmark::PLATE_CANTILEVER;

constexpr int NumberOf(trabecula::MeshfreeExample example)
{
  return FirstMeshfreeExample + static_cast<int>(example);
}

static_assert(
  NumberOf(trabecula::MeshfreeExample::Cantilever) == vtkTopologyBenchmark::PLATE_CANTILEVER &&
    NumberOf(trabecula::MeshfreeExample::QuarterAnnulus) == vtkTopologyBenchmark::QUARTER_ANNULUS &&
    NumberOf(trabecula::MeshfreeExample::Cube) == vtkTopologyBenchmark::CUBE,
  "The library numbers these examples as the filter does, from another number.");

template <typename ArrayT>
vtkNew<ArrayT> MakeZeros(const char* name, int components, vtkIdType tuples)
{
  vtkNew<ArrayT> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(tuples);
  array->FillValue(0);
  return array;
}

//----------------------------------------------------------------------------
/// Adds an array of three components per point, unless it would be empty.
void AddPointArray(
  vtkUnstructuredGrid* output, const char* name, const std::vector<double>& values, double scale)
{
  if (!values.empty())
  {
    auto array = MakeZeros<vtkDoubleArray>(name, 3, output->GetNumberOfPoints());
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      array->SetValue(static_cast<vtkIdType>(i), scale * values[i]);
    }
    output->GetPointData()->AddArray(array);
  }
}

//----------------------------------------------------------------------------
void AddField(vtkUnstructuredGrid* output, const char* name, double value)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->InsertNextValue(value);
  output->GetFieldData()->AddArray(array);
}

//----------------------------------------------------------------------------
/// Leaves one of so many pieces, of consecutive cells. Point ids tell which points pieces share.
void KeepPiece(vtkUnstructuredGrid* output, int piece, int pieces)
{
  vtkNew<vtkIdTypeArray> ids;
  ids->SetName("GlobalNodeIds");
  ids->SetNumberOfValues(output->GetNumberOfPoints());
  std::iota(ids->GetPointer(0), ids->GetPointer(0) + ids->GetNumberOfValues(), vtkIdType(0));
  output->GetPointData()->SetGlobalIds(ids);

  vtkNew<vtkUnstructuredGrid> whole;
  whole->ShallowCopy(output);
  const vtkIdType cells = whole->GetNumberOfCells();
  const vtkIdType first = cells * piece / pieces;
  const vtkIdType last = cells * (piece + 1) / pieces - 1;
  output->Initialize();
  if (first <= last)
  {
    vtkNew<vtkExtractCells> extract;
    extract->SetInputData(whole);
    extract->AddCellRange(first, last);
    extract->PassThroughCellIdsOff();
    extract->Update();
    output->ShallowCopy(extract->GetOutput());
  }
  output->GetFieldData()->ShallowCopy(whole->GetFieldData());
}
}

//----------------------------------------------------------------------------
vtkUnstructuredGrid* vtkTopologyBenchmark::GetOutput()
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(0));
}

//----------------------------------------------------------------------------
int vtkTopologyBenchmark::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkUnstructuredGrid");
  return 1;
}

//----------------------------------------------------------------------------
std::string vtkTopologyBenchmark::DescribeLackOfMemory()
{
  return "There is not enough memory for this mesh. Choose a smaller Resolution or Size.";
}

//----------------------------------------------------------------------------
int vtkTopologyBenchmark::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  outputVector->GetInformationObject(0)->Set(CAN_HANDLE_PIECE_REQUEST(), 1);
  return 1;
}

//----------------------------------------------------------------------------
int vtkTopologyBenchmark::RequestData(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  this->CheckProperties();
  vtkUnstructuredGrid* output = vtkUnstructuredGrid::GetData(outInfo);
  this->MakeExample(output);
  const int pieces = outInfo->Get(vtkStreamingDemandDrivenPipeline::UPDATE_NUMBER_OF_PIECES());
  if (pieces > 1)
  {
    KeepPiece(
      output, outInfo->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()), pieces);
  }
  return 1;
}

//----------------------------------------------------------------------------
void vtkTopologyBenchmark::CheckProperties() const
{
  using trabecula::Error;
  if (this->Example < CANTILEVER_3D || this->Example > CUBE)
  {
    throw Error("There is no example number " + std::to_string(this->Example) + ".");
  }
  if (this->Size < 0 || this->Size > trabecula::NumberOfPaperSizes)
  {
    throw Error("Size is " + std::to_string(this->Size) + "; it must be 1 to " +
      std::to_string(trabecula::NumberOfPaperSizes) + ", or 0 for the size that Resolution gives.");
  }
  if (!std::isfinite(this->ElementLength) || this->ElementLength <= 0.0)
  {
    throw Error(
      "ElementLength is " + trabecula::shortText(this->ElementLength) + "; it must be above zero.");
  }
  if (!std::isfinite(this->NodalForce))
  {
    throw Error(
      "NodalForce is " + trabecula::shortText(this->NodalForce) + "; it must be a finite number.");
  }
}

//----------------------------------------------------------------------------
trabecula::TopologyProblem vtkTopologyBenchmark::MakeProblem()
{
  if (this->Example >= FirstMeshfreeExample)
  {
    const auto example =
      static_cast<trabecula::MeshfreeExample>(this->Example - FirstMeshfreeExample);
    const trabecula::MeshfreeProblem meshfree = trabecula::makeMeshfreeExample(example,
      this->Size > 0 ? trabecula::paperCells(example, this->Size)
                     : trabecula::cellsOf(example, this->Resolution));
    return { meshfree.structure, meshfree.design, meshfree.solidFractions };
  }
  const auto example = static_cast<trabecula::TopologyExample>(this->Example);
  trabecula::ExampleSize size;
  size.resolution = this->Resolution;
  if (this->Size > 0)
  {
    size = trabecula::paperSize(example, this->Size);
  }
  return trabecula::makeExample(example, size);
}

//----------------------------------------------------------------------------
void vtkTopologyBenchmark::MakeExample(vtkUnstructuredGrid* output)
{
  trabecula::TopologyProblem problem = this->MakeProblem();
  this->UpdateProgress(0.5);

  for (double& coordinate : problem.structure.mesh.points)
  {
    coordinate *= this->ElementLength;
  }
  output->ShallowCopy(trabecula::filters::makeGrid(problem.structure.mesh));
  this->UpdateProgress(0.8);

  const vtkIdType nodes = output->GetNumberOfPoints();
  auto supports = MakeZeros<vtkUnsignedCharArray>("Supports", 3, nodes);
  for (vtkIdType i = 0; i < 3 * nodes; ++i)
  {
    supports->SetValue(i, problem.structure.supports[i]);
  }
  auto region = MakeZeros<vtkUnsignedCharArray>("DesignRegion", 1, output->GetNumberOfCells());
  for (std::size_t i = 0; i < problem.design.designRegion.size(); ++i)
  {
    region->SetValue(
      static_cast<vtkIdType>(i), static_cast<unsigned char>(problem.design.designRegion[i]));
  }
  output->GetPointData()->AddArray(supports);
  AddPointArray(output, "Force", problem.structure.loadCases[0].forces, this->NodalForce);
  // Springs are scaled such that their stiffness relative to the part is that of the original
  // dimensions.
  AddPointArray(output, "Springs", problem.structure.springs, this->ElementLength);
  AddPointArray(output, "OutputWeights", problem.design.outputWeights, 1.0);
  output->GetCellData()->AddArray(region);

  const trabecula::DensityDesign& design = problem.design;
  AddField(output, "RecommendedVolumeFraction", design.settings.volumeFraction);
  AddField(output, "RecommendedMinimumDensity", design.densities.minimumDensity);
  AddField(output, "RecommendedFilterRadius", this->ElementLength * design.densities.filterRadius);
  AddField(output, "SolidLayers", 0.0); // in the publication all cells are designed
  if (this->Example >= FirstMeshfreeExample)
  {
    AddField(output, "RecommendedYoungsModulus", problem.structure.material.youngsModulus);
  }
  this->UpdateProgress(1.0);
}

//----------------------------------------------------------------------------
void vtkTopologyBenchmark::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Example: " << this->Example << "\n";
  os << indent << "Size: " << this->Size << "\n";
  os << indent << "Resolution: " << this->Resolution << "\n";
  os << indent << "ElementLength: " << this->ElementLength << "\n";
  os << indent << "NodalForce: " << this->NodalForce << "\n";
}
