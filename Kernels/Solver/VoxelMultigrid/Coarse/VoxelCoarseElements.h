#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELCOARSEELEMENTS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELCOARSEELEMENTS_H

#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelLaw.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/**
 * The stiffness of the first coarse mesh, P^T K(E) P with K(E) of the voxels, as elements whose
 * matrices are not stored: each is the sum over its voxels of a modulus times one of eight
 * matrices, and is applied by interpolating to the voxels.
 *
 * Elements with constrained unknowns have stored matrices, as these unknowns are not interpolated.
 */
template <class Space, int Components = 3>
struct VoxelCoarseElements
{
  std::int64_t elements = 0;
  std::array<double, 3> spacing = {}; ///< of the voxels
  VoxelLaw<Components> law;
  DeviceVector<float, Space> moduli; ///< of voxel o in element e at o * elements + e; 0 for void
  /// Index among the constrained elements; -1 for others.
  DeviceVector<std::int32_t, Space> constrainedOf;
  DeviceVector<std::int32_t, Space> constrained; ///< element numbers
  /// Constrained unknowns of each constrained element, 96 bits: Components * position in the cell +
  /// component.
  DeviceVector<std::uint32_t, Space> constraintMasks;
  DeviceVector<float, Space> constrainedMatrices;
  DeviceVector<double, Space>
    products; ///< Galerkin products with two transfers, see VoxelCoarseElements.cxx
};

/// @param supports one per unknown of the voxels, nonzero where it is constrained; in the space
template <class Space, int Components>
VoxelCoarseElements<Space, Components> makeCoarseElements(const Context<Space>& context,
  const VoxelBrick* bricks, const VoxelTransfer<Space>& transfer, const std::uint8_t* supports,
  const std::array<double, 3>& spacing, const VoxelLaw<Components>& law);

/// Updates the elements for the voxels' moduli, one per voxel, in memory of the space.
template <class Space, int Components>
void setModuli(const Context<Space>& context, const VoxelBrick* bricks,
  const VoxelTransfer<Space>& transfer, const double* moduli,
  VoxelCoarseElements<Space, Components>& coarse);
}

#endif
