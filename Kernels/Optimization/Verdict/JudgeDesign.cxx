#include "Optimization/Verdict/JudgeDesign.h"

#include "Analysis/ElementGeometry.h"
#include "Mesh/MeshParts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// Parts of the range of densities that are told apart by the threshold.
constexpr std::size_t Bins = 4096;

/// The elements around some of the nodes.
class ElementsAround
{
public:
  ElementsAround(const Mesh& mesh, const DesignConditions& conditions)
    : Number(mesh.numberOfNodes(), -1)
  {
    for (const std::int32_t node : conditions.held)
    {
      this->add(node);
    }
    for (const LoadedNodes& load : conditions.loads)
    {
      for (const std::int32_t node : load.nodes)
      {
        this->add(node);
      }
    }
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        const std::int32_t number = this->Number[std::size_t(mesh.element(e)[a])];
        if (number >= 0)
        {
          this->Elements[std::size_t(number)].push_back(static_cast<std::int32_t>(e));
        }
      }
    }
  }

  template <class Visit>
  void operator()(std::int32_t node, Visit&& visit) const
  {
    for (const std::int32_t e : this->Elements[std::size_t(this->Number[std::size_t(node)])])
    {
      visit(static_cast<std::size_t>(e));
    }
  }

private:
  void add(std::int32_t node)
  {
    std::int32_t& number = this->Number[std::size_t(node)];
    if (number < 0)
    {
      number = static_cast<std::int32_t>(this->Elements.size());
      this->Elements.emplace_back();
    }
  }

  std::vector<std::int32_t> Number; ///< of a node in Elements
  std::vector<std::vector<std::int32_t>> Elements;
};

std::vector<double> solidVolumes(const DesignConditions& conditions, const Mesh& mesh)
{
  std::vector<double> volumes = elementVolumes(mesh);
  for (std::size_t e = 0; e < conditions.solidFractions.size(); ++e)
  {
    volumes[e] *= conditions.solidFractions[e];
  }
  return volumes;
}
}

double solidThreshold(const std::vector<double>& density, const std::vector<double>& volumes)
{
  std::array<double, Bins + 1> volumeOf{};
  double material = 0.0;
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const double value = std::clamp(density[e], 0.0, 1.0);
    volumeOf[static_cast<std::size_t>(value * Bins)] += volumes[e];
    material += value * volumes[e];
  }
  // The bin whose lower end is the threshold: where including it is nearer to the volume.
  double above = 0.0;
  std::size_t bin = Bins + 1;
  while (bin > 1)
  {
    const double with = above + volumeOf[bin - 1];
    if (above > 0.0 && std::abs(with - material) > std::abs(above - material))
    {
      break;
    }
    above = with;
    --bin;
  }
  return static_cast<double>(bin) / static_cast<double>(Bins);
}

MaterialPieces findMaterialPieces(const Mesh& mesh, const std::vector<std::uint8_t>& isMaterial)
{
  MaterialPieces pieces;
  pieces.pieceOfCell.assign(isMaterial.size(), -1);
  const MeshParts parts = findParts(keepElements(mesh, isMaterial));
  pieces.count = static_cast<std::size_t>(parts.count);
  std::size_t kept = 0;
  for (std::size_t e = 0; e < isMaterial.size(); ++e)
  {
    if (isMaterial[e])
    {
      pieces.pieceOfCell[e] = parts.partOfElement[kept++];
    }
  }
  return pieces;
}

DesignVerdict judgeElements(
  const DesignConditions& conditions, const Mesh& mesh, const std::vector<double>& density)
{
  DesignVerdict verdict;
  const std::vector<double> volumes = solidVolumes(conditions, mesh);
  verdict.threshold = solidThreshold(density, volumes);
  std::vector<std::uint8_t> isMaterial(density.size());
  std::transform(density.begin(), density.end(), isMaterial.begin(),
    [&](double value) -> std::uint8_t { return value >= verdict.threshold; });
  judgePieces(verdict, conditions, findMaterialPieces(mesh, isMaterial), volumes,
    ElementsAround(mesh, conditions));
  double grey = 0.0;
  double total = 0.0;
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const double value = std::clamp(density[e], 0.0, 1.0);
    grey += 4.0 * volumes[e] * value * (1.0 - value);
    total += volumes[e];
  }
  verdict.greyness = total > 0.0 ? grey / total : 0.0;
  return verdict;
}

void judgeHistory(DesignVerdict& verdict, const DesignConditions& conditions,
  const HistoryColumns& columns, const HistoryRow& row, const HistoryRow* start, double tolerance)
{
  verdict.bounds.clear();
  for (const ColumnBound& bound : conditions.bounds)
  {
    verdict.bounds.push_back({ bound.column, valueOf(columns, row, bound.column), bound.bound });
  }
  verdict.change = valueOf(columns, row, ColumnRole::Change);
  verdict.tolerance = tolerance;
  verdict.iteration = row.iteration;
  verdict.greyness =
    columns.find("Greyness") >= 0 ? valueOf(columns, row, "Greyness") : verdict.greyness;
  verdict.increase = 0.0;
  if (start && boundExcess(conditions.bounds, columns, *start) <= BoundVerdict::Tolerance)
  {
    const double before = valueOf(columns, *start, ColumnRole::Objective);
    const double now = valueOf(columns, row, ColumnRole::Objective);
    verdict.increase = before != 0.0 ? (now - before) / std::abs(before) : 0.0;
  }
}

double boundExcess(
  const std::vector<ColumnBound>& bounds, const HistoryColumns& columns, const HistoryRow& row)
{
  double largest = 0.0;
  for (const ColumnBound& bound : bounds)
  {
    const BoundVerdict verdict = { bound.column, valueOf(columns, row, bound.column), bound.bound };
    largest = std::max(largest, verdict.excess());
  }
  return largest;
}
}
