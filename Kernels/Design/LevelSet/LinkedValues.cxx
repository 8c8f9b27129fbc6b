#include "Design/LevelSet/LinkedValues.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace trabecula
{
namespace
{
/// Gives a coefficient a region that is not designed. @return whether it is new
bool fix(std::vector<DesignRegion>& regions, std::int64_t point, DesignRegion region)
{
  DesignRegion& present = regions[static_cast<std::size_t>(point)];
  if (present == region || region == DesignRegion::Design)
  {
    return false;
  }
  if (present != DesignRegion::Design)
  {
    fail("Control point ", point,
      " would have to be solid and void at once: by the design region, or at loads and supports, "
      "and as an image of others or by the Draw Direction. Change the regions, or the demand.");
  }
  present = region;
  return true;
}

/// Calls visit(point, inwards) for all points of rows that are not at the parting plane, from
/// there outwards, with the next one towards the plane.
template <class Visit>
void forOutwards(const DrawnRows& rows, const Visit& visit)
{
  for (std::int64_t row = 0; row < rows.rows; ++row)
  {
    for (std::int64_t k = rows.high + 1; k < rows.count; ++k)
    {
      visit(rows.at(row, k), rows.at(row, k - 1));
    }
    for (std::int64_t k = rows.low - 1; k >= 0; --k)
    {
      visit(rows.at(row, k), rows.at(row, k + 1));
    }
  }
}

/// Calls visit(first, end) with the members of each group.
template <class Visit>
void forGroups(const CoefficientLinks& links, const Visit& visit)
{
  for (std::size_t g = 0; g < links.groups(); ++g)
  {
    visit(links.members.data() + links.starts[g], links.members.data() + links.starts[g + 1]);
  }
}
}

void linkRegions(const CoefficientLinks& links, std::vector<DesignRegion>& regions)
{
  bool isExtended = !regions.empty() && !links.empty();
  while (isExtended)
  {
    isExtended = false;
    forGroups(links,
      [&](const std::int32_t* first, const std::int32_t* end)
      {
        const auto* fixed = std::find_if(first, end,
          [&](std::int32_t p)
          { return regions[static_cast<std::size_t>(p)] != DesignRegion::Design; });
        for (const std::int32_t* p = first; fixed != end && p != end; ++p)
        {
          isExtended = fix(regions, *p, regions[static_cast<std::size_t>(*fixed)]) || isExtended;
        }
      });
    if (links.rows)
    {
      forOutwards(*links.rows,
        [&](std::int64_t point, std::int64_t inwards)
        {
          if (regions[static_cast<std::size_t>(inwards)] == DesignRegion::Void)
          {
            isExtended = fix(regions, point, DesignRegion::Void) || isExtended;
          }
          if (regions[static_cast<std::size_t>(point)] == DesignRegion::Solid)
          {
            isExtended = fix(regions, inwards, DesignRegion::Solid) || isExtended;
          }
        });
    }
  }
}

void linkStart(const CoefficientLinks& links, std::vector<double>& coefficients)
{
  forGroups(links,
    [&](const std::int32_t* first, const std::int32_t* end)
    {
      double least = coefficients[static_cast<std::size_t>(*first)];
      for (const std::int32_t* p = first; p != end; ++p)
      {
        least = std::min(least, coefficients[static_cast<std::size_t>(*p)]);
      }
      for (const std::int32_t* p = first; p != end; ++p)
      {
        coefficients[static_cast<std::size_t>(*p)] = least;
      }
    });
}

void linkMarks(const CoefficientLinks& links, std::vector<std::uint8_t>& marks)
{
  forGroups(links,
    [&](const std::int32_t* first, const std::int32_t* end)
    {
      const bool isAny = std::any_of(
        first, end, [&](std::int32_t p) { return marks[static_cast<std::size_t>(p)] != 0; });
      for (const std::int32_t* p = first; p != end; ++p)
      {
        marks[static_cast<std::size_t>(*p)] = isAny;
      }
    });
}
}
