#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETREFERENCE_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETREFERENCE_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula::reference
{
/// Phi at parameters, by its definition. @param coefficients one per control point
double levelSetAt(const NurbsPatch& patch, const std::vector<double>& coefficients,
  const std::array<double, 3>& xi);

/// The solid part of each element of a plane patch, by clipping the triangles between the middle
/// and the vertices of each element as polygons.
std::vector<double> cutElements(const NurbsPatch& patch, const std::vector<double>& coefficients);

/// Means of the elements of a plane patch with weights max(0, radius - distance), over their sum.
std::vector<double> smoothElements(
  const NurbsPatch& patch, const std::vector<double>& values, double radius);

/// A problem for updateLevelSet().
struct LevelSetUpdateProblem
{
  std::vector<double> variables;
  std::vector<double> ofCompliance; ///< sensitivities
  std::vector<double> ofVolume;
  std::vector<std::uint8_t> isDesign;
  double moveLimit = 0.05;
  double damping = 0.3;
  double leastVariable = 1e-4;
  /// Volume of a design over its bound.
  std::function<double(const std::vector<double>&)> volume;
};

/// The update of Xia et al. 2017, Table 4: bisection of Lambda in [0, 1e9].
std::vector<double> updateLevelSet(const LevelSetUpdateProblem& problem);

/// Sensitivities -E eps^T D eps at the Greville points of a plane patch for a displacement.
/// @param moduli of elements @param u 2 per control point
std::vector<double> pointSensitivities(const NurbsPatch& patch, double poissonsRatio,
  const std::vector<double>& moduli, const std::vector<double>& u);

/// Integrals of delta(Phi) R_i times -E eps^T D eps, or without u of delta(Phi) R_i alone.
std::vector<double> integralSensitivities(const NurbsPatch& patch, double poissonsRatio,
  double deltaWidth, const std::vector<double>& coefficients, const std::vector<double>& moduli,
  const std::vector<double>& u);
}

#endif
