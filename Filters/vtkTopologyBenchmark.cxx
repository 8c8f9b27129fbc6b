#include "vtkTopologyBenchmark.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDoubleArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <cmath>
#include <limits>

vtkStandardNewMacro(vtkTopologyBenchmark);

namespace
{
/// The numbering of a box of bricks: x fastest, then y, then z.
struct BoxLattice
{
  std::array<vtkIdType, 3> Elements;

  vtkIdType NumberOfElements() const
  {
    return this->Elements[0] * this->Elements[1] * this->Elements[2];
  }
  vtkIdType NumberOfNodes() const
  {
    return (this->Elements[0] + 1) * (this->Elements[1] + 1) * (this->Elements[2] + 1);
  }
  vtkIdType Node(vtkIdType i, vtkIdType j, vtkIdType k) const
  {
    return i + (this->Elements[0] + 1) * (j + (this->Elements[1] + 1) * k);
  }
};

//----------------------------------------------------------------------------
BoxLattice CantileverLattice(vtkIdType resolution)
{
  return { { 2 * resolution, resolution, resolution } };
}

//----------------------------------------------------------------------------
vtkNew<vtkPoints> MakePoints(const BoxLattice& box, double elementLength)
{
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetNumberOfTuples(box.NumberOfNodes());
  double* out = coordinates->GetPointer(0);
  for (vtkIdType k = 0; k <= box.Elements[2]; ++k)
  {
    for (vtkIdType j = 0; j <= box.Elements[1]; ++j)
    {
      for (vtkIdType i = 0; i <= box.Elements[0]; ++i)
      {
        *out++ = i * elementLength;
        *out++ = j * elementLength;
        *out++ = k * elementLength;
      }
    }
  }
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  return points;
}

//----------------------------------------------------------------------------
vtkNew<vtkCellArray> MakeHexahedra(const BoxLattice& box)
{
  vtkNew<vtkTypeInt64Array> connectivity;
  connectivity->SetNumberOfValues(8 * box.NumberOfElements());
  vtkTypeInt64* out = connectivity->GetPointer(0);
  for (vtkIdType k = 0; k < box.Elements[2]; ++k)
  {
    for (vtkIdType j = 0; j < box.Elements[1]; ++j)
    {
      for (vtkIdType i = 0; i < box.Elements[0]; ++i)
      {
        for (vtkIdType up = 0; up < 2; ++up)
        {
          *out++ = box.Node(i, j, k + up);
          *out++ = box.Node(i + 1, j, k + up);
          *out++ = box.Node(i + 1, j + 1, k + up);
          *out++ = box.Node(i, j + 1, k + up);
        }
      }
    }
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(8, connectivity);
  return cells;
}

//----------------------------------------------------------------------------
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
}

//----------------------------------------------------------------------------
int vtkTopologyBenchmark::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  // RequestData says itself what the pieces beyond the first hold: nothing.
  outputVector->GetInformationObject(0)->Set(CAN_HANDLE_PIECE_REQUEST(), 1);
  return 1;
}

//----------------------------------------------------------------------------
int vtkTopologyBenchmark::RequestData(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  if (!this->CheckProperties())
  {
    // The output is empty and the message says why; 0 would make the executive add another.
    return 1;
  }
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  if (outInfo->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()) > 0)
  {
    return 1;
  }
  vtkUnstructuredGrid* output = vtkUnstructuredGrid::GetData(outInfo);
  switch (this->Example)
  {
    case CANTILEVER_3D:
      this->MakeCantilever3D(output);
      break;
  }
  return 1;
}

//----------------------------------------------------------------------------
bool vtkTopologyBenchmark::CheckProperties()
{
  if (this->Example != CANTILEVER_3D)
  {
    vtkErrorMacro("There is no example number " << this->Example << ".");
    return false;
  }
  if (this->Resolution < 1)
  {
    vtkErrorMacro(
      "Resolution is " << this->Resolution << "; at least one element along the height is needed.");
    return false;
  }
  if (!std::isfinite(this->ElementLength) || this->ElementLength <= 0.0)
  {
    vtkErrorMacro("ElementLength is " << this->ElementLength << "; it must be above zero.");
    return false;
  }
  if (!std::isfinite(this->NodalForce))
  {
    vtkErrorMacro("NodalForce is " << this->NodalForce << "; it must be a finite number.");
    return false;
  }
  // Solvers number nodes in 32 bits.
  const double n = this->Resolution;
  const double nodes = (2.0 * n + 1.0) * (n + 1.0) * (n + 1.0);
  if (nodes > std::numeric_limits<vtkTypeInt32>::max())
  {
    vtkErrorMacro("Resolution is " << this->Resolution << ", which makes " << nodes
                                   << " nodes; meshes of up to 2147483647 nodes are supported.");
    return false;
  }
  return true;
}

//----------------------------------------------------------------------------
void vtkTopologyBenchmark::MakeCantilever3D(vtkUnstructuredGrid* output)
{
  const BoxLattice box = CantileverLattice(this->Resolution);

  output->SetPoints(MakePoints(box, this->ElementLength));
  this->UpdateProgress(0.4);
  output->SetCells(VTK_HEXAHEDRON, MakeHexahedra(box));
  this->UpdateProgress(0.8);

  auto supports = MakeZeros<vtkUnsignedCharArray>("Supports", 3, box.NumberOfNodes());
  auto force = MakeZeros<vtkDoubleArray>("Force", 3, box.NumberOfNodes());
  auto designRegion = MakeZeros<vtkUnsignedCharArray>("DesignRegion", 1, box.NumberOfElements());
  for (vtkIdType j = 0; j <= box.Elements[1]; ++j)
  {
    for (vtkIdType k = 0; k <= box.Elements[2]; ++k)
    {
      const unsigned char fixed[3] = { 1, 1, 1 };
      supports->SetTypedTuple(box.Node(0, j, k), fixed);
    }
    force->SetComponent(box.Node(box.Elements[0], j, 0), 2, -this->NodalForce);
  }
  output->GetPointData()->AddArray(supports);
  output->GetPointData()->AddArray(force);
  output->GetCellData()->AddArray(designRegion);
  this->UpdateProgress(1.0);
}

//----------------------------------------------------------------------------
void vtkTopologyBenchmark::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Example: " << this->Example << "\n";
  os << indent << "Resolution: " << this->Resolution << "\n";
  os << indent << "ElementLength: " << this->ElementLength << "\n";
  os << indent << "NodalForce: " << this->NodalForce << "\n";
}
