#ifndef TRABECULA_OPERATOR_MESHFREE_LATTICE_MESHFREELATTICEOPERATOR_H
#define TRABECULA_OPERATOR_MESHFREE_LATTICE_MESHFREELATTICEOPERATOR_H

#include "Operator/Meshfree/Lattice/LatticeTable.h"
#include "Operator/Meshfree/MeshfreeOperator.h"

#include <utility>

namespace trabecula
{
/// Products on a uniform lattice by a table of gradients instead of lists.
template <class Space>
class MeshfreeLatticeOperator : public MeshfreeOperator<Space>
{
public:
  /// @param table exact for the discretization
  MeshfreeLatticeOperator(const OperatorLayouts<Space>& layouts,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio,
    LatticeTable<Space> table)
    : MeshfreeOperator<Space>(layouts, discretization, poissonsRatio), Table(std::move(table))
  {
  }

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;

private:
  LatticeTable<Space> Table;
};
}

#endif
