#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELMULTIGRIDSTORAGE_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELMULTIGRIDSTORAGE_H

// What VoxelMultigrid consists of, for its source.

#include "Core/Execution/GraphCapture.h"
#include "Core/Execution/InterleavedReduction.h"
#include "Core/Execution/Streams.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Struts are thick where the first coarse mesh has less than one in so many nodes of the voxels'.
constexpr std::int64_t ThickStruts = 6;

/// Whether columns are apart on the finest level.
template <class Space>
constexpr bool AreColumnsApart = Space::Id == ExecutionSpace::Cuda;

/// On the finest level columns that are apart are computed at the same time where they are short,
/// as one does not occupy a GPU: so many of them that there are as many unknowns.
constexpr std::int64_t UnknownsTogether = 8000000;

template <class Space>
std::size_t streamsOfColumns(std::int64_t unknowns, int columns)
{
  const std::int64_t divisor = std::max<std::int64_t>(unknowns, 1); // a part may be empty
  const std::int64_t wanted = (UnknownsTogether + divisor - 1) / divisor;
  return AreColumnsApart<Space>
    ? static_cast<std::size_t>(std::clamp<std::int64_t>(wanted, 1, columns))
    : 1;
}
}

template <class Space, int Components>
struct VoxelMultigrid<Space, Components>::Storage
{
  Storage(const VoxelGrid& grid, VoxelOperatorOf<Space, Components>& K,
    const VoxelLaw<Components>& law, const std::vector<std::uint8_t>& supports,
    const HostMatrix& film, std::int64_t replicatedNodes)
    : levels(grid, K, law, supports, film, replicatedNodes),
      result(K.layoutPointer(), levels[0].x.data()),
      freeUnknowns(K.layoutPointer(), levels[0].inverseDiagonal.data()),
      scalars(K.context(), 4 * MostColumns * VoxelLevels<Space, Components>::Most),
      reduction(K.context())
  {
  }

  /// A cycle of columns that are apart: the finest level of each before and after its coarse
  /// correction, and the coarse levels of all. So inactive columns need no other captures.
  struct CapturesOfColumns
  {
    std::array<std::unique_ptr<GraphCapture<Space>>, MostColumns> before;
    std::unique_ptr<GraphCapture<Space>> coarse;
    std::array<std::unique_ptr<GraphCapture<Space>>, MostColumns> after;
    const double* from = nullptr;
    const float* scratch = nullptr;
  };

  VoxelLevels<Space, Components> levels;
  Vector<Space, float> result;         ///< a view of the finest level
  Vector<Space, float> freeUnknowns;   ///< another
  MultiVector<Space, float> ofColumns; ///< another, of results
  DeviceVector<double, Space> scalars; ///< 4 a column, MostColumns a level
  InterleavedReduction<Space> reduction;
  /// A cycle; on several parts that of replicated levels, which need no other part.
  struct CaptureOfCycle
  {
    std::unique_ptr<GraphCapture<Space>> capture;
    bool isValid = false; ///< for the present moduli, and what follows
    const double* from = nullptr;
    const float* scratch = nullptr;
  };
  /// Of one column, and of several.
  std::array<CaptureOfCycle, 2> cycles;
  int columns = 0; ///< that there is memory for
  std::unique_ptr<Streams<Space>> streams;
  std::unique_ptr<CapturesOfColumns> captures;
  ColumnSet zeros; ///< columns whose residuals on the first coarse level are zero
};
}

#endif
