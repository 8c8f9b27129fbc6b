#ifndef TRABECULA_ANALYSIS_HEAT_HEATONGRID_H
#define TRABECULA_ANALYSIS_HEAT_HEATONGRID_H

#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Mesh/Voxel/VoxelLattice.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Renumbers a conduction system to the numbering of its mesh's voxel grid, and temperatures back.
class HeatOnGrid
{
public:
  explicit HeatOnGrid(const VoxelLattice& lattice) : Numbering(lattice) {}

  const VoxelGrid& grid() const { return this->Numbering.grid; }

  /// The system in the numbering of the grid, without a mesh. Nodes without element are left out.
  ConductionSystem renumbered(const ConductionSystem& original) const;
  /// Values of elements in the order of the grid.
  std::vector<double> elementsOnGrid(const std::vector<double>& values) const;
  /// Values of nodes in the order of the grid.
  std::vector<double> nodesOnGrid(const std::vector<double>& values) const;
  /// Values of nodes of the grid in the order of the original.
  /// @param idle in that order: values of nodes without element, which are kept
  std::vector<double> nodeField(
    const std::vector<double>& values, const std::vector<double>& idle) const;

private:
  VoxelNumbering Numbering;
};
}

#endif
