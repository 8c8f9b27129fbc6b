#include "Geometry/Level/LevelVolume.h"

#include "Geometry/ElementTetrahedra.h"
#include "Geometry/Level/LevelTetrahedra.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace trabecula
{
namespace
{
/// Volume of the part of an element's tetrahedra that is inside.
double volumeInside(const LevelField& field, std::int64_t element, double level)
{
  const ElementVertices v = verticesOf(field, element);
  const auto inside = insideOf(field, v, level);
  std::array<Position, ElementVertices::Most> x;
  std::transform(
    v.begin(), v.end(), x.begin(), [&](std::int32_t vertex) { return field.position(vertex); });
  double sum = 0.0;
  forTetrahedra(v,
    [&](const std::array<std::size_t, 4>& corners)
    {
      const TetrahedronCut cut =
        cutOf({ inside[corners[0]], inside[corners[1]], inside[corners[2]], inside[corners[3]] });
      if (cut.inside == 0)
      {
        return;
      }
      const double whole =
        tetrahedronVolume(x[corners[0]], x[corners[1]], x[corners[2]], x[corners[3]]);
      // Returns the fraction of the edge between an inner corner and the crossing.
      const auto way = [&](std::size_t from, std::size_t to)
      {
        return field.crossing(
          v.numbers[corners[cut.order[from]]], v.numbers[corners[cut.order[to]]], level);
      };
      double share = 1.0;
      if (cut.inside == 1)
      {
        share = way(0, 1) * way(0, 2) * way(0, 3);
      }
      else if (cut.inside == 3)
      {
        share = 1.0 - (1.0 - way(1, 0)) * (1.0 - way(2, 0)) * (1.0 - way(3, 0));
      }
      else if (cut.inside == 2)
      {
        // The inner part is divided into three tetrahedra, along the same diagonal as in the
        // surface.
        const double a = way(0, 2);
        const double b = way(0, 3);
        const double c = way(1, 2);
        const double d = way(1, 3);
        share = a * b + a * d * (1.0 - b) + c * d * (1.0 - a);
      }
      sum += whole * share;
    });
  return sum;
}

/// Bounds of the values of an element's vertices, extended by marks.
struct Range
{
  double least;
  double largest;
};

Range rangeOf(const LevelField& field, std::int64_t element)
{
  Range range = { field.values[field.vertexOfElement(element)], 0.0 };
  range.largest = range.least;
  const auto widen = [&](double value)
  {
    range.least = std::min(range.least, value);
    range.largest = std::max(range.largest, value);
  };
  const ElementVertices vertices = verticesOf(field, element);
  for (std::size_t i = 0; i < vertices.size(); ++i)
  {
    const std::int32_t vertex = vertices.numbers[i];
    widen(field.values[vertex]);
    if (!field.partDistances.empty() && field.partDistances[vertex] < 0.0)
    {
      range.least = -std::numeric_limits<double>::infinity();
    }
    if (i < vertices.nodes && field.marks[vertex] != LevelField::Plain)
    {
      const double limit = std::numeric_limits<double>::infinity();
      widen(field.marks[vertex] == LevelField::Inside ? limit : -limit);
    }
  }
  return range;
}

/// The volume of elements of the design region as a function of the level; elements entirely on one
/// side between two levels are not evaluated again.
class DesignVolume
{
public:
  explicit DesignVolume(const LevelField& field) : Field(field)
  {
    for (std::size_t e = 0; e < field.parts.size(); ++e)
    {
      if (field.parts[e] == LevelField::Design)
      {
        this->Open.push_back(static_cast<std::int32_t>(e));
      }
    }
    this->Ranges.resize(this->Open.size());
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(this->Open.size()); ++i)
    {
      this->Ranges[i] = rangeOf(field, this->Open[i]);
    }
  }

  double at(double level) const
  {
    constexpr std::int64_t chunk = 1024;
    const auto count = static_cast<std::int64_t>(this->Open.size());
    std::vector<double> partial(static_cast<std::size_t>((count + chunk - 1) / chunk), 0.0);
#pragma omp parallel for schedule(dynamic)
    for (std::int64_t c = 0; c < static_cast<std::int64_t>(partial.size()); ++c)
    {
      double sum = 0.0;
      for (std::int64_t i = c * chunk; i < std::min(count, (c + 1) * chunk); ++i)
      {
        if (this->Ranges[i].least >= level)
        {
          sum += this->Field.volumes[this->Open[i]];
        }
        else if (this->Ranges[i].largest >= level)
        {
          sum += volumeInside(this->Field, this->Open[i], level);
        }
      }
      partial[c] = sum;
    }
    return std::accumulate(partial.begin(), partial.end(), this->Inside);
  }

  void narrow(double low, double high)
  {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < this->Open.size(); ++i)
    {
      if (this->Ranges[i].least >= high)
      {
        this->Inside += this->Field.volumes[this->Open[i]];
      }
      else if (this->Ranges[i].largest >= low)
      {
        this->Open[kept] = this->Open[i];
        this->Ranges[kept] = this->Ranges[i];
        ++kept;
      }
    }
    this->Open.resize(kept);
    this->Ranges.resize(kept);
  }

private:
  const LevelField& Field;
  std::vector<std::int32_t> Open;
  std::vector<Range> Ranges;
  double Inside = 0.0; ///< volume of elements that are inside at all remaining levels
};
}

double volumeAtLevel(const LevelField& field, double level)
{
  return field.solidVolume + DesignVolume(field).at(level);
}

double findLevel(const LevelField& field, double volume)
{
  DesignVolume design(field);
  const double wanted = volume - field.solidVolume;
  // The volume decreases from that of the design region at low to zero at high.
  double low = field.least;
  double high = std::nextafter(field.largest, std::numeric_limits<double>::infinity());
  if (!(low < high))
  {
    return 0.0;
  }
  double atLow = design.at(low);
  double atHigh = design.at(high);
  constexpr int most = 100;
  for (int i = 0; i < most; ++i)
  {
    // Secant steps converge fast for a smooth volume; every third step is a bisection for
    // robustness.
    const double share = (atLow - wanted) / (atLow - atHigh);
    const double middle = low + (high - low) * (i % 3 == 2 ? 0.5 : std::clamp(share, 0.01, 0.99));
    if (!(atLow > atHigh) || middle <= low || middle >= high)
    {
      break;
    }
    const double atMiddle = design.at(middle);
    if (std::abs(atMiddle - wanted) <= 1e-11 * field.domainVolume)
    {
      return middle;
    }
    (atMiddle >= wanted ? low : high) = middle;
    (atMiddle >= wanted ? atLow : atHigh) = atMiddle;
    design.narrow(low, high);
  }
  return std::abs(atLow - wanted) <= std::abs(atHigh - wanted) ? low : high;
}
}
