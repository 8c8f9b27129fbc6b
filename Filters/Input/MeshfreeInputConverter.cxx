#include "MeshfreeInputConverter.h"

#include "DesignRegionArray.h"
#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace trabecula::filters
{
namespace
{
std::vector<double> readNodes(vtkDataSet* data)
{
  const vtkIdType count = data->GetNumberOfPoints();
  if (count == 0)
  {
    throw Error("The input Nodes has no points. Connect a set of points inside of the cells, or "
                "none: then the points of the cells are the nodes.");
  }
  if (count > std::numeric_limits<std::int32_t>::max())
  {
    throw Error(
      "The input Nodes has " + std::to_string(count) + " points; it may have 2147483647 at most.");
  }
  requireNoGhosts(data);
  std::vector<double> nodes(3 * static_cast<std::size_t>(count));
  for (vtkIdType i = 0; i < count; ++i)
  {
    data->GetPoint(i, &nodes[3 * static_cast<std::size_t>(i)]);
  }
  return nodes;
}

bool hasPassive(vtkDataSetAttributes* attributes, const std::string& name)
{
  const std::vector<DesignRegion> regions = readDesignRegion(attributes, name, true);
  return std::any_of(regions.begin(), regions.end(),
    [](DesignRegion region) { return region != DesignRegion::Design; });
}

std::vector<DesignRegion> readRegion(
  vtkDataSet* cells, vtkDataSet* nodes, const TopologyArrays& arrays)
{
  const std::string& name = arrays.designRegion;
  vtkPointData* points = (nodes ? nodes : cells)->GetPointData();
  const bool isMissing =
    !name.empty() && arrays.designRegionIsOptional && !points->HasArray(name.c_str());
  if (!isMissing)
  {
    return readDesignRegion(points, name, arrays.designRegionIsOptional);
  }
  if (!nodes)
  {
    return regionsOfPoints(cells, readDesignRegion(cells->GetCellData(), name, true));
  }
  if (hasPassive(cells->GetPointData(), name) || hasPassive(cells->GetCellData(), name))
  {
    throw Error("The cells have an array " + inQuotes(name) +
      " with solid or void regions, but the nodes are those of the input Nodes, which has none. "
      "Point arrays of Nodes: " +
      listOfArrays(points) +
      ". Bring the array to the nodes, for example with Resample With Dataset, or choose None as "
      "Design Region.");
  }
  return {};
}
}

void requireBackgroundCells(vtkDataSet* input)
{
  auto* grid = vtkUnstructuredGrid::SafeDownCast(input);
  vtkUnsignedCharArray* types = grid ? grid->GetDistinctCellTypesArray() : nullptr;
  for (vtkIdType i = 0; types && i < types->GetNumberOfValues(); ++i)
  {
    if (types->GetValue(i) == VTK_TETRA || types->GetValue(i) == VTK_QUADRATIC_TETRA)
    {
      throw Error("The input has tetrahedra, and this filter integrates over hexahedra. Topology "
                  "Optimize takes tetrahedra as they are. Or make hexahedra of the part: apply "
                  "Extract Surface to the mesh without supports and loads, Voxelize Surface to "
                  "that, Mechanical Support and Mechanical Load to the image, and then this "
                  "filter.");
    }
  }
  const vtkIdType points = input->GetNumberOfPoints();
  if (points == 0 || vtkImageData::SafeDownCast(input))
  {
    return;
  }
  for (vtkIdType i = 0; i < input->GetNumberOfCells(); ++i)
  {
    const int type = input->GetCellType(i);
    if (type != VTK_VERTEX && type != VTK_POLY_VERTEX && type != VTK_EMPTY_CELL)
    {
      return;
    }
  }
  throw Error("The input has " + countText(points, "point") +
    ", but no cells to integrate over. Connect the points to the input Nodes, and as Input "
    "hexahedra or image data that fill the part; they need not match the points.");
}

void readMeshfreeInput(
  vtkDataSet* cells, vtkDataSet* nodes, const TopologyArrays& arrays, MeshfreeProblem& problem)
{
  TopologyArrays others = arrays;
  others.designRegion.clear();
  readTopologyInput(cells, others, problem.structure, problem.design, problem.solidFractions);
  problem.method.nodes = nodes ? readNodes(nodes) : std::vector<double>();
  problem.design.designRegion = readRegion(cells, nodes, arrays);
}
}
