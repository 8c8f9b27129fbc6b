#include "Geometry/Voxelization/VoxelFractions.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Voxelization/VoxelPieces.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
/// Triangles with a part in each layer of voxels, in ascending order.
struct TrianglesOfLayers
{
  std::vector<std::int64_t> starts; ///< offsets into triangles; one more than there are layers
  std::vector<std::int32_t> triangles;
};

TrianglesOfLayers sortIntoLayers(const TriangleMesh& surface, const SurfaceGrid& grid)
{
  constexpr std::size_t axis = 2;
  const int layers = grid.cells[axis];
  const std::size_t count = surface.numberOfTriangles();
  TrianglesOfLayers sorted;
  sorted.starts.assign(std::size_t(layers) + 1, 0);
  for (std::size_t t = 0; t < count; ++t)
  {
    const auto [first, last] = layersOf(pieceOf(surface, t, grid), axis, layers);
    for (int k = first; k <= last; ++k)
    {
      ++sorted.starts[std::size_t(k) + 1];
    }
  }
  for (std::size_t k = 0; k < std::size_t(layers); ++k)
  {
    sorted.starts[k + 1] += sorted.starts[k];
  }
  sorted.triangles.resize(std::size_t(sorted.starts.back()));
  std::vector<std::int64_t> next(sorted.starts.begin(), sorted.starts.end() - 1);
  for (std::size_t t = 0; t < count; ++t)
  {
    const auto [first, last] = layersOf(pieceOf(surface, t, grid), axis, layers);
    for (int k = first; k <= last; ++k)
    {
      sorted.triangles[std::size_t(next[std::size_t(k)]++)] = static_cast<std::int32_t>(t);
    }
  }
  return sorted;
}

/// Sums of one layer of voxels, x fastest.
class FractionLayer
{
public:
  explicit FractionLayer(const SurfaceGrid& grid)
    : Grid(grid), Areas(std::size_t(grid.cells[0]) * std::size_t(grid.cells[1])),
      Volumes(this->Areas.size()), IsMet(std::size_t(grid.cells[1]))
  {
  }

  /// @param piece within this layer
  void add(const Piece& piece)
  {
    visitLayers(piece, 1, this->Grid.cells[1],
      [&](int j, const Piece& inRow)
      {
        this->IsMet[std::size_t(j)] = 1;
        visitLayers(inRow, 0, this->Grid.cells[0],
          [&](int i, const Piece& part) { this->addPart(i, j, part); });
      });
  }

  /// Writes the fractions of the layer, and clears the sums. @param fractions zeros on entry
  void finish(double* fractions)
  {
    const auto row = std::size_t(this->Grid.cells[0]);
    for (std::size_t j = 0; j < this->IsMet.size(); ++j)
    {
      if (!this->IsMet[j])
      {
        continue;
      }
      this->IsMet[j] = 0;
      double above = 0.0;
      for (std::size_t i = (j + 1) * row; i-- > j * row;)
      {
        fractions[i] = this->Volumes[i] + above;
        above += this->Areas[i];
        this->Volumes[i] = 0.0;
        this->Areas[i] = 0.0;
      }
    }
  }

private:
  void addPart(int i, int j, const Piece& part)
  {
    const Position& a = part.corners[0];
    double area = 0.0;
    double volume = 0.0;
    for (std::size_t c = 1; c + 1 < std::size_t(part.count); ++c)
    {
      const Position& b = part.corners[c];
      const Position& d = part.corners[c + 1];
      const double twice = (b[1] - a[1]) * (d[2] - a[2]) - (b[2] - a[2]) * (d[1] - a[1]);
      area += twice;
      volume += twice * ((a[0] - i) + (b[0] - i) + (d[0] - i));
    }
    const std::size_t at = std::size_t(j) * std::size_t(this->Grid.cells[0]) + std::size_t(i);
    this->Areas[at] += 0.5 * area;
    this->Volumes[at] += volume / 6.0;
  }

  const SurfaceGrid& Grid;
  std::vector<double> Areas;       ///< signed, projected to y and z
  std::vector<double> Volumes;     ///< signed, over the lower faces of voxels
  std::vector<std::uint8_t> IsMet; ///< per row, whether it contains a triangle
};

/// Rounding error of a fraction, from that of the largest coordinate in units of voxels.
double roundingOf(const SurfaceGrid& grid)
{
  return 64.0 * std::numeric_limits<double>::epsilon() *
    (1.0 + *std::max_element(grid.cells.begin(), grid.cells.end()));
}

/// Rounds fractions to 0 and 1. @return the first voxel whose value is not in [0, 1], or the number
/// of voxels
std::size_t settle(std::vector<double>& fractions, double rounding)
{
  // Overlapping parts of a surface result in deviations of the order of one, far above rounding.
  constexpr double overlap = 1e-6;
  const auto count = static_cast<std::int64_t>(fractions.size());
  std::int64_t wrong = count;
#pragma omp parallel for schedule(static) reduction(min : wrong)
  for (std::int64_t v = 0; v < count; ++v)
  {
    double& fraction = fractions[std::size_t(v)];
    if (fraction < -overlap || fraction > 1.0 + overlap)
    {
      wrong = std::min(wrong, v);
    }
    fraction = fraction < rounding ? 0.0 : fraction > 1.0 - rounding ? 1.0 : fraction;
  }
  return std::size_t(wrong);
}
}

std::optional<std::vector<double>> voxelFractions(
  const TriangleMesh& surface, const SurfaceGrid& grid, Observer& observer)
{
  observer.progress(0.0, "Sorting triangles into layers of voxels");
  const TrianglesOfLayers sorted = sortIntoLayers(surface, grid);
  std::vector<double> fractions(grid.numberOfVoxels());
  const std::size_t layer = std::size_t(grid.cells[0]) * std::size_t(grid.cells[1]);
  const int layers = grid.cells[2];
  const int atOnce = std::max(16, layers / 16);
  for (int begin = 0; begin < layers; begin += atOnce)
  {
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    const int end = std::min(layers, begin + atOnce);
#pragma omp parallel
    {
      FractionLayer sums(grid);
#pragma omp for schedule(dynamic)
      for (int k = begin; k < end; ++k)
      {
        for (std::int64_t t = sorted.starts[std::size_t(k)]; t < sorted.starts[std::size_t(k) + 1];
             ++t)
        {
          const auto triangle = std::size_t(sorted.triangles[std::size_t(t)]);
          const Piece part = partInLayer(pieceOf(surface, triangle, grid), 2, k, layers);
          if (part.count > 2)
          {
            sums.add(part);
          }
        }
        sums.finish(&fractions[layer * std::size_t(k)]);
      }
    }
    observer.progress(static_cast<double>(end) / layers,
      "Voxelizing, layer " + std::to_string(end) + " of " + std::to_string(layers));
  }
  const std::size_t wrong = settle(fractions, roundingOf(grid));
  if (wrong < fractions.size())
  {
    const std::size_t row = std::size_t(grid.cells[0]);
    const std::size_t column = wrong / row % std::size_t(grid.cells[1]);
    const std::size_t ofLayer = wrong / layer;
    const Position place = grid.inSpace({ 0.5 + static_cast<double>(wrong % row),
      0.5 + static_cast<double>(column), 0.5 + static_cast<double>(ofLayer) });
    throw Error("Parts of the surface overlap or are inside out, near the point (" +
      shortText(place[0]) + ", " + shortText(place[1]) + ", " + shortText(place[2]) +
      "). Unite the parts, or turn the wrong ones, in the program that made the surface.");
  }
  return fractions;
}
}
