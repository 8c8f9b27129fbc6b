#ifndef TRABECULA_OPERATOR_MASS_MASSOPERATOR_H
#define TRABECULA_OPERATOR_MASS_MASSOPERATOR_H

#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/**
 * The mass matrix for displacements: the integral of rho N_a N_b, for each of three components.
 * Matrix-free, for any elements. Coefficients, called moduli, are the densities of the elements, so
 * that unit energies u.(M_e u) are derivatives by densities.
 *
 * Four points integrate TET4, fourteen TET10, 2 x 2 x 2 HEX8 and 3 x 3 x 3 HEX20, exactly where
 * elements are straight.
 *
 * @param layouts of the nodes, three components, and elements of the mesh
 * @param isLumped the diagonal of each element, scaled to its mass, instead of the consistent
 * matrix
 * @throws Error if the layouts are others
 */
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMassOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, bool isLumped = false);
/// The same of the voxels of an image, which are eight-node hexahedra with the numbers of the grid.
/// It has no gradients.
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMassOperator(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, bool isLumped = false);

/// Bytes of such an operator in its space, at most.
std::size_t massOperatorMemory(const Mesh& mesh);
std::size_t massOperatorMemory(std::size_t bricks, std::size_t elements, std::size_t nodes);
}

#endif
