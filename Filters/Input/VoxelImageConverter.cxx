#include "VoxelImageConverter.h"

#include "HexMeshConverter.h"
#include "InputArrays.h"
#include "RigidBodyArrays.h"

#include "Core/Error.h"
#include "Core/Execution/HostRanges.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkMatrix3x3.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

namespace trabecula::filters
{
namespace
{
/// The only numeric array of one component, or nullptr.
vtkDataArray* onlyScalars(vtkDataSetAttributes* attributes)
{
  vtkDataArray* found = nullptr;
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = attributes->GetArray(i);
    if (array && array->GetNumberOfComponents() == 1)
    {
      if (found)
      {
        return nullptr;
      }
      found = array;
    }
  }
  return found;
}

bool isScalar(vtkDataArray* array)
{
  return array && array->GetName() && array->GetNumberOfComponents() == 1;
}

/// Returns the name and association of the array that is used if none is chosen.
std::pair<std::string, int> chooseArray(vtkImageData* image)
{
  vtkCellData* cells = image->GetCellData();
  vtkPointData* points = image->GetPointData();
  for (const char* name : { "YoungsModulus", "Solid", "SolidFraction" })
  {
    if (isScalar(cells->GetArray(name)))
    {
      return { name, vtkDataObject::FIELD_ASSOCIATION_CELLS };
    }
  }
  for (vtkDataArray* array : { cells->GetScalars(), onlyScalars(cells) })
  {
    if (isScalar(array))
    {
      return { array->GetName(), vtkDataObject::FIELD_ASSOCIATION_CELLS };
    }
  }
  for (vtkDataArray* array : { points->GetScalars(), onlyScalars(points) })
  {
    if (isScalar(array))
    {
      return { array->GetName(), vtkDataObject::FIELD_ASSOCIATION_POINTS };
    }
  }
  throw Error(
    "It is not clear which array says where the image is solid. Cell arrays in the input: " +
    listOfArrays(cells) + "; point arrays: " + listOfArrays(points) +
    ". Choose one of one component as Scalars.");
}

std::string sizeText(const std::array<int, 3>& size)
{
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " +
    std::to_string(size[2]);
}

/// Sets corner, direction and size of the voxels.
void setGeometry(vtkImageData* image, ImageVoxels& voxels)
{
  int points[3];
  int extent[6];
  image->GetDimensions(points);
  image->GetExtent(extent);
  image->GetSpacing(voxels.spacing.data());
  vtkMatrix3x3* direction = image->GetDirectionMatrix();
  for (int d = 0; d < 3; ++d)
  {
    voxels.cells[d] = voxels.atPoints ? points[d] : points[d] - 1;
    for (int c = 0; c < 3; ++c)
    {
      voxels.direction[3 * d + c] = direction->GetElement(d, c);
    }
  }
  if (!voxels.atPoints && *std::min_element(points, points + 3) < 2)
  {
    throw Error("The input image has " + sizeText({ points[0], points[1], points[2] }) +
      " points and therefore no cells that are voxels. Give it at least two points in each "
      "direction, or choose a point array as Scalars.");
  }
  image->GetOrigin(voxels.corner.data());
  double start[3];
  for (int d = 0; d < 3; ++d)
  {
    start[d] = voxels.spacing[d] * (extent[2 * d] - (voxels.atPoints ? 0.5 : 0.0));
  }
  voxels.corner = voxels.toSpace(start);
}
}

bool ImageVoxels::isTurned() const
{
  for (int d = 0; d < 9; ++d)
  {
    if (std::abs(this->direction[d] - (d % 4 == 0 ? 1.0 : 0.0)) > 1e-9)
    {
      return true;
    }
  }
  return false;
}

std::array<double, 3> ImageVoxels::toSpace(const double* position) const
{
  std::array<double, 3> result = this->corner;
  for (int d = 0; d < 3; ++d)
  {
    for (int c = 0; c < 3; ++c)
    {
      result[d] += this->direction[3 * d + c] * position[c];
    }
  }
  return result;
}

namespace
{
/// Finds the smallest index for which a condition holds.
struct First
{
  std::int64_t index = std::numeric_limits<std::int64_t>::max();
  void add(const First& other) { this->index = std::min(this->index, other.index); }
};

/// Returns the ghost array of the voxels if it hides some, as the output of Resample To Image does
/// for the outside.
/// @throws Error if there are other kinds of ghosts
vtkUnsignedCharArray* hiddenOf(vtkImageData* image, bool atPoints)
{
  vtkUnsignedCharArray* ghosts =
    atPoints ? image->GetPointGhostArray() : image->GetCellGhostArray();
  constexpr unsigned char hiddenPoint = vtkDataSetAttributes::HIDDENPOINT;
  constexpr unsigned char hiddenCell = vtkDataSetAttributes::HIDDENCELL;
  const unsigned char hidden = atPoints ? hiddenPoint : hiddenCell;
  if (!ghosts)
  {
    return nullptr;
  }
  const unsigned char* values = ghosts->GetPointer(0);
  const First other = reduceHostRanges(ghosts->GetNumberOfValues(), First(),
    [=](First& own, std::int64_t begin, std::int64_t end)
    {
      const unsigned char* found = std::find_if(values + begin, values + end,
        [=](unsigned char value) { return value != 0 && value != hidden; });
      own.index = found < values + end ? found - values : First().index;
    });
  if (other.index < ghosts->GetNumberOfValues())
  {
    throw Error(std::string("The image has voxels that another process has too (") +
      (atPoints ? "point" : "cell") + " array vtkGhostType, voxel " + std::to_string(other.index) +
      "). Open the image on one process: start ParaView without a parallel server, and load the "
      "file again.");
  }
  return ghosts;
}
}

ImageVoxels findVoxels(vtkImageData* image, const std::string& name, int association)
{
  if (!image || image->GetNumberOfPoints() == 0)
  {
    throw Error("The input is empty: it has no voxels. Give it image data.");
  }
  ImageVoxels voxels;
  voxels.arrayName = name;
  if (name.empty())
  {
    std::tie(voxels.arrayName, association) = chooseArray(image);
  }
  else if (association != vtkDataObject::FIELD_ASSOCIATION_POINTS &&
    association != vtkDataObject::FIELD_ASSOCIATION_CELLS)
  {
    association =
      image->GetPointData()->HasArray(name.c_str()) && !image->GetCellData()->HasArray(name.c_str())
      ? vtkDataObject::FIELD_ASSOCIATION_POINTS
      : vtkDataObject::FIELD_ASSOCIATION_CELLS;
  }
  voxels.atPoints = association == vtkDataObject::FIELD_ASSOCIATION_POINTS;
  vtkDataSetAttributes* attributes = image->GetAttributes(association);
  voxels.values = requireArray(attributes, voxels.arrayName, "material of voxels", 1);
  voxels.name = kindOf(attributes) + inQuotes(voxels.arrayName);
  voxels.hidden = hiddenOf(image, voxels.atPoints);
  setGeometry(image, voxels);
  return voxels;
}

void readFreeForm(vtkImageData* image, const ImageVoxels& voxels, const FreeFormArrays& arrays,
  VoxelMicroFeProblem& problem)
{
  if (voxels.atPoints)
  {
    throw Error("The voxels are those around points, of which " + voxels.name +
      " gives the values, so that point arrays with supports are not on their corners. Choose a "
      "cell array as Scalars for the test Free form.");
  }
  if (voxels.isTurned())
  {
    throw Error("The axes of the input image are turned in space (its direction matrix is not the "
                "identity), which the test Free form does not take. Give the image axes along x, y "
                "and z.");
  }
  requireNoRigidBodies(image, "Voxel Micro-FE");
  vtkPointData* points = image->GetPointData();
  const std::vector<std::uint8_t> constrained = readSupports(points, arrays.supports);
  std::vector<double> displacement;
  std::vector<double> force;
  const auto read = [&](const std::string& name, bool isOptional, const char* purpose)
  {
    return name.empty() || (isOptional && !points->HasArray(name.c_str()))
      ? std::vector<double>()
      : valuesOf(requireArray(points, name, purpose, 3));
  };
  displacement =
    read(arrays.displacement, arrays.displacementIsOptional, "prescribed displacement");
  force = read(arrays.force, arrays.forceIsOptional, "nodal forces");

  const int nx = voxels.cells[0] + 1;
  const int ny = voxels.cells[1] + 1;
  for (std::size_t node = 0; 3 * node < constrained.size(); ++node)
  {
    const auto row = static_cast<int>(node / nx);
    const std::array<std::int32_t, 3> position = { static_cast<int>(node % nx), row % ny,
      row / ny };
    const std::uint8_t* flags = &constrained[3 * node];
    if (flags[0] || flags[1] || flags[2])
    {
      LatticeSupport support;
      support.node = position;
      std::copy_n(flags, 3, support.constrained.begin());
      if (!displacement.empty())
      {
        std::copy_n(&displacement[3 * node], 3, support.displacement.begin());
      }
      problem.supports.push_back(support);
    }
    if (!force.empty() &&
      (force[3 * node] != 0.0 || force[3 * node + 1] != 0.0 || force[3 * node + 2] != 0.0))
    {
      problem.forces.push_back(
        { position, { force[3 * node], force[3 * node + 1], force[3 * node + 2] } });
    }
  }
}
}
