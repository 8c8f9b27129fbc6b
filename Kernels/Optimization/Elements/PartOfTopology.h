#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_PARTOFTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_PARTOFTOPOLOGY_H

#include "Analysis/Parts/StructureOfPart.h"
#include "Optimization/TopologyProblem.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// A part of an optimization that is divided among several devices.
struct PartOfTopology
{
  TopologyProblem problem; ///< its structure is that of the part
  StructureOfPart part;    ///< without a structure
  /// With a filter, elements as in the part's plan, but ghosts are those within the filter's radius
  /// at least.
  HaloPlan ofFilter;
  /// The grid of these elements, if they are voxels and the radius is small; else null.
  std::shared_ptr<const VoxelGrid> gridOfFilter;
};

/// Divides an optimization among parts, some of which may be empty. @param lattice see
/// divideStructure()
std::vector<PartOfTopology> divideTopology(
  const TopologyProblem& whole, const VoxelLattice* lattice, int parts);
}

#endif
