#include "Mesh/Voxel/Solid/VoxelBits.h"

#include "Core/Execution/ZeroVector.h"

namespace trabecula
{
VoxelBits::VoxelBits(const std::array<int, 3>& cells)
  : Cells(cells), WordsOfRow(cells[0] / WordBits + 1),
    Words(zeroVector<std::uint64_t>(static_cast<std::size_t>(this->WordsOfRow * this->rows())))
{
}

VoxelBits::VoxelBits(const std::array<int, 3>& cells, const std::vector<std::uint8_t>& solid)
  : VoxelBits(cells)
{
  const std::int64_t n = this->rows();
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < n; ++row)
  {
    const std::uint8_t* voxels = solid.data() + row * cells[0];
    this->setRow(row, [voxels](int i) { return voxels[i] != 0; });
  }
}

void VoxelBits::clear(std::int64_t begin, std::int64_t end)
{
  const std::int64_t row = begin / this->Cells[0];
  const std::int64_t first = row * this->Cells[0];
  for (std::int64_t i = begin - first; i < end - first; ++i)
  {
    this->Words[static_cast<std::size_t>(this->WordsOfRow * row + i / WordBits)] &=
      ~(std::uint64_t(1) << (i % WordBits));
  }
}
}
