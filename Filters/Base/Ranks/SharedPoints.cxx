#include "SharedPoints.h"

#include "PlainPiece.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkBoundingBox.h"
#include "vtkCellArray.h"
#include "vtkDataArray.h"
#include "vtkPointData.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace trabecula::filters
{
namespace
{
using Coordinates = std::array<double, 3>;

constexpr double RelativeTolerance = 1e-6;

Coordinates pointOf(vtkDataSet* piece, vtkIdType point)
{
  Coordinates x{};
  piece->GetPoint(point, x.data());
  return x;
}

double squaredDistance(const Coordinates& a, const Coordinates& b)
{
  const double x = a[0] - b[0];
  const double y = a[1] - b[1];
  const double z = a[2] - b[2];
  return x * x + y * y + z * z;
}

std::string placeText(const Coordinates& x)
{
  return "(" + shortText(x[0]) + ", " + shortText(x[1]) + ", " + shortText(x[2]) + ")";
}

/// The shortest distance of successive nodes of a cell that do not coincide; infinite without any.
double shortestEdge(vtkDataSet* piece)
{
  double shortest = std::numeric_limits<double>::infinity();
  for (vtkCellArray* list : cellListsOf(piece))
  {
    for (vtkIdType c = 0; list && c < list->GetNumberOfCells(); ++c)
    {
      vtkIdType size = 0;
      const vtkIdType* nodes = nullptr;
      list->GetCellAtId(c, size, nodes);
      for (vtkIdType n = 1; n < size; ++n)
      {
        const double square =
          squaredDistance(pointOf(piece, nodes[n - 1]), pointOf(piece, nodes[n]));
        shortest = square > 0.0 ? std::min(shortest, square) : shortest;
      }
    }
  }
  return std::sqrt(shortest);
}

vtkDataArray* globalIdsOf(vtkDataSet* piece)
{
  return piece->GetPointData()->GetGlobalIds();
}

[[noreturn]] void refuseAmbiguous(std::size_t one, std::size_t other, const Coordinates& place)
{
  throw Error("Two points of " + nameOfRank(one) + " lie at " + placeText(place) + ", where " +
    nameOfRank(other) +
    " has a point, too, and coordinates do not tell which of them "
    "it is. Give the points global ids before the mesh is distributed, or keep such points, as on "
    "the sides of a crack, inside of one piece.");
}

/// Points that were taken into the whole, by place.
class PointsByPlace
{
public:
  /// @param width of the boxes that points are sorted into, above the tolerance
  PointsByPlace(double width, double tolerance) : Width(width), Tolerance(tolerance) {}

  void add(const Coordinates& x, vtkIdType point)
  {
    this->Boxes[this->keyOf(this->boxOf(x, { 0.0, 0.0, 0.0 }))].push_back({ x, point });
  }

  /// Calls visit for all points within the tolerance.
  template <class Visit>
  void visitNear(const Coordinates& x, const Visit& visit) const
  {
    const double t = this->Tolerance;
    const Box low = this->boxOf(x, { -t, -t, -t });
    const Box high = this->boxOf(x, { t, t, t });
    for (std::int64_t i = low[0]; i <= high[0]; ++i)
    {
      for (std::int64_t j = low[1]; j <= high[1]; ++j)
      {
        for (std::int64_t k = low[2]; k <= high[2]; ++k)
        {
          this->visitBox({ i, j, k }, x, visit);
        }
      }
    }
  }

private:
  using Box = std::array<std::int64_t, 3>;
  struct Entry
  {
    Coordinates x;
    vtkIdType point;
  };

  Box boxOf(const Coordinates& x, const Coordinates& shift) const
  {
    Box box{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double number = std::floor((x[d] + shift[d]) / this->Width);
      box[d] = static_cast<std::int64_t>(std::clamp(number, -4e18, 4e18));
    }
    return box;
  }

  static std::uint64_t keyOf(const Box& box)
  {
    std::uint64_t key = 0;
    for (const std::int64_t number : box)
    {
      key = (key ^ static_cast<std::uint64_t>(number)) * 0x9E3779B97F4A7C15u;
      key ^= key >> 29;
    }
    return key;
  }

  template <class Visit>
  void visitBox(const Box& box, const Coordinates& x, const Visit& visit) const
  {
    const auto found = this->Boxes.find(keyOf(box));
    if (found == this->Boxes.end())
    {
      return;
    }
    for (const Entry& entry : found->second)
    {
      // Boxes with the same key are told apart by the distance.
      if (squaredDistance(entry.x, x) <= this->Tolerance * this->Tolerance &&
        this->boxOf(entry.x, { 0.0, 0.0, 0.0 }) == box)
      {
        visit(entry.point);
      }
    }
  }

  double Width;
  double Tolerance;
  std::unordered_map<std::uint64_t, std::vector<Entry>> Boxes;
};

void matchByIds(const Pieces& pieces, SharedPoints& shared)
{
  struct First
  {
    vtkIdType point;
    std::size_t piece;
    vtkIdType inPiece;
    std::size_t last; ///< the piece that had it last
  };
  std::unordered_map<std::int64_t, First> known;
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    vtkDataArray* ids = hasNothing(pieces[r]) ? nullptr : globalIdsOf(pieces[r]);
    for (vtkIdType p = 0; ids && p < pieces[r]->GetNumberOfPoints(); ++p)
    {
      const auto id = static_cast<std::int64_t>(ids->GetComponent(p, 0));
      const auto [place, isNew] = known.try_emplace(id, First{ shared.count, r, p, r });
      First& first = place->second;
      shared.places[r][static_cast<std::size_t>(p)] = first.point;
      if (isNew)
      {
        ++shared.count;
        continue;
      }
      const Coordinates x = pointOf(pieces[r], p);
      if (first.last == r)
      {
        throw Error("Two points of " + nameOfRank(r) + ", one of them at " + placeText(x) +
          ", have the same global id " + std::to_string(id) +
          ". Number the points anew with the filter Generate Global Ids, or take the array out.");
      }
      first.last = r;
      const Coordinates other = pointOf(pieces[first.piece], first.inPiece);
      if (squaredDistance(x, other) > shared.tolerance * shared.tolerance)
      {
        throw Error("The point with the global id " + std::to_string(id) + " lies at " +
          placeText(other) + " on " + nameOfRank(first.piece) + ", but at " + placeText(x) +
          " on " + nameOfRank(r) +
          ". Number the points anew with the filter Generate Global Ids, or take "
          "the array out.");
      }
    }
  }
}

/// The box of a piece, larger by the tolerance.
vtkBoundingBox boxAround(vtkDataSet* piece, double tolerance)
{
  vtkBoundingBox box(piece->GetBounds());
  box.Inflate(tolerance);
  return box;
}

/// Of each point of a piece, whether it lies in the box of another piece.
std::vector<char> pointsInOthers(const Pieces& pieces, std::size_t r, double tolerance)
{
  std::vector<char> flags(static_cast<std::size_t>(pieces[r]->GetNumberOfPoints()), 0);
  for (std::size_t other = 0; other < pieces.size(); ++other)
  {
    if (other == r || hasNothing(pieces[other]))
    {
      continue;
    }
    const vtkBoundingBox box = boxAround(pieces[other], tolerance);
    for (std::size_t p = 0; p < flags.size(); ++p)
    {
      const Coordinates x = pointOf(pieces[r], static_cast<vtkIdType>(p));
      flags[p] = flags[p] != 0 || box.ContainsPoint(x.data()) ? 1 : 0;
    }
  }
  return flags;
}

void matchByPlace(const Pieces& pieces, double edge, SharedPoints& shared)
{
  struct Claim
  {
    std::size_t first; ///< the piece that had the point first
    std::size_t last;
  };
  PointsByPlace byPlace(std::max(0.25 * edge, 4.0 * shared.tolerance), shared.tolerance);
  std::unordered_map<vtkIdType, Claim> claims;
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    if (hasNothing(pieces[r]))
    {
      continue;
    }
    const std::vector<char> mayBeShared = pointsInOthers(pieces, r, shared.tolerance);
    std::vector<std::size_t> added;
    for (std::size_t p = 0; p < mayBeShared.size(); ++p)
    {
      vtkIdType match = -1;
      const Coordinates x = pointOf(pieces[r], static_cast<vtkIdType>(p));
      if (mayBeShared[p] != 0)
      {
        byPlace.visitNear(x,
          [&](vtkIdType point)
          {
            if (match >= 0)
            {
              refuseAmbiguous(claims.at(point).first, r, x);
            }
            match = point;
          });
      }
      if (match < 0)
      {
        match = shared.count++;
        if (mayBeShared[p] != 0)
        {
          added.push_back(p);
          claims[match] = { r, r };
        }
      }
      else if (Claim& claim = claims.at(match); claim.last == r)
      {
        refuseAmbiguous(r, claim.first, x);
      }
      else
      {
        claim.last = r;
      }
      shared.places[r][p] = match;
    }
    // Afterwards, as the points of one piece remain apart.
    for (const std::size_t p : added)
    {
      byPlace.add(pointOf(pieces[r], static_cast<vtkIdType>(p)), shared.places[r][p]);
    }
  }
}
}

SharedPoints matchPoints(const Pieces& pieces)
{
  SharedPoints shared;
  shared.places.resize(pieces.size());
  vtkBoundingBox bounds;
  double edge = std::numeric_limits<double>::infinity();
  double points = 0.0;
  bool haveIds = true;
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    if (!hasNothing(pieces[r]))
    {
      shared.places[r].resize(static_cast<std::size_t>(pieces[r]->GetNumberOfPoints()));
      bounds.AddBounds(pieces[r]->GetBounds());
      edge = std::min(edge, shortestEdge(pieces[r]));
      points += static_cast<double>(pieces[r]->GetNumberOfPoints());
      haveIds = haveIds && globalIdsOf(pieces[r]);
    }
  }
  if (!std::isfinite(edge)) // points without cells
  {
    edge = bounds.IsValid() ? bounds.GetDiagonalLength() / std::cbrt(std::max(points, 1.0)) : 0.0;
  }
  edge = edge > 0.0 ? edge : 1.0;
  shared.tolerance = RelativeTolerance * edge;
  if (haveIds)
  {
    matchByIds(pieces, shared);
  }
  else
  {
    matchByPlace(pieces, edge, shared);
  }
  return shared;
}
}
