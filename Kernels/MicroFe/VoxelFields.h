#ifndef TRABECULA_MICROFE_VOXELFIELDS_H
#define TRABECULA_MICROFE_VOXELFIELDS_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/// Output arrays of element fields, in memory of the space; null if not requested. Shapes and
/// units are those of VoxelMicroFeSolution.
struct VoxelElementFields
{
  double* strain = nullptr;
  double* stress = nullptr;
  double* strainEnergyDensity = nullptr;
  double* vonMisesStress = nullptr;
  double* effectiveStrain = nullptr;
};

/// Input of the element fields, in memory of the space.
struct VoxelFieldInput
{
  const VoxelBrick* bricks;
  const double* moduli;       ///< one per element of the grid
  const double* displacement; ///< 3 per node of the grid
  std::array<double, 3> spacing;
  double poissonsRatio;
};

/**
 * Computes fields of the elements of some bricks.
 *
 * @param first, count the bricks @param firstElement number of the first brick's first element, for
 *   which the first values are written
 */
template <class Space>
void computeVoxelFields(const VoxelFieldInput& input, std::int64_t first, std::int64_t count,
  std::int64_t firstElement, const VoxelElementFields& fields);
}

#endif
