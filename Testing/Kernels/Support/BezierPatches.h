#ifndef TRABECULA_TESTING_KERNELS_BEZIERPATCHES_H
#define TRABECULA_TESTING_KERNELS_BEZIERPATCHES_H

#include "Mesh/Nurbs/BezierCells.h"
#include "Mesh/Nurbs/BezierExtraction.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <vector>

namespace trabecula::testing
{
/// All elements of a patch in Bezier form.
inline BezierCells bezierCellsOf(const NurbsPatch& patch)
{
  const BezierExtraction bezier(patch);
  BezierCells cells;
  cells.dimension = patch.dimension;
  cells.coordinates = bezier(patch.points, 3);
  cells.weights = bezier.weights();
  const std::array<int, 3> elements = patch.elements();
  for (int c = 0; c < elements[2]; ++c)
  {
    for (int b = 0; b < elements[1]; ++b)
    {
      for (int a = 0; a < elements[0]; ++a)
      {
        const std::vector<std::int64_t> points = bezier.pointsOfElement({ a, b, c });
        cells.points.insert(cells.points.end(), points.begin(), points.end());
        cells.offsets.push_back(static_cast<std::int64_t>(cells.points.size()));
        cells.degrees.push_back(patch.degrees);
      }
    }
  }
  return cells;
}

/// Parameters of the lattice points of a patch's elements, with the numbers of its Bezier points.
inline std::vector<std::array<double, 3>> latticeOf(const NurbsPatch& patch)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < 3; ++d)
  {
    places[d] = { 0.0 };
    const std::vector<double> breaks = breakPoints(patch.degrees[d], patch.knots[d]);
    for (std::size_t s = 1; patch.degrees[d] > 0 && s < breaks.size(); ++s)
    {
      for (int i = 1; i <= patch.degrees[d]; ++i)
      {
        places[d].push_back(i == patch.degrees[d]
            ? breaks[s]
            : breaks[s - 1] + (breaks[s] - breaks[s - 1]) * i / patch.degrees[d]);
      }
    }
  }
  std::vector<std::array<double, 3>> lattice;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        lattice.push_back({ x, y, z });
      }
    }
  }
  return lattice;
}
}

#endif
