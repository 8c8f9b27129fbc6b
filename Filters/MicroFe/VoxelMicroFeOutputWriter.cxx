#include "VoxelMicroFeOutputWriter.h"

#include "CopyValues.h"
#include "HexMeshConverter.h"
#include "ImageBlanking.h"
#include "VoxelFieldWriter.h"

#include "Core/Execution/HostRanges.h"
#include "Core/Execution/ZeroVector.h"
#include "Mesh/Voxel/VoxelSurface.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace trabecula::filters
{
namespace
{
constexpr unsigned char Hidden = vtkDataSetAttributes::HIDDENCELL;

/// Copies tuples of an array that has a contiguous layout.
void copyTuples(vtkDataArray* from, const std::vector<std::int64_t>& tuples, vtkDataArray* to)
{
  const auto bytes = static_cast<std::size_t>(from->GetNumberOfComponents()) *
    static_cast<std::size_t>(from->GetDataTypeSize());
  const auto* values = static_cast<const char*>(from->GetVoidPointer(0));
  auto* target = static_cast<char*>(to->GetVoidPointer(0));
  forHostRanges(static_cast<std::int64_t>(tuples.size()),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        std::memcpy(target + bytes * static_cast<std::size_t>(i),
          values + bytes * static_cast<std::size_t>(tuples[i]), bytes);
      }
    });
}

/// Passes the given tuples of the input's arrays.
void passArrays(vtkDataSetAttributes* input, const std::vector<std::int64_t>& tuples,
  vtkDataSetAttributes* output)
{
  const auto count = static_cast<vtkIdType>(tuples.size());
  for (int i = 0; i < input->GetNumberOfArrays(); ++i)
  {
    vtkAbstractArray* array = input->GetAbstractArray(i);
    auto part = vtk::TakeSmartPointer(array->NewInstance());
    part->SetName(array->GetName());
    part->SetNumberOfComponents(array->GetNumberOfComponents());
    part->SetNumberOfTuples(count);
    auto* data = vtkDataArray::SafeDownCast(array);
    if (data && data->HasStandardMemoryLayout() && data->GetDataType() != VTK_BIT)
    {
      copyTuples(data, tuples, vtkDataArray::SafeDownCast(part));
    }
    else
    {
      vtkNew<vtkIdList> ids;
      ids->SetNumberOfIds(count);
      copyValues(tuples, ids->GetPointer(0));
      array->GetTuples(ids, part);
    }
    output->AddArray(part);
  }
}

/// Returns the entries of a list at the given indices.
std::vector<std::int64_t> entriesOf(
  const std::vector<std::int64_t>& list, const std::vector<std::int32_t>& numbers)
{
  auto entries = zeroVector<std::int64_t>(numbers.size());
  forHostRanges(static_cast<std::int64_t>(numbers.size()),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        entries[i] = list[numbers[i]];
      }
    });
  return entries;
}

vtkDataSetAttributes* arraysOfVoxels(vtkImageData* input, const ImageVoxels& voxels)
{
  return voxels.atPoints ? static_cast<vtkDataSetAttributes*>(input->GetPointData())
                         : input->GetCellData();
}

std::array<int, 3> pointsOf(const ImageVoxels& voxels)
{
  return { voxels.cells[0] + 1, voxels.cells[1] + 1, voxels.cells[2] + 1 };
}

/// Removes the ghost arrays of the input: hidden cells are not among the results, or are hidden
/// anew.
void removeGhosts(vtkDataSet* output)
{
  output->GetPointData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  output->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
}

/// Sets the structure of the image whose cells are the voxels.
void setStructure(vtkImageData* output, vtkImageData* input, const ImageVoxels& voxels)
{
  if (!voxels.atPoints)
  {
    output->CopyStructure(input);
    return;
  }
  output->SetDimensions(pointsOf(voxels).data());
  output->SetSpacing(input->GetSpacing());
  output->SetOrigin(voxels.corner.data());
  output->SetDirectionMatrix(input->GetDirectionMatrix());
}

template <typename ArrayType, typename ValueType>
void addField(vtkFieldData* fields, const char* name, const ValueType& value)
{
  vtkNew<ArrayType> array;
  array->SetName(name);
  array->InsertNextValue(value);
  fields->AddArray(array);
}

void addMatrix(vtkFieldData* fields, const char* name, const std::array<double, 36>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(6);
  array->SetNumberOfTuples(6);
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  fields->AddArray(array);
}
}

void writeSolid(vtkUnstructuredGrid* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels)
{
  const VoxelGrid& grid = analysis.grid();
  output->ShallowCopy(makeGrid(grid.mesh()));
  double* points = vtkDoubleArray::FastDownCast(output->GetPoints()->GetData())->GetPointer(0);
  forHostRanges(output->GetNumberOfPoints(),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        const std::array<double, 3> x = voxels.toSpace(points + 3 * i);
        std::copy(x.begin(), x.end(), points + 3 * i);
      }
    });

  vtkCellData* cells = output->GetCellData();
  vtkPointData* nodes = output->GetPointData();
  passArrays(arraysOfVoxels(input, voxels), grid.elementIndices(), cells);
  if (!voxels.atPoints)
  {
    passArrays(input->GetPointData(), grid.nodeIndices(), nodes);
  }
  removeGhosts(output);
  addFields(analysis, voxels, { nodes, nullptr, output->GetNumberOfPoints() },
    { cells, nullptr, output->GetNumberOfCells() });
  output->GetFieldData()->PassData(input->GetFieldData());
}

void writeSolidImage(vtkImageData* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels)
{
  setStructure(output, input, voxels);
  vtkCellData* cells = output->GetCellData();
  vtkPointData* nodes = output->GetPointData();
  cells->PassData(arraysOfVoxels(input, voxels));
  if (!voxels.atPoints)
  {
    nodes->PassData(input->GetPointData());
  }
  removeGhosts(output);
  const VoxelGrid& grid = analysis.grid();
  const std::vector<std::int64_t> elements = grid.elementIndices();
  const std::vector<std::int64_t> points = grid.nodeIndices();
  addFields(analysis, voxels, { nodes, &points, output->GetNumberOfPoints() },
    { cells, &elements, output->GetNumberOfCells() });
  output->GetFieldData()->PassData(input->GetFieldData());

  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetNumberOfValues(output->GetNumberOfCells());
  unsigned char* values = ghosts->GetPointer(0);
  forHostRanges(ghosts->GetNumberOfValues(),
    [&](int, std::int64_t begin, std::int64_t end)
    { std::fill(values + begin, values + end, Hidden); });
  forHostRanges(static_cast<std::int64_t>(elements.size()),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t e = begin; e < end; ++e)
      {
        values[elements[e]] = 0;
      }
    });
  blankCells(output, ghosts);
}

void writeSolidSurface(
  vtkPolyData* output, const VoxelMicroFe& analysis, vtkImageData* input, const ImageVoxels& voxels)
{
  const VoxelGrid& grid = analysis.grid();
  const VoxelSurface surface = makeVoxelSurface(grid);
  const auto points = static_cast<vtkIdType>(surface.nodes.size());
  const auto faces = static_cast<vtkIdType>(surface.elements.size());
  {
    const std::vector<std::int32_t> positions = grid.nodePositions();
    vtkNew<vtkPoints> corners;
    corners->SetDataTypeToDouble();
    corners->SetNumberOfPoints(points);
    double* coordinates = vtkDoubleArray::FastDownCast(corners->GetData())->GetPointer(0);
    forHostRanges(points,
      [&](int, std::int64_t begin, std::int64_t end)
      {
        for (std::int64_t i = begin; i < end; ++i)
        {
          const std::int32_t* position = positions.data() + 3 * std::int64_t(surface.nodes[i]);
          double x[3];
          for (std::size_t d = 0; d < 3; ++d)
          {
            x[d] = grid.origin()[d] + grid.spacing()[d] * position[d];
          }
          const std::array<double, 3> inSpace = voxels.toSpace(x);
          std::copy(inSpace.begin(), inSpace.end(), coordinates + 3 * i);
        }
      });
    output->SetPoints(corners);
  }
  vtkNew<vtkTypeInt64Array> offsets;
  vtkNew<vtkTypeInt64Array> connectivity;
  offsets->SetNumberOfValues(faces + 1);
  connectivity->SetNumberOfValues(4 * faces);
  // Written with all threads, which vtkCellArray does not use for cells of equal size.
  forHostRanges(faces + 1,
    [first = offsets->GetPointer(0)](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t face = begin; face < end; ++face)
      {
        first[face] = 4 * face;
      }
    });
  copyValues(surface.faces, connectivity->GetPointer(0));
  vtkNew<vtkCellArray> polygons;
  polygons->SetData(offsets, connectivity);
  output->SetPolys(polygons);

  vtkCellData* cells = output->GetCellData();
  vtkPointData* nodes = output->GetPointData();
  passArrays(
    arraysOfVoxels(input, voxels), entriesOf(grid.elementIndices(), surface.elements), cells);
  if (!voxels.atPoints)
  {
    passArrays(input->GetPointData(), entriesOf(grid.nodeIndices(), surface.nodes), nodes);
  }
  removeGhosts(output);
  addFields(analysis, voxels, { nodes, nullptr, points, &surface.nodes },
    { cells, nullptr, faces, &surface.elements });
  output->GetFieldData()->PassData(input->GetFieldData());
}

void describeAnalysis(
  vtkFieldData* fields, const VoxelMicroFe& analysis, const VoxelMicroFeSettings& settings)
{
  for (const Quantity& quantity : summarize(analysis, settings))
  {
    addField<vtkDoubleArray>(fields, quantity.name.c_str(), quantity.value);
  }
  if (settings.test == MechanicalTest::ApparentStiffness)
  {
    addMatrix(fields, "ApparentStiffness", analysis.apparentStiffness().stiffness);
    addMatrix(fields, "ApparentCompliance", analysis.apparentStiffness().compliance);
  }
  addField<vtkStringArray>(fields, "Device", nameOfDevices(analysis).c_str());
}

void writeHistory(vtkTable* output, const VoxelMicroFe& analysis)
{
  vtkNew<vtkIntArray> loads;
  vtkNew<vtkIntArray> iterations;
  vtkNew<vtkDoubleArray> residuals;
  loads->SetName("Load");
  iterations->SetName("Iteration");
  residuals->SetName("Residual");
  for (const VoxelMicroFeIteration& row : analysis.history())
  {
    loads->InsertNextValue(row.load);
    iterations->InsertNextValue(row.iteration);
    residuals->InsertNextValue(row.residual);
  }
  output->AddColumn(loads);
  output->AddColumn(iterations);
  output->AddColumn(residuals);
}
}
