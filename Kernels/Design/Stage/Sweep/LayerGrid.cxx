#include "Design/Stage/Sweep/LayerGrid.h"

#include "Core/Error.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
namespace detail
{
/// An axis of a lattice, 0 to 2, and whether layers are counted from its high end.
struct AxisOfLayers
{
  std::size_t axis = 0;
  bool isReversed = false;
};

inline AxisOfLayers findAxis(
  const SiteLattice& lattice, const std::array<double, 3>& direction, const char* stage)
{
  constexpr double rounding = 1e-9;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    double cosine = 0.0;
    for (std::size_t d = 0; d < 3; ++d)
    {
      cosine += lattice.axes[axis][d] * direction[d];
    }
    if (std::abs(cosine) > 1.0 - rounding)
    {
      return { axis, cosine < 0.0 };
    }
  }
  throw Error(std::string(stage) + " has no rows of cells in its direction.");
}
}

template <class Space>
LayerGrid<Space>::LayerGrid(
  const DesignSites<Space>& sites, const std::array<double, 3>& direction, const char* stage)
{
  const SiteLattice& lattice = *sites.lattice;
  const auto [axis, isReversed] = detail::findAxis(lattice, direction, stage);
  const std::size_t along = axis == 0 ? 1 : 0; // the axis of rows
  const std::size_t across = 3 - axis - along;
  this->Layers = lattice.counts[axis];
  this->RowLength = lattice.counts[along];
  this->Columns = this->RowLength * lattice.counts[across];
  std::vector<std::int32_t> sorted(lattice.sites.size());
  std::array<std::int64_t, 3> steps = { 1, lattice.counts[0],
    lattice.counts[0] * lattice.counts[1] };
  std::size_t next = 0;
  for (std::int64_t layer = 0; layer < this->Layers; ++layer)
  {
    const std::int64_t upwards = isReversed ? this->Layers - 1 - layer : layer;
    for (std::int64_t row = 0; row < lattice.counts[across]; ++row)
    {
      for (std::int64_t i = 0; i < this->RowLength; ++i)
      {
        sorted[next++] = lattice.sites[static_cast<std::size_t>(
          upwards * steps[axis] + row * steps[across] + i * steps[along])];
      }
    }
  }
  this->Sites = DeviceVector<std::int32_t, Space>(sites.positions.context(), sorted);
}

template class LayerGrid<CompiledSpace>;
}
