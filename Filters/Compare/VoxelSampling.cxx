#include "VoxelSampling.h"

#include "Mesh/Voxel/VoxelLattice.h"

#include "vtkGenericCell.h"
#include "vtkNew.h"
#include "vtkSMPThreadLocalObject.h"
#include "vtkSMPTools.h"
#include "vtkStaticCellLocator.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula::filters
{
namespace
{
std::array<double, 3> centreOf(const CommonMesh& common, int i, int j, int k)
{
  return { common.origin[0] + (i + 0.5) * common.spacing[0],
    common.origin[1] + (j + 0.5) * common.spacing[1],
    common.origin[2] + (k + 0.5) * common.spacing[2] };
}

/// Elements indexed by their position in a lattice.
class LatticeElements
{
public:
  explicit LatticeElements(const VoxelLattice& lattice)
    : Cells(lattice.cells), Spacing(lattice.spacing), Origin(lattice.origin),
      Elements(std::size_t(lattice.cells[0]) * std::size_t(lattice.cells[1]) *
          std::size_t(lattice.cells[2]),
        -1)
  {
    for (std::size_t e = 0; 3 * e < lattice.elements.size(); ++e)
    {
      const std::int32_t* p = &lattice.elements[3 * e];
      this->Elements[this->at(p[0], p[1], p[2])] = static_cast<std::int32_t>(e);
    }
  }

  std::int32_t find(const std::array<double, 3>& point) const
  {
    std::array<int, 3> place = {};
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double steps = std::floor((point[d] - this->Origin[d]) / this->Spacing[d]);
      if (steps < 0.0 || steps >= this->Cells[d])
      {
        return -1;
      }
      place[d] = static_cast<int>(steps);
    }
    return this->Elements[this->at(place[0], place[1], place[2])];
  }

private:
  std::size_t at(int i, int j, int k) const
  {
    return std::size_t(i) +
      std::size_t(this->Cells[0]) * (std::size_t(j) + std::size_t(this->Cells[1]) * std::size_t(k));
  }

  std::array<int, 3> Cells;
  std::array<double, 3> Spacing;
  std::array<double, 3> Origin;
  std::vector<std::int32_t> Elements;
};

/// Calls find(point) for the centre of each voxel with several threads.
template <class Find>
std::optional<std::vector<std::int32_t>> findAtVoxels(
  const CommonMesh& common, const Find& find, Observer& observer)
{
  std::vector<std::int32_t> elements(common.numberOfVoxels());
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
        for (int j = static_cast<int>(begin); j < end; ++j)
        {
          const std::size_t row = std::size_t(common.cells[0]) *
            (std::size_t(j) + std::size_t(common.cells[1]) * std::size_t(k));
          for (int i = 0; i < common.cells[0]; ++i)
          {
            elements[row + std::size_t(i)] = find(centreOf(common, i, j, k));
          }
        }
      });
  }
  return elements;
}
}

std::optional<std::vector<std::int32_t>> elementsAtVoxels(
  const ComparedDesign& design, const CommonMesh& common, Observer& observer)
{
  if (const std::optional<VoxelLattice> lattice = findVoxelLattice(design.mesh))
  {
    const LatticeElements elements(*lattice);
    return findAtVoxels(
      common, [&](const std::array<double, 3>& point) { return elements.find(point); }, observer);
  }
  vtkNew<vtkStaticCellLocator> locator;
  locator->SetDataSet(design.grid);
  locator->BuildLocator();
  design.grid->ComputeBounds(); // must precede the calls of several threads
  const double tolerance = 1e-6 * *std::min_element(common.spacing.begin(), common.spacing.end());
  vtkSMPThreadLocalObject<vtkGenericCell> cells;
  return findAtVoxels(
    common,
    [&](std::array<double, 3> point)
    {
      int part = 0;
      double parameters[3];
      double weights[CellShape::MostNodes];
      return static_cast<std::int32_t>(locator->FindCell(
        point.data(), tolerance * tolerance, cells.Local(), part, parameters, weights));
    },
    observer);
}
}
