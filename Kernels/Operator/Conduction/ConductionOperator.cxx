#include "Operator/Conduction/ConductionOperator.h"

#include "Operator/Elements/ElementOperator.inl"
#include "Operator/Voxel/VoxelStiffness.h"

namespace trabecula
{
template class ElementOperator<CompiledSpace, Conduction>;

template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeConductionOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh)
{
  using Operator = ElementOperator<Space, Conduction>;
  return std::make_unique<Operator>(layouts, mesh, typename Operator::Parameters());
}

template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeConductionOperator(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid)
{
  return std::make_unique<VoxelStiffness<Space, 1>>(layouts, grid, VoxelLaw<1>());
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeConductionOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const Mesh& mesh);
template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeConductionOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const VoxelGrid& grid);

#ifndef __CUDACC__
std::size_t conductionOperatorMemory(const Mesh& mesh)
{
  return ElementOperator<HostSpace, Conduction>::memory(mesh);
}
#endif
}
