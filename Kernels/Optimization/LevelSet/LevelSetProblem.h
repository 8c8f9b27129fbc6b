#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETPROBLEM_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETPROBLEM_H

#include "Design/Stage/StageSettings.h"
#include "Mesh/Nurbs/NurbsPatch.h"
#include "Optimization/ConvergenceRule.h"
#include "Optimization/LevelSet/HolePattern.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// How a level set is updated, with Optimizer::OptimalityCriteria.
enum class LevelSetScheme
{
  /// Signed distances whose contour moves by exact derivatives of the compliance and by its
  /// curvature, without loose pieces (see ContourMotion). With LevelSetDensity::Smooth.
  Regularized,
  /// The update of Xia et al. 2017 (see LevelSetUpdate).
  Paper
};

/// The method by which the density is computed from the level set.
enum class LevelSetDensity
{
  /// Cut in two dimensions with LevelSetScheme::Paper and optimality criteria, else Smooth.
  Auto,
  /// The solid part of each element, from the level set at its vertices, averaged over neighbours
  /// (Xia et al. 2017, Table 2); in two dimensions.
  Cut,
  /// A smooth Heaviside function at Gauss points, with exact derivatives.
  Smooth
};

/// Derivatives with respect to coefficients of the level set, with LevelSetDensity::Cut.
enum class LevelSetSensitivity
{
  Point,   ///< energy density at the Greville point of each control point (their Table 3)
  Integral ///< their eq. 19 and 20: a shape derivative, by an approximate delta function
};

/// Settings of the parameterized level-set method.
struct LevelSetMethod
{
  LevelSetScheme scheme = LevelSetScheme::Regularized;
  LevelSetDensity density = LevelSetDensity::Auto;
  LevelSetSensitivity sensitivity = LevelSetSensitivity::Point;
  InitialHoles holes;
  /// tau of LevelSetScheme::Regularized: price of the perimeter, relative to the size of the patch.
  double perimeterWeight = 0.01;
  /// r_s of LevelSetDensity::Cut, length; 0 means automatic, see smoothingRadiusOf(). It counts in
  /// elements of the parameter space, each of the mean size: up to one of these there is no
  /// smoothing.
  double smoothingRadius = 0.0;
  /// Delta of LevelSetDensity::Smooth, length; 0 means half the mean size of an element, at which
  /// the compliance is that of the body inside of the contour.
  double transitionWidth = 0.0;
  /// gamma of LevelSetSensitivity::Integral, length; 0 means two mean sizes of an element.
  double deltaWidth = 0.0;
};

/**
 * Topology optimization with a level set on a NURBS patch (Xia, Wang, Wang and Mei, Struct.
 * Multidisc. Optim. 56, 2017): one basis carries geometry, displacement and level set, whose
 * coefficients are the design variables. Two dimensions are plane stress with thickness 1.
 *
 * Points of the conditions are the control points; in two dimensions the third component has no
 * effect. Prescribed displacements must be zero. Design variables are those of control points too:
 * the coefficients of others than Design stay at the largest (Solid) or smallest (Void) of the
 * initial ones, and a given initial design are coefficients, positive in material; empty means by
 * holes. Elements are those of the patch.
 *
 * Of the settings, minimumModulusRatio is the ratio of the moduli of weak and solid material,
 * OptimalityCriteria is the update of the paper, moveLimit is that of coefficients relative to
 * their bounds, and densityChangeTolerance is on the relative change of the objective.
 */
struct LevelSetProblem
{
  LevelSetProblem();

  NurbsPatch patch;
  ElasticConditions conditions;
  DesignProblem design;
  LevelSetMethod method;
  /// Symmetry, extrusion and draw direction, which link coefficients; level sets have no other
  /// stages.
  StageSettings stages;

  /// Returns the method for the density, with Auto resolved.
  LevelSetDensity density() const;
  /// Whether the update is that of LevelSetScheme::Regularized.
  bool isRegularized() const;
  /// Returns the rule of convergence, which has a settled volume for the regularized scheme.
  ConvergenceRule convergence() const;
};

/// The method's smoothing radius, length, or the automatic one: a twentieth of the longest
/// direction of the patch, by the length of its middle line.
double smoothingRadiusOf(const LevelSetProblem& problem);
/// The method's transition width, length, or the automatic one.
double transitionWidthOf(const LevelSetProblem& problem);

/// Validates a problem, on the host. @throws Error for the first fault, naming the culprit
void validate(const LevelSetProblem& problem);

/// See prepare() of a TopologyProblem.
std::unique_ptr<TopologyMethod> prepare(const LevelSetProblem& problem);

/// Returns a fingerprint as that of a TopologyProblem, with the patch and the method.
std::uint64_t fingerprint(const LevelSetProblem& problem);

/// Upper bound of the bytes that the model allocates on the device for this problem.
std::size_t estimateDeviceMemory(const LevelSetProblem& problem);
}

#endif
