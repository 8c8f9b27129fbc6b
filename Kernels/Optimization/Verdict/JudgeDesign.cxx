#include "Optimization/Verdict/JudgeDesign.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Text.h"
#include "Core/UnionFind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace trabecula
{
namespace
{
/// The number of intervals of [0, 1] that the threshold distinguishes.
constexpr std::size_t Bins = 4096;

/// The elements around a subset of the nodes.
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
    for (const ConnectedNodes& connected : conditions.connections)
    {
      for (const std::int32_t node : connected.nodes)
      {
        this->add(node);
      }
    }
    for (const LoadedNodes& load : conditions.loads)
    {
      for (const std::vector<std::int32_t>* nodes : { &load.nodes, &load.heldBy })
      {
        for (const std::int32_t node : *nodes)
        {
          this->add(node);
        }
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

  std::vector<std::int32_t> Number; ///< position of a node in Elements
  std::vector<std::vector<std::int32_t>> Elements;
};

/// The faces of the marked elements, sorted by their smallest corners. Few faces have the same
/// smallest corner, so that neighbours are found without sorting all faces.
class FacesByCorner
{
public:
  FacesByCorner(const Mesh& mesh, const std::vector<std::uint8_t>& isMarked)
    : Starts(mesh.numberOfNodes() + 1, 0)
  {
    forEachFace(mesh, isMarked,
      [&](std::int32_t corner, const Face&) { ++this->Starts[std::size_t(corner) + 1]; });
    std::partial_sum(this->Starts.begin(), this->Starts.end(), this->Starts.begin());
    this->Faces.resize(std::size_t(this->Starts.back()));
    std::vector<std::int64_t> next(this->Starts.begin(), this->Starts.end() - 1);
    forEachFace(mesh, isMarked,
      [&](std::int32_t corner, const Face& face)
      { this->Faces[std::size_t(next[std::size_t(corner)]++)] = face; });
  }

  /// Joins the elements that share a face.
  void joinElements(std::int32_t* parents) const
  {
    const auto corners = static_cast<std::int64_t>(this->Starts.size()) - 1;
#pragma omp parallel for schedule(static)
    for (std::int64_t c = 0; c < corners; ++c)
    {
      for (std::int64_t i = this->Starts[std::size_t(c)]; i < this->Starts[std::size_t(c) + 1]; ++i)
      {
        for (std::int64_t k = i + 1; k < this->Starts[std::size_t(c) + 1]; ++k)
        {
          const Face& a = this->Faces[std::size_t(i)];
          const Face& b = this->Faces[std::size_t(k)];
          if (a.second == b.second && a.third == b.third)
          {
            unionfind::joinShortened(parents, a.element, b.element);
          }
        }
      }
    }
  }

private:
  /// Three corners identify a face in a conforming mesh.
  struct Face
  {
    std::int32_t second; ///< second smallest corner
    std::int32_t third;
    std::int32_t element;
  };

  template <class Visit>
  static void forEachFace(
    const Mesh& mesh, const std::vector<std::uint8_t>& isMarked, const Visit& visit)
  {
    for (std::size_t e = 0; e < isMarked.size(); ++e)
    {
      const CellShape& shape = mesh.shape(e);
      for (int f = 0; isMarked[e] && f < shape.faces; ++f)
      {
        // Triangles have no fourth corner, which sorts last.
        std::array<std::int32_t, 4> corners;
        corners.fill(std::numeric_limits<std::int32_t>::max());
        for (int i = 0; i < shape.cornersOfFace(f); ++i)
        {
          corners[std::size_t(i)] =
            mesh.element(e)[shape.faceNodes[std::size_t(f)][std::size_t(i)]];
        }
        std::sort(corners.begin(), corners.end());
        visit(corners[0], Face{ corners[1], corners[2], static_cast<std::int32_t>(e) });
      }
    }
  }

  std::vector<std::int64_t> Starts; ///< the first face of each corner, and the number of faces
  std::vector<Face> Faces;
};
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
  // The threshold is the lower end of the bin at which the volume of the elements above is nearest
  // to the volume of the material.
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
  const FacesByCorner faces(mesh, isMaterial);
  std::vector<std::int32_t> parents(isMaterial.size());
  std::iota(parents.begin(), parents.end(), 0);
  faces.joinElements(parents.data());
  MaterialPieces pieces;
  pieces.pieceOfCell.assign(isMaterial.size(), -1);
  for (std::size_t e = 0; e < isMaterial.size(); ++e)
  {
    if (isMaterial[e])
    {
      // The root has the smallest number of its piece, so that the piece already has a number.
      const auto root = static_cast<std::size_t>(
        unionfind::shortenedRoot(parents.data(), static_cast<std::int32_t>(e)));
      pieces.pieceOfCell[e] =
        root == e ? static_cast<std::int32_t>(pieces.count++) : pieces.pieceOfCell[root];
    }
  }
  return pieces;
}

double shareElsewhere(const MaterialPieces& pieces, const std::vector<std::uint8_t>& isFlagged,
  const std::vector<double>& volumes)
{
  double material = 0.0;
  double elsewhere = 0.0;
  for (std::size_t c = 0; c < volumes.size(); ++c)
  {
    const std::int32_t piece = pieces.pieceOfCell[c];
    material += piece >= 0 ? volumes[c] : 0.0;
    elsewhere += piece >= 0 && !isFlagged[std::size_t(piece)] ? volumes[c] : 0.0;
  }
  return material > 0.0 ? elsewhere / material : 0.0;
}

DesignVerdict judgeElements(
  const DesignConditions& conditions, const Mesh& mesh, const std::vector<double>& density)
{
  DesignVerdict verdict;
  verdict.isOfHeat = conditions.isOfHeat;
  const std::vector<double> volumes = solidVolumes(mesh, conditions.solidFractions);
  verdict.threshold = solidThreshold(density, volumes);
  std::vector<std::uint8_t> isMaterial(density.size());
  std::transform(density.begin(), density.end(), isMaterial.begin(),
    [&](double value) -> std::uint8_t { return value >= verdict.threshold; });
  const MaterialPieces pieces = findMaterialPieces(mesh, isMaterial);
  const ElementsAround around(mesh, conditions);
  judgeLoads(verdict, conditions, pieces, around);
  judgePieces(verdict, conditions, pieces, volumes, around);
  for (const ConnectedNodes& connected : conditions.connections)
  {
    verdict.connections.push_back({ connected.place,
      shareElsewhere(pieces, piecesAt(connected.nodes, pieces, around), volumes) });
  }
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
    verdict.bounds.push_back(
      { bound.column, valueOf(columns, row, bound.column), bound.bound, bound.sense });
  }
  verdict.countedFaults.clear();
  for (const StageColumn& column : conditions.counts)
  {
    const double count = valueOf(columns, row, column.name);
    if (count > 0.0)
    {
      verdict.countedFaults.push_back(shortText(count) + " " + column.fault + ".");
    }
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
    const BoundVerdict verdict = { bound.column, valueOf(columns, row, bound.column), bound.bound,
      bound.sense };
    largest = std::max(largest, verdict.excess());
  }
  return largest;
}
}
