#include "Operator/Assembled/AssembledOperator.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Operator/OperatorChecks.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// Returns a view of values that are only read.
template <class Space>
Vector<Space> readingView(const LayoutPointer<Space>& layout, const double* values)
{
  return Vector<Space>(layout, const_cast<double*>(values));
}
}

template <class Space>
AssembledOperator<Space>::AssembledOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
  const PoissonsRatios& ratios, const AssemblySettings& settings,
  std::unique_ptr<StiffnessOperator<Space>> elements)
  : AssembledOperator(layouts, mesh, ratios, settings, std::move(elements),
      makeElementGroups(layouts.context(), mesh))
{
}

template <class Space>
AssembledOperator<Space>::AssembledOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
  const PoissonsRatios& ratios, const AssemblySettings& settings,
  std::unique_ptr<StiffnessOperator<Space>> elements, std::vector<ElementGroup<Space>> groups)
  : StiffnessOperator<Space>(layouts), Elements(std::move(elements)),
    Matrix(layouts.context(), settings.format,
      makeNeighbourMatrix(
        layouts.context(), static_cast<std::int64_t>(mesh.numberOfNodes()), groups)),
    Assembly(layouts.context(), mesh, ratios, settings.method, std::move(groups), this->Matrix)
{
  requireLayoutsOf(layouts, mesh);
  this->reason = "The matrix is assembled, as asked for.";
}

template <class Space>
void AssembledOperator<Space>::useModuli(const double* moduli)
{
  this->Elements->setModuli(detail::readingView(this->materialPointsPointer(), moduli));
  this->Assembly.assemble(moduli, this->Matrix);
}

template <class Space>
void AssembledOperator<Space>::addEnergies(const double* u, double weight, double* energies)
{
  Vector<Space> sums(this->materialPointsPointer(), energies);
  this->Elements->addUnitEnergies(detail::readingView(this->layoutPointer(), u), weight, sums);
}

template <class Space>
void AssembledOperator<Space>::computeGeometry(double* measures, double* positions)
{
  Vector<Space> volumes(this->materialPointsPointer(), measures);
  Vector<Space> centroids(this->materialPoints().withComponents(3), positions);
  this->Elements->geometry(volumes, centroids);
}

template <class Space>
void AssembledOperator<Space>::computeGradients(const double* u, double* gradients)
{
  Vector<Space> result(this->materialPoints().withComponents(9), gradients);
  this->Elements->displacementGradients(detail::readingView(this->layoutPointer(), u), result);
}

template <class Space>
void AssembledOperator<Space>::addGradientsTransposed(const double* s, double* f)
{
  Vector<Space> forces(this->layoutPointer(), f);
  this->Elements->addTransposedGradients(
    detail::readingView(this->materialPoints().withComponents(9), s), forces);
}

template <class Space>
std::unique_ptr<AssembledOperator<Space>> makeAssembledOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, const PoissonsRatios& ratios,
  const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<Space>> elements)
{
  checkAssembledMemory(mesh, settings, countNeighbours(mesh), layouts.context().presentDevice());
  return std::make_unique<AssembledOperator<Space>>(
    layouts, mesh, ratios, settings, std::move(elements));
}

template class AssembledOperator<CompiledSpace>;
template std::unique_ptr<AssembledOperator<CompiledSpace>> makeAssembledOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const Mesh& mesh, const PoissonsRatios& ratios,
  const AssemblySettings& settings, std::unique_ptr<StiffnessOperator<CompiledSpace>> elements);

#ifndef __CUDACC__
std::size_t assembledOperatorMemory(
  const Mesh& mesh, const AssemblySettings& settings, const NeighbourCounts& counts)
{
  using Space = HostSpace; // the estimate is the same for all spaces
  return AssembledMatrix<Space>::memory(settings.format, counts) +
    MatrixAssembly<Space>::memory(mesh, counts);
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
