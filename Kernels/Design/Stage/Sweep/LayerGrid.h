#ifndef TRABECULA_DESIGN_STAGE_SWEEP_LAYERGRID_H
#define TRABECULA_DESIGN_STAGE_SWEEP_LAYERGRID_H

#include "Core/Vectors/DeviceVector.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/Sweep/SiteLattice.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Sites in layers, for kernels. Columns have one site of each layer, or none where the part has a
/// gap.
struct LayerTable
{
  std::int64_t columns;
  std::int64_t layers;
  std::int64_t rowLength;    ///< columns follow each other in rows
  const std::int32_t* sites; ///< columns times layers, layer by layer; -1 where there is none

  TRABECULA_FUNCTION std::int64_t at(std::int64_t layer, std::int64_t column) const
  {
    return this->sites[layer * this->columns + column];
  }
  /// Calls visit(site) for the sites of a column, in the order of layers.
  template <class Visit>
  TRABECULA_FUNCTION void visitColumn(std::int64_t column, Visit visit) const
  {
    for (std::int64_t layer = 0; layer < this->layers; ++layer)
    {
      const std::int64_t site = this->at(layer, column);
      if (site >= 0)
      {
        visit(site);
      }
    }
  }
  /// Calls visit(site) for the sites of a layer in a column and in its four neighbours.
  template <class Visit>
  TRABECULA_FUNCTION void visitCross(std::int64_t layer, std::int64_t column, Visit visit) const
  {
    const std::int64_t place = column % this->rowLength;
    const std::int64_t steps[5] = { 0, place + 1 < this->rowLength ? 1 : 0, place > 0 ? -1 : 0,
      column + this->rowLength < this->columns ? this->rowLength : 0,
      column >= this->rowLength ? -this->rowLength : 0 };
    for (int i = 0; i < 5; ++i)
    {
      const std::int64_t site = i == 0 || steps[i] != 0 ? this->at(layer, column + steps[i]) : -1;
      if (site >= 0)
      {
        visit(site);
      }
    }
  }
};
}

/// The sites of a lattice, sorted into layers along one of its axes.
template <class Space>
class LayerGrid
{
public:
  /**
   * @param sites with their lattice
   * @param direction a unit vector along one of its axes, in which layers ascend
   * @param stage as the subject of messages: "Extrusion"
   */
  LayerGrid(
    const DesignSites<Space>& sites, const std::array<double, 3>& direction, const char* stage);

  detail::LayerTable table() const
  {
    return { this->Columns, this->Layers, this->RowLength, this->Sites.data() };
  }
  std::int64_t layers() const { return this->Layers; }

private:
  std::int64_t Columns = 0;
  std::int64_t Layers = 0;
  std::int64_t RowLength = 1;
  DeviceVector<std::int32_t, Space> Sites;
};
}

#endif
