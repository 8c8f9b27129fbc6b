#ifndef TRABECULA_OPERATOR_CONDUCTION_CONDUCTIONOPERATOR_H
#define TRABECULA_OPERATOR_CONDUCTION_CONDUCTIONOPERATOR_H

#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/**
 * The conductivity matrix: entry (a, b) is the integral of k grad N_a . grad N_b, power per
 * temperature, by the quadrature of the stiffness. Matrix-free, for any elements. Coefficients are
 * the conductivities k of the elements, power per length and temperature; products with nodal
 * temperatures are heat flows.
 *
 * @param layouts of the nodes, one component, and elements of the mesh: layoutsOf(context, mesh, 1)
 * @throws Error if the layouts are others
 */
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeConductionOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh);
/// The same of the voxels of an image, which are eight-node hexahedra with the numbers of the grid.
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeConductionOperator(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid);

/// Bytes of such an operator in its space, at most.
std::size_t conductionOperatorMemory(const Mesh& mesh);
}

#endif
