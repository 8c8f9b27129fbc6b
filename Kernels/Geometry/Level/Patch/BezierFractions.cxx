#include "Geometry/Level/Patch/BezierFractions.h"

#include "Core/Requirements.h"
#include "Geometry/ElementTetrahedra.h"
#include "Geometry/Level/LevelTetrahedra.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Number of intervals between samples along an edge of a hexahedron.
constexpr int Halves = 2;

/// A point on the patch with the value of the level set.
struct Sample
{
  Position place;
  double level;
};

/// Solid and whole volume, or area, of some simplices.
struct Parts
{
  double solid = 0.0;
  double whole = 0.0;

  void add(double share, double measure)
  {
    this->solid += share * std::abs(measure);
    this->whole += std::abs(measure);
  }
};

/// Fraction of the edge between two vertices of opposite signs at which a linear function vanishes.
double way(const Sample& from, const Sample& to)
{
  return from.level / (from.level - to.level);
}

void addTriangle(const Sample& a, const Sample& b, const Sample& c, Parts& parts)
{
  const Position normal = crossProduct(minus(b.place, a.place), minus(c.place, a.place));
  const double area = 0.5 * std::sqrt(dotProduct(normal, normal));
  const std::array<const Sample*, 3> v = { &a, &b, &c };
  const auto isIn = [&](std::size_t i) { return v[i]->level > 0.0; };
  const int inside = isIn(0) + isIn(1) + isIn(2);
  if (inside == 0 || inside == 3)
  {
    parts.add(inside == 3 ? 1.0 : 0.0, area);
    return;
  }
  for (std::size_t i = 0; i < 3; ++i)
  {
    // This is the vertex whose sign differs from that of the others.
    if (isIn(i) == (inside == 1))
    {
      const double corner = way(*v[i], *v[(i + 1) % 3]) * way(*v[i], *v[(i + 2) % 3]);
      parts.add(inside == 1 ? corner : 1.0 - corner, area);
    }
  }
}

void addTetrahedron(const std::array<const Sample*, 4>& v, Parts& parts)
{
  const double volume = tetrahedronVolume(v[0]->place, v[1]->place, v[2]->place, v[3]->place);
  const TetrahedronCut cut =
    cutOf({ v[0]->level > 0.0, v[1]->level > 0.0, v[2]->level > 0.0, v[3]->level > 0.0 });
  const auto between = [&](std::size_t from, std::size_t to)
  { return way(*v[cut.order[from]], *v[cut.order[to]]); };
  double share = cut.inside == 4 ? 1.0 : 0.0;
  if (cut.inside == 1)
  {
    share = between(0, 1) * between(0, 2) * between(0, 3);
  }
  else if (cut.inside == 3)
  {
    share = 1.0 - between(0, 1) * between(0, 2) * between(0, 3);
  }
  else if (cut.inside == 2)
  {
    const double a = between(0, 2);
    const double b = between(0, 3);
    const double c = between(1, 2);
    const double d = between(1, 3);
    share = a * b + a * d * (1.0 - b) + c * d * (1.0 - a);
  }
  parts.add(share, volume);
}

/// The samples of a cell, in Halves intervals for each of its hexahedra.
class CellSamples
{
public:
  CellSamples(const BezierCells& cells, std::size_t cell, const std::vector<double>& field)
  {
    std::array<int, 3> intervals{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      intervals[d] = Halves * cells.degrees[cell][d];
      this->Counts[d] = static_cast<std::size_t>(intervals[d]) + 1;
    }
    std::vector<double> values;
    sampleCell(cells, cell, field, 4, intervals, values);
    for (std::size_t s = 0; s < values.size(); s += 4)
    {
      this->Samples.push_back({ { values[s], values[s + 1], values[s + 2] }, values[s + 3] });
    }
  }

  /// The solid fraction of the hexahedron whose intervals begin at these samples.
  double fraction(const std::array<int, 3>& first, bool isPlane) const
  {
    Parts parts;
    for (int k = 0; k < (isPlane ? 1 : Halves); ++k)
    {
      for (int j = 0; j < Halves; ++j)
      {
        for (int i = 0; i < Halves; ++i)
        {
          const std::array<int, 3> at = { first[0] + i, first[1] + j, first[2] + k };
          isPlane ? this->addSquare(at, parts) : this->addCube(at, parts);
        }
      }
    }
    return parts.whole > 0.0 ? std::clamp(parts.solid / parts.whole, 0.0, 1.0) : 0.0;
  }

private:
  const Sample& at(const std::array<int, 3>& first, std::size_t corner) const
  {
    const std::size_t i = static_cast<std::size_t>(first[0]) + (corner & 1U);
    const std::size_t j = static_cast<std::size_t>(first[1]) + (corner >> 1U & 1U);
    const std::size_t k = static_cast<std::size_t>(first[2]) + (corner >> 2U & 1U);
    return this->Samples[i + this->Counts[0] * (j + this->Counts[1] * k)];
  }

  void addSquare(const std::array<int, 3>& first, Parts& parts) const
  {
    addTriangle(this->at(first, 0), this->at(first, 1), this->at(first, 3), parts);
    addTriangle(this->at(first, 0), this->at(first, 3), this->at(first, 2), parts);
  }

  /// Adds the six tetrahedra along the paths from corner 0 to corner 7 by edges.
  void addCube(const std::array<int, 3>& first, Parts& parts) const
  {
    constexpr std::array<std::array<std::size_t, 2>, 6> Ways = { { { 1, 3 }, { 1, 5 }, { 2, 3 },
      { 2, 6 }, { 4, 5 }, { 4, 6 } } };
    for (const std::array<std::size_t, 2>& middle : Ways)
    {
      addTetrahedron({ &this->at(first, 0), &this->at(first, middle[0]),
                       &this->at(first, middle[1]), &this->at(first, 7) },
        parts);
    }
  }

  std::array<std::size_t, 3> Counts{};
  std::vector<Sample> Samples;
};
}

std::vector<double> levelSetFractions(const BezierCells& cells, const std::vector<double>& levelSet)
{
  requireSize("Level set", levelSet.size(), cells.numberOfPoints(), "one for each point");
  std::vector<double> field(4 * levelSet.size());
  for (std::size_t p = 0; p < levelSet.size(); ++p)
  {
    std::copy_n(&cells.coordinates[3 * p], 3, &field[4 * p]);
    field[4 * p + 3] = levelSet[p];
  }
  std::vector<std::size_t> firsts = { 0 };
  for (const std::array<int, 3>& degrees : cells.degrees)
  {
    firsts.push_back(
      firsts.back() + std::size_t(degrees[0]) * std::size_t(degrees[1] * std::max(degrees[2], 1)));
  }
  std::vector<double> fractions(firsts.back());
  const bool isPlane = cells.dimension == 2;
  const auto count = static_cast<std::int64_t>(cells.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (std::int64_t c = 0; c < count; ++c)
  {
    const auto cell = static_cast<std::size_t>(c);
    const std::array<int, 3>& degrees = cells.degrees[cell];
    const auto begin = cells.points.begin() + cells.offsets[cell];
    const auto end = cells.points.begin() + cells.offsets[cell + 1];
    const auto isSolid = [&](std::int64_t point)
    { return levelSet[static_cast<std::size_t>(point)] > 0.0; };
    double* own = fractions.data() + firsts[cell];
    const std::size_t parts = firsts[cell + 1] - firsts[cell];
    const bool all = std::all_of(begin, end, isSolid);
    if (all || std::none_of(begin, end, isSolid))
    {
      std::fill_n(own, parts, all ? 1.0 : 0.0);
      continue;
    }
    const CellSamples samples(cells, cell, field);
    for (std::size_t part = 0; part < parts; ++part)
    {
      const int p = static_cast<int>(part);
      own[part] =
        samples.fraction({ Halves * (p % degrees[0]), Halves * (p / degrees[0] % degrees[1]),
                           Halves * (p / (degrees[0] * degrees[1])) },
          isPlane);
    }
  }
  return fractions;
}
}
