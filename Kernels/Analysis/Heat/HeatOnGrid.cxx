#include "Analysis/Heat/HeatOnGrid.h"

#include "Analysis/Parts/ConductionOfPart.h"

namespace trabecula
{
ConductionSystem HeatOnGrid::renumbered(const ConductionSystem& original) const
{
  const std::vector<std::int32_t>& numbers = this->Numbering.nodes;
  std::vector<std::int32_t> originals(static_cast<std::size_t>(this->grid().numberOfNodes()));
  for (std::size_t n = 0; n < numbers.size(); ++n)
  {
    if (numbers[n] >= 0)
    {
      originals[static_cast<std::size_t>(numbers[n])] = static_cast<std::int32_t>(n);
    }
  }
  // Films are on faces of elements, so that their nodes are nodes of the grid.
  return mapConduction(original, {}, originals);
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
