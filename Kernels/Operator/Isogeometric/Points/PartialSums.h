#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_PARTIALSUMS_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_PARTIALSUMS_H

// For the library's own sources.

#include "Operator/Isogeometric/Points/PointBrick.h"

namespace trabecula
{
/// Adds the partial sums of the bricks that have a control point, in their order.
template <class Real, class Degrees, class Finish>
struct AddPartials
{
  static constexpr int D = Degrees::Dimension;

  PointBrick<Real, Degrees> bricks;
  Finish finish;

  TRABECULA_FUNCTION void operator()(std::int64_t point) const
  {
    std::int32_t at[3] = {};
    this->bricks.input.grid.controlPointAt(point, at);
    int begin[3] = { 0, 0, 0 };
    int end[3] = { 1, 1, 1 };
    TRABECULA_UNROLL
    for (int k = 0; k < D; ++k)
    {
      const int lowest = at[k] - this->bricks.m(k) + 1;
      const int last = this->bricks.input.grid.elements[k] - 1;
      begin[k] = (lowest > 0 ? lowest : 0) / this->bricks.brick(k);
      end[k] = (at[k] < last ? at[k] : last) / this->bricks.brick(k) + 1;
    }
    const int all = this->bricks.allControls();
    Real sum[D] = {};
    for (int bz = begin[2]; bz < end[2]; ++bz)
    {
      for (int by = begin[1]; by < end[1]; ++by)
      {
        for (int bx = begin[0]; bx < end[0]; ++bx)
        {
          const int b[3] = { bx, by, bz };
          std::int64_t number = 0;
          int place = 0;
          TRABECULA_UNROLL
          for (int k = D - 1; k >= 0; --k)
          {
            number = number * this->bricks.bricks(k) + b[k];
            place = place * this->bricks.controls(k) + at[k] - b[k] * this->bricks.brick(k);
          }
          const Real* partial = this->bricks.input.partials + number * all * D + place;
          TRABECULA_UNROLL
          for (int c = 0; c < D; ++c)
          {
            sum[c] += partial[c * all];
          }
        }
      }
    }
    const Real weight = this->bricks.input.weights ? this->bricks.input.weights[point] : Real(1);
    TRABECULA_UNROLL
    for (int c = 0; c < D; ++c)
    {
      this->finish(D * point + c, weight * sum[c]);
    }
  }
};
}

#endif
