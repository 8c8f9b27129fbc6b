#include "CommonMesh.h"

#include "CommonLattice.h"
#include "PartialObserver.h"
#include "VoxelSampling.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula::filters
{
namespace
{
using Box = std::array<std::array<double, 2>, 3>; ///< lowest and highest, along each axis

/// Largest difference of the coordinates of equal meshes, relative to their size.
constexpr double SameCoordinates = 1e-9;

Box boundsOf(const Mesh& mesh)
{
  constexpr double far = std::numeric_limits<double>::max();
  Box box = { { { far, -far }, { far, -far }, { far, -far } } };
  for (const std::int32_t node : mesh.connectivity)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double x = mesh.points[3 * static_cast<std::size_t>(node) + d];
      box[d] = { std::min(box[d][0], x), std::max(box[d][1], x) };
    }
  }
  return box;
}

bool isSameMesh(const Mesh& a, const Mesh& b, double tolerance)
{
  return a.connectivity == b.connectivity && a.types == b.types &&
    (a.isMixed() || a.cellType == b.cellType) &&
    std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
      [tolerance](double x, double y) { return std::abs(x - y) <= tolerance; });
}

std::string intervalText(const std::array<double, 2>& interval)
{
  return shortText(interval[0]) + " to " + shortText(interval[1]);
}

void refuseApart(
  const ComparedDesign& first, const Box& box, const ComparedDesign& other, const Box& otherBox)
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    if (box[d][0] >= otherBox[d][1] || otherBox[d][0] >= box[d][1])
    {
      throw Error(other.name + " and " + first.name + " have no place in common: along " +
        std::string(1, "xyz"[d]) + " they go from " + intervalText(otherBox[d]) + " and from " +
        intervalText(box[d]) +
        ". Move one onto the other, for example with the filter Transform, or take away one.");
    }
  }
}

std::string countsText(const CommonMesh& common)
{
  return std::to_string(common.cells[0]) + " x " + std::to_string(common.cells[1]) + " x " +
    std::to_string(common.cells[2]);
}

/// Refuses designs without a voxel in the image: their elements may be small and far apart.
void refuseUnseen(
  const ComparedDesign& design, const std::vector<std::int32_t>& elements, const CommonMesh& common)
{
  if (std::all_of(
        elements.begin(), elements.end(), [](std::int32_t element) { return element < 0; }))
  {
    throw Error(design.name + " is too small for the image of " + countsText(common) +
      " voxels that goes around all designs: no voxel has its centre in it. Take away what is far "
      "from the rest, for example with the filter Clip, or choose a larger Resolution.");
  }
}

void divide(const Box& bounds, int resolution, CommonMesh& common)
{
  double longest = 0.0;
  for (const auto& interval : bounds)
  {
    longest = std::max(longest, interval[1] - interval[0]);
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double length = bounds[d][1] - bounds[d][0];
    common.cells[d] = std::max(1, static_cast<int>(std::lround(resolution * length / longest)));
    common.spacing[d] = length / common.cells[d];
    common.origin[d] = bounds[d][0];
  }
}

void layOver(const Box& bounds, int resolution, double most, CommonMesh& common)
{
  divide(bounds, resolution, common);
  common.isResampled = true;
  if (!common.canBeNumbered())
  {
    throw Error(
      "An image of " + countsText(common) + " voxels is too large. Choose a smaller Resolution.");
  }
  while (common.voxelsOfImage() > most && resolution > 2)
  {
    const auto smaller = std::lround(resolution * std::cbrt(most / common.voxelsOfImage()));
    resolution = std::clamp(static_cast<int>(smaller), 2, resolution - 1);
    divide(bounds, resolution, common);
  }
}

/// Samples densities in voxels with elements; returns false if stopped.
bool resample(const std::vector<ComparedDesign>& designs, CommonMesh& common, Observer& observer)
{
  std::optional<std::vector<std::int32_t>> elements;
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    if (i == 0 || !common.isOneMesh)
    {
      const auto parts = static_cast<double>(common.isOneMesh ? 1 : designs.size());
      const auto part = static_cast<double>(i);
      PartialObserver partial(observer, part / parts, (part + 1.0) / parts);
      elements = elementsAtVoxels(designs[i], common, partial);
      if (!elements)
      {
        return false;
      }
    }
    refuseUnseen(designs[i], *elements, common);
    for (std::size_t v = 0; v < elements->size(); ++v)
    {
      const std::int32_t element = (*elements)[v];
      if (element >= 0)
      {
        common.set(i, v, designs[i], static_cast<std::size_t>(element));
      }
    }
  }
  return true;
}
}

bool CommonMesh::canBeNumbered() const
{
  double voxels = 1.0;
  for (const int n : this->cells)
  {
    voxels *= n + 2.0;
  }
  return voxels <= std::numeric_limits<std::int32_t>::max();
}

void CommonMesh::allocate(std::size_t designs)
{
  const std::size_t voxels =
    std::size_t(this->cells[0]) * std::size_t(this->cells[1]) * std::size_t(this->cells[2]);
  this->images.assign(designs, std::vector<double>(voxels, 0.0));
  this->covered.assign(voxels, 0.0F);
}

void CommonMesh::set(
  std::size_t image, std::size_t voxel, const ComparedDesign& design, std::size_t element)
{
  const double fraction = design.solidFraction(element);
  this->images[image][voxel] = fraction * design.density[element];
  this->covered[voxel] = std::max(this->covered[voxel], static_cast<float>(fraction));
}

VoxelMask CommonMesh::solidOf(std::size_t design, double threshold) const
{
  VoxelMask mask;
  mask.cells = this->cells;
  mask.spacing = this->spacing;
  mask.solid.resize(this->numberOfVoxels());
  std::transform(this->images[design].begin(), this->images[design].end(), mask.solid.begin(),
    [threshold](double density) { return static_cast<std::uint8_t>(density >= threshold); });
  return mask;
}

std::string CommonMesh::description() const
{
  const std::string image = countsText(*this) + " voxels of " + shortText(this->spacing[0]) +
    " x " + shortText(this->spacing[1]) + " x " + shortText(this->spacing[2]);
  if (!this->isResampled)
  {
    return this->isOneMesh
      ? "All designs are on one mesh, a lattice of " + image + ". Nothing was resampled."
      : "The meshes fit into one lattice of " + image + ". Nothing was resampled.";
  }
  return this->isOneMesh
    ? "All designs are on one mesh. Shapes were measured on an image of " + image + "."
    : "The meshes differ: the designs were resampled to an image of " + image + ".";
}

double maxVoxels(const std::vector<ComparedDesign>& designs)
{
  double most = CommonMesh::MostVoxelsAnyway;
  for (const ComparedDesign& design : designs)
  {
    const auto elements = static_cast<double>(design.mesh.numberOfElements());
    most = std::max(most, CommonMesh::MostVoxelsPerElement * elements);
  }
  return most;
}

std::optional<CommonMesh> findCommonMesh(const std::vector<ComparedDesign>& designs, int resolution,
  bool alwaysResample, Observer& observer)
{
  CommonMesh common;
  const Mesh& first = designs.front().mesh;
  const Box firstBox = boundsOf(first);
  Box bounds = firstBox;
  double largest = 0.0;
  for (const ComparedDesign& design : designs)
  {
    const Box box = boundsOf(design.mesh);
    refuseApart(designs.front(), firstBox, design, box);
    for (std::size_t d = 0; d < 3; ++d)
    {
      bounds[d] = { std::min(bounds[d][0], box[d][0]), std::max(bounds[d][1], box[d][1]) };
      largest = std::max(largest, bounds[d][1] - bounds[d][0]);
    }
  }
  common.isOneMesh = std::all_of(designs.begin(), designs.end(),
    [&](const ComparedDesign& design)
    { return isSameMesh(first, design.mesh, SameCoordinates * largest); });
  observer.progress(0.1, "");

  if (!alwaysResample && makeCommonLattice(designs, common))
  {
    return common;
  }
  layOver(bounds, resolution, maxVoxels(designs), common);
  common.allocate(designs.size());
  PartialObserver partial(observer, 0.2, 1.0);
  if (!resample(designs, common, partial))
  {
    return std::nullopt;
  }
  return common;
}
}
