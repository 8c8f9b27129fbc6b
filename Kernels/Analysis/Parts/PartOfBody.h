#ifndef TRABECULA_ANALYSIS_PARTS_PARTOFBODY_H
#define TRABECULA_ANALYSIS_PARTS_PARTOFBODY_H

#include "Core/Communication/Parts.h"
#include "Mesh/Distribution/HaloPlan.h"
#include "Mesh/Distribution/PartValues.h"
#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Mesh/Voxel/VoxelLattice.h"
#include "Operator/OperatorLayouts.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula
{
/// A part of a body that is divided among several devices, whatever is computed on it. Its nodes
/// and elements are in the order of the plans, whose global numbers are those of the whole.
struct PartOfBody
{
  HaloPlan nodes;
  HaloPlan elements;
  /// Of the part, if the body is one of voxels; else null.
  std::shared_ptr<const VoxelGrid> grid;

  /// Number of bricks of the grid for estimates of memory, at least one; 0 without a grid.
  std::size_t bricks() const
  {
    return this->grid ? std::max<std::size_t>(1, this->grid->bricks().size()) : 0;
  }
  /// Values of the part from those of the whole; empty vectors remain empty.
  /// @param components values of each node
  template <class T>
  std::vector<T> ofNodes(const std::vector<T>& whole, std::size_t components) const
  {
    return whole.empty() ? whole : valuesOfPart(this->nodes, whole, components);
  }
  /// The same for one value of each element.
  template <class T>
  std::vector<T> ofElements(const std::vector<T>& whole) const
  {
    return whole.empty() ? whole : valuesOfPart(this->elements, whole, 1);
  }
};

/// Frees all but the plans of the parts of other processes.
/// @param bodyOf bodyOf(part) returns the PartOfBody of one of the parts
template <class Part, class BodyOf>
void keepPlansOfOthers(const Parts& parts, std::vector<Part>& divided, const BodyOf& bodyOf)
{
  for (std::size_t rank = 0; rank < divided.size(); ++rank)
  {
    if (!parts.isOwn(rank))
    {
      PartOfBody& all = bodyOf(divided[rank]);
      PartOfBody plans = { std::move(all.nodes), std::move(all.elements), nullptr };
      divided[rank] = Part();
      bodyOf(divided[rank]) = std::move(plans);
    }
  }
}

/// A part of a body with its mesh.
struct MeshedPart
{
  PartOfBody part;
  Mesh mesh;
};

/// Divides voxels in bricks among parts, some of which may be empty. Global numbers are those of
/// the lattice's grid.
std::vector<PartOfBody> divideVoxels(const VoxelLattice& lattice, int parts);

/**
 * Divides a mesh among parts, some of which may be empty: voxels in bricks, other elements by
 * bisectElements().
 *
 * @param lattice of the mesh, whose numbering must be that of the lattice's grid, for multigrid on
 * voxels; else null
 */
std::vector<MeshedPart> divideMesh(const Mesh& whole, const VoxelLattice* lattice, int parts);

/// The layouts of a part. @param components of the field: 3 of displacements, 1 of a temperature
template <class Space>
OperatorLayouts<Space> layoutsOf(
  const Context<Space>& context, const PartOfBody& part, int components = 3)
{
  return layoutsOf(makeHalo(context, part.nodes), makeHalo(context, part.elements), components);
}
}

#endif
