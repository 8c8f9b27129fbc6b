#include "Operator/Meshfree/MakeMeshfreeOperator.h"

#include "Core/Error.h"
#include "Operator/Meshfree/Lattice/MeshfreeLatticeOperator.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"

#include <utility>

namespace trabecula
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMeshfreeOperator(
  const OperatorLayouts<Space>& layouts, const MeshfreeDiscretization<Space>& discretization,
  double poissonsRatio, MeshfreeProduct product, const std::optional<MeshfreeLattice>& lattice,
  double supportRadius)
{
  std::unique_ptr<StiffnessOperator<Space>> made;
  if (product == MeshfreeProduct::Assembled)
  {
    made = std::make_unique<MeshfreeMatrixOperator<Space>>(layouts, discretization, poissonsRatio);
    made->reason = "Products are by the assembled blocks of pairs of nodes.";
    return made;
  }
  if (lattice && product != MeshfreeProduct::MatrixFree)
  {
    LatticeTable<Space> table(layouts.context(), discretization, *lattice, supportRadius);
    if (table.isExact(layouts.context(), discretization))
    {
      made = std::make_unique<MeshfreeLatticeOperator<Space>>(
        layouts, discretization, poissonsRatio, std::move(table));
      made->reason = "Products are by a table of gradients, as the nodes form a uniform lattice.";
      return made;
    }
  }
  if (product == MeshfreeProduct::LatticeTable)
  {
    throw Error("The nodes form no uniform lattice along the axes that fills a box of cells, which "
                "products by a lattice table need. Choose the operator Auto.");
  }
  made = std::make_unique<MeshfreeOperator<Space>>(layouts, discretization, poissonsRatio);
  made->reason = product == MeshfreeProduct::Auto
    ? "Products are matrix-free, by lists of gradients, as the nodes form no uniform lattice."
    : "Products are matrix-free, as asked for.";
  return made;
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeMeshfreeOperator(
  const OperatorLayouts<CompiledSpace>& layouts,
  const MeshfreeDiscretization<CompiledSpace>& discretization, double poissonsRatio,
  MeshfreeProduct product, const std::optional<MeshfreeLattice>& lattice, double supportRadius);
}
