#include "Operator/Assembled/Values/HostAssembly.h"

#include "Operator/Elements/ElementHostKernels.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
namespace
{
/// For fewer packs a parallel region is slower than a serial loop.
constexpr std::int64_t LeastParallelPacks = 16;

/// Adds the upper blocks of an element, and their transposes as the lower blocks.
void addBlocks(const AssemblyInput& input, std::int64_t element, const double* blocks)
{
  const int nodes = input.group.nodesPerElement;
  const std::int64_t first = nodes * element;
  std::array<RowLayout, CellShape::MostNodes> rows;
  for (int a = 0; a < nodes; ++a)
  {
    rows[std::size_t(a)] = input.matrix.row(input.group.connectivity[first + a]);
  }
  double* values = input.matrix.values;
  for (int a = 0; a < nodes; ++a)
  {
    for (int b = a; b < nodes; ++b, blocks += 9)
    {
      const RowLayout& upper = rows[std::size_t(a)];
      const std::int64_t above = upper.at(input.places[nodes * (first + a) + b], 0, 0);
      for (int i = 0; i < 3; ++i)
      {
        for (int j = 0; j < 3; ++j)
        {
          values[above + i * upper.row + j * upper.column] += blocks[3 * i + j];
        }
      }
      if (a == b)
      {
        continue;
      }
      const RowLayout& lower = rows[std::size_t(b)];
      const std::int64_t below = lower.at(input.places[nodes * (first + b) + a], 0, 0);
      for (int i = 0; i < 3; ++i)
      {
        for (int j = 0; j < 3; ++j)
        {
          values[below + i * lower.row + j * lower.column] += blocks[3 * j + i];
        }
      }
    }
  }
}
}

void assembleOnHost(const AssemblyInput& input, CellType type, const std::int32_t* elements,
  std::int64_t count, bool sharesNodes)
{
  const ElementHostKernels& kernels = elementHostKernels();
  const int nodes = input.group.nodesPerElement;
  const auto entries = static_cast<std::size_t>(9 * nodes * (nodes + 1) / 2);
  const ElementHostGroup group = { static_cast<int>(type), input.group.elements,
    input.group.numbers, input.group.connectivity, input.points, input.commonRatio };
  const std::int64_t packs = (count + kernels.width - 1) / kernels.width;
#pragma omp parallel if (!sharesNodes && packs >= LeastParallelPacks)
  {
    std::vector<double> blocks(entries * static_cast<std::size_t>(kernels.width));
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(kernels.width));
#pragma omp for schedule(static)
    for (std::int64_t pack = 0; pack < packs; ++pack)
    {
      const std::int64_t first = pack * kernels.width;
      const std::int64_t here = std::min<std::int64_t>(count - first, kernels.width);
      for (std::int64_t lane = 0; lane < kernels.width; ++lane)
      {
        // An incomplete pack is filled with copies of its last element.
        const std::int64_t position = first + std::min(lane, here - 1);
        numbers[std::size_t(lane)] = elements ? elements[position] : position;
      }
      kernels.blocks(group, input.moduli, input.materials.ratios, numbers.data(), blocks.data());
      for (std::int64_t lane = 0; lane < here; ++lane)
      {
        addBlocks(input, numbers[std::size_t(lane)], blocks.data() + entries * std::size_t(lane));
      }
    }
  }
}
}
