#include "Operator/Assembled/MatrixAssembly.h"

#include "Operator/Assembled/Baselines/SortedTriplets.h"
#include "Operator/Assembled/ElementColours.h"
#include "Operator/Assembled/Values/ElementValues.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
inline bool isColoured(AssemblyMethod method, ExecutionSpace space)
{
  return method == AssemblyMethod::Coloured ||
    (method == AssemblyMethod::ByElement && space == ExecutionSpace::Host);
}

/// Whether elements are added by atomics, to the upper blocks alone.
inline bool isMirrored(AssemblyMethod method, ExecutionSpace space)
{
  return method == AssemblyMethod::ByElement && space == ExecutionSpace::Cuda;
}

inline std::size_t elementsOf(const Mesh& mesh, CellType type)
{
  return mesh.isMixed()
    ? static_cast<std::size_t>(std::count(mesh.types.begin(), mesh.types.end(), type))
    : mesh.numberOfElements();
}

inline std::size_t matrixBytes(CellType type, std::int64_t elements)
{
  return static_cast<std::size_t>(elements) * elementMatrixBytes(type);
}
}

template <class Space>
MatrixAssembly<Space>::MatrixAssembly(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, AssemblyMethod method, std::vector<ElementGroup<Space>> groups,
  AssembledMatrix<Space>& matrix)
  : Computing(&context), PoissonsRatio(ratios.common), Ratios(context, ratios.each),
    Points(context, mesh.points)
{
  std::size_t bytes = 0;
  for (ElementGroup<Space>& group : groups)
  {
    Part& part = this->Parts.emplace_back();
    part.group = std::move(group);
    bytes = std::max(bytes, detail::matrixBytes(part.group.type, part.group.elements));
    part.method = chosenMethod(method, part.group.type, Space::Id);
    if (method != AssemblyMethod::Sorted && method != AssemblyMethod::SharedNonzeros)
    {
      part.places = findPairPlaces(context, part.group.view(), matrix.view());
    }
    if (detail::isColoured(part.method, Space::Id))
    {
      ElementColours colours = colourElements(part.group.connectivity.toHost(),
        mesh.numberOfNodes(), static_cast<std::size_t>(part.group.nodesPerElement));
      part.coloured = DeviceVector<std::int32_t, Space>(context, colours.elements);
      part.colourStarts = std::move(colours.starts);
    }
    if (method == AssemblyMethod::SharedNonzeros)
    {
      part.shared = makeSharedNonzeros(context, part.group, matrix.neighbours());
    }
  }
  if (method == AssemblyMethod::Separate)
  {
    this->ElementMatrices = DeviceVector<double, Space>(context, bytes / sizeof(double));
  }
}

template <class Space>
AssemblyInput MatrixAssembly<Space>::input(
  const Part& part, const double* moduli, AssembledMatrix<Space>& matrix) const
{
  const detail::UnitMaterials materials = { unitElasticity(this->PoissonsRatio),
    this->Ratios.size() > 0 ? this->Ratios.data() : nullptr };
  return { part.group.view(), this->Points.data(), moduli, materials, part.places.view(),
    matrix.view(), this->PoissonsRatio };
}

template <class Space>
void MatrixAssembly<Space>::addPart(
  const Part& part, const AssemblyInput& input, int most, bool add)
{
  const Context<Space>& context = *this->Computing;
  const CellType type = part.group.type;
  switch (part.method)
  {
    case AssemblyMethod::Separate:
      storeElementMatrices(context, input, type, this->ElementMatrices.data());
      assembleStored(context, input, type, most, add, this->ElementMatrices.data());
      return;
    case AssemblyMethod::SharedNonzeros:
      assembleSharedNonzeros(context, input, type, part.shared, add);
      return;
    case AssemblyMethod::Sorted:
      assembleSorted(context, input, type, add);
      return;
    case AssemblyMethod::ByElement:
    case AssemblyMethod::Coloured:
      for (std::size_t c = 0; c + 1 < part.colourStarts.size(); ++c)
      {
        const std::int64_t first = part.colourStarts[c];
        assembleByElement(context, input, type, part.coloured.data() + first,
          part.colourStarts[c + 1] - first, false);
      }
      if (part.colourStarts.empty())
      {
        assembleByElement(context, input, type, nullptr, part.group.elements, true);
      }
      return;
    default:
      assembleByRow(context, input, type, most, add);
  }
}

template <class Space>
void MatrixAssembly<Space>::assemble(const double* moduli, AssembledMatrix<Space>& matrix)
{
  bool add = false; // by rows the first part overwrites all values
  bool mirrored = false;
  for (const Part& part : this->Parts)
  {
    const bool byElements =
      part.method == AssemblyMethod::ByElement || part.method == AssemblyMethod::Coloured;
    if (byElements && !add)
    {
      matrix.zero();
    }
    this->addPart(part, this->input(part, moduli, matrix), matrix.neighbours().most, add);
    add = true;
    mirrored = mirrored || detail::isMirrored(part.method, Space::Id);
  }
  if (mirrored)
  {
    mirrorUpperBlocks(*this->Computing, matrix.view());
  }
}

template <class Space>
std::size_t MatrixAssembly<Space>::memory(
  const Mesh& mesh, AssemblyMethod method, const NeighbourCounts& counts)
{
  std::size_t pairs = 0;
  std::size_t shared = 0;
  for (const CellType type : mesh.allTypes())
  {
    const std::size_t count = detail::elementsOf(mesh, type);
    const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
    pairs += nodes * nodes * count;
    if (method == AssemblyMethod::SharedNonzeros)
    {
      shared += sharedNonzerosMemory(type, count, counts);
    }
  }
  const std::size_t bytes =
    elementGroupsMemory(mesh) + (mesh.points.size() + mesh.numberOfElements()) * sizeof(double);
  const std::size_t places = pairs * static_cast<std::size_t>(bytesOfPlace(counts.most));
  switch (method)
  {
    case AssemblyMethod::Sorted:
      return bytes + sortedTripletsMemory(9 * pairs);
    case AssemblyMethod::SharedNonzeros:
      return bytes + shared;
    case AssemblyMethod::Separate:
      return bytes + places + pairs * 9 * sizeof(double);
    default:
      return bytes + places + mesh.numberOfElements() * sizeof(std::int32_t);
  }
}

template class MatrixAssembly<CompiledSpace>;
}
