#include "Solver/VoxelMultigrid/Parts/VoxelReplica.h"

#include "Core/Communication/PartLists.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace detail
{
/// packed[i] = values of item list[i], so many numbers each.
template <class Space>
void takeItems(const Context<Space>& context, const DeviceVector<std::int32_t, Space>& list,
  int numbers, const float* values, float* packed)
{
  const std::int32_t* items = list.data();
  forEach(
    context, numbers * static_cast<std::int64_t>(list.size()), TRABECULA_LAMBDA(std::int64_t i) {
      packed[i] = values[numbers * std::int64_t(items[i / numbers]) + i % numbers];
    });
}
}

template <class Space>
VoxelReplica<Space>::VoxelReplica(const Context<Space>& context, VoxelMesh<Space> mesh,
  std::int64_t owned, const std::vector<std::int32_t>& global,
  const std::vector<std::int32_t>& ownElements, int components)
  : Computing(&context), Mesh(std::move(mesh)), Owned(owned), Components(components),
    Global(context, global), OwnElements(context, ownElements),
    NodesOfParts(
      beginsOfParts(gatherCounts(context.communicator(), static_cast<std::size_t>(owned)))),
    ElementsOfParts(beginsOfParts(gatherCounts(context.communicator(), ownElements.size()))),
    Nodes(makeGatheringHalo(context, this->NodesOfParts)),
    Elements(makeGatheringHalo(context, this->ElementsOfParts))
{
  this->One = this->makeVectors(1);
}

template <class Space>
typename VoxelReplica<Space>::Vectors VoxelReplica<Space>::makeVectors(int columns) const
{
  const auto make = [&](std::int64_t nodes)
  {
    DeviceVector<float, Space> vector(
      *this->Computing, static_cast<std::size_t>(columns * this->Components * nodes));
    vector.zero();
    return vector;
  };
  Vectors made;
  if (this->IsDivided)
  {
    made.whole = make(this->NodesOfParts.back());
    return made;
  }
  made.r = make(this->Mesh.nodes);
  made.x = make(this->Mesh.nodes);
  return made;
}

template <class Space>
void VoxelReplica<Space>::prepareColumns(int columns)
{
  this->OfColumns = Vectors(); // released before others are allocated
  this->OfColumns = this->makeVectors(columns);
}

template <class Space>
VoxelMesh<Space> VoxelReplica<Space>::gatherMesh() const
{
  const Context<Space>& context = *this->Computing;
  const std::vector<std::int32_t> cells = this->Mesh.cells.toHost();
  const std::vector<std::int32_t> connectivity = this->Mesh.connectivity.toHost();
  const std::vector<std::int32_t> global = this->Global.toHost();
  constexpr std::size_t numbers = 11; // three of the cell, eight nodes
  std::vector<std::int32_t> own;
  for (const std::int32_t element : this->OwnElements.toHost())
  {
    const auto e = static_cast<std::size_t>(element);
    own.insert(own.end(), cells.begin() + 3 * element, cells.begin() + 3 * element + 3);
    for (std::size_t a = 0; a < 8; ++a)
    {
      own.push_back(global[static_cast<std::size_t>(connectivity[8 * e + a])]);
    }
  }
  std::vector<std::size_t> sizes;
  for (std::size_t part = 0; part + 1 < this->ElementsOfParts.size(); ++part)
  {
    sizes.push_back(numbers *
      static_cast<std::size_t>(this->ElementsOfParts[part + 1] - this->ElementsOfParts[part]));
  }
  const std::vector<std::int32_t> all = gatherLists(context.communicator(), std::move(own), sizes);
  std::vector<std::int32_t> allCells;
  std::vector<std::int32_t> allNodes;
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    (i % numbers < 3 ? allCells : allNodes).push_back(all[i]);
  }
  VoxelMesh<Space> mesh;
  mesh.nodes = this->NodesOfParts.back();
  mesh.elements = this->ElementsOfParts.back();
  mesh.cells = DeviceVector<std::int32_t, Space>(context, allCells);
  mesh.connectivity = DeviceVector<std::int32_t, Space>(context, allNodes);
  findCorners(context, mesh);
  return mesh;
}

template <class Space>
void VoxelReplica<Space>::gatherMatrices(int entries, const float* ofPart, float* all) const
{
  const Context<Space>& context = *this->Computing;
  const auto rank = static_cast<std::size_t>(context.communicator().rank());
  detail::takeItems(
    context, this->OwnElements, entries, ofPart, all + entries * this->ElementsOfParts[rank]);
  this->Elements->update(all, entries);
}

template <class Space>
HostMatrix VoxelReplica<Space>::gatherRows(const HostMatrix& ofPart) const
{
  struct Entry
  {
    std::int32_t row;
    std::int32_t column;
    double value;
  };
  const Communicator& parts = this->Computing->communicator();
  const std::vector<std::int32_t> global = this->Global.toHost();
  std::vector<Entry> own;
  for (std::int64_t row = 0; row < std::min(this->Owned, ofPart.rows()); ++row)
  {
    const auto place = static_cast<std::size_t>(row);
    for (std::int64_t k = ofPart.offsets[place]; k < ofPart.offsets[place + 1]; ++k)
    {
      const auto entry = static_cast<std::size_t>(k);
      own.push_back({ global[place], global[static_cast<std::size_t>(ofPart.columns[entry])],
        ofPart.values[entry] });
    }
  }
  const std::vector<std::size_t> counts = gatherCounts(parts, own.size());
  std::vector<Entry> all = gatherLists(parts, std::move(own), counts);
  std::sort(all.begin(), all.end(),
    [](const Entry& a, const Entry& b)
    { return a.row != b.row ? a.row < b.row : a.column < b.column; });
  HostMatrix matrix;
  matrix.offsets.assign(static_cast<std::size_t>(this->NodesOfParts.back()) + 1, 0);
  for (const Entry& entry : all)
  {
    matrix.columns.push_back(entry.column);
    matrix.values.push_back(entry.value);
    ++matrix.offsets[static_cast<std::size_t>(entry.row) + 1];
  }
  std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
  return matrix;
}

template <class Space>
VoxelMesh<Space> VoxelReplica<Space>::divide()
{
  this->IsDivided = true;
  this->One = Vectors();
  this->One = this->makeVectors(1);
  return std::move(this->Mesh);
}

template <class Space>
std::int64_t VoxelReplica<Space>::firstNode() const
{
  return this->NodesOfParts[static_cast<std::size_t>(this->Computing->communicator().rank())];
}

template <class Space>
void VoxelReplica<Space>::gatherResidual(const float* own, float* all, int columns) const
{
  const Context<Space>& context = *this->Computing;
  const int components = columns * this->Components;
  const std::int64_t numbers = components * this->Owned;
  if (numbers > 0)
  {
    context.copy(
      all + components * this->firstNode(), own, static_cast<std::size_t>(numbers) * sizeof(float));
  }
  this->Nodes->update(all, components);
}

template <class Space>
const float* VoxelReplica<Space>::gatherResidual(const float* own, int columns)
{
  float* whole = this->vectors(columns).whole.data();
  this->gatherResidual(own, whole, columns);
  return whole;
}

template <class Space>
void VoxelReplica<Space>::takeSolution(const float* all, int columns)
{
  detail::takeItems(
    *this->Computing, this->Global, columns * this->Components, all, this->x(columns));
}

template class VoxelReplica<CompiledSpace>;
}
