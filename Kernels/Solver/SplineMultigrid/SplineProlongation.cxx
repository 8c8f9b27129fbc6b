#include "Solver/SplineMultigrid/SplineProlongation.h"

#include "Mesh/Nurbs/NurbsBasis.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
BandMatrix BandMatrix::transposed() const
{
  // The first columns of rows are ascending, so that the entries of a column are consecutive, too.
  std::vector<std::vector<double>> entries(static_cast<std::size_t>(this->columns));
  BandMatrix result;
  result.columns = this->rows();
  result.first.assign(entries.size(), 0);
  for (std::size_t r = 0; r < this->first.size(); ++r)
  {
    for (std::int32_t k = this->starts[r]; k < this->starts[r + 1]; ++k)
    {
      const auto c = static_cast<std::size_t>(this->first[r] + k - this->starts[r]);
      if (entries[c].empty())
      {
        result.first[c] = static_cast<std::int32_t>(r);
      }
      entries[c].resize(r - static_cast<std::size_t>(result.first[c]), 0.0);
      entries[c].push_back(this->values[static_cast<std::size_t>(k)]);
    }
  }
  result.starts.push_back(0);
  for (const std::vector<double>& column : entries)
  {
    result.values.insert(result.values.end(), column.begin(), column.end());
    result.starts.push_back(static_cast<std::int32_t>(result.values.size()));
  }
  return result;
}

BandMatrix identityBand(std::int32_t size)
{
  BandMatrix result;
  result.columns = size;
  result.starts.push_back(0);
  for (std::int32_t i = 0; i < size; ++i)
  {
    result.first.push_back(i);
    result.values.push_back(1.0);
    result.starts.push_back(i + 1);
  }
  return result;
}

std::vector<double> coarsenKnots(int degree, const std::vector<double>& knots)
{
  const auto ends = static_cast<std::size_t>(degree) + 1;
  std::vector<double> coarse(knots.begin(), knots.begin() + degree + 1);
  for (std::size_t i = ends + 1; i + ends < knots.size(); i += 2)
  {
    coarse.push_back(knots[i]);
  }
  coarse.insert(coarse.end(), knots.end() - degree - 1, knots.end());
  return coarse;
}

BandMatrix splineProlongation(
  int degree, const std::vector<double>& fine, const std::vector<double>& coarse)
{
  const int rows = static_cast<int>(fine.size()) - degree - 1;
  const int spans = static_cast<int>(coarse.size()) - 2 * degree - 1;
  BandMatrix result;
  result.columns = spans + degree;
  result.starts.push_back(0);
  for (int i = 0; i < rows; ++i)
  {
    const double* t = fine.data() + i;
    const int span = bspline::spanOf(degree, spans, coarse.data(), *t);
    const double* u = coarse.data() + degree + span;
    // This is the Cox-de Boor recursion with a different argument in each step.
    std::vector<double> row(1, 1.0);
    for (int q = 1; q <= degree; ++q)
    {
      std::vector<double> next(row.size() + 1, 0.0);
      for (int r = 0; r < q; ++r)
      {
        const auto at = static_cast<std::size_t>(r);
        const double part = row[at] / (u[r + 1] - u[r + 1 - q]);
        next[at] += (u[r + 1] - t[q]) * part;
        next[at + 1] += (t[q] - u[r + 1 - q]) * part;
      }
      row = next;
    }
    std::int32_t first = span;
    while (row.size() > 1 && row.back() == 0.0)
    {
      row.pop_back();
    }
    const auto begin = std::find_if(row.begin(), row.end() - 1, [](double v) { return v != 0.0; });
    first += static_cast<std::int32_t>(begin - row.begin());
    result.first.push_back(first);
    result.values.insert(result.values.end(), begin, row.end());
    result.starts.push_back(static_cast<std::int32_t>(result.values.size()));
  }
  return result;
}
}
