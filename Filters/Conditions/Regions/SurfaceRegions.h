#ifndef TRABECULA_FILTERS_SURFACEREGIONS_H
#define TRABECULA_FILTERS_SURFACEREGIONS_H

#include "SpatialRegion.h"

#include "Mesh/DesignRegion.h"

#include <cstdint>
#include <vector>

class vtkPolyData;

namespace trabecula::filters
{
/**
 * A region of the solid inside a surface, as Design Region states it on the surface and Voxelize
 * Surface applies it to voxels. It is one of
 *
 * - a patch with a distance: what lies within the distance of the patch's cells, and what these
 *   pass through;
 * - a patch without: what its cells pass through;
 * - a box, sphere or cylinder, or a ring on its surface: what lies inside, whether or not there is
 *   a cell of the surface.
 *
 * Regions are stored with the surface in two arrays. The field array `DesignRegions` has one tuple
 * for each region, in the order of definition; later regions override earlier ones. Its components
 * are the value of DesignRegion, the RegionSettings::Kind (FacePatch for a patch), the distance,
 * the RegionSettings::Part, the tolerance, and nine numbers that define the shape: position,
 * rotation and lengths of a box; centre and radius of a sphere; centre, axis and radius of a
 * cylinder; else 0. The cell array `DesignRegionPatches` has one component more than there are
 * regions: the first is the previous value of `DesignRegion`, and each of the following is 1 in the
 * cells of the patch of a region.
 *
 * Surfaces without a region of the solid do not have these arrays: `DesignRegion` is sufficient. A
 * transform of the surface moves patches but neither distances nor shapes, and must therefore be
 * applied before.
 */
struct SurfaceRegion
{
  DesignRegion value = DesignRegion::Solid;
  RegionSettings settings;         ///< the kind of a patch is FacePatch
  std::vector<std::uint8_t> patch; ///< one for each cell of the surface

  bool isShape() const { return this->settings.kind != RegionSettings::FacePatch; }
};

struct SurfaceRegions
{
  std::vector<DesignRegion> before; ///< value of each cell without the regions
  std::vector<SurfaceRegion> regions;
};

/// Names of the arrays.
constexpr const char* SurfaceRegionsName = "DesignRegions";
constexpr const char* SurfacePatchesName = "DesignRegionPatches";

/// Whether a region of a surface is a region of the solid: a patch with a distance, or a shape.
bool isOfSolid(const RegionSettings& settings);

/**
 * Adds a region to those of a surface. A region that is not one of the solid is added only if
 * others precede it, because otherwise `DesignRegion` is sufficient.
 *
 * @param before values of the array DesignRegion without the region; empty means design
 */
void addSurfaceRegion(vtkPolyData* polygons, const BodySurface& surface,
  const RegionEntities& region, DesignRegion value, const std::vector<DesignRegion>& before);

/// Reads the regions of a surface; there are none if it has no such arrays.
/// @throws Error with the name of the array and its fault
SurfaceRegions readSurfaceRegions(vtkPolyData* polygons);
}

#endif
