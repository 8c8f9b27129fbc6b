#include "VoxelizedSurfaceWriter.h"

#include "CopyValues.h"
#include "ImageBlanking.h"
#include "InputArrays.h"
#include "RigidBodyArrays.h"
#include "SurfaceRegions.h"
#include "VoxelRegions.h"

#include "Geometry/Voxelization/SpreadForces.h"
#include "Geometry/Voxelization/SurfaceMarks.h"

#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace trabecula::filters
{
namespace
{
constexpr const char* SolidFractionName = "SolidFraction";
constexpr const char* SurfaceCellName = "SurfaceCell";
constexpr const char* SupportsName = "Supports";
constexpr const char* SpringsName = "Springs";
constexpr const char* DesignRegionName = "DesignRegion";

/// Makes arrays of one name and number of components, with an initial value everywhere.
template <class ArrayType>
vtkSmartPointer<ArrayType> makeArray(
  const std::string& name, int components, std::size_t tuples, double value)
{
  auto array = vtkSmartPointer<ArrayType>::New();
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(tuples));
  array->Fill(value);
  return array;
}

bool isWhole(vtkDataArray* array)
{
  return array->GetDataType() != VTK_FLOAT && array->GetDataType() != VTK_DOUBLE;
}

/// Whether values of merged points are summed, as forces are.
bool isSummed(vtkDataArray* array)
{
  const std::string name = array->GetName();
  return array->GetNumberOfComponents() == 3 &&
    (name.rfind("Force", 0) == 0 || name == SpringsName || name == "OutputWeights");
}

bool isReserved(const std::string& name)
{
  return name == SolidFractionName || name == SurfaceCellName || name == SurfacePatchesName ||
    name == vtkDataSetAttributes::GhostArrayName();
}

/// Returns the arrays that are transferred to the voxels.
/// @param hasRegions whether DesignRegion follows from the surface's list of regions
std::vector<vtkDataArray*> arraysOf(vtkDataSetAttributes* attributes, bool hasRegions)
{
  std::vector<vtkDataArray*> arrays;
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = attributes->GetArray(i);
    if (array && array->GetName() && !isReserved(array->GetName()) &&
      !(hasRegions && std::string(array->GetName()) == DesignRegionName))
    {
      arrays.push_back(array);
    }
  }
  return arrays;
}

void writeCellArrays(vtkPolyData* surface, const std::vector<std::int64_t>& cellOf,
  const std::vector<std::int32_t>& triangles, bool hasRegions, vtkImageData* output)
{
  vtkCellData* cells = output->GetCellData();
  const auto numbers = makeArray<vtkTypeInt64Array>(SurfaceCellName, 1, triangles.size(), -1);
  for (std::size_t v = 0; v < triangles.size(); ++v)
  {
    if (triangles[v] >= 0)
    {
      numbers->SetValue(static_cast<vtkIdType>(v), cellOf[std::size_t(triangles[v])]);
    }
  }
  cells->AddArray(numbers);
  for (vtkDataArray* source : arraysOf(surface->GetCellData(), hasRegions))
  {
    const std::string name = source->GetName();
    const int components = source->GetNumberOfComponents();
    vtkSmartPointer<vtkDataArray> target;
    if (isWhole(source))
    {
      target = makeArray<vtkTypeInt64Array>(
        name, components, triangles.size(), name == DesignRegionName ? 0.0 : -1.0);
    }
    else
    {
      target = makeArray<vtkDoubleArray>(name, components, triangles.size(), 0.0);
    }
    for (std::size_t v = 0; v < triangles.size(); ++v)
    {
      for (int c = 0; triangles[v] >= 0 && c < components; ++c)
      {
        target->SetComponent(
          static_cast<vtkIdType>(v), c, source->GetComponent(cellOf[std::size_t(triangles[v])], c));
      }
    }
    cells->AddArray(target);
  }
}

/// Returns the values of merged points: the sum or the largest of the original values.
template <class Value, class Combine>
std::vector<Value> merge(const std::vector<Value>& values, std::size_t components,
  const MergedSurface& merged, const Combine& combine)
{
  std::vector<Value> result(components * merged.mesh.numberOfPoints());
  for (std::size_t p = 0; p < merged.points.size(); ++p)
  {
    for (std::size_t c = 0; c < components; ++c)
    {
      Value& value = result[components * std::size_t(merged.points[p]) + c];
      value = combine(value, values[components * p + c]);
    }
  }
  return result;
}

/// Interpolates point values of a surface; integer values are taken from the nearest corner.
class SurfaceInterpolation
{
public:
  SurfaceInterpolation(const MergedSurface& merged, const KeptVoxels& voxels)
    : Merged(merged), Nodes(findSurfaceNodes(merged.mesh, voxels)),
      OriginalOf(merged.mesh.numberOfPoints())
  {
    for (std::size_t p = merged.points.size(); p-- > 0;)
    {
      this->OriginalOf[std::size_t(merged.points[p])] = static_cast<vtkIdType>(p);
    }
  }

  void write(vtkDataArray* source, vtkImageData* output) const
  {
    const int components = source->GetNumberOfComponents();
    const bool isNearest = isWhole(source);
    const auto target = makeArray<vtkDoubleArray>(
      source->GetName(), components, static_cast<std::size_t>(output->GetNumberOfPoints()), 0.0);
    for (std::size_t n = 0; n < this->Nodes.nodes.size(); ++n)
    {
      const std::int32_t* corners =
        &this->Merged.mesh.triangles[3 * std::size_t(this->Nodes.triangles[n])];
      std::array<double, 3> weights = this->Nodes.coordinates[n];
      if (isNearest)
      {
        const auto largest = std::max_element(weights.begin(), weights.end()) - weights.begin();
        weights.fill(0.0);
        weights[std::size_t(largest)] = 1.0;
      }
      for (int c = 0; c < components; ++c)
      {
        double value = 0.0;
        for (std::size_t corner = 0; corner < 3; ++corner)
        {
          value += weights[corner] *
            source->GetComponent(this->OriginalOf[std::size_t(corners[corner])], c);
        }
        target->SetTypedComponent(static_cast<vtkIdType>(this->Nodes.nodes[n]), c, value);
      }
    }
    output->GetPointData()->AddArray(target);
  }

private:
  const MergedSurface& Merged;
  SurfaceNodes Nodes;
  std::vector<vtkIdType> OriginalOf; ///< the first of the points that were merged into one
};

/// Marks the nodes of each rigid face as those of supports.
void writeRigidBodies(
  vtkPolyData* surface, const MergedSurface& merged, const KeptVoxels& voxels, vtkImageData* output)
{
  const std::vector<std::int32_t> numbers = merge(readRigidBodyNumbers(surface), 1, merged,
    [](std::int32_t a, std::int32_t b) { return std::max(a, b); });
  const auto target = makeArray<vtkIntArray>(
    RigidBodyName, 1, static_cast<std::size_t>(output->GetNumberOfPoints()), 0.0);
  std::set<std::int32_t> faces(numbers.begin(), numbers.end());
  faces.erase(0);
  for (const std::int32_t face : faces)
  {
    std::vector<std::uint8_t> marks(numbers.size());
    std::transform(numbers.begin(), numbers.end(), marks.begin(),
      [face](std::int32_t number) { return number == face ? 1 : 0; });
    const std::vector<std::uint8_t> nodal = markNodes(merged.mesh, voxels, marks, 1);
    for (std::size_t n = 0; n < nodal.size(); ++n)
    {
      if (nodal[n])
      {
        target->SetValue(static_cast<vtkIdType>(n), face);
      }
    }
  }
  output->GetPointData()->AddArray(target);
}

void writePointArrays(vtkPolyData* surface, const MergedSurface& merged, const KeptVoxels& voxels,
  bool hasRegions, vtkImageData* output)
{
  vtkPointData* points = output->GetPointData();
  std::optional<SurfaceInterpolation> interpolation;
  for (vtkDataArray* source : arraysOf(surface->GetPointData(), hasRegions))
  {
    const std::string name = source->GetName();
    if (isSummed(source))
    {
      const std::vector<double> values =
        merge(valuesOf(source), 3, merged, [](double a, double b) { return a + b; });
      const auto nodal = name == SpringsName ? spreadSprings(merged.mesh, voxels, values)
                                             : spreadForces(merged.mesh, voxels, values);
      const auto target = makeArray<vtkDoubleArray>(name, 3, nodal.size() / 3, 0.0);
      copyValues(nodal, target->GetPointer(0));
      points->AddArray(target);
    }
    else if (name == SupportsName)
    {
      const auto nodal = markNodes(merged.mesh, voxels,
        merge(readSupports(surface->GetPointData(), name), 3, merged,
          [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); }),
        3);
      const auto target = makeArray<vtkUnsignedCharArray>(name, 3, nodal.size() / 3, 0.0);
      copyValues(nodal, target->GetPointer(0));
      points->AddArray(target);
    }
    else if (name == RigidBodyName)
    {
      writeRigidBodies(surface, merged, voxels, output);
    }
    else
    {
      if (!interpolation)
      {
        interpolation.emplace(merged, voxels);
      }
      interpolation->write(source, output);
    }
  }
}
}

void writeVoxels(
  const std::vector<double>& fractions, const KeptVoxels& voxels, vtkImageData* output)
{
  const SurfaceGrid& grid = voxels.grid();
  output->SetDimensions(grid.cells[0] + 1, grid.cells[1] + 1, grid.cells[2] + 1);
  output->SetOrigin(grid.origin.data());
  output->SetSpacing(grid.spacing.data());
  vtkNew<vtkDoubleArray> array;
  array->SetName(SolidFractionName);
  array->SetNumberOfValues(static_cast<vtkIdType>(fractions.size()));
  copyValues(fractions, array->GetPointer(0));
  output->GetCellData()->SetScalars(array);

  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetNumberOfValues(static_cast<vtkIdType>(fractions.size()));
  for (std::size_t v = 0; v < fractions.size(); ++v)
  {
    ghosts->SetValue(static_cast<vtkIdType>(v),
      voxels.isKept(v) ? 0 : std::uint8_t(vtkDataSetAttributes::HIDDENCELL));
  }
  blankCells(output, ghosts);
}

std::vector<std::int64_t> writeMarks(vtkPolyData* surface, const SurfaceTriangles& triangles,
  const MergedSurface& merged, const KeptVoxels& voxels, vtkImageData* output)
{
  const SurfaceRegions regions = readSurfaceRegions(surface);
  const bool hasRegions = !regions.regions.empty();
  std::vector<std::int64_t> cellOf(merged.triangles.size());
  std::transform(merged.triangles.begin(), merged.triangles.end(), cellOf.begin(),
    [&](std::int32_t t) { return triangles.cells[std::size_t(t)]; });
  const std::vector<std::int32_t> triangleOf = trianglesOfVoxels(merged.mesh, voxels);
  writeCellArrays(surface, cellOf, triangleOf, hasRegions, output);
  writePointArrays(surface, merged, voxels, hasRegions, output);
  output->GetFieldData()->RemoveArray(SurfaceRegionsName);
  return hasRegions ? writeSurfaceRegions(regions, merged, cellOf, triangleOf, voxels, output)
                    : std::vector<std::int64_t>();
}
}
