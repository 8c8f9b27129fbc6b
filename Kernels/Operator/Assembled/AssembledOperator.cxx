#include "Operator/Assembled/AssembledOperator.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <utility>

namespace trabecula
{
template <class Space>
AssembledOperator<Space>::AssembledOperator(const Mesh& mesh, const PoissonsRatios& ratios,
  const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<Space>> elements)
  : AssembledOperator(mesh, ratios, settings, std::move(elements), makeElementGroups<Space>(mesh))
{
}

template <class Space>
AssembledOperator<Space>::AssembledOperator(const Mesh& mesh, const PoissonsRatios& ratios,
  const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<Space>> elements,
  std::vector<ElementGroup<Space>> groups)
  : Elements(std::move(elements)),
    Matrix(settings.format,
      makeNeighbourMatrix<Space>(static_cast<std::int64_t>(mesh.numberOfNodes()), groups)),
    Assembly(mesh, ratios, settings.method, std::move(groups), this->Matrix)
{
  this->reason = "The matrix is assembled, as asked for.";
}

template <class Space>
void AssembledOperator<Space>::setModuli(const double* moduli)
{
  this->Elements->setModuli(moduli);
  this->Assembly.assemble(moduli, this->Matrix);
}

template <class Space>
std::unique_ptr<AssembledOperator<Space>> makeAssembledOperator(const Mesh& mesh,
  const PoissonsRatios& ratios, const AssemblySettings& settings,
  std::unique_ptr<StiffnessOperator<Space>> elements)
{
  checkAssembledMemory(mesh, settings, countNeighbours(mesh),
    selectDevice(Space::Id == ExecutionSpace::Host ? DeviceRequest::Host : DeviceRequest::Cuda));
  return std::make_unique<AssembledOperator<Space>>(mesh, ratios, settings, std::move(elements));
}

template class AssembledOperator<CompiledSpace>;
template std::unique_ptr<AssembledOperator<CompiledSpace>> makeAssembledOperator<CompiledSpace>(
  const Mesh& mesh, const PoissonsRatios& ratios, const AssemblySettings& settings,
  std::unique_ptr<StiffnessOperator<CompiledSpace>> elements);

#ifndef __CUDACC__
std::size_t assembledOperatorMemory(
  const Mesh& mesh, const AssemblySettings& settings, const NeighbourCounts& counts)
{
  using Space = HostSpace; // all spaces are counted alike
  const AssemblyMethod method =
    settings.method == AssemblyMethod::Auto ? AssemblyMethod::Coloured : settings.method;
  return AssembledMatrix<Space>::memory(settings.format, counts) +
    MatrixAssembly<Space>::memory(mesh, method, counts);
}

void checkAssembledMemory(const Mesh& mesh, const AssemblySettings& settings,
  const NeighbourCounts& counts, const Device& device)
{
  const std::size_t needed = assembledOperatorMemory(mesh, settings, counts);
  if (needed <= device.availableMemory)
  {
    return;
  }
  const AssemblySettings least = { MatrixFormat::Bsr, AssemblyMethod::ByRow };
  const std::size_t leastNeeded = assembledOperatorMemory(mesh, least, counts);
  throw Error("An assembled matrix in the format " + matrixFormatInfo(settings.format).name +
    ", by the method " + assemblyMethodInfo(settings.method).name + ", of " +
    countText(counts.rows, "node") + " with " + countText(counts.pairs, "block") + " needs " +
    mebibytesText(needed) + " on " + device.name + ", but " +
    mebibytesText(device.availableMemory) + " are available. " +
    (leastNeeded <= device.availableMemory
        ? "The format bsr by the method by_row needs " + mebibytesText(leastNeeded) + "."
        : std::string("Choose the strategy auto, which assembles none.")));
}
#endif
}
