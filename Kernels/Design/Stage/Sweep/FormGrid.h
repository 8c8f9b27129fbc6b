#ifndef TRABECULA_DESIGN_STAGE_SWEEP_FORMGRID_H
#define TRABECULA_DESIGN_STAGE_SWEEP_FORMGRID_H

#include "Core/Vectors/Vector.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/FormShape.h"
#include "Design/Stage/Sweep/SiteLattice.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A grid over a mesh in whose rows and layers sweeps work, for meshes without rows, directions that
 * are no axes, and angles of overhangs other than 45 degrees; Plato of Sandia has the like. Stages
 * from the filter to the last sweep have its places for sites:
 *
 *     elements -> FormFilter -> stages of places -> FormSample -> elements
 *
 * Places whose middle is outside of the mesh are no sites: an overhang takes them for void, a draw
 * ignores them. Places in elements of fixed density are fixed. What sweeps promise holds for
 * densities of places; those of elements differ from them within the edge of a place.
 */
template <class Space>
class FormGrid
{
public:
  /// @param sites elements of a mesh
  /// @throws Error if there is no density filter, or directions do not fit each other
  FormGrid(const ChainSettings& settings, const DesignSites<Space>& sites);

  /// The places in the mesh; valid as long as the grid.
  DesignSites<Space> sites() const
  {
    return { this->Volumes, this->Middles, this->IsDesign, this->Fixed, nullptr, nullptr, nullptr,
      &this->Lattice };
  }
  const LayoutPointer<Space>& layout() const { return this->Volumes.layoutPointer(); }
  const FormShape& shape() const { return this->Shape; }
  const SiteLattice& lattice() const { return this->Lattice; }
  /// The element in which each site is.
  const std::vector<std::int32_t>& homes() const { return this->Homes; }

private:
  FormShape Shape;
  SiteLattice Lattice;
  std::vector<std::int32_t> Homes;
  Vector<Space> Volumes;
  Vector<Space> Middles;
  Vector<Space, std::uint8_t> IsDesign;
  Vector<Space> Fixed;
};

/// Whether sweeps of the settings need a FormGrid. @param rows of the sites, empty without
inline bool needsFormGrid(const ChainSettings& settings, const SiteLattice& rows)
{
  return hasSweeps(settings) && (rows.empty() || leavesRows(settings));
}
}

#endif
