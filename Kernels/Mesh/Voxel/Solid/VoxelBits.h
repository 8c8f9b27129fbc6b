#ifndef TRABECULA_MESH_VOXEL_SOLID_VOXELBITS_H
#define TRABECULA_MESH_VOXEL_SOLID_VOXELBITS_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The solid voxels of an image, one bit per voxel. Each row along x begins with a new word.
class VoxelBits
{
public:
  /// All void.
  explicit VoxelBits(const std::array<int, 3>& cells);
  /// @param solid one per voxel, x fastest; nonzero is solid
  VoxelBits(const std::array<int, 3>& cells, const std::vector<std::uint8_t>& solid);

  const std::array<int, 3>& cells() const { return this->Cells; }
  std::int64_t rows() const { return std::int64_t(this->Cells[1]) * this->Cells[2]; }

  /// Makes voxel i of a row solid if is(i), else void.
  template <class Is>
  void setRow(std::int64_t row, const Is& is)
  {
    const int length = this->Cells[0];
    std::uint64_t* words = this->Words.data() + this->WordsOfRow * row;
    for (int begin = 0; begin < length; begin += WordBits)
    {
      const int end = std::min(begin + WordBits, length);
      std::uint64_t word = 0;
      for (int i = begin; i < end; ++i)
      {
        word |= std::uint64_t(is(i) ? 1 : 0) << (i - begin);
      }
      words[begin / WordBits] = word;
    }
  }

  /// Makes the voxels [begin, end) of one row void; they are numbered through the image.
  void clear(std::int64_t begin, std::int64_t end);

  /// Calls found(begin, end) for each run of solid voxels of a row.
  template <class Found>
  void visitRuns(std::int64_t row, const Found& found) const
  {
    const int length = this->Cells[0];
    for (int begin = this->first(row, 0, 0); begin < length;)
    {
      const int end = this->first(row, begin, ~std::uint64_t(0));
      found(begin, end);
      begin = this->first(row, end, 0);
    }
  }

  /// Eight voxels of a row from 8 * eighth on, in bits 1 to 8, and the voxel before them in bit 0;
  /// void beyond the image. @param eighth from 0 to an eighth of a row's length
  unsigned around(int eighth, int j, int k) const
  {
    if (j < 0 || k < 0 || j >= this->Cells[1] || k >= this->Cells[2])
    {
      return 0;
    }
    const std::uint64_t* words =
      this->Words.data() + this->WordsOfRow * (j + std::int64_t(this->Cells[1]) * k);
    const int first = 8 * eighth;
    const int before = first - 1;
    const std::uint64_t eight = words[first / WordBits] >> (first % WordBits) & 0xffU;
    const std::uint64_t one = before < 0 ? 0 : words[before / WordBits] >> (before % WordBits) & 1U;
    return static_cast<unsigned>(eight << 1U | one);
  }

private:
  static constexpr int WordBits = 64;

  /// The first voxel of a row from a place on whose bit differs from that of flip; the length of
  /// the row if there is none.
  int first(std::int64_t row, int from, std::uint64_t flip) const
  {
    const std::uint64_t* words = this->Words.data() + this->WordsOfRow * row;
    std::int64_t word = from / WordBits;
    std::uint64_t bits = (words[word] ^ flip) >> (from % WordBits) << (from % WordBits);
    while (bits == 0 && ++word < this->WordsOfRow)
    {
      bits = words[word] ^ flip;
    }
    return bits == 0
      ? this->Cells[0]
      : std::min(this->Cells[0], static_cast<int>(WordBits * word) + __builtin_ctzll(bits));
  }

  std::array<int, 3> Cells;
  std::int64_t
    WordsOfRow; ///< includes at least one void bit after the row, which ends its last run
  std::vector<std::uint64_t> Words;
};
}

#endif
