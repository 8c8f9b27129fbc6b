#include "Optimization/ConvergenceRule.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
std::string ConvergenceRule::unfinished(
  const HistoryColumns& columns, const std::vector<HistoryRow>& rows, int iteration) const
{
  const auto end = static_cast<std::size_t>(iteration) + 1;
  const auto count = static_cast<std::size_t>(this->finalIterates);
  for (const auto& [name, value] : this->finalValues)
  {
    const int column = columns.find(name);
    if (column < 0 || end < count || end > rows.size() ||
      rows[end - 1].values[static_cast<std::size_t>(column)] < value ||
      rows[end - count].values[static_cast<std::size_t>(column)] < value)
    {
      return name;
    }
  }
  return "";
}

bool ConvergenceRule::isSettled(
  const HistoryColumns& columns, const std::vector<HistoryRow>& rows, int iteration) const
{
  if (iteration < this->firstIteration)
  {
    return false;
  }
  if (!this->unfinished(columns, rows, iteration).empty())
  {
    return false;
  }
  if (!this->settledVolume)
  {
    return true;
  }
  const int volume = columns.find("VolumeFraction");
  const auto end = static_cast<std::size_t>(iteration) + 1;
  if (volume < 0 || end < SettledVolume::Iterates || end > rows.size())
  {
    return false;
  }
  const auto last = rows.begin() + static_cast<std::ptrdiff_t>(end);
  return std::all_of(last - SettledVolume::Iterates, last,
    [&](const HistoryRow& row)
    { return this->settledVolume->isAt(row.values[static_cast<std::size_t>(volume)]); });
}

std::optional<int> ConvergenceRule::convergedIteration(
  const HistoryColumns& columns, const std::vector<HistoryRow>& rows, double tolerance) const
{
  const int change = columns.find(ColumnRole::Change);
  for (int i = this->firstIteration; change >= 0 && i < static_cast<int>(rows.size()); ++i)
  {
    const HistoryRow& row = rows[static_cast<std::size_t>(i)];
    if (row.values[static_cast<std::size_t>(change)] < tolerance &&
      this->isSettled(columns, rows, i))
    {
      return i;
    }
  }
  return std::nullopt;
}
}
