#include "Geometry/Level/Patch/PatchPieces.h"

#include "Core/Context.h"
#include "Core/Requirements.h"
#include "Core/UnionFind.h"
#include "Core/Vectors/DeviceVector.h"
#include "Mesh/Nurbs/NurbsGrid.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
/// Number of points of a lattice, in double precision, which does not overflow.
double latticePoints(const NurbsPatch& patch, int samples)
{
  const std::array<int, 3> elements = patch.elements();
  double points = 1.0;
  for (std::size_t k = 0; k < 3; ++k)
  {
    points *= patch.degrees[k] == 0 ? 1.0 : static_cast<double>(elements[k]) * samples + 1.0;
  }
  return points;
}

void requireNumbers(double points)
{
  if (points > static_cast<double>(MostLatticePoints))
  {
    fail("The level set would be sampled at ", points, " points, more than the ", MostLatticePoints,
      " that are supported. Take fewer samples or fewer elements.");
  }
}

std::vector<double> placesAlong(const NurbsPatch& patch, std::size_t k, int samples)
{
  if (patch.degrees[k] == 0)
  {
    return { 0.0 };
  }
  const std::vector<double> breaks = breakPoints(patch.degrees[k], patch.knots[k]);
  std::vector<double> places = { breaks.front() };
  for (std::size_t s = 1; s < breaks.size(); ++s)
  {
    for (int i = 1; i < samples; ++i)
    {
      places.push_back(breaks[s - 1] + (breaks[s] - breaks[s - 1]) * i / samples);
    }
    places.push_back(breaks[s]);
  }
  return places;
}

/// Joins the points of a box of at most 2 x 2 x 2 points that are in material if their mean is in
/// material, too, and the material is thick enough next to the box.
class CellJoin
{
public:
  CellJoin(const PatchLattice& lattice, double leastThickness, std::int32_t* parents)
    : Lattice(lattice), LeastThickness(leastThickness),
      Parents(parents), Strides{ 1, lattice.size(0), lattice.size(0) * lattice.size(1) }
  {
  }

  /// @param spans the directions, as bits, in which the box has two points
  void operator()(std::size_t first, unsigned spans) const
  {
    double sum = 0.0;
    std::size_t inside = 0;
    std::array<std::size_t, 8> points{};
    for (unsigned corner = 0; corner < 8; ++corner)
    {
      if (corner & ~spans)
      {
        continue;
      }
      std::size_t point = first;
      for (std::size_t k = 0; k < 3; ++k)
      {
        point += corner >> k & 1U ? this->Strides[k] : 0;
      }
      sum += this->Lattice.values[point];
      if (this->Lattice.values[point] > 0.0)
      {
        points[inside++] = point;
      }
    }
    const bool isEdge = (spans & (spans - 1)) == 0;
    bool joins = isEdge ? inside == 2 : sum > 0.0;
    for (std::size_t i = 0; joins && i < inside; ++i)
    {
      joins = this->isThick(points[i], spans);
    }
    if (joins)
    {
      for (std::size_t i = 1; i < inside; ++i)
      {
        unionfind::joinShortened(this->Parents, static_cast<std::int32_t>(points[0]),
          static_cast<std::int32_t>(points[i]));
      }
    }
  }

private:
  /// Whether there is enough material at a point in the directions that a box does not span.
  bool isThick(std::size_t point, unsigned spans) const
  {
    for (std::size_t k = 0; k < 3 && this->LeastThickness > 0.0; ++k)
    {
      if (this->Lattice.size(k) == 1 || (spans >> k & 1U))
      {
        continue;
      }
      const std::size_t at = point / this->Strides[k] % this->Lattice.size(k);
      double thickness = at > 0 ? this->reach(point, point - this->Strides[k]) : 0.0;
      thickness +=
        at + 1 < this->Lattice.size(k) ? this->reach(point, point + this->Strides[k]) : 0.0;
      if (thickness < this->LeastThickness)
      {
        return false;
      }
    }
    return true;
  }

  /// Fraction of the step from a point in material to its neighbour that is in material.
  double reach(std::size_t point, std::size_t neighbour) const
  {
    const double here = this->Lattice.values[point];
    const double there = this->Lattice.values[neighbour];
    return there > 0.0 ? 1.0 : here / (here - there);
  }

  const PatchLattice& Lattice;
  double LeastThickness;
  std::int32_t* Parents;
  std::array<std::size_t, 3> Strides;
};

/// Indices of the parameters within half an element of a Greville point, first and one past the
/// last.
std::pair<std::size_t, std::size_t> window(
  const NurbsPatch& patch, std::size_t k, double greville, const std::vector<double>& places)
{
  constexpr double rounding = 1e-12;
  double low = greville;
  double high = greville;
  if (greville > rounding && greville < 1.0 - rounding)
  {
    const std::vector<double> breaks = breakPoints(patch.degrees[k], patch.knots[k]);
    const auto next = std::upper_bound(breaks.begin() + 1, breaks.end() - 1, greville);
    const double half = 0.5 * (*next - *(next - 1));
    low -= half;
    high += half;
  }
  const auto first = std::lower_bound(places.begin(), places.end(), low - rounding);
  const auto last = std::upper_bound(places.begin(), places.end(), high + rounding);
  return { static_cast<std::size_t>(first - places.begin()),
    static_cast<std::size_t>(last - places.begin()) };
}
}

int samplesWithin(const NurbsPatch& patch, int wanted, std::int64_t most)
{
  int samples = std::max(1, wanted);
  while (samples > 1 && latticePoints(patch, samples) > static_cast<double>(most))
  {
    // The estimate neglects one point in each direction, so that no number that fits is skipped.
    const double excess = latticePoints(patch, samples) / static_cast<double>(most);
    const double root = std::pow(excess, 1.0 / std::max(1, patch.dimension));
    samples = std::clamp(static_cast<int>(samples / root), 1, samples - 1);
  }
  return samples;
}

PatchLattice sampleLevelSet(
  const NurbsPatch& patch, const std::vector<double>& levelSet, int samples)
{
  requireSize(
    "Level set", levelSet.size(), patch.numberOfControlPoints(), "one for each control point");
  if (samples < 1)
  {
    fail("Samples of the level set are ", samples,
      " along a side of an element, but must be at least 1.");
  }
  requireNumbers(latticePoints(patch, samples));
  PatchLattice lattice;
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    lattice.places[k] = placesAlong(patch, k, samples);
    tables[k] = tableAt(patch.degrees[k], patch.knots[k], lattice.places[k]);
  }
  const Context<HostSpace> context;
  const NurbsGrid<HostSpace> grid(context, patch, tables);
  lattice.values.resize(static_cast<std::size_t>(grid.numberOfPoints()));
  grid.evaluate(levelSet.data(), lattice.values.data());
  return lattice;
}

PatchPieces findPieces(const PatchLattice& lattice, double leastThickness)
{
  requireNumbers(static_cast<double>(lattice.values.size()));
  std::vector<std::int32_t> parents(lattice.values.size());
  std::iota(parents.begin(), parents.end(), 0);
  const CellJoin join(lattice, leastThickness, parents.data());
  const std::array<std::size_t, 3> sizes = { lattice.size(0), lattice.size(1), lattice.size(2) };
  const auto count = static_cast<std::int64_t>(parents.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    const auto point = static_cast<std::size_t>(p);
    const std::array<std::size_t, 3> at = { point % sizes[0], point / sizes[0] % sizes[1],
      point / sizes[0] / sizes[1] };
    // These are the edges, faces and the cell that begin at this point.
    for (unsigned spans = 1; spans < 8; ++spans)
    {
      bool exists = true;
      for (std::size_t k = 0; k < 3; ++k)
      {
        exists = exists && (!(spans >> k & 1U) || at[k] + 1 < sizes[k]);
      }
      if (exists)
      {
        join(point, spans);
      }
    }
  }
  PatchPieces pieces;
  pieces.labels.assign(parents.size(), PatchPieces::Outside);
  for (std::size_t p = 0; p < parents.size(); ++p)
  {
    if (!(lattice.values[p] > 0.0))
    {
      continue;
    }
    // The root of a piece is its first point.
    const auto root = static_cast<std::size_t>(
      unionfind::shortenedRoot(parents.data(), static_cast<std::int32_t>(p)));
    if (root == p)
    {
      pieces.labels[p] = static_cast<std::int32_t>(pieces.sizes.size());
      pieces.sizes.push_back(0);
    }
    pieces.labels[p] = pieces.labels[root];
    ++pieces.sizes[static_cast<std::size_t>(pieces.labels[p])];
  }
  return pieces;
}

PatchPoints::PatchPoints(const NurbsPatch& patch, const PatchLattice& lattice)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    this->Sizes[k] = lattice.size(k);
    for (const double place : grevillePoints(patch.degrees[k], patch.knots[k]))
    {
      this->Ranges[k].push_back(window(patch, k, place, lattice.places[k]));
    }
  }
}

std::vector<std::uint8_t> piecesAt(const NurbsPatch& patch, const PatchLattice& lattice,
  const PatchPieces& pieces, const std::vector<std::uint8_t>& isMarked)
{
  requireSize(
    "Marks", isMarked.size(), patch.numberOfControlPoints(), "one for each control point");
  const PatchPoints points(patch, lattice);
  std::vector<std::uint8_t> result(pieces.count(), 0);
  for (std::size_t i = 0; i < isMarked.size(); ++i)
  {
    if (!isMarked[i])
    {
      continue;
    }
    points(static_cast<std::int32_t>(i),
      [&](std::size_t point)
      {
        const std::int32_t piece = pieces.labels[point];
        if (piece != PatchPieces::Outside)
        {
          result[static_cast<std::size_t>(piece)] = 1;
        }
      });
  }
  return result;
}
}
