#ifndef TRABECULA_FILTERS_COMMONLATTICE_H
#define TRABECULA_FILTERS_COMMONLATTICE_H

#include "CommonMesh.h"

#include <vector>

namespace trabecula::filters
{
/**
 * Makes the image of the lattice of one of the designs, if each element of every design fills a
 * voxel of this lattice, which may go on as far as mostVoxels() lets it.
 *
 * @return whether they do; else the image is of no use
 */
bool putOnLattice(const std::vector<ComparedDesign>& designs, CommonMesh& common);
}

#endif
