#include "Analysis/Heat/HeatOnGrid.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
ConductionSystem HeatOnGrid::renumbered(const ConductionSystem& original) const
{
  const std::vector<std::int32_t>& numbers = this->Numbering.nodes;
  const auto count = static_cast<std::size_t>(this->grid().numberOfNodes());
  ConductionSystem system;
  system.conductivity = original.conductivity;
  system.smallestRatio = original.smallestRatio;
  system.solver = original.solver;
  system.fixed.resize(count);
  std::vector<std::int32_t> originals(count);
  for (std::size_t n = 0; n < numbers.size(); ++n)
  {
    if (numbers[n] >= 0)
    {
      const auto on = static_cast<std::size_t>(numbers[n]);
      system.fixed[on] = original.fixed[n];
      originals[on] = static_cast<std::int32_t>(n);
    }
  }
  const HostMatrix& film = original.film;
  if (film.offsets.empty())
  {
    return system;
  }
  // Films are on faces of elements, so that their nodes are nodes of the grid.
  system.film.offsets.push_back(0);
  std::vector<std::pair<std::int32_t, double>> row;
  for (const std::int32_t node : originals)
  {
    row.clear();
    for (std::int64_t k = film.offsets[static_cast<std::size_t>(node)];
         k < film.offsets[static_cast<std::size_t>(node) + 1]; ++k)
    {
      const auto place = static_cast<std::size_t>(k);
      row.emplace_back(numbers[static_cast<std::size_t>(film.columns[place])], film.values[place]);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [column, value] : row)
    {
      system.film.columns.push_back(column);
      system.film.values.push_back(value);
    }
    system.film.offsets.push_back(static_cast<std::int64_t>(system.film.columns.size()));
  }
  return system;
}

std::vector<double> HeatOnGrid::elementsOnGrid(const std::vector<double>& values) const
{
  std::vector<double> result(values.size());
  for (std::size_t e = 0; e < values.size(); ++e)
  {
    result[static_cast<std::size_t>(this->Numbering.elements[e])] = values[e];
  }
  return result;
}

std::vector<double> HeatOnGrid::nodesOnGrid(const std::vector<double>& values) const
{
  std::vector<double> result(static_cast<std::size_t>(this->grid().numberOfNodes()));
  for (std::size_t n = 0; n < values.size(); ++n)
  {
    if (this->Numbering.nodes[n] >= 0)
    {
      result[static_cast<std::size_t>(this->Numbering.nodes[n])] = values[n];
    }
  }
  return result;
}

std::vector<double> HeatOnGrid::nodeField(
  const std::vector<double>& values, const std::vector<double>& idle) const
{
  std::vector<double> result = idle;
  for (std::size_t n = 0; n < idle.size(); ++n)
  {
    if (this->Numbering.nodes[n] >= 0)
    {
      result[n] = values[static_cast<std::size_t>(this->Numbering.nodes[n])];
    }
  }
  return result;
}
}
