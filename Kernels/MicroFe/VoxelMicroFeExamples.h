#ifndef TRABECULA_MICROFE_VOXELMICROFEEXAMPLES_H
#define TRABECULA_MICROFE_VOXELMICROFEEXAMPLES_H

#include "MicroFe/VoxelMicroFeProblem.h"

namespace trabecula
{
/**
 * A hollow ball of radius 50, 97 voxels high as its poles are cut off, void within 25 and five
 * times as stiff within 40 as outside, compressed by a tenth between rigid plates: the example
 * "sphere" that comes with ParOSol. 457,428 elements, 486,800 nodes.
 */
VoxelMicroFeProblem hollowSphere();
}

#endif
