#ifndef TRABECULA_MICROFE_VOXELMICROFEREFERENCE_H
#define TRABECULA_MICROFE_VOXELMICROFEREFERENCE_H

#include "MicroFe/VoxelMicroFe.h"

#include <vector>

namespace trabecula::reference
{
/// Results of VoxelMicroFe without counts, times and the convergence history.
struct VoxelMicroFeResult
{
  VoxelMicroFeSolution solution; ///< all fields, in the numbering of the grid given
  VoxelMicroFeSummary summary;
  ApparentStiffness apparent;
};

/**
 * Voxel micro-FE from the definitions: an assembled matrix and a direct solver, tests by the
 * coordinates of nodes, fields from the derivatives of shape functions.
 *
 * @param grid made from the problem's image
 * @param like a displacement of the grid, 3 per node. For tests with free rigid-body motions, the
 * result has that of this displacement at three points of the lower end; not used by other tests
 */
VoxelMicroFeResult solveVoxelMicroFe(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, const std::vector<double>& like);
}

#endif
