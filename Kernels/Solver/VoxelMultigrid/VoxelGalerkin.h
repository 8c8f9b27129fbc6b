#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELGALERKIN_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELGALERKIN_H

#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/**
 * The stiffness of the first coarse mesh, P^T K(E) P with K(E) of the voxels, as elements whose
 * matrices are not stored: each is the sum over its voxels of a modulus times one of eight
 * matrices, and is applied by interpolating to the voxels.
 *
 * Elements with prescribed displacements have stored matrices, as these unknowns are not
 * interpolated.
 */
template <class Space>
struct VoxelCoarseElements
{
  std::int64_t elements = 0;
  std::array<double, 3> spacing = {}; ///< of the voxels
  double poissonsRatio = 0.0;
  DeviceVector<float, Space> moduli; ///< of voxel o in element e at o * elements + e; 0 for void
  /// Index among the constrained elements; -1 for others.
  DeviceVector<std::int32_t, Space> constrainedOf;
  DeviceVector<std::int32_t, Space> constrained; ///< element numbers
  /// Prescribed displacements of each constrained element, 96 bits: 3 * position in the cell +
  /// direction.
  DeviceVector<std::uint32_t, Space> constraintMasks;
  DeviceVector<float, Space> constrainedMatrices;
  DeviceVector<double, Space>
    products; ///< Galerkin products with two transfers, see VoxelGalerkin.cxx
};

/// @param supports 3 per fine node, nonzero where a displacement is prescribed; in the space
template <class Space>
VoxelCoarseElements<Space> makeCoarseElements(const Context<Space>& context,
  const VoxelBrick* bricks, const VoxelTransfer<Space>& transfer, const std::uint8_t* supports,
  const std::array<double, 3>& spacing, double poissonsRatio);

/// Updates the elements for the voxels' Young's moduli, one per voxel, in memory of the space.
template <class Space>
void setModuli(const Context<Space>& context, const VoxelBrick* bricks,
  const VoxelTransfer<Space>& transfer, const double* moduli, VoxelCoarseElements<Space>& coarse);

/// Place of an element's force among those of all, number 8 * direction + corner.
template <class Space>
TRABECULA_FUNCTION std::int64_t placeOfForce(std::int64_t elements, std::int64_t e, int number)
{
  constexpr int lanes = VoxelHostForceLanes;
  return Space::Id == ExecutionSpace::Host ? (e / lanes * 24 + number) * lanes + e % lanes
                                           : number * elements + e;
}

/// Memory for the forces of all elements, in numbers.
template <class Space>
std::int64_t sizeOfForces(std::int64_t elements)
{
  constexpr int lanes = VoxelHostForceLanes;
  return 24 *
    (Space::Id == ExecutionSpace::Host ? (elements + lanes - 1) / lanes * lanes : elements);
}

/// Forces of each element for displacements x of its nodes, see placeOfForce().
template <class Space>
void elementForces(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelMesh<Space>& mesh, const float* x, float* forces);

/// The explicit matrices of the elements, VoxelMatrixEntries each.
template <class Space>
DeviceVector<float, Space> coarseMatrices(
  const Context<Space>& context, const VoxelCoarseElements<Space>& coarse);

/// The diagonal of the first coarse stiffness.
template <class Space>
void coarseDiagonal(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelMesh<Space>& mesh, float* diagonal);

/// Element matrices of the second coarse mesh from the first, VoxelMatrixEntries each.
template <class Space>
void galerkinOfVoxels(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelTransfer<Space>& transfer, float* result);
}

#endif
