#include "Optimization/Verdict/JudgePatch.h"

#include "Core/UnionFind.h"
#include "Optimization/LevelSet/LevelSetValidation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace trabecula
{
namespace
{
/// The cells that the elements of a patch are divided into.
class PatchCells
{
public:
  explicit PatchCells(const NurbsPatch& patch)
    : Patch(&patch), Counts(patch.counts()), PerElement(patch.dimension == 2 ? 3 : 2)
  {
    const std::array<int, 3> elements = patch.elements();
    for (std::size_t d = 0; d < 3; ++d)
    {
      const bool isUsed = d < static_cast<std::size_t>(patch.dimension);
      this->Parts[d] = isUsed ? this->PerElement : 1;
      this->Cells[d] = elements[d] * this->Parts[d];
      this->Breaks[d] = breakPoints(patch.degrees[d], patch.knots[d]);
      this->Greville[d] =
        isUsed ? grevillePoints(patch.degrees[d], patch.knots[d]) : std::vector<double>{ 0.5 };
    }
  }

  const std::array<int, 3>& cells() const { return this->Cells; }
  std::size_t size() const
  {
    return std::size_t(this->Cells[0]) * std::size_t(this->Cells[1]) * std::size_t(this->Cells[2]);
  }

  /// Evaluates a level set at the centres of cells, and the sizes of the cells.
  void evaluate(const std::vector<double>& levelSet, std::vector<std::uint8_t>& isMaterial,
    std::vector<double>& volumes) const
  {
    const auto count = static_cast<std::int64_t>(this->size());
    isMaterial.resize(this->size());
    volumes.resize(this->size());
#pragma omp parallel for schedule(static)
    for (std::int64_t c = 0; c < count; ++c)
    {
      double inParameters = 1.0;
      const NurbsPoint point = evaluateAt(*this->Patch, this->centre(c, inParameters));
      double level = 0.0;
      for (std::size_t i = 0; i < std::size_t(point.count); ++i)
      {
        level += point.values[i] * levelSet[std::size_t(point.controlPoints[i])];
      }
      isMaterial[std::size_t(c)] = level >= 0.0 ? 1 : 0;
      volumes[std::size_t(c)] = inParameters * std::abs(point.determinant());
    }
  }

  /// The cells at most an element away from the Greville point of a control point.
  template <class Visit>
  void operator()(std::int32_t controlPoint, Visit&& visit) const
  {
    std::array<int, 3> low{};
    std::array<int, 3> high{};
    int rest = controlPoint;
    for (std::size_t d = 0; d < 3; ++d)
    {
      const int index = rest % this->Counts[d];
      rest /= this->Counts[d];
      const double place = this->placeOf(d, this->Greville[d][std::size_t(index)]);
      const double reach = this->Parts[d];
      low[d] = std::max(0, static_cast<int>(std::ceil(place - reach - 0.5)));
      high[d] = std::min(this->Cells[d] - 1, static_cast<int>(std::floor(place + reach - 0.5)));
    }
    for (int k = low[2]; k <= high[2]; ++k)
    {
      for (int j = low[1]; j <= high[1]; ++j)
      {
        for (int i = low[0]; i <= high[0]; ++i)
        {
          visit(std::size_t(i) +
            std::size_t(this->Cells[0]) *
              (std::size_t(j) + std::size_t(this->Cells[1]) * std::size_t(k)));
        }
      }
    }
  }

private:
  std::array<double, 3> centre(std::int64_t cell, double& volume) const
  {
    std::array<double, 3> xi{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      const auto at = static_cast<std::size_t>(cell % this->Cells[d]);
      cell /= this->Cells[d];
      const auto parts = static_cast<std::size_t>(this->Parts[d]);
      const double low = this->Breaks[d][at / parts];
      const double width = this->Breaks[d][at / parts + 1] - low;
      xi[d] = low + width * (double(at % parts) + 0.5) / double(parts);
      volume *= width / double(parts);
    }
    return xi;
  }

  /// A parameter in units of cells.
  double placeOf(std::size_t direction, double parameter) const
  {
    const std::vector<double>& breaks = this->Breaks[direction];
    const auto after = std::upper_bound(breaks.begin() + 1, breaks.end() - 1, parameter);
    const auto span = static_cast<std::size_t>(after - breaks.begin()) - 1;
    return double(this->Parts[direction]) *
      (double(span) + (parameter - breaks[span]) / (breaks[span + 1] - breaks[span]));
  }

  const NurbsPatch* Patch;
  std::array<int, 3> Counts;
  int PerElement;
  std::array<int, 3> Parts{}; ///< of an element in each direction
  std::array<int, 3> Cells{};
  std::array<std::vector<double>, 3> Breaks;
  std::array<std::vector<double>, 3> Greville;
};
}

DesignConditions patchConditions(const LevelSetProblem& problem)
{
  TopologyProblem conditions = problem;
  if (problem.patch.dimension == 2)
  {
    // Nothing moves out of the plane, and held components there hold nothing.
    restrictToPlane(conditions);
    for (std::size_t i = 2; i < conditions.supports.size(); i += 3)
    {
      conditions.supports[i] = 0;
    }
  }
  return DesignConditions(
    conditions, std::vector<std::uint8_t>(problem.patch.numberOfControlPoints(), 1));
}

MaterialPieces findMaterialPieces(
  const std::array<int, 3>& cells, const std::vector<std::uint8_t>& isMaterial)
{
  std::vector<std::int32_t> parents(isMaterial.size());
  std::iota(parents.begin(), parents.end(), 0);
  const std::array<std::size_t, 3> strides = { 1, std::size_t(cells[0]),
    std::size_t(cells[0]) * std::size_t(cells[1]) };
  for (std::size_t c = 0; c < isMaterial.size(); ++c)
  {
    for (std::size_t d = 0; isMaterial[c] && d < 3; ++d)
    {
      const bool hasNext = (c / strides[d]) % std::size_t(cells[d]) + 1 < std::size_t(cells[d]);
      if (hasNext && isMaterial[c + strides[d]])
      {
        unionfind::joinShortened(
          parents.data(), static_cast<std::int32_t>(c), static_cast<std::int32_t>(c + strides[d]));
      }
    }
  }
  MaterialPieces pieces;
  pieces.pieceOfCell.assign(isMaterial.size(), -1);
  for (std::size_t c = 0; c < isMaterial.size(); ++c)
  {
    if (!isMaterial[c])
    {
      continue;
    }
    // The root is the smallest number of its piece, so that it has been numbered before.
    const auto root = static_cast<std::size_t>(
      unionfind::shortenedRoot(parents.data(), static_cast<std::int32_t>(c)));
    pieces.pieceOfCell[c] =
      root == c ? static_cast<std::int32_t>(pieces.count++) : pieces.pieceOfCell[root];
  }
  return pieces;
}

DesignVerdict judgePatch(
  const DesignConditions& conditions, const NurbsPatch& patch, const std::vector<double>& levelSet)
{
  const PatchCells cells(patch);
  std::vector<std::uint8_t> isMaterial;
  std::vector<double> volumes;
  cells.evaluate(levelSet, isMaterial, volumes);
  DesignVerdict verdict;
  judgePieces(verdict, conditions, findMaterialPieces(cells.cells(), isMaterial), volumes, cells);
  return verdict;
}
}
