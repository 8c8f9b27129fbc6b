#include "Design/Stage/Filter/CosineTransform.h"

#include "Core/Cuda/Cuda.h"

namespace trabecula
{
namespace
{
// A thread block computes a tile of the result: Waves waves, all even or all odd, of Columns
// columns. A thread computes four waves of four columns.
constexpr int Waves = 32;
constexpr int Columns = 128;
constexpr int Depth = 16; ///< positions of both factors in shared memory at a time
constexpr int Threads = 256;
constexpr int WavesOfThread = 4;
constexpr int ColumnsOfThread = 4;
constexpr int GroupsOfWaves = Waves / WavesOfThread;      ///< one for each warp
constexpr int LanesOfColumns = Columns / ColumnsOfThread; ///< one for each lane of a warp
static_assert(GroupsOfWaves * LanesOfColumns == Threads && LanesOfColumns == 32);

struct Transform
{
  AxisOfArray axis;
  const double* cosines;
  const double* from;
  double* to;

  __device__ std::int64_t half() const { return (this->axis.count - 1) / 2 + 1; }
  /// Number of even waves (parity 0) or odd ones (parity 1).
  __device__ std::int64_t waves(int parity) const { return (this->axis.count + 1 - parity) / 2; }

  /// The sum of a number and its mirror image, or the difference for odd waves.
  __device__ double folded(std::int64_t place, std::int64_t position, int parity) const
  {
    const std::int64_t mirrored = this->axis.count - 1 - position;
    const double here = this->from[place + position * this->axis.inner];
    if (mirrored == position)
    {
      return parity == 0 ? here : 0.0;
    }
    const double there = this->from[place + mirrored * this->axis.inner];
    return parity == 0 ? here + there : here - there;
  }
};

/// @param tilesOfWaves number of tiles of even waves, and as many for odd ones: block x is a tile
/// of these, so that blocks that read the same columns follow each other; block y is a tile of
/// columns
__global__ void __launch_bounds__(Threads) transformTile(Transform of, int tilesOfWaves)
{
  __shared__ double cosines[Depth][Waves + 1];
  __shared__ double values[Depth][Columns + 1];
  const int parity = static_cast<int>(blockIdx.x) / tilesOfWaves;
  const std::int64_t firstWave = std::int64_t(static_cast<int>(blockIdx.x) % tilesOfWaves) * Waves;
  const std::int64_t firstColumn = std::int64_t(blockIdx.y) * Columns;
  const std::int64_t waves = of.waves(parity);
  const std::int64_t columns = of.axis.columns();
  const std::int64_t half = of.half();
  if (firstWave >= waves)
  {
    return; // the same for all threads of the block
  }
  const int thread = static_cast<int>(threadIdx.x);
  const int group = thread / LanesOfColumns;
  const int lane = thread % LanesOfColumns;
  // Neighbouring threads read numbers next to each other: along the axis if it is the first one.
  const bool isAlong = of.axis.inner == 1;
  const std::int64_t ownColumn = firstColumn + thread % Columns;
  const std::int64_t ownPlace = ownColumn < columns ? of.axis.placeOf(ownColumn) : 0;
  double sums[WavesOfThread][ColumnsOfThread] = {};
  for (std::int64_t first = 0; first < half; first += Depth)
  {
    __syncthreads();
    for (int i = thread; i < Waves * Depth; i += Threads)
    {
      const std::int64_t wave = firstWave + i / Depth;
      const std::int64_t position = first + i % Depth;
      cosines[i % Depth][i / Depth] =
        wave < waves && position < half ? of.cosines[(2 * wave + parity) * half + position] : 0.0;
    }
    for (int i = thread; i < Columns * Depth; i += Threads)
    {
      const int row = isAlong ? i % Depth : i / Columns;
      const int at = isAlong ? i / Depth : i % Columns;
      const std::int64_t column = firstColumn + at;
      const std::int64_t place = isAlong ? column * of.axis.count : ownPlace;
      values[row][at] =
        column < columns && first + row < half ? of.folded(place, first + row, parity) : 0.0;
    }
    __syncthreads();
    TRABECULA_UNROLL
    for (int d = 0; d < Depth; ++d)
    {
      double factors[WavesOfThread];
      TRABECULA_UNROLL
      for (int w = 0; w < WavesOfThread; ++w)
      {
        factors[w] = cosines[d][group + GroupsOfWaves * w];
      }
      TRABECULA_UNROLL
      for (int c = 0; c < ColumnsOfThread; ++c)
      {
        const double value = values[d][lane + LanesOfColumns * c];
        TRABECULA_UNROLL
        for (int w = 0; w < WavesOfThread; ++w)
        {
          sums[w][c] += factors[w] * value;
        }
      }
    }
  }
  TRABECULA_UNROLL
  for (int c = 0; c < ColumnsOfThread; ++c)
  {
    const std::int64_t column = firstColumn + lane + LanesOfColumns * c;
    if (column >= columns)
    {
      continue;
    }
    const std::int64_t place = of.axis.placeOf(column);
    TRABECULA_UNROLL
    for (int w = 0; w < WavesOfThread; ++w)
    {
      const std::int64_t wave = firstWave + group + GroupsOfWaves * w;
      if (wave < waves)
      {
        of.to[place + (2 * wave + parity) * of.axis.inner] = sums[w][c];
      }
    }
  }
}
}

template <>
void transformByCosines(const Context<CudaSpace>& context, const AxisOfArray& axis,
  const double* cosines, const double* from, double* to)
{
  if (axis.columns() == 0)
  {
    return;
  }
  // There is one even wave more than odd ones, or as many.
  const auto tilesOfWaves = static_cast<unsigned int>(((axis.count + 1) / 2 + Waves - 1) / Waves);
  const auto tilesOfColumns = static_cast<unsigned int>((axis.columns() + Columns - 1) / Columns);
  transformTile<<<dim3(2 * tilesOfWaves, tilesOfColumns), Threads, 0, streamOf(context)>>>(
    { axis, cosines, from, to }, static_cast<int>(tilesOfWaves));
  checkCuda(cudaGetLastError(), "multiplying by cosines");
}
}
