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
 * Regions travel with the surface in two arrays. The field array `DesignRegions` has a tuple for
 * each, in the order in which they were stated; later ones override earlier ones. Its components
 * are the value of DesignRegion, the RegionSettings::Kind (FacePatch for a patch), the distance,
 * the RegionSettings::Part, the tolerance, and nine that define the shape: position, rotation and
 * lengths of a box; centre and radius of a sphere; centre, axis and radius of a cylinder; else 0.
 * The cell array `DesignRegionPatches` has a component more than there are regions: the first is
 * the value of `DesignRegion` before, each following one is 1 in the cells of this region's patch.
 *
 * Surfaces without a region of the solid do not have these arrays: `DesignRegion` says all. A
 * transform of the surface moves patches but neither distances nor shapes; it comes before.
 */
struct SurfaceRegion
{
  DesignRegion value = DesignRegion::Solid;
  RegionSettings settings;         ///< of a patch its kind is FacePatch
  std::vector<std::uint8_t> patch; ///< one for each cell of the surface

  bool isShape() const { return this->settings.kind != RegionSettings::FacePatch; }
};

struct SurfaceRegions
{
  std::vector<DesignRegion> before; ///< of each cell, without the regions
  std::vector<SurfaceRegion> regions;
};

/// Names of the arrays.
constexpr const char* SurfaceRegionsName = "DesignRegions";
constexpr const char* SurfacePatchesName = "DesignRegionPatches";

/// Whether a region of a surface is one of the solid: with a distance or of a shape.
bool isOfSolid(const RegionSettings& settings);

/**
 * Adds a region to those of a surface. One that is not of the solid is added only if there is
 * another before, as otherwise `DesignRegion` says it.
 *
 * @param before values of the array DesignRegion without the region; empty means design
 */
void addSurfaceRegion(vtkPolyData* polygons, const BodySurface& surface,
  const RegionEntities& region, DesignRegion value, const std::vector<DesignRegion>& before);

/// The regions of a surface, none if it has no such arrays.
/// @throws Error naming the array and what is wrong with it
SurfaceRegions readSurfaceRegions(vtkPolyData* polygons);
}

#endif
