#include "DesignRegionArray.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPointData.h"

namespace trabecula::filters
{
std::vector<DesignRegion> readDesignRegion(
  vtkDataSetAttributes* attributes, const std::string& name, bool isOptional)
{
  if (name.empty() || (isOptional && !attributes->HasArray(name.c_str())))
  {
    return {};
  }
  const std::vector<double> values = valuesOf(requireArray(attributes, name, "design region", 1));
  std::vector<DesignRegion> regions(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0 && values[i] != 1.0 && values[i] != 2.0)
    {
      const bool isOfPoints = vtkPointData::SafeDownCast(attributes);
      throw Error(kindOf(attributes) + inQuotes(name) + " has the value " + shortText(values[i]) +
        (isOfPoints ? " at point " : " in cell ") + std::to_string(i) +
        "; the design region is 0 (design), 1 (solid) or 2 (void).");
    }
    regions[i] = static_cast<DesignRegion>(static_cast<int>(values[i]));
  }
  return regions;
}

std::vector<DesignRegion> regionsOfPoints(
  vtkDataSet* data, const std::vector<DesignRegion>& regions)
{
  if (regions.empty())
  {
    return {};
  }
  std::vector<DesignRegion> result(
    static_cast<std::size_t>(data->GetNumberOfPoints()), DesignRegion::Void);
  std::vector<bool> isUsed(result.size(), false);
  vtkNew<vtkIdList> corners;
  for (std::size_t e = 0; e < regions.size(); ++e)
  {
    data->GetCellPoints(static_cast<vtkIdType>(e), corners);
    for (vtkIdType a = 0; a < corners->GetNumberOfIds(); ++a)
    {
      const auto point = static_cast<std::size_t>(corners->GetId(a));
      isUsed[point] = true;
      const bool changes = regions[e] == DesignRegion::Solid ||
        (regions[e] == DesignRegion::Design && result[point] == DesignRegion::Void);
      result[point] = changes ? regions[e] : result[point];
    }
  }
  for (std::size_t i = 0; i < result.size(); ++i)
  {
    result[i] = isUsed[i] ? result[i] : DesignRegion::Design;
  }
  return result;
}
}
