#include "Operator/Conduction/FilmMatrix.h"

#include "Core/Error.h"
#include "Element/FaceQuadrature.h"
#include "Mesh/ElementFaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// A boundary face: its corners, followed by its mid-edge nodes.
struct FilmFace
{
  std::size_t count = 0;
  std::array<std::size_t, CellShape::MostFaceNodes> nodes{};
};

FilmFace filmFace(const Mesh& mesh, std::int64_t side)
{
  const FaceLoop<std::int32_t> loop = nodesOfSide(mesh, side);
  const bool isQuadratic = mesh.shape(std::size_t(ElementFaces::elementOf(side))).isQuadratic();
  FilmFace face;
  face.count = loop.size();
  for (std::size_t i = 0; i < face.count; ++i)
  {
    const std::size_t place = !isQuadratic ? i : i % 2 * (face.count / 2) + i / 2;
    face.nodes[place] = static_cast<std::size_t>(loop[i]);
  }
  return face;
}

/// Returns the ratio of physical area to area in natural coordinates.
double areaFactor(const Mesh& mesh, const FilmFace& face, const FaceShape& shape)
{
  std::array<std::array<double, 3>, 2> tangents{};
  for (std::size_t a = 0; a < face.count; ++a)
  {
    for (std::size_t k = 0; k < 2; ++k)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        tangents[k][c] += shape.derivatives[a][k] * mesh.points[3 * face.nodes[a] + c];
      }
    }
  }
  const auto& [s, t] = tangents;
  return std::hypot(
    s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]);
}

/// A sparse matrix that is built entry by entry, with a binary search in each row.
class GrowingRows
{
public:
  explicit GrowingRows(std::size_t rows) : RowOf(rows, -1) {}

  void add(std::size_t row, std::size_t column, double value)
  {
    if (this->RowOf[row] < 0)
    {
      this->RowOf[row] = static_cast<std::int64_t>(this->Rows.size());
      this->Rows.emplace_back();
    }
    auto& entries = this->Rows[static_cast<std::size_t>(this->RowOf[row])];
    const auto at = static_cast<std::int32_t>(column);
    const auto place = std::lower_bound(entries.begin(), entries.end(), at,
      [](const std::pair<std::int32_t, double>& entry, std::int32_t number)
      { return entry.first < number; });
    if (place != entries.end() && place->first == at)
    {
      place->second += value;
    }
    else
    {
      entries.insert(place, { at, value });
    }
  }

  HostMatrix matrix() const
  {
    HostMatrix result;
    result.offsets.push_back(0);
    for (const std::int64_t row : this->RowOf)
    {
      if (row >= 0)
      {
        for (const auto& [column, value] : this->Rows[static_cast<std::size_t>(row)])
        {
          result.columns.push_back(column);
          result.values.push_back(value);
        }
      }
      result.offsets.push_back(static_cast<std::int64_t>(result.columns.size()));
    }
    return result;
  }

private:
  std::vector<std::int64_t> RowOf; ///< index into Rows of each matrix row; -1 for empty rows
  std::vector<std::vector<std::pair<std::int32_t, double>>> Rows;
};

void checkCoefficients(const Mesh& mesh, const std::vector<double>& coefficients)
{
  if (coefficients.size() != mesh.numberOfNodes())
  {
    throw Error("There are " + std::to_string(coefficients.size()) +
      " film coefficients, but the mesh has " + std::to_string(mesh.numberOfNodes()) + " nodes.");
  }
  for (std::size_t i = 0; i < coefficients.size(); ++i)
  {
    if (!std::isfinite(coefficients[i]) || coefficients[i] < 0.0)
    {
      throw Error("The film coefficient of node " + std::to_string(i) +
        " must be a number that is not negative, but is " + std::to_string(coefficients[i]) + ".");
    }
  }
}
}

HostMatrix filmMatrix(const Mesh& mesh, const std::vector<double>& coefficients)
{
  checkCoefficients(mesh, coefficients);
  GrowingRows rows(mesh.numberOfNodes());
  if (std::all_of(coefficients.begin(), coefficients.end(), [](double h) { return h == 0.0; }))
  {
    return rows.matrix();
  }
  for (const std::array<std::int64_t, 2>& sides : findFaces(mesh).sides)
  {
    if (sides[1] != ElementFaces::None)
    {
      continue;
    }
    const FilmFace face = filmFace(mesh, sides[0]);
    if (std::any_of(face.nodes.begin(), face.nodes.begin() + std::ptrdiff_t(face.count),
          [&](std::size_t node) { return coefficients[node] == 0.0; }))
    {
      continue;
    }
    for (const FacePoint& point : productPoints(static_cast<int>(face.count)))
    {
      const auto& n = point.shape.values;
      double film = 0.0;
      for (std::size_t a = 0; a < face.count; ++a)
      {
        film += coefficients[face.nodes[a]] * n[a];
      }
      const double scale = point.weight * areaFactor(mesh, face, point.shape) * film;
      for (std::size_t a = 0; a < face.count; ++a)
      {
        for (std::size_t b = 0; b < face.count; ++b)
        {
          rows.add(face.nodes[a], face.nodes[b], scale * n[a] * n[b]);
        }
      }
    }
  }
  return rows.matrix();
}

std::vector<double> multiply(const HostMatrix& matrix, const std::vector<double>& x)
{
  if (static_cast<std::int64_t>(x.size()) != matrix.rows())
  {
    throw Error("A matrix of " + std::to_string(matrix.rows()) +
      " rows cannot be multiplied with a vector of " + std::to_string(x.size()) + " entries.");
  }
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t row = 0; row < x.size(); ++row)
  {
    for (auto i = static_cast<std::size_t>(matrix.offsets[row]);
         i < static_cast<std::size_t>(matrix.offsets[row + 1]); ++i)
    {
      y[row] += matrix.values[i] * x[static_cast<std::size_t>(matrix.columns[i])];
    }
  }
  return y;
}
}
