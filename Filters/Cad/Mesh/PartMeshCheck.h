#ifndef TRABECULA_FILTERS_PARTMESHCHECK_H
#define TRABECULA_FILTERS_PARTMESHCHECK_H

#include "CadDescription.h"
#include "GmshMesh.h"

#include <cstdint>
#include <string>

namespace trabecula::filters
{
/// How a mesh differs from the body that it was made of.
struct PartMeshCheck
{
  double volume = 0.0;    ///< of the tetrahedra, length cubed
  double cadVolume = 0.0; ///< by the CAD kernel
  /// Faces whose area differs by more than a twentieth, and the one that differs most.
  std::int64_t coarseFaces = 0;
  std::int64_t coarsestFace = -1;
  double areaOfCoarsest = 0.0;
  double cadAreaOfCoarsest = 0.0;

  /// Difference of the volumes over that of the CAD kernel.
  double volumeError() const;
};

/**
 * Compares volumes of solids, and areas and centres of faces.
 *
 * @param body with pieces, in the same unit
 * @param report first error of the mesher, a sentence; or empty
 * @throws Error if a solid has no tetrahedra, the volume differs by more than a twentieth, or the
 * numbers of faces are others
 */
PartMeshCheck checkPartMesh(
  const GmshMesh& gmsh, const CadDescription& body, const std::string& report);
}

#endif
