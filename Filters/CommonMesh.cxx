#include "CommonMesh.h"

#include "PartialObserver.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/VoxelLattice.h"

#include "vtkGenericCell.h"
#include "vtkNew.h"
#include "vtkSMPThreadLocalObject.h"
#include "vtkSMPTools.h"
#include "vtkStaticCellLocator.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trabecula::filters
{
namespace
{
using Box = std::array<std::array<double, 2>, 3>; ///< lowest and highest, along each axis

/// Coordinates of one mesh, and edges of one lattice, differ by this part of its size at most.
constexpr double SameCoordinates = 1e-9;
constexpr double SameSpacing = 1e-6;
/// Lattices are whole voxels apart but for this part of one.
constexpr double SamePlace = 1e-3;

Box boundsOf(const HexMesh& mesh)
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

bool isSameMesh(const HexMesh& a, const HexMesh& b, double tolerance)
{
  return a.connectivity == b.connectivity &&
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

/// Whether images of this size can be measured: they get a border of one voxel.
bool canBeNumbered(const std::array<int, 3>& cells)
{
  double voxels = 1.0;
  for (const int n : cells)
  {
    voxels *= n + 2.0;
  }
  return voxels <= std::numeric_limits<std::int32_t>::max();
}

/// Lays the image around lattices that fit into each other. @return whether they do
bool layAround(const std::vector<VoxelLattice>& lattices, CommonMesh& common)
{
  const VoxelLattice& first = lattices.front();
  std::vector<std::array<int, 3>> offsets; // from the first, in voxels
  std::array<int, 3> low = {};
  std::array<int, 3> high = first.cells;
  for (const VoxelLattice& lattice : lattices)
  {
    std::array<int, 3>& offset = offsets.emplace_back();
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double steps = (lattice.origin[d] - first.origin[d]) / first.spacing[d];
      if (std::abs(lattice.spacing[d] - first.spacing[d]) > SameSpacing * first.spacing[d] ||
        std::abs(steps - std::round(steps)) > SamePlace ||
        std::abs(steps) > std::numeric_limits<std::int32_t>::max() / 2.0)
      {
        return false;
      }
      offset[d] = static_cast<int>(std::round(steps));
      low[d] = std::min(low[d], offset[d]);
      high[d] = std::max(high[d], offset[d] + lattice.cells[d]);
    }
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    common.cells[d] = high[d] - low[d];
    common.spacing[d] = first.spacing[d];
    common.origin[d] = first.origin[d] + low[d] * first.spacing[d];
  }
  return canBeNumbered(common.cells);
}

/// Voxel of each element of a lattice.
std::vector<std::size_t> placesOf(const VoxelLattice& lattice, const CommonMesh& common)
{
  std::size_t first[3];
  for (std::size_t d = 0; d < 3; ++d)
  {
    first[d] = static_cast<std::size_t>(
      std::lround((lattice.origin[d] - common.origin[d]) / common.spacing[d]));
  }
  std::vector<std::size_t> places(lattice.elements.size() / 3);
  for (std::size_t e = 0; e < places.size(); ++e)
  {
    const std::int32_t* p = &lattice.elements[3 * e];
    places[e] = p[0] + first[0] +
      std::size_t(common.cells[0]) *
        (p[1] + first[1] + std::size_t(common.cells[1]) * (p[2] + first[2]));
  }
  return places;
}

void layOver(const Box& bounds, int resolution, CommonMesh& common)
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
  common.isResampled = true;
  if (!canBeNumbered(common.cells))
  {
    throw Error("An image of " + std::to_string(common.cells[0]) + " x " +
      std::to_string(common.cells[1]) + " x " + std::to_string(common.cells[2]) +
      " voxels is too large. Choose a smaller Resolution.");
  }
}

/// The element that the centre of each voxel is in, -1 for none; nothing after a stop.
std::optional<std::vector<vtkIdType>> elementsAtVoxels(
  vtkUnstructuredGrid* grid, const CommonMesh& common, Observer& observer)
{
  vtkNew<vtkStaticCellLocator> locator;
  locator->SetDataSet(grid);
  locator->BuildLocator();
  grid->ComputeBounds(); // before threads ask for them
  const double tolerance = 1e-6 * *std::min_element(common.spacing.begin(), common.spacing.end());

  std::vector<vtkIdType> elements(common.numberOfVoxels());
  vtkSMPThreadLocalObject<vtkGenericCell> cells;
  for (int k = 0; k < common.cells[2]; ++k)
  {
    observer.progress(double(k) / common.cells[2], "");
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    vtkSMPTools::For(0, common.cells[1],
      [&](vtkIdType begin, vtkIdType end)
      {
        vtkGenericCell* cell = cells.Local();
        for (vtkIdType j = begin; j < end; ++j)
        {
          const std::size_t row = std::size_t(common.cells[0]) *
            (std::size_t(j) + std::size_t(common.cells[1]) * std::size_t(k));
          for (int i = 0; i < common.cells[0]; ++i)
          {
            double centre[3] = { common.origin[0] + (i + 0.5) * common.spacing[0],
              common.origin[1] + (static_cast<double>(j) + 0.5) * common.spacing[1],
              common.origin[2] + (k + 0.5) * common.spacing[2] };
            int part = 0;
            double parameters[3];
            double weights[8];
            elements[row + std::size_t(i)] =
              locator->FindCell(centre, tolerance * tolerance, cell, part, parameters, weights);
          }
        }
      });
  }
  return elements;
}

/// Densities where the elements are; false after a stop.
bool resample(const std::vector<ComparedDesign>& designs, CommonMesh& common, Observer& observer)
{
  std::optional<std::vector<vtkIdType>> elements;
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    if (i == 0 || !common.isOneMesh)
    {
      const auto parts = static_cast<double>(common.isOneMesh ? 1 : designs.size());
      const auto part = static_cast<double>(i);
      PartialObserver partial(observer, part / parts, (part + 1.0) / parts);
      elements = elementsAtVoxels(designs[i].grid, common, partial);
      if (!elements)
      {
        return false;
      }
    }
    for (std::size_t v = 0; v < elements->size(); ++v)
    {
      const vtkIdType element = (*elements)[v];
      if (element >= 0)
      {
        common.images[i][v] = designs[i].density[static_cast<std::size_t>(element)];
        common.covered[v] = 1;
      }
    }
  }
  return true;
}

/// The lattices of all meshes; fewer if one of them is no lattice.
std::vector<VoxelLattice> latticesOf(const std::vector<ComparedDesign>& designs, bool isOneMesh)
{
  std::vector<VoxelLattice> lattices;
  for (const ComparedDesign& design : designs)
  {
    std::optional<VoxelLattice> lattice =
      isOneMesh && !lattices.empty() ? lattices.front() : findVoxelLattice(design.mesh);
    if (!lattice)
    {
      break;
    }
    lattices.push_back(*std::move(lattice));
  }
  return lattices;
}

void allocate(std::size_t designs, CommonMesh& common)
{
  const std::size_t voxels =
    std::size_t(common.cells[0]) * std::size_t(common.cells[1]) * std::size_t(common.cells[2]);
  common.images.assign(designs, std::vector<double>(voxels, 0.0));
  common.covered.assign(voxels, 0);
}
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
  const std::string image = std::to_string(this->cells[0]) + " x " +
    std::to_string(this->cells[1]) + " x " + std::to_string(this->cells[2]) + " voxels of " +
    shortText(this->spacing[0]) + " x " + shortText(this->spacing[1]) + " x " +
    shortText(this->spacing[2]);
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

std::optional<CommonMesh> findCommonMesh(const std::vector<ComparedDesign>& designs, int resolution,
  bool alwaysResample, Observer& observer)
{
  CommonMesh common;
  const HexMesh& first = designs.front().mesh;
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

  if (!alwaysResample)
  {
    const std::vector<VoxelLattice> lattices = latticesOf(designs, common.isOneMesh);
    if (lattices.size() == designs.size() && layAround(lattices, common))
    {
      allocate(designs.size(), common);
      for (std::size_t i = 0; i < designs.size(); ++i)
      {
        const std::vector<std::size_t> places = placesOf(lattices[i], common);
        for (std::size_t e = 0; e < places.size(); ++e)
        {
          common.images[i][places[e]] = designs[i].density[e];
          common.covered[places[e]] = 1;
        }
      }
      return common;
    }
  }
  layOver(bounds, resolution, common);
  allocate(designs.size(), common);
  PartialObserver partial(observer, 0.2, 1.0);
  if (!resample(designs, common, partial))
  {
    return std::nullopt;
  }
  return common;
}
}
