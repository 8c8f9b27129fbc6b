#ifndef TRABECULA_FILTERS_VOXELSAMPLING_H
#define TRABECULA_FILTERS_VOXELSAMPLING_H

#include "CommonMesh.h"

#include "Core/Observer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula::filters
{
/**
 * Returns for each voxel of the image the element of a design that contains its centre, -1 if there
 * is none: by lattice position if the design has a lattice, else by vtkStaticCellLocator.
 *
 * @return nothing if the observer requested a stop
 */
std::optional<std::vector<std::int32_t>> elementsAtVoxels(
  const ComparedDesign& design, const CommonMesh& common, Observer& observer);
}

#endif
