#include "Optimization/LevelSet/HolePattern.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// A line of constant other parameters along one direction of a patch, parameterized by its arc
/// length.
class ArcLength
{
public:
  /// @param start parameters of the other directions
  ArcLength(const NurbsPatch& patch, std::size_t direction, const std::array<double, 3>& start)
    : Patch(&patch), Direction(direction), Start(start),
      Breaks(breakPoints(patch.degrees[direction], patch.knots[direction]))
  {
    this->Lengths.push_back(0.0);
    for (std::size_t s = 1; s < this->Breaks.size(); ++s)
    {
      this->Lengths.push_back(
        this->Lengths.back() + this->lengthOf(this->Breaks[s - 1], this->Breaks[s]));
    }
  }

  double length() const { return this->Lengths.back(); }

  /// Returns the parameter at a fraction of the length.
  double parameterAt(double part) const
  {
    const double wanted = part * this->length();
    std::size_t span = 1;
    while (span + 1 < this->Breaks.size() && this->Lengths[span] < wanted)
    {
      ++span;
    }
    double low = this->Breaks[span - 1];
    double high = this->Breaks[span];
    const double rest = wanted - this->Lengths[span - 1];
    double x = low + (high - low) * rest / (this->Lengths[span] - this->Lengths[span - 1]);
    for (int step = 0; step < 60 && high - low > 1e-15; ++step)
    {
      const double excess = this->lengthOf(this->Breaks[span - 1], x) - rest;
      (excess > 0.0 ? high : low) = x;
      const double newton = x - excess / this->speedAt(x);
      const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
      if (std::abs(next - x) < 1e-15)
      {
        break;
      }
      x = next;
    }
    return x;
  }

private:
  double speedAt(double x) const
  {
    std::array<double, 3> xi = this->Start;
    xi[this->Direction] = x;
    const NurbsPoint point = evaluateAt(*this->Patch, xi);
    return std::hypot(point.jacobian[0][this->Direction], point.jacobian[1][this->Direction],
      point.jacobian[2][this->Direction]);
  }
  double lengthOf(double low, double high) const
  {
    static const GaussRule rule(12);
    double sum = 0.0;
    for (std::size_t q = 0; q < rule.places.size(); ++q)
    {
      const double half = 0.5 * (high - low);
      sum += half * rule.weights[q] * this->speedAt(low + half * (rule.places[q] + 1.0));
    }
    return sum;
  }

  const NurbsPatch* Patch;
  std::size_t Direction;
  std::array<double, 3> Start;
  std::vector<double> Breaks;
  std::vector<double> Lengths; ///< from the start to each break
};
}

std::array<double, 3> middleLengths(const NurbsPatch& patch)
{
  const std::array<double, 3> middle = { 0.5, 0.5, patch.dimension == 3 ? 0.5 : 0.0 };
  std::array<double, 3> lengths{};
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    lengths[k] = ArcLength(patch, k, middle).length();
  }
  return lengths;
}

InitialHoles resolved(const InitialHoles& holes, const NurbsPatch& patch)
{
  InitialHoles result = holes;
  const std::array<double, 3> lengths = middleLengths(patch);
  const bool isSpace = patch.dimension == 3;
  double least = std::min(std::max(lengths[0], lengths[1]) / std::max(1, holes.perRow),
    std::min(lengths[0], lengths[1]) / std::max(1, holes.rows));
  if (!isSpace)
  {
    result.layers = 1;
  }
  else if (holes.layers == 0)
  {
    constexpr double most = 1000.0;
    result.layers = static_cast<int>(std::clamp(std::round(lengths[2] / least), 1.0, most));
  }
  if (isSpace)
  {
    least = std::min(least, lengths[2] / std::max(1, result.layers));
  }
  if (holes.radius == 0.0)
  {
    constexpr double ofCircles = 0.3;
    constexpr double ofSpheres = 0.4;
    constexpr double most = 0.49;
    // A little more than half of an element's diagonal ensures that the hole contains a control
    // point, wherever its centre is.
    constexpr double ofDiagonal = 0.55;
    const double diagonal = std::sqrt(double(patch.dimension)) * meanElementSize(patch);
    result.radius =
      std::clamp(ofDiagonal * diagonal, (isSpace ? ofSpheres : ofCircles) * least, most * least);
  }
  return result;
}

namespace
{
/// Returns the parameters of the centres of a pattern.
std::vector<std::array<double, 3>> parametersOfPattern(
  const InitialHoles& holes, const NurbsPatch& patch)
{
  const std::array<double, 3> middle = { 0.5, 0.5, patch.dimension == 3 ? 0.5 : 0.0 };
  const bool alongFirst =
    ArcLength(patch, 0, middle).length() >= ArcLength(patch, 1, middle).length();
  const std::size_t along = alongFirst ? 0 : 1;
  const std::size_t across = 1 - along;
  std::vector<std::array<double, 3>> places;
  const int layers = resolved(holes, patch).layers;
  for (int layer = 0; layer < layers; ++layer)
  {
    std::array<double, 3> xi = middle;
    if (patch.dimension == 3)
    {
      xi[2] = ArcLength(patch, 2, middle).parameterAt((layer + 0.5) / layers);
    }
    for (int row = 0; row < holes.rows; ++row)
    {
      std::array<double, 3> start = xi;
      start[across] = ArcLength(patch, across, xi).parameterAt((row + 0.5) / holes.rows);
      const ArcLength line(patch, along, start);
      const bool isOdd = holes.staggered && row % 2 == 1;
      for (int i = 0; i < holes.perRow - (isOdd ? 1 : 0); ++i)
      {
        std::array<double, 3> at = start;
        at[along] = line.parameterAt((i + (isOdd ? 1.0 : 0.5)) / holes.perRow);
        places.push_back(at);
      }
    }
  }
  return places;
}

/// Evaluates the level set at parameters.
double levelAt(
  const NurbsPatch& patch, const std::vector<double>& levelSet, const std::array<double, 3>& xi)
{
  const NurbsPoint point = evaluateAt(patch, xi);
  double level = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    level += point.values[i] * levelSet[static_cast<std::size_t>(point.controlPoints[i])];
  }
  return level;
}
}

namespace
{
/// Returns whether the level set is negative at the given parameters, or at parameters that differ
/// from these by half an element in any direction.
bool hasVoidNear(
  const NurbsPatch& patch, const std::vector<double>& levelSet, const std::array<double, 3>& xi)
{
  const std::array<int, 3> elements = patch.elements();
  const int steps = patch.dimension == 3 ? 27 : 9;
  for (int step = 0; step < steps; ++step)
  {
    const std::array<int, 3> ways = { step % 3, step / 3 % 3, step / 9 % 3 };
    std::array<double, 3> at = xi;
    for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
    {
      at[k] = std::clamp(xi[k] + 0.5 * (ways[k] - 1) / elements[k], 0.0, 1.0);
    }
    if (levelAt(patch, levelSet, at) < 0.0)
    {
      return true;
    }
  }
  return false;
}
}

std::vector<double> centresOf(const InitialHoles& holes, const NurbsPatch& patch)
{
  if (!holes.centres.empty())
  {
    return holes.centres;
  }
  std::vector<double> centres;
  for (const std::array<double, 3>& xi : parametersOfPattern(holes, patch))
  {
    const std::array<double, 3> place = evaluateAt(patch, xi).position;
    centres.insert(centres.end(), place.begin(), place.end());
  }
  return centres;
}

HoleCensus countHoles(
  const InitialHoles& holes, const NurbsPatch& patch, const std::vector<double>& levelSet)
{
  HoleCensus census;
  if (!holes.centres.empty())
  {
    return census; // the parameters of given centres are not known
  }
  for (const std::array<double, 3>& xi : parametersOfPattern(holes, patch))
  {
    ++census.holes;
    census.vanished += hasVoidNear(patch, levelSet, xi) ? 0 : 1;
  }
  return census;
}
}
