#ifndef TRABECULA_GEOMETRY_LEVEL_SURFACEPIECES_H
#define TRABECULA_GEOMETRY_LEVEL_SURFACEPIECES_H

#include "Geometry/Level/LevelSurface.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The connected components (pieces) of a body, in descending order of volume.
struct SurfacePieces
{
  std::vector<double> volumes; ///< of each piece, cavities subtracted, length^3
  double volume = 0.0;         ///< of all
};

/// Numbers the pieces of the surface's triangles.
/// @param pieceOfVertex of findPieces()
SurfacePieces findSurfacePieces(
  LevelSurface& surface, const std::vector<std::int32_t>& pieceOfVertex);

/// Removes the smallest pieces, except the largest one, as long as they are entirely on a part and
/// have less than a volume: such pieces occur near sharp edges, where the mesh is too coarse to
/// connect them with the others.
void removeSplinters(LevelSurface& surface, SurfacePieces& pieces, double volume);

/// Removes the triangles of all but the first count pieces, and the points that only they use.
void keepPieces(LevelSurface& surface, std::int32_t count);
}

#endif
