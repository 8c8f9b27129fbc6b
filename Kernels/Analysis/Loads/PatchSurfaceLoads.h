#ifndef TRABECULA_ANALYSIS_LOADS_PATCHSURFACELOADS_H
#define TRABECULA_ANALYSIS_LOADS_PATCHSURFACELOADS_H

#include "Analysis/Loads/SurfaceLoads.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <vector>

namespace trabecula
{
/// A rectangle in the parameters of a side of a patch. In two dimensions sides are curves of
/// thickness 1: for the first and the second direction, the second range has no effect.
struct PatchFacePiece
{
  int direction = 0; ///< direction of the constant parameter
  int end = 0;       ///< value of the constant parameter, 0 or 1
  /// Ranges of the parameters of the other two directions, in ascending order.
  std::array<double, 2> low = { 0.0, 0.0 };
  std::array<double, 2> high = { 1.0, 1.0 };
};

/// A whole side.
PatchFacePiece sideOf(int direction, int end);

/**
 * Consistent forces on control points of a load on faces: f_i = integral of R_i t dA, by Gauss
 * points of the degree plus one on each span, exact for tractions on plane faces of polynomial
 * patches. Results have 3 components per control point, force; loads are as those of
 * SurfaceLoads.h.
 *
 * As the R_i sum to one and reproduce positions, the resultant is that of the traction, and it can
 * be computed by resultantOf() from forces at positions of control points.
 */
///@{
std::vector<double> forcesOfTraction(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Vector3& traction);
/// @param pressure force per area, positive against the outward normals
std::vector<double> forcesOfPressure(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, double pressure);
/// @throws Error if the faces have no area
std::vector<double> forcesOfTotalForce(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Vector3& total);
/// @throws Error if the faces have no area, or cannot carry the moment
std::vector<double> forcesOfMoment(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Vector3& moment);
///@}

/// Forces of control points of forces at points of a patch: f at xi adds f R_i(xi) to control point
/// i.
/// @param parameters of each point @param forces 3 per point
std::vector<double> forcesAtParameters(const NurbsPatch& patch,
  const std::vector<std::array<double, 3>>& parameters, const std::vector<double>& forces);

/// Area of the faces by the same points, length squared.
double areaOf(const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces);
}

#endif
