#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTPRODUCT_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTPRODUCT_H

// What a team of threads does with a brick of elements; for the library's own sources.

#include "Core/Teams.h"
#include "Operator/Isogeometric/Points/BrickStresses.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Sum factorization on a brick of elements: displacements are evaluated direction by direction at
 * all Gauss points of the brick, differentiated there along each direction, and stresses go back
 * the same way. Functions of a direction are shared by the elements of a brick.
 *
 * The forces of a brick are summed at its control points and written as partial sums.
 */
template <class Real, class Degrees, PointForm Form>
struct PointProduct : BrickStresses<Real, Degrees, Form>
{
  static constexpr int D = Degrees::Dimension;
  using BrickStresses<Real, Degrees, Form>::BrickStresses;
  using Place = typename PointBrick<Real, Degrees>::Place;

  /// Bytes of shared memory of a team.
  std::size_t bytes() const
  {
    const int stresses = (D * D + (this->input.geometry.rational ? D : 0)) * this->allPoints();
    return sizeof(Real) *
      static_cast<std::size_t>(
        this->tableSize() + D * this->allPoints() + std::max(stresses, this->mostBetween()));
  }

  /// Multiplies the brick of a number, x fastest, with a team of threads and its shared memory.
  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t number, const Team& team, char* memory) const
  {
    std::int32_t first[3] = { 0, 0, 0 };
    first[0] = static_cast<std::int32_t>(number % this->bricks(0)) * this->brick(0);
    first[1] =
      static_cast<std::int32_t>(number / this->bricks(0) % this->bricks(1)) * this->brick(1);
    if (D == 3)
    {
      first[2] =
        static_cast<std::int32_t>(number / this->bricks(0) / this->bricks(1)) * this->brick(2);
    }
    Real* tables = reinterpret_cast<Real*>(memory);
    Real* left = tables + this->tableSize(); // large enough for the values at all points
    Real* right = left + D * this->allPoints();
    this->loadTables(team, first, tables);
    Real* from = D == 3 ? right : left;
    Real* to = D == 3 ? left : right;
    this->loadDisplacements(team, first, from);
    this->template evaluate<0>(team, tables, from, to);
    this->template evaluate<1>(team, tables, to, from);
    if (D == 3)
    {
      this->template evaluate<2>(team, tables, from, to);
    }
    this->stresses(team, first, tables, left, right);
    if constexpr (Form == PointForm::Energy)
    {
      this->addEnergies(team, first, right);
    }
    else
    {
      this->addForces(team, number, tables, left, right);
    }
  }

private:
  /// Writes the partial sums of the brick's forces, from stresses in `right`.
  template <class Team>
  TRABECULA_FUNCTION void addForces(
    const Team& team, std::int64_t number, const Real* tables, Real* left, Real* right) const
  {
    this->differentiateBack(team, tables, right, left);
    Real* partial = this->input.partials + number * this->allControls() * D;
    if constexpr (D == 3)
    {
      this->template gather<2>(team, tables, left, right);
      this->template gather<1>(team, tables, right, left);
      this->template gather<0>(team, tables, left, partial);
    }
    else
    {
      this->template gather<1>(team, tables, left, right);
      this->template gather<0>(team, tables, right, partial);
    }
  }

  /// Adds the energies of points to those of points or elements.
  template <class Team>
  TRABECULA_FUNCTION void addEnergies(
    const Team& team, const std::int32_t* first, const Real* from) const
  {
    const SplineGrid& grid = this->input.grid;
    if (this->input.modulusPerPoint)
    {
      team.each(this->allPoints(),
        [&](int i)
        {
          const Place place(*this, first, i);
          if (place.inside)
          {
            const std::int64_t point =
              grid.elementNumber(place.e) * grid.pointsPerElement() + place.local();
            this->input.energies[point] += this->input.scale * double(from[i]);
          }
        });
      return;
    }
    const int elements = this->brick(0) * this->brick(1) * (D == 3 ? this->brick(2) : 1);
    team.each(elements,
      [&](int i)
      {
        const int at[3] = { i % this->brick(0), i / this->brick(0) % this->brick(1),
          D == 3 ? i / (this->brick(0) * this->brick(1)) : 0 };
        const std::int32_t e[3] = { first[0] + at[0], first[1] + at[1], first[2] + at[2] };
        if (e[0] >= grid.elements[0] || e[1] >= grid.elements[1] || e[2] >= grid.elements[2])
        {
          return;
        }
        double sum = 0.0;
        for (int local = 0; local < grid.pointsPerElement(); ++local)
        {
          int q[3] = {};
          splitPoint(grid, local, q);
          int place = 0;
          for (int k = D - 1; k >= 0; --k)
          {
            place = at[k] * this->m(k) + q[k] + this->points(k) * place;
          }
          sum += double(from[place]);
        }
        this->input.energies[grid.elementNumber(e)] += this->input.scale * sum;
      });
  }
};

/// Threads of a team on CUDA.
constexpr int PointTeam = 256;
}

#endif
