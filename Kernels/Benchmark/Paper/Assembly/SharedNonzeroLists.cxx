#include "Benchmark/Paper/Assembly/SharedNonzeroLists.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
namespace
{
class ListMaker
{
public:
  ListMaker(const SharedNonzeroMesh& mesh, int elementsAtOnce)
    : Mesh(mesh), AtOnce(static_cast<std::size_t>(elementsAtOnce)),
      Number(mesh.connectivity.size() / static_cast<std::size_t>(mesh.nodesPerElement)),
      Patch(this->Number.size(), -1)
  {
  }

  SharedNonzeroLists make()
  {
    const auto nodes = static_cast<std::int32_t>(this->Mesh.starts.size() - 1);
    this->Lists.patchNodes.push_back(0);
    this->Lists.patchRounds.push_back(0);
    this->Lists.roundElements.push_back(0);
    for (std::int32_t n = 0; n < nodes; ++n)
    {
      if (n > this->First && this->Elements.size() + this->newElements(n) > this->AtOnce)
      {
        this->closePatch(n);
      }
      this->addElements(n);
    }
    this->closePatch(nodes);
    return std::move(this->Lists);
  }

private:
  std::int32_t elementAt(std::int64_t i) const
  {
    return this->Mesh.incidences[static_cast<std::size_t>(i)] / this->Mesh.nodesPerElement;
  }
  bool isHere(std::int32_t element) const
  {
    return this->Patch[static_cast<std::size_t>(element)] == this->First;
  }
  std::size_t newElements(std::int32_t n) const
  {
    std::size_t count = 0;
    for (std::int64_t i = this->Mesh.starts[std::size_t(n)];
         i < this->Mesh.starts[std::size_t(n) + 1]; ++i)
    {
      count += this->isHere(this->elementAt(i)) ? 0 : 1;
    }
    return count;
  }
  void addElements(std::int32_t n)
  {
    for (std::int64_t i = this->Mesh.starts[std::size_t(n)];
         i < this->Mesh.starts[std::size_t(n) + 1]; ++i)
    {
      const std::int32_t element = this->elementAt(i);
      if (!this->isHere(element))
      {
        this->Patch[static_cast<std::size_t>(element)] = this->First;
        this->Number[static_cast<std::size_t>(element)] =
          static_cast<std::int32_t>(this->Elements.size());
        this->Elements.push_back(element);
      }
    }
  }

  /// Ends the current patch at the given node.
  void closePatch(std::int32_t end)
  {
    const std::size_t rounds =
      std::max<std::size_t>(1, (this->Elements.size() + this->AtOnce - 1) / this->AtOnce);
    for (std::size_t round = 0; round < rounds; ++round)
    {
      const std::size_t last = std::min(this->Elements.size(), (round + 1) * this->AtOnce);
      this->Lists.elements.insert(this->Lists.elements.end(),
        this->Elements.begin() + static_cast<std::ptrdiff_t>(round * this->AtOnce),
        this->Elements.begin() + static_cast<std::ptrdiff_t>(last));
      this->Lists.roundElements.push_back(static_cast<std::int64_t>(this->Lists.elements.size()));
      this->addLists(end, static_cast<std::int32_t>(round));
    }
    this->Lists.patchNodes.push_back(end);
    this->Lists.patchRounds.push_back(
      this->Lists.patchRounds.back() + static_cast<std::int32_t>(rounds));
    this->First = end;
    this->Elements.clear();
  }

  void addLists(std::int32_t end, std::int32_t round)
  {
    this->Lists.roundLists.push_back(static_cast<std::int64_t>(this->Lists.listStarts.size()));
    for (std::int32_t n = this->First; n < end; ++n)
    {
      this->addListsOfNode(n, round);
    }
    this->Lists.listStarts.push_back(static_cast<std::int64_t>(this->Lists.lists.size()));
  }

  void addListsOfNode(std::int32_t n, std::int32_t round)
  {
    const auto row = this->Mesh.neighbours.begin() + this->Mesh.rowStarts[std::size_t(n)];
    const auto rowEnd = this->Mesh.neighbours.begin() + this->Mesh.rowStarts[std::size_t(n) + 1];
    std::vector<std::vector<std::int32_t>> found(static_cast<std::size_t>(rowEnd - row));
    const int per = this->Mesh.nodesPerElement;
    for (std::int64_t i = this->Mesh.starts[std::size_t(n)];
         i < this->Mesh.starts[std::size_t(n) + 1]; ++i)
    {
      const std::int32_t incidence = this->Mesh.incidences[static_cast<std::size_t>(i)];
      const std::int32_t number = this->Number[static_cast<std::size_t>(incidence / per)] -
        round * static_cast<std::int32_t>(this->AtOnce);
      if (number < 0 || number >= static_cast<std::int32_t>(this->AtOnce))
      {
        continue;
      }
      const std::int64_t firstNode = std::int64_t(incidence / per) * per;
      for (int b = 0; b < per; ++b)
      {
        const std::int32_t node = this->Mesh.connectivity[static_cast<std::size_t>(firstNode + b)];
        found[static_cast<std::size_t>(std::lower_bound(row, rowEnd, node) - row)].push_back(
          (number * per + incidence % per) * per + b);
      }
    }
    for (const std::vector<std::int32_t>& list : found)
    {
      this->Lists.listStarts.push_back(static_cast<std::int64_t>(this->Lists.lists.size()));
      this->Lists.lists.insert(this->Lists.lists.end(), list.begin(), list.end());
    }
  }

  const SharedNonzeroMesh& Mesh;
  std::size_t AtOnce;
  std::vector<std::int32_t> Number; ///< number of each element in its patch
  std::vector<std::int32_t> Patch;  ///< last patch with each element, by its first node
  std::int32_t First = 0;           ///< first node of the current patch
  std::vector<std::int32_t> Elements;
  SharedNonzeroLists Lists;
};
}

SharedNonzeroLists makeSharedNonzeroLists(const SharedNonzeroMesh& mesh, int elementsAtOnce)
{
  return ListMaker(mesh, elementsAtOnce).make();
}
}
