#include "Operator/Mass/MassOperator.h"

#include "Core/Parallel.h"
#include "Operator/Elements/ElementOperator.inl"
#include "Operator/Mass/VoxelMass.h"

namespace trabecula
{
template class ElementOperator<CompiledSpace, Mass>;

template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMassOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, bool isLumped)
{
  return std::make_unique<ElementOperator<Space, Mass>>(layouts, mesh, Mass{ isLumped });
}

template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMassOperator(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, bool isLumped)
{
  return std::make_unique<VoxelMass<Space>>(layouts, grid, isLumped);
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeMassOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const Mesh& mesh, bool isLumped);
template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeMassOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const VoxelGrid& grid, bool isLumped);

#ifndef __CUDACC__
std::size_t massOperatorMemory(const Mesh& mesh)
{
  return ElementOperator<HostSpace, Mass>::memory(mesh);
}

std::size_t massOperatorMemory(std::size_t bricks, std::size_t elements, std::size_t nodes)
{
  return VoxelMass<HostSpace>::memory(bricks, elements, nodes);
}
#endif
}
