#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_FILTEROFPART_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_FILTEROFPART_H

#include "Analysis/Parts/PartOfBody.h"
#include "Optimization/TopologyProblem.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// The elements of a part that a filter of densities, or a response, reads.
struct FilterOfPart
{
  /// Elements as in the part's plan, but ghosts are those within the largest radius at least; empty
  /// if there is none.
  HaloPlan elements;
  /// The grid of these elements, if they are voxels and the radius is small; else null.
  std::shared_ptr<const VoxelGrid> grid;
};

/// The filters of the parts of a body. @param lattice see divideMesh()
std::vector<FilterOfPart> divideFilter(const Mesh& whole, const VoxelLattice* lattice,
  const DensityDesign& design, const std::vector<const PartOfBody*>& parts);
}

#endif
