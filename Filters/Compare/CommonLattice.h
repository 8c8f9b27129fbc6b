#ifndef TRABECULA_FILTERS_COMMONLATTICE_H
#define TRABECULA_FILTERS_COMMONLATTICE_H

#include "CommonMesh.h"

#include <vector>

namespace trabecula::filters
{
/**
 * Makes an image from the lattice of one of the designs, if each element of every design is a voxel
 * of this lattice, which may be extended up to maxVoxels().
 *
 * @return whether this is the case; otherwise the image is not valid
 */
bool makeCommonLattice(const std::vector<ComparedDesign>& designs, CommonMesh& common);
}

#endif
