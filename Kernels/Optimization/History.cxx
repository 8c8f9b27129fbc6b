#include "Optimization/History.h"

#include "Core/Error.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace trabecula
{
namespace
{
template <class Predicate>
int findColumn(const HistoryColumns& columns, Predicate matches)
{
  const auto found = std::find_if(columns.begin(), columns.end(), matches);
  return found == columns.end() ? -1 : static_cast<int>(std::distance(columns.begin(), found));
}

double valueAt(const HistoryRow& row, int column)
{
  return column < 0 ? 0.0 : row.values.at(static_cast<std::size_t>(column));
}
}

int HistoryColumns::find(const std::string& name) const
{
  return findColumn(*this, [&](const HistoryColumn& column) { return column.name == name; });
}

int HistoryColumns::find(ColumnRole role) const
{
  return findColumn(*this, [&](const HistoryColumn& column) { return column.role == role; });
}

double valueOf(const HistoryColumns& columns, const HistoryRow& row, ColumnRole role)
{
  return valueAt(row, columns.find(role));
}

double valueOf(const HistoryColumns& columns, const HistoryRow& row, const std::string& name)
{
  return valueAt(row, columns.find(name));
}

void IterationRecord::setRow(HistoryRow row)
{
  if (row.values.size() != this->Columns.size())
  {
    throw Error("A row of the history has " + std::to_string(row.values.size()) +
      " values, but there are " + std::to_string(this->Columns.size()) + " columns.");
  }
  this->Row = std::move(row);
}

std::size_t IterationRecord::at(const std::string& column) const
{
  const int found = this->Columns.find(column);
  if (found < 0)
  {
    throw Error("The history has no column '" + column + "'.");
  }
  return static_cast<std::size_t>(found);
}

std::size_t IterationRecord::at(ColumnRole role) const
{
  const int found = this->Columns.find(role);
  if (found < 0)
  {
    throw Error("The history has no column of the role that is asked for.");
  }
  return static_cast<std::size_t>(found);
}

bool haveSameNames(const HistoryColumns& a, const HistoryColumns& b)
{
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
    [](const HistoryColumn& x, const HistoryColumn& y) { return x.name == y.name; });
}

HistoryRow inColumns(const HistoryRow& row, const HistoryColumns& from, const HistoryColumns& to)
{
  HistoryRow result;
  result.iteration = row.iteration;
  for (const HistoryColumn& column : to)
  {
    int source = from.find(column.name);
    if (source < 0 && column.role != ColumnRole::Other)
    {
      source = from.find(column.role);
    }
    result.values.push_back(
      source < 0 ? std::numeric_limits<double>::quiet_NaN() : valueAt(row, source));
  }
  return result;
}
}
