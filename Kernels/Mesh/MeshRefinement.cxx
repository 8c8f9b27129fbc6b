#include "Mesh/MeshRefinement.h"

#include "Core/Error.h"
#include "Core/Hash.h"
#include "Mesh/HexCorners.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace trabecula
{
namespace
{
/// Coarse nodes with parts^3 times their weights, sorted by number, which identify a fine node
/// independently of the element. Nodes of unused entries are -1.
struct Key
{
  std::array<std::int32_t, 8> nodes;
  std::array<std::int32_t, 8> weights;

  bool operator==(const Key& other) const
  {
    return this->nodes == other.nodes && this->weights == other.weights;
  }
};

struct HashOfKey
{
  std::size_t operator()(const Key& key) const
  {
    Hash hash;
    hash.addBytes(key.nodes.data(), sizeof(key.nodes));
    hash.addBytes(key.weights.data(), sizeof(key.weights));
    return hash.value();
  }
};

Key keyOf(const std::int32_t* corners, int parts, int i, int j, int k)
{
  constexpr std::array<std::int32_t, 2> none = { std::numeric_limits<std::int32_t>::max(), 0 };
  std::array<std::array<std::int32_t, 2>, 8> entries{};
  for (int a = 0; a < 8; ++a)
  {
    const std::array<int, 3>& at = HexCorners[a];
    const int weight = (at[0] ? i : parts - i) * (at[1] ? j : parts - j) * (at[2] ? k : parts - k);
    entries[a] = none;
    if (weight > 0)
    {
      entries[a] = { corners[a], weight };
    }
  }
  std::sort(entries.begin(), entries.end());
  Key key{};
  for (int a = 0; a < 8; ++a)
  {
    key.nodes[a] = entries[a] == none ? -1 : entries[a][0];
    key.weights[a] = entries[a][1];
  }
  return key;
}
}

MeshRefinement::MeshRefinement(const Mesh& coarse, int parts) : Parts(parts)
{
  requireHexahedral(coarse, "A refinement");
  const std::size_t elements = coarse.numberOfElements();
  const auto cells = static_cast<std::size_t>(parts);
  if (parts < 1 || parts > 16)
  {
    throw Error(
      "Cells can be split into 1 to 16 parts each way, not " + std::to_string(parts) + ".");
  }
  if (elements * (cells + 1) * (cells + 1) * (cells + 1) >
    std::size_t(std::numeric_limits<std::int32_t>::max()))
  {
    throw Error("Splitting each of " + std::to_string(elements) + " cells into " +
      std::to_string(parts) +
      " parts each way gives more points than numbers of 32 bits count. Choose fewer parts.");
  }
  const double whole = double(parts) * parts * parts;
  std::unordered_map<Key, std::int32_t, HashOfKey> numbers;
  this->Starts.push_back(0);
  for (std::size_t n = 0; n < coarse.numberOfNodes(); ++n)
  {
    this->Shares.push_back({ static_cast<std::int32_t>(n), 1.0 });
    this->Starts.push_back(this->Shares.size());
  }
  for (std::size_t e = 0; e < elements; ++e)
  {
    for (int k = 0; k <= parts; ++k)
    {
      for (int j = 0; j <= parts; ++j)
      {
        for (int i = 0; i <= parts; ++i)
        {
          const Key key = keyOf(&coarse.connectivity[8 * e], parts, i, j, k);
          if (key.nodes[1] < 0)
          {
            this->Lattice.push_back(key.nodes[0]);
            continue;
          }
          const auto next = static_cast<std::int32_t>(this->Starts.size() - 1);
          const auto [found, isNew] = numbers.emplace(key, next);
          this->Lattice.push_back(found->second);
          for (int a = 0; isNew && a < 8 && key.nodes[a] >= 0; ++a)
          {
            this->Shares.push_back({ key.nodes[a], key.weights[a] / whole });
          }
          if (isNew)
          {
            this->Starts.push_back(this->Shares.size());
          }
        }
      }
    }
  }

  const std::size_t nodes = this->Starts.size() - 1;
  this->Fine.points.assign(3 * nodes, 0.0);
  for (std::size_t n = 0; n < nodes; ++n)
  {
    for (const Share* share = this->begin(n); share != this->end(n); ++share)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        this->Fine.points[3 * n + c] +=
          share->weight * coarse.points[3 * static_cast<std::size_t>(share->node) + c];
      }
    }
  }
  for (std::size_t e = 0; e < elements; ++e)
  {
    for (int k = 0; k < parts; ++k)
    {
      for (int j = 0; j < parts; ++j)
      {
        for (int i = 0; i < parts; ++i)
        {
          for (const std::array<int, 3>& at : HexCorners)
          {
            this->Fine.connectivity.push_back(this->node(e, i + at[0], j + at[1], k + at[2]));
          }
        }
      }
    }
  }
}

std::int32_t MeshRefinement::node(std::size_t element, int i, int j, int k) const
{
  const auto side = static_cast<std::size_t>(this->Parts) + 1;
  const std::size_t at = std::size_t(i) + side * (std::size_t(j) + side * std::size_t(k));
  return this->Lattice[element * side * side * side + at];
}
}
