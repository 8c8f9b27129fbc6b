#include "DesignRegionArray.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"

namespace trabecula::filters
{
std::vector<DesignRegion> readDesignRegion(
  vtkDataSet* data, const std::string& name, bool isOptional)
{
  vtkCellData* cells = data->GetCellData();
  if (name.empty() || (isOptional && !cells->HasArray(name.c_str())))
  {
    return {};
  }
  const std::vector<double> values = valuesOf(requireArray(cells, name, "design region", 1));
  std::vector<DesignRegion> regions(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0 && values[i] != 1.0 && values[i] != 2.0)
    {
      throw Error("Cell array " + inQuotes(name) + " has the value " + shortText(values[i]) +
        " in cell " + std::to_string(i) +
        "; the design region is 0 (design), 1 (solid) or 2 (void).");
    }
    regions[i] = static_cast<DesignRegion>(static_cast<int>(values[i]));
  }
  return regions;
}
}
