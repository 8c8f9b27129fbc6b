#ifndef TRABECULA_DESIGN_STAGE_SWEEP_TRILINEARPLACES_H
#define TRABECULA_DESIGN_STAGE_SWEEP_TRILINEARPLACES_H

#include "Core/Space.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/// Trilinear interpolation between the middles of the places of a box; constant outside of them.
struct TrilinearPlaces
{
  std::int64_t counts[3]; ///< of places along each axis

  explicit TrilinearPlaces(const std::array<std::int64_t, 3>& places)
    : counts{ places[0], places[1], places[2] }
  {
  }

  /// The lowest of the two places around a coordinate, in places from the low corner of the box.
  TRABECULA_FUNCTION std::int64_t first(double coordinate, int axis) const
  {
    const auto place = static_cast<std::int64_t>(this->clipped(coordinate, axis));
    const std::int64_t most = this->counts[axis] > 1 ? this->counts[axis] - 2 : 0;
    return place < most ? place : most;
  }
  /// The number of the first of the eight places around a position.
  TRABECULA_FUNCTION std::int64_t first(const double* position) const
  {
    return this->first(position[0], 0) +
      this->counts[0] *
      (this->first(position[1], 1) + this->counts[1] * this->first(position[2], 2));
  }
  /// The weight of a place in the value at a position, which is between this and the next one.
  TRABECULA_FUNCTION double weight(const double* position, const std::int64_t* place) const
  {
    double product = 1.0;
    for (int axis = 0; axis < 3; ++axis)
    {
      const double distance =
        this->clipped(position[axis], axis) - static_cast<double>(place[axis]);
      product *= 1.0 - (distance < 0.0 ? -distance : distance);
    }
    return product;
  }
  /// Calls visit(number, weight) for the places around a position whose weight is not zero.
  template <class Visit>
  TRABECULA_FUNCTION void visitAround(const double* position, Visit visit) const
  {
    for (int corner = 0; corner < 8; ++corner)
    {
      const std::int64_t place[3] = { this->first(position[0], 0) + (corner & 1),
        this->first(position[1], 1) + (corner >> 1 & 1),
        this->first(position[2], 2) + (corner >> 2) };
      const double share = this->weight(position, place);
      if (share > 0.0)
      {
        visit(place[0] + this->counts[0] * (place[1] + this->counts[1] * place[2]), share);
      }
    }
  }

private:
  /// In places from the middle of the first one.
  TRABECULA_FUNCTION double clipped(double coordinate, int axis) const
  {
    const double place = coordinate - 0.5;
    const auto last = static_cast<double>(this->counts[axis] - 1);
    return place < 0.0 ? 0.0 : (place > last ? last : place);
  }
};
}

#endif
