#include "Benchmark/Paper/Voxel/CurveTransfer.h"

#include "Benchmark/Paper/Voxel/VoxelElementMatrix.h"
#include "Core/Parallel.h"

#include <cstddef>

namespace trabecula
{
CurveTransfer makeCurveTransfer(const MortonOrder& fine, const MortonOrder& coarse)
{
  const std::size_t nodes = coarse.nodeKeys.size();
  CurveTransfer transfer;
  transfer.firstChild.assign(nodes, 0);
  transfer.children.assign(nodes, 0);
  transfer.neighbours.assign(7 * nodes, -1);
  CurveTransfer* to = &transfer;
  const MortonOrder* from = &coarse;
  const MortonOrder* of = &fine;
  forEach<HostSpace>(static_cast<std::int64_t>(nodes),
    [=](std::int64_t n)
    {
      const auto c = static_cast<std::size_t>(n);
      const std::uint64_t key = from->nodeKeys[c];
      std::size_t child = mortonPlace(*of, key << 3);
      to->firstChild[c] = static_cast<std::int32_t>(child);
      for (; child < of->nodeKeys.size() && of->nodeKeys[child] >> 3 == key; ++child)
      {
        to->children[c] =
          static_cast<std::uint8_t>(to->children[c] | 1U << (of->nodeKeys[child] & 7U));
      }
      for (int b = 1; b < 8; ++b)
      {
        const std::uint64_t next = morton::corner(key, b);
        const std::size_t place = mortonPlace(*from, next);
        if (place < nodes && from->nodeKeys[place] == next)
        {
          to->neighbours[static_cast<std::size_t>(b - 1) * nodes + c] =
            static_cast<std::int32_t>(place);
        }
      }
    });
  return transfer;
}

std::vector<std::uint8_t> coarsenedConstraints(
  const CurveTransfer& transfer, const std::vector<std::uint8_t>& fine)
{
  const std::size_t nodes = transfer.firstChild.size();
  std::vector<std::uint8_t> coarse(nodes, 0);
  for (std::size_t c = 0; c < nodes; ++c)
  {
    auto child = static_cast<std::size_t>(transfer.firstChild[c]);
    for (unsigned b = 0; b < 8; ++b)
    {
      if ((transfer.children[c] >> b & 1U) == 0)
      {
        continue;
      }
      const std::uint8_t constrained = fine[child++];
      for (unsigned s = 0; constrained != 0 && s < 8; ++s)
      {
        if ((s & ~b) == 0)
        {
          const std::size_t parent =
            s == 0 ? c : static_cast<std::size_t>(transfer.neighbours[(s - 1) * nodes + c]);
          coarse[parent] = static_cast<std::uint8_t>(coarse[parent] | constrained);
        }
      }
    }
  }
  return coarse;
}

std::vector<double> curveDiagonal(const MortonOrder& order, double poissonsRatio)
{
  const VoxelElementMatrix<double> matrix =
    makeVoxelElementMatrix<double>(order.spacing, poissonsRatio);
  std::vector<double> diagonal(3 * order.nodeKeys.size(), 0.0);
  const std::vector<std::array<std::int32_t, 8>> corners = mortonCorners(order);
  for (std::size_t e = 0; e < corners.size(); ++e)
  {
    for (std::size_t i = 0; i < 24; ++i)
    {
      diagonal[3 * static_cast<std::size_t>(corners[e][i / 3]) + i % 3] +=
        order.moduli[e] * matrix.entries[i][i];
    }
  }
  return diagonal;
}
}
