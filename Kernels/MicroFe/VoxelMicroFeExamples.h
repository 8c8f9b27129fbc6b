#ifndef TRABECULA_MICROFE_VOXELMICROFEEXAMPLES_H
#define TRABECULA_MICROFE_VOXELMICROFEEXAMPLES_H

#include "MicroFe/VoxelMicroFeProblem.h"

namespace trabecula
{
/**
 * A hollow sphere of radius 50, truncated to a height of 97 voxels, void within radius 25 and five
 * times as stiff within 40 as outside, compressed by 10 % between rigid plates: ParOSol's example
 * "sphere". 457,428 elements, 486,800 nodes.
 */
VoxelMicroFeProblem hollowSphere();
}

#endif
