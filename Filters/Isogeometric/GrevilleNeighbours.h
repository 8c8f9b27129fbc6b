#ifndef TRABECULA_FILTERS_GREVILLENEIGHBOURS_H
#define TRABECULA_FILTERS_GREVILLENEIGHBOURS_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace trabecula::filters
{
/// Points of an image around a position in one direction, measured in cells from its beginning.
struct Around
{
  int low = 0;
  int high = 0;

  Around(double place, int cells)
  {
    constexpr double Rounding = 1e-9;
    const double nearest = std::round(place);
    const bool isPoint = std::abs(place - nearest) < Rounding * cells;
    this->low = std::clamp(static_cast<int>(isPoint ? nearest : std::floor(place)), 0, cells);
    this->high = isPoint ? this->low : std::min(this->low + 1, cells);
  }
};

/// Points of an image around the Greville points of a patch of its cells.
class GrevilleNeighbours
{
public:
  explicit GrevilleNeighbours(const NurbsPatch& patch)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      this->Cells[d] = d < static_cast<std::size_t>(patch.dimension) ? patch.elements()[d] : 0;
      for (const double place : grevillePoints(patch.degrees[d], patch.knots[d]))
      {
        this->Places[d].emplace_back(place * this->Cells[d], this->Cells[d]);
      }
    }
    this->Counts = patch.counts();
  }

  /// Calls visit(control point, point of the image) for all pairs.
  template <class Visit>
  void forPoints(const Visit& visit) const
  {
    const std::size_t row = static_cast<std::size_t>(this->Cells[0]) + 1;
    const std::size_t layer = row * (static_cast<std::size_t>(this->Cells[1]) + 1);
    this->forPlaces(0,
      [&](std::size_t control, const std::array<Around, 3>& at)
      {
        for (int k = at[2].low; k <= at[2].high; ++k)
        {
          for (int j = at[1].low; j <= at[1].high; ++j)
          {
            for (int i = at[0].low; i <= at[0].high; ++i)
            {
              visit(control,
                static_cast<std::size_t>(i) + row * static_cast<std::size_t>(j) +
                  layer * static_cast<std::size_t>(k));
            }
          }
        }
      });
  }

private:
  template <class Visit>
  void forPlaces(std::size_t control, const Visit& visit) const
  {
    for (int k = 0; k < this->Counts[2]; ++k)
    {
      for (int j = 0; j < this->Counts[1]; ++j)
      {
        for (int i = 0; i < this->Counts[0]; ++i)
        {
          visit(control++,
            { this->Places[0][static_cast<std::size_t>(i)],
              this->Places[1][static_cast<std::size_t>(j)],
              this->Places[2][static_cast<std::size_t>(k)] });
        }
      }
    }
  }

  std::array<int, 3> Cells{};
  std::array<int, 3> Counts{};
  std::array<std::vector<Around>, 3> Places;
};
}

#endif
