#ifndef TRABECULA_ANALYSIS_PARTS_STRUCTUREOFPART_H
#define TRABECULA_ANALYSIS_PARTS_STRUCTUREOFPART_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Distribution/HaloPlan.h"
#include "Mesh/Distribution/PartValues.h"
#include "Mesh/Voxel/VoxelLattice.h"
#include "Operator/OperatorLayouts.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// A part of a structure that is divided among several devices. Its nodes and elements, and the
/// entries of its arrays, are in the order of the plans, whose global numbers are those of the
/// whole.
struct StructureOfPart
{
  StructuralProblem structure;
  HaloPlan nodes;
  HaloPlan elements;
  /// Of the part, if the structure is one of voxels; else null.
  std::shared_ptr<const VoxelGrid> grid;

  /// Number of bricks of the grid for estimates of memory, at least one; 0 without a grid.
  std::size_t bricks() const
  {
    return this->grid ? std::max<std::size_t>(1, this->grid->bricks().size()) : 0;
  }
  /// Values of the part from those of the whole, three per node or one per element; empty vectors
  /// remain empty.
  template <class T>
  std::vector<T> ofNodes(const std::vector<T>& whole) const
  {
    return whole.empty() ? whole : valuesOfPart(this->nodes, whole, 3);
  }
  template <class T>
  std::vector<T> ofElements(const std::vector<T>& whole) const
  {
    return whole.empty() ? whole : valuesOfPart(this->elements, whole, 1);
  }
};

/**
 * Divides a structure among parts, some of which may be empty: voxels in bricks, other elements by
 * bisectElements().
 *
 * @param lattice of the mesh, whose numbering must be that of the lattice's grid, for multigrid on
 * voxels; else null
 */
std::vector<StructureOfPart> divideStructure(
  const StructuralProblem& whole, const VoxelLattice* lattice, int parts);

/// The layouts of a part.
template <class Space>
OperatorLayouts<Space> layoutsOf(const Context<Space>& context, const StructureOfPart& part)
{
  return layoutsOf(makeHalo(context, part.nodes), makeHalo(context, part.elements));
}
}

#endif
