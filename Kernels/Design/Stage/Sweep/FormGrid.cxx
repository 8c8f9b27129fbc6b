#include "Design/Stage/Sweep/FormGrid.h"

#include "Core/Requirements.h"
#include "Design/Stage/Sweep/TrilinearPlaces.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Makes the place of the centroid of an element a home if none of the places around it is in the
/// mesh, as in a part that is thinner than a place.
inline void completeHomes(
  const FormShape& shape, const std::vector<double>& centroids, std::vector<std::int32_t>& homes)
{
  constexpr double least = 1e-9;
  const TrilinearPlaces places(shape.counts);
  std::vector<std::pair<std::size_t, std::int32_t>> added;
  for (std::size_t e = 0; e < centroids.size() / 3; ++e)
  {
    const FormShape::Vector position = shape.inPlaces(centroids.data() + 3 * e);
    double sum = 0.0;
    places.visitAround(position.data(),
      [&](std::int64_t place, double weight)
      { sum += homes[static_cast<std::size_t>(place)] >= 0 ? weight : 0.0; });
    if (!(sum > least))
    {
      std::array<std::int64_t, 3> place;
      for (std::size_t d = 0; d < 3; ++d)
      {
        place[d] = std::clamp<std::int64_t>(
          static_cast<std::int64_t>(std::floor(position[d])), 0, shape.counts[d] - 1);
      }
      added.emplace_back(
        static_cast<std::size_t>(shape.number(place)), static_cast<std::int32_t>(e));
    }
  }
  for (const auto& [place, element] : added)
  {
    homes[place] = homes[place] < 0 ? element : homes[place];
  }
}

/// Returns 1 for each site that is attached, see OverhangSettings::attachedSide; empty if none is.
inline std::vector<std::uint8_t> attachedSites(const OverhangSettings& overhang, const Mesh& mesh,
  double edge, const std::vector<double>& middles)
{
  std::vector<std::uint8_t> attached;
  if (overhang.direction == AxisDirection::Off || overhang.attachedSide == AxisDirection::Off)
  {
    return attached;
  }
  const auto side = static_cast<std::size_t>(overhang.attachedSide) - 1;
  const double sign = side % 2 == 1 ? -1.0 : 1.0; // of the normal of the side
  double outmost = sign * mesh.points[side / 2];
  for (std::size_t i = side / 2; i < mesh.points.size(); i += 3)
  {
    outmost = std::max(outmost, sign * mesh.points[i]);
  }
  for (std::size_t i = side / 2; i < middles.size(); i += 3)
  {
    attached.push_back(sign * middles[i] > outmost - edge);
  }
  return attached;
}
}

template <class Space>
FormGrid<Space>::FormGrid(const ChainSettings& settings, const DesignSites<Space>& sites)
{
  const Context<Space>& context = sites.positions.context();
  requireFilterOfGrid(settings);
  if (!sites.mesh)
  {
    fail(sweepDirections(settings).front().name,
      " needs nodes in rows and layers of equal height along the axes, or a direction along them. "
      "Give image data to the filter, choose another direction, or switch it off.");
  }
  const Mesh& mesh = *sites.mesh;
  const std::vector<double> volumes = sites.volumes.toHost();
  const double total = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  this->Shape = formShape(settings, mesh, total / static_cast<double>(volumes.size()));
  std::vector<std::int32_t> homes = elementsAtPlaces(this->Shape, mesh);
  detail::completeHomes(this->Shape, sites.positions.toHost(), homes);

  const std::vector<std::uint8_t> isDesign = sites.isDesign.toHost();
  const std::vector<double> variables = sites.variables.toHost();
  this->Lattice.axes = this->Shape.axes;
  this->Lattice.counts = this->Shape.counts;
  this->Lattice.sites.reserve(homes.size());
  std::vector<double> middles;
  std::vector<std::uint8_t> isDesignAt;
  std::vector<double> fixedAt;
  std::array<std::int64_t, 3> place = {};
  for (const std::int32_t home : homes)
  {
    if (home >= 0)
    {
      this->Lattice.sites.push_back(static_cast<std::int32_t>(this->Homes.size()));
      this->Homes.push_back(home);
      const FormShape::Vector middle = this->Shape.middle(place);
      middles.insert(middles.end(), middle.begin(), middle.end());
      isDesignAt.push_back(isDesign[static_cast<std::size_t>(home)]);
      fixedAt.push_back(variables[static_cast<std::size_t>(home)]);
    }
    else
    {
      this->Lattice.sites.push_back(-1);
    }
    for (std::size_t d = 0; d < 3; ++d) // the next place
    {
      place[d] = place[d] + 1 < this->Shape.counts[d] ? place[d] + 1 : 0;
      if (place[d] > 0)
      {
        break;
      }
    }
  }
  this->Lattice.attached =
    detail::attachedSites(settings.stages.overhang, mesh, this->Shape.edges[0], middles);
  const LayoutPointer<Space> layout =
    makeLayout(context, Entity::Element, static_cast<std::int64_t>(this->Homes.size()), 1);
  const FormShape::Vector& edges = this->Shape.edges;
  this->Volumes =
    Vector<Space>(layout, std::vector<double>(this->Homes.size(), edges[0] * edges[1] * edges[2]));
  this->Middles = Vector<Space>(layout->withComponents(3), middles);
  this->IsDesign = Vector<Space, std::uint8_t>(layout, isDesignAt);
  this->Fixed = Vector<Space>(layout, fixedAt);
}

template class FormGrid<CompiledSpace>;
}
