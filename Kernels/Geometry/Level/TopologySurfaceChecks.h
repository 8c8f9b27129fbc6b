#ifndef TRABECULA_GEOMETRY_LEVEL_TOPOLOGYSURFACECHECKS_H
#define TRABECULA_GEOMETRY_LEVEL_TOPOLOGYSURFACECHECKS_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/TopologySurface.h"

namespace trabecula
{
/// Validates a problem. @throws Error naming the setting, array or element
void validate(const TopologySurfaceProblem& problem);

/// Relative error of the volume above which the user is warned.
constexpr double SurfaceVolumeTolerance = 0.01;

/// Sends messages about loose pieces, an error of the volume, points that could not be moved onto
/// the part, and places where the domain is not manifold to the observer.
void tellProblems(const LevelField& field, const TopologySurfaceSettings& settings,
  const TopologySurface& surface, Observer& observer);
}

#endif
