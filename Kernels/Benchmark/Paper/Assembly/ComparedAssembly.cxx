#include "Benchmark/Paper/Assembly/ComparedAssembly.h"

#include "Benchmark/Paper/Assembly/SortedTriplets.h"
#include "Benchmark/Paper/Assembly/StoredMatrices.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
template <class Space>
ComparedAssembly<Space>::ComparedAssembly(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, ComparedMethod method, std::vector<ElementGroup<Space>> groups,
  AssembledMatrix<Space>& matrix)
  : Computing(&context), Method(method), PoissonsRatio(ratios.common), Ratios(context, ratios.each),
    Points(context, mesh.points)
{
  std::size_t bytes = 0;
  for (ElementGroup<Space>& group : groups)
  {
    Part& part = this->Parts.emplace_back();
    part.group = std::move(group);
    bytes = std::max(
      bytes, static_cast<std::size_t>(part.group.elements) * elementMatrixBytes(part.group.type));
    if (method == ComparedMethod::Separate)
    {
      part.places = findPairPlaces(context, part.group.view(), matrix.view());
    }
    if (method == ComparedMethod::SharedNonzeros)
    {
      part.shared = makeSharedNonzeros(context, part.group, matrix.neighbours());
    }
  }
  if (method == ComparedMethod::Separate)
  {
    this->ElementMatrices = DeviceVector<double, Space>(context, bytes / sizeof(double));
  }
}

template <class Space>
void ComparedAssembly<Space>::assemble(const double* moduli, AssembledMatrix<Space>& matrix)
{
  const Context<Space>& context = *this->Computing;
  const detail::UnitMaterials materials = { unitElasticity(this->PoissonsRatio),
    this->Ratios.size() > 0 ? this->Ratios.data() : nullptr };
  bool add = false; // the first part overwrites all values
  for (const Part& part : this->Parts)
  {
    const AssemblyInput input = { part.group.view(), this->Points.data(), moduli, materials,
      part.places.view(), matrix.view(), this->PoissonsRatio };
    const CellType type = part.group.type;
    switch (this->Method)
    {
      case ComparedMethod::Separate:
        storeElementMatrices(context, input, type, this->ElementMatrices.data());
        assembleStored(
          context, input, type, matrix.neighbours().most, add, this->ElementMatrices.data());
        break;
      case ComparedMethod::SharedNonzeros:
        assembleSharedNonzeros(context, input, type, part.shared, add);
        break;
      case ComparedMethod::Sorted:
        assembleSorted(context, input, type, add);
        break;
    }
    add = true;
  }
}

template <class Space>
std::size_t ComparedAssembly<Space>::memory(
  const Mesh& mesh, ComparedMethod method, const NeighbourCounts& counts)
{
  std::size_t pairs = 0;
  std::size_t shared = 0;
  for (const CellType type : mesh.allTypes())
  {
    const std::size_t count = mesh.isMixed()
      ? static_cast<std::size_t>(std::count(mesh.types.begin(), mesh.types.end(), type))
      : mesh.numberOfElements();
    const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
    pairs += nodes * nodes * count;
    shared += sharedNonzerosMemory(type, count, counts);
  }
  const std::size_t bytes =
    elementGroupsMemory(mesh) + (mesh.points.size() + mesh.numberOfElements()) * sizeof(double);
  switch (method)
  {
    case ComparedMethod::Sorted:
      return bytes + sortedTripletsMemory(9 * pairs);
    case ComparedMethod::SharedNonzeros:
      return bytes + shared;
    default:
      return bytes + pairs * static_cast<std::size_t>(bytesOfPlace(counts.most)) +
        pairs * 9 * sizeof(double);
  }
}

template class ComparedAssembly<CompiledSpace>;

#ifndef __CUDACC__
const std::vector<ComparedMethodInfo>& comparedMethods()
{
  static const std::vector<ComparedMethodInfo> all = {
    { ComparedMethod::Separate, "separate", true },
    { ComparedMethod::SharedNonzeros, "shared_nonzeros", true },
    { ComparedMethod::Sorted, "sorted", false },
  };
  return all;
}
#endif
}
