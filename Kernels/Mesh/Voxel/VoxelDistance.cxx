#include "Mesh/Voxel/VoxelDistance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
/// The bounding box of the solid of an image.
struct Box
{
  std::array<int, 3> first = {};
  std::array<int, 3> cells = {};
};

Box boxOfSolid(const VoxelMask& mask)
{
  std::array<int, 3> low = mask.cells;
  std::array<int, 3> high = { -1, -1, -1 };
  std::size_t v = 0;
  for (int k = 0; k < mask.cells[2]; ++k)
  {
    for (int j = 0; j < mask.cells[1]; ++j)
    {
      for (int i = 0; i < mask.cells[0]; ++i, ++v)
      {
        if (mask.solid[v] == 0)
        {
          continue;
        }
        const int p[3] = { i, j, k };
        for (std::size_t d = 0; d < 3; ++d)
        {
          low[d] = std::min(low[d], p[d]);
          high[d] = std::max(high[d], p[d]);
        }
      }
    }
  }
  Box box;
  if (high[0] >= 0)
  {
    box.first = low;
    box.cells = { high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1 };
  }
  return box;
}

/// Squared distances to void at the corners, and the middles of edges, faces and bricks, of a box.
class HalfLattice
{
public:
  HalfLattice(const VoxelMask& mask, const Box& box) : Solid(mask), Voxels(box)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      this->Points[d] = 2 * box.cells[d] + 1;
      const double half = 0.5 * mask.spacing[d];
      this->Weights[d] = half * half;
    }
    this->Values.resize(
      std::size_t(this->Points[0]) * std::size_t(this->Points[1]) * std::size_t(this->Points[2]));
  }

  /// Computes distances along x.
  void sweepRows()
  {
#pragma omp parallel for schedule(static)
    for (int z = 0; z < this->Points[2]; ++z)
    {
      for (int y = 0; y < this->Points[1]; ++y)
      {
        this->sweepRow(y, z);
      }
    }
  }

  /// Includes distances along another axis.
  void sweepLines(int axis)
  {
    const int other = 3 - axis;
    const std::size_t row = std::size_t(this->Points[0]);
    const std::size_t slice = row * std::size_t(this->Points[1]);
    const std::size_t step = axis == 1 ? row : slice;
    const std::size_t across = axis == 1 ? slice : row;
#pragma omp parallel
    {
      Envelope envelope(this->Points[axis]);
#pragma omp for schedule(static)
      for (int o = 0; o < this->Points[other]; ++o)
      {
        for (std::size_t x = 0; x < row; ++x)
        {
          envelope.lower(
            this->Values.data() + x + std::size_t(o) * across, step, this->Weights[axis]);
        }
      }
    }
  }

  /// The largest value in a closed voxel of the box.
  float largestOf(int i, int j, int k) const
  {
    float largest = 0.0F;
    for (int z = 2 * k; z <= 2 * k + 2; ++z)
    {
      for (int y = 2 * j; y <= 2 * j + 2; ++y)
      {
        const float* values = &this->Values[this->at(2 * i, y, z)];
        largest = std::max({ largest, values[0], values[1], values[2] });
      }
    }
    return largest;
  }

private:
  /// The lower envelope of parabolas on a line of points.
  struct Envelope
  {
    explicit Envelope(int points)
      : Count(points), Heights(std::size_t(points)), Apexes(std::size_t(points)),
        From(std::size_t(points) + 1)
    {
    }

    void lower(float* values, std::size_t step, double weight)
    {
      int last = -1; // of the parabolas in the envelope
      for (int q = 0; q < this->Count; ++q)
      {
        this->Heights[std::size_t(q)] = values[std::size_t(q) * step];
        double from = -std::numeric_limits<double>::infinity();
        // The first parabola begins at minus infinity and is never removed.
        while (
          last >= 0 && (from = this->meeting(last, q, weight)) <= this->From[std::size_t(last)])
        {
          --last;
        }
        ++last;
        this->Apexes[std::size_t(last)] = q;
        this->From[std::size_t(last)] = from;
      }
      for (int q = 0, a = 0; q < this->Count; ++q)
      {
        while (a < last && this->From[std::size_t(a) + 1] < q)
        {
          ++a;
        }
        const int apex = this->Apexes[std::size_t(a)];
        const auto distance = static_cast<double>(q - apex);
        values[std::size_t(q) * step] =
          static_cast<float>(weight * distance * distance + this->Heights[std::size_t(apex)]);
      }
    }

    /// Position at which a parabola of the envelope intersects the one with its apex at q.
    double meeting(int parabola, int q, double weight) const
    {
      const int p = this->Apexes[std::size_t(parabola)];
      return 0.5 * (p + q) +
        (this->Heights[std::size_t(q)] - this->Heights[std::size_t(p)]) /
        (2.0 * weight * static_cast<double>(q - p));
    }

    int Count;
    std::vector<double> Heights;
    std::vector<int> Apexes;
    std::vector<double> From; ///< position from which each parabola is the lowest
  };

  std::size_t at(int x, int y, int z) const
  {
    return std::size_t(x) +
      std::size_t(this->Points[0]) *
      (std::size_t(y) + std::size_t(this->Points[1]) * std::size_t(z));
  }

  /// A point is inside if all the voxels around it are solid.
  void sweepRow(int y, int z)
  {
    const int n = this->Points[0];
    float* values = &this->Values[this->at(0, y, z)];
    // These are the rows of voxels around the row of points; outside of the box there is void.
    const std::uint8_t* rows[4];
    int count = 0;
    bool border = false;
    for (int k = (z - 1) >> 1; k <= z >> 1; ++k)
    {
      for (int j = (y - 1) >> 1; j <= y >> 1; ++j)
      {
        if (j < 0 || k < 0 || j >= this->Voxels.cells[1] || k >= this->Voxels.cells[2])
        {
          border = true;
          continue;
        }
        rows[count++] = &this->Solid.solid[this->Solid.at(
          this->Voxels.first[0], this->Voxels.first[1] + j, this->Voxels.first[2] + k)];
      }
    }
    if (border)
    {
      std::fill_n(values, n, 0.0F);
      return;
    }
    const auto isVoid = [&](int i)
    { return std::any_of(rows, rows + count, [i](const std::uint8_t* r) { return r[i] == 0; }); };
    values[0] = 0.0F;
    values[n - 1] = 0.0F;
    for (int x = 1; x < n - 1; ++x)
    {
      const bool inside = !isVoid((x - 1) >> 1) && !isVoid(x >> 1);
      values[x] = inside ? values[x - 1] + 1.0F : 0.0F;
    }
    for (int x = n - 2; x > 0; --x)
    {
      values[x] = std::min(values[x], values[x + 1] + 1.0F);
    }
    const auto weight = static_cast<float>(this->Weights[0]);
    for (int x = 0; x < n; ++x)
    {
      values[x] *= values[x] * weight;
    }
  }

  const VoxelMask& Solid;
  Box Voxels;
  std::array<int, 3> Points = {};
  std::array<double, 3> Weights = {}; ///< squares of half the spacing in each direction
  std::vector<float> Values;
};
}

std::optional<std::vector<float>> inscribedRadii(const VoxelMask& mask, Observer& observer)
{
  std::vector<float> radii(mask.size(), 0.0F);
  const Box box = boxOfSolid(mask);
  if (box.cells[0] == 0)
  {
    return radii;
  }
  HalfLattice lattice(mask, box);
  lattice.sweepRows();
  for (int axis = 1; axis < 3; ++axis)
  {
    observer.progress(0.2 * axis, "");
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    lattice.sweepLines(axis);
  }
#pragma omp parallel for schedule(static)
  for (int k = 0; k < box.cells[2]; ++k)
  {
    for (int j = 0; j < box.cells[1]; ++j)
    {
      std::size_t v = mask.at(box.first[0], box.first[1] + j, box.first[2] + k);
      for (int i = 0; i < box.cells[0]; ++i, ++v)
      {
        radii[v] = mask.solid[v] != 0 ? std::sqrt(lattice.largestOf(i, j, k)) : 0.0F;
      }
    }
  }
  return radii;
}
}
