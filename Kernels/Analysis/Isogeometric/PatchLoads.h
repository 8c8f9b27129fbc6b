#ifndef TRABECULA_ANALYSIS_ISOGEOMETRIC_PATCHLOADS_H
#define TRABECULA_ANALYSIS_ISOGEOMETRIC_PATCHLOADS_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula
{
/// One side of a patch: xi_direction = 0 (end 0) or 1 (end 1).
struct PatchFace
{
  int direction = 0;
  int end = 0;
};

/// Force per area, or per length in two dimensions, at a position with an outward unit normal.
using Traction = std::function<std::array<double, 3>(
  const std::array<double, 3>& place, const std::array<double, 3>& normal)>;

/// Consistent forces of control points, 3 each, of a force at a point of the patch: f_i = R_i(xi)
/// f.
/// @param xi parameters of the point
std::vector<double> pointForce(
  const NurbsPatch& patch, const std::array<double, 3>& xi, const std::array<double, 3>& force);

/// Consistent forces of a traction: f_i = integral of R_i t over the face.
/// @param gaussPoints in each direction; 0 means degree + 1
std::vector<double> faceForce(
  const NurbsPatch& patch, const PatchFace& face, const Traction& traction, int gaussPoints = 0);

/// Area of a face, or length in two dimensions.
double areaOf(const NurbsPatch& patch, const PatchFace& face);

/// Consistent forces of a force per volume, or per area in two dimensions: f_i = integral of R_i b.
std::vector<double> bodyForce(const NurbsPatch& patch, const std::array<double, 3>& force);
}

#endif
