#include "Operator/Assembled/MatrixAssembly.h"

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

/// Returns whether elements are added by atomics to the upper blocks only, which are mirrored
/// later.
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
}

template <class Space>
MatrixAssembly<Space>::MatrixAssembly(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, AssemblyMethod method, std::vector<ElementGroup<Space>> groups,
  AssembledMatrix<Space>& matrix)
  : Computing(&context), PoissonsRatio(ratios.common), Ratios(context, ratios.each),
    Points(context, mesh.points)
{
  for (ElementGroup<Space>& group : groups)
  {
    Part& part = this->Parts.emplace_back();
    part.group = std::move(group);
    part.method = chosenMethod(method, part.group.type, Space::Id);
    part.places = findPairPlaces(context, part.group.view(), matrix.view());
    if (detail::isColoured(part.method, Space::Id))
    {
      ElementColours colours = colourElements(part.group.connectivity.toHost(),
        mesh.numberOfNodes(), static_cast<std::size_t>(part.group.nodesPerElement));
      part.coloured = DeviceVector<std::int32_t, Space>(context, colours.elements);
      part.colourStarts = std::move(colours.starts);
    }
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
  if (part.method == AssemblyMethod::ByRow)
  {
    assembleByRow(context, input, type, most, add);
    return;
  }
  if (part.colourStarts.empty())
  {
    assembleByElement(context, input, type, nullptr, part.group.elements, true);
  }
  for (std::size_t c = 0; c + 1 < part.colourStarts.size(); ++c)
  {
    const std::int64_t first = part.colourStarts[c];
    assembleByElement(
      context, input, type, part.coloured.data() + first, part.colourStarts[c + 1] - first, false);
  }
}

template <class Space>
void MatrixAssembly<Space>::assemble(const double* moduli, AssembledMatrix<Space>& matrix)
{
  bool add = false; // assembly by rows overwrites all values with the first group
  bool mirrored = false;
  for (const Part& part : this->Parts)
  {
    if (part.method != AssemblyMethod::ByRow && !add)
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
std::size_t MatrixAssembly<Space>::memory(const Mesh& mesh, const NeighbourCounts& counts)
{
  std::size_t pairs = 0;
  for (const CellType type : mesh.allTypes())
  {
    const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
    pairs += nodes * nodes * detail::elementsOf(mesh, type);
  }
  return elementGroupsMemory(mesh) +
    (mesh.points.size() + mesh.numberOfElements()) * sizeof(double) +
    pairs * static_cast<std::size_t>(bytesOfPlace(counts.most)) +
    mesh.numberOfElements() * sizeof(std::int32_t);
}

template class MatrixAssembly<CompiledSpace>;
}
