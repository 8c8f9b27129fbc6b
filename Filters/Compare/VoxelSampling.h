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
 * The element of a design that the centre of each voxel of the image is in, -1 for none: by the
 * place in its lattice where the design has one, else by vtkStaticCellLocator.
 *
 * @return nothing if the observer asked to stop
 */
std::optional<std::vector<std::int32_t>> elementsAtVoxels(
  const ComparedDesign& design, const CommonMesh& common, Observer& observer);
}

#endif
