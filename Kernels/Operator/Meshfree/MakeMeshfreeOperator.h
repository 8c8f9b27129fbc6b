#ifndef TRABECULA_OPERATOR_MESHFREE_MAKEMESHFREEOPERATOR_H
#define TRABECULA_OPERATOR_MESHFREE_MAKEMESHFREEOPERATOR_H

#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Operator/Meshfree/MeshfreeProduct.h"
#include "Operator/StiffnessOperator.h"

#include <memory>
#include <optional>

namespace trabecula
{
/**
 * Builds the operator of a discretization, which must remain valid.
 *
 * @param layouts of the discretization, see layoutsOf()
 * @param lattice of the nodes, if they form one
 * @param supportRadius radius of the domains of influence on a lattice, length
 * @throws Error if a table is asked for and the nodes form no uniform lattice
 */
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMeshfreeOperator(
  const OperatorLayouts<Space>& layouts, const MeshfreeDiscretization<Space>& discretization,
  double poissonsRatio, MeshfreeProduct product, const std::optional<MeshfreeLattice>& lattice,
  double supportRadius);
}

#endif
