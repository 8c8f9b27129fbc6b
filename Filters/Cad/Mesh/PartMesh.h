#ifndef TRABECULA_FILTERS_PARTMESH_H
#define TRABECULA_FILTERS_PARTMESH_H

#include "CadDescription.h"
#include "CadSource.h"
#include "GmshMesh.h"
#include "PartMeshCheck.h"

#include "Mesh/Tetrahedra/CurvedTetrahedra.h"
#include "Run/RunObserver.h"

#include <cstdint>
#include <string>

namespace trabecula::filters
{
/// What mesh is wanted of which part. Lengths are in the unit of the source.
struct PartMeshSettings
{
  CadSource source = {};
  double size = 0.0;         ///< largest length of an edge
  double leastSize = 0.0;    ///< smallest, where curvature makes edges shorter
  int elementsPerCircle = 0; ///< 0 disregards curvature
  bool isQuadratic = true;
  std::int64_t mostTetrahedra = 0;
  double seconds = 0.0; ///< after which a process is ended
  std::string cadProgram = {};
  std::string mesher = {}; ///< path of Gmsh
};

struct PartMesh
{
  // Lengths are in the unit of the source.
  GmshMesh gmsh = {};
  CadDescription body = {};
  PartMeshCheck check = {};
  StraightenedTetrahedra straightened = {};
};

/// About how many tetrahedra a body would have. @param settings in mm
double estimateTetrahedra(const CadDescription& body, const PartMeshSettings& settings);

/**
 * Makes tetrahedra of a CAD file in two processes, the CAD kernel's and Gmsh's, and compares them
 * with the body.
 *
 * @throws Error with the name of the file @throws SetupStopped
 */
PartMesh meshPart(const PartMeshSettings& settings, RunObserver& observer);
}

#endif
