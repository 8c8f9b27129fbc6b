#include "Mesh/Nurbs/BezierCells.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
/// Number of the place (i, j, k) among counts in each direction.
std::size_t placeOf(const std::array<int, 3>& counts, int i, int j, int k)
{
  return static_cast<std::size_t>(i) +
    static_cast<std::size_t>(counts[0]) *
    (static_cast<std::size_t>(j) + static_cast<std::size_t>(counts[1]) * std::size_t(k));
}

/// Sum over the points of a cell of basis functions times weights times values, over the sum of
/// basis functions times weights.
/// @param rows of the table of each direction: degree + 1 values
void evaluate(const BezierCells& cells, std::size_t cell, const std::vector<double>& values,
  std::size_t components, const std::array<const double*, 3>& rows, double* result)
{
  const std::array<int, 3>& degrees = cells.degrees[cell];
  const std::int64_t* next = &cells.points[static_cast<std::size_t>(cells.offsets[cell])];
  std::fill_n(result, components, 0.0);
  double sum = 0.0;
  for (int k = 0; k <= degrees[2]; ++k)
  {
    for (int j = 0; j <= degrees[1]; ++j)
    {
      const double outer = rows[2][k] * rows[1][j];
      for (int i = 0; i <= degrees[0]; ++i)
      {
        const auto point = static_cast<std::size_t>(*next++);
        const double factor = outer * rows[0][i] * cells.weights[point];
        sum += factor;
        for (std::size_t c = 0; c < components; ++c)
        {
          result[c] += factor * values[components * point + c];
        }
      }
    }
  }
  for (std::size_t c = 0; c < components; ++c)
  {
    result[c] /= sum;
  }
}

std::array<std::vector<double>, 3> tablesOf(
  const std::array<int, 3>& degrees, const std::array<int, 3>& intervals)
{
  return { bernsteinTable(degrees[0], intervals[0]), bernsteinTable(degrees[1], intervals[1]),
    bernsteinTable(degrees[2], intervals[2]) };
}

/// The polynomials of a bernsteinTable() at one of its parameters.
const double* rowOf(const std::vector<double>& table, int degree, int place)
{
  return table.data() + static_cast<std::ptrdiff_t>(degree + 1) * place;
}

/// A cell that a point belongs to, and its indices there.
struct Owner
{
  std::int64_t cell = -1;
  std::array<int, 3> indices{};
};

/// The first cell of each point, so that values do not depend on the number of threads.
std::vector<Owner> ownersOf(const BezierCells& cells)
{
  std::vector<Owner> owners(cells.numberOfPoints());
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
  {
    const std::array<int, 3>& degrees = cells.degrees[cell];
    const std::int64_t* next = &cells.points[static_cast<std::size_t>(cells.offsets[cell])];
    for (int k = 0; k <= degrees[2]; ++k)
    {
      for (int j = 0; j <= degrees[1]; ++j)
      {
        for (int i = 0; i <= degrees[0]; ++i)
        {
          Owner& owner = owners[static_cast<std::size_t>(*next++)];
          if (owner.cell < 0)
          {
            owner = { static_cast<std::int64_t>(cell), { i, j, k } };
          }
        }
      }
    }
  }
  return owners;
}

std::int64_t numberOfParts(const BezierCells& cells)
{
  std::int64_t count = 0;
  for (const std::array<int, 3>& degrees : cells.degrees)
  {
    count += std::int64_t(degrees[0]) * degrees[1] * std::max(degrees[2], 1);
  }
  return count;
}
}

std::vector<double> bernsteinTable(int degree, int intervals)
{
  std::vector<double> table;
  for (int place = 0; place <= intervals; ++place)
  {
    const double t = intervals > 0 ? static_cast<double>(place) / intervals : 0.0;
    for (int i = 0; i <= degree; ++i)
    {
      double value = std::pow(t, i) * std::pow(1.0 - t, degree - i);
      for (int k = 0; k < i; ++k)
      {
        value *= static_cast<double>(degree - k) / (k + 1);
      }
      table.push_back(value);
    }
  }
  return table;
}

void sampleCell(const BezierCells& cells, std::size_t cell, const std::vector<double>& values,
  std::size_t components, const std::array<int, 3>& intervals, std::vector<double>& result)
{
  const std::array<int, 3>& degrees = cells.degrees[cell];
  const auto tables = tablesOf(degrees, intervals);
  const std::array<int, 3> counts = { intervals[0] + 1, intervals[1] + 1, intervals[2] + 1 };
  result.resize(components * placeOf(counts, 0, 0, counts[2]));
  double* next = result.data();
  for (int k = 0; k < counts[2]; ++k)
  {
    for (int j = 0; j < counts[1]; ++j)
    {
      for (int i = 0; i < counts[0]; ++i, next += components)
      {
        evaluate(cells, cell, values, components,
          { rowOf(tables[0], degrees[0], i), rowOf(tables[1], degrees[1], j),
            rowOf(tables[2], degrees[2], k) },
          next);
      }
    }
  }
}

std::vector<double> valuesAtLattice(
  const BezierCells& cells, const std::vector<double>& values, std::size_t components)
{
  std::vector<double> result(values);
  const std::vector<Owner> owners = ownersOf(cells);
  int largest = 0;
  for (const std::array<int, 3>& degrees : cells.degrees)
  {
    largest = std::max({ largest, degrees[0], degrees[1], degrees[2] });
  }
  std::vector<std::vector<double>> tables;
  for (int degree = 0; degree <= largest; ++degree)
  {
    tables.push_back(bernsteinTable(degree, degree));
  }
  const auto count = static_cast<std::int64_t>(owners.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    const Owner& owner = owners[static_cast<std::size_t>(p)];
    if (owner.cell < 0)
    {
      continue;
    }
    const auto cell = static_cast<std::size_t>(owner.cell);
    std::array<const double*, 3> rows{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      const int degree = cells.degrees[cell][d];
      rows[d] = rowOf(tables[static_cast<std::size_t>(degree)], degree, owner.indices[d]);
    }
    evaluate(
      cells, cell, values, components, rows, &result[components * static_cast<std::size_t>(p)]);
  }
  return result;
}

SubdividedCells subdivide(const BezierCells& cells, double thickness)
{
  const bool isPlane = cells.dimension == 2;
  const std::size_t points = cells.numberOfPoints();
  const std::int64_t parts = numberOfParts(cells);
  constexpr std::int64_t Most = std::numeric_limits<std::int32_t>::max();
  if (parts > Most || static_cast<std::int64_t>(isPlane ? 2 * points : points) > Most)
  {
    throw Error("The " + countText(static_cast<std::int64_t>(cells.size()), "Bezier cell") +
      " would be divided into " + std::to_string(parts) + " hexahedra; there can be " +
      std::to_string(Most) + " at most.");
  }
  SubdividedCells result;
  std::vector<double>& nodes = result.mesh.points;
  nodes = valuesAtLattice(cells, cells.coordinates, 3);
  if (isPlane)
  {
    nodes.resize(6 * points);
    for (std::size_t i = 0; i < 3 * points; ++i)
    {
      nodes[3 * points + i] = nodes[i] + (i % 3 == 2 ? thickness : 0.0);
    }
  }
  result.cells.reserve(static_cast<std::size_t>(parts));
  result.mesh.connectivity.reserve(8 * static_cast<std::size_t>(parts));
  constexpr std::array<std::array<int, 3>, 8> Corners = { { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 },
    { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } } };
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
  {
    const std::array<int, 3>& degrees = cells.degrees[cell];
    const std::array<int, 3> counts = { degrees[0] + 1, degrees[1] + 1, degrees[2] + 1 };
    const std::int64_t* own = &cells.points[static_cast<std::size_t>(cells.offsets[cell])];
    for (int part = 0; part < degrees[0] * degrees[1] * std::max(degrees[2], 1); ++part)
    {
      const std::array<int, 3> first = { part % degrees[0], part / degrees[0] % degrees[1],
        part / (degrees[0] * degrees[1]) };
      for (const std::array<int, 3>& corner : Corners)
      {
        const int layer = isPlane ? 0 : corner[2];
        const std::int64_t point =
          own[placeOf(counts, first[0] + corner[0], first[1] + corner[1], first[2] + layer)];
        result.mesh.connectivity.push_back(static_cast<std::int32_t>(
          point + (isPlane && corner[2] == 1 ? static_cast<std::int64_t>(points) : 0)));
      }
      result.cells.push_back(static_cast<std::int64_t>(cell));
    }
  }
  return result;
}
}
