#ifndef TRABECULA_DESIGN_LEVELSET_REGULARIZATION_CONTOURMOTION_H
#define TRABECULA_DESIGN_LEVELSET_REGULARIZATION_CONTOURMOTION_H

#include "Design/LevelSet/Regularization/PatchPerimeter.h"
#include "Design/LevelSet/Regularization/SignedDistance.h"
#include "Design/LevelSet/Regularization/VelocityExtension.h"
#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula
{
/// Settings of ContourMotion. Lengths in elements are in terms of the fifth part of the band, which
/// is the mean element size unless elements are small.
struct ContourMotionSettings
{
  double volumeFraction = 0.5;   ///< bound on the solid part of the total volume
  double moveLimit = 0.05;       ///< m, of the contour in an iteration, part of twice the band
  double perimeterWeight = 0.01; ///< tau
  /// Part of tau while the volume is above its bound, so that members can form.
  double earlyPerimeter = 0.25;
  double volumeStep = 0.02;    ///< most change of the volume fraction in an iteration
  double extension = 1.0;      ///< a of VelocityExtension, in elements
  double perimeterWidth = 1.5; ///< of PatchPerimeter, in elements
  double rounding = 0.6;       ///< of SignedDistance::coefficients()
};

/// Where a structure is loaded (also by springs and outputs) and supported, one flag per control
/// point.
struct ContourConditions
{
  std::vector<std::uint8_t> isLoaded;
  std::vector<std::uint8_t> isHeld;
};

/**
 * Steps of a level set that minimize the compliance J for a given volume V, with the perimeter P
 * priced as volume: J + Lambda (V + tau L P), L being the edge of the square or cube of the patch's
 * area or volume.
 *
 * The level set is made the signed distance from its contour, pieces of the body that are not
 * loaded become void, and the contour moves along its normal by m f(t) with t = D / Lambda - tau L
 * kappa, which is one at the optimum. D = -dJ / dV is the decrease of the compliance for a unit of
 * volume and kappa = dP / dV the mean curvature, both as ratios of derivatives that are smoothed
 * and extended from the contour. With f(t) = 2 (sqrt(t) - 1), limited to [-1, 1], steps are those
 * of optimality criteria, whatever the units.
 */
class ContourMotion
{
public:
  /// Distances are limited to this length, which is the range of coefficients to either side: five
  /// mean element sizes, and at least a tenth of L, so that fine patches need not more iterations.
  static double bandOf(const NurbsPatch& patch);

  ContourMotion(const NurbsPatch& patch, const ContourMotionSettings& settings,
    const ContourConditions& conditions);

  /// The volume fraction of the design with these coefficients.
  using VolumeOf = std::function<double(const std::vector<double>&)>;

  /**
   * @param levelSet coefficients of the present design
   * @param isFree one flag per coefficient: 0 where it stays
   * @param ofCompliance, ofVolume exact derivatives with respect to these, for the same unit of
   * volume
   * @param target volume fraction of the next design, which it meets if its steps allow
   * @return coefficients of the next design
   */
  std::vector<double> next(const std::vector<double>& levelSet,
    const std::vector<std::uint8_t>& isFree, std::vector<double> ofCompliance,
    std::vector<double> ofVolume, double target, const VolumeOf& volumeOf) const;

private:
  /// The quantities that move the contour: drivers D, and curvatures tau L kappa.
  struct Drivers
  {
    std::vector<double> energies;
    std::vector<double> curvatures;
    double largest = 0.0;
  };

  /// @param weight of the curvature, length
  Drivers driversOf(const std::vector<double>& levelSet, const std::vector<std::uint8_t>& isFree,
    double weight, std::vector<double> ofCompliance, std::vector<double> ofVolume) const;
  /// The step with the multiplier for which the volume is the target's.
  /// @param part of the move limit
  std::vector<double> step(const std::vector<double>& base, const std::vector<std::uint8_t>& moves,
    const Drivers& drivers, double part, double target, const VolumeOf& volumeOf) const;
  /// The step after which all pieces are loaded.
  std::vector<double> stepInOnePiece(std::vector<double> base,
    const std::vector<std::uint8_t>& isFree, std::vector<std::uint8_t> moves,
    const Drivers& drivers, double part, double target, const VolumeOf& volumeOf) const;
  /// Whether a piece connects a load with a support.
  bool isConnected(const std::vector<double>& levelSet) const;
  /// Makes pieces that are not loaded void, and marks their control points as such that do not
  /// move.
  /// @return whether there are any
  bool removePieces(std::vector<double>& levelSet, const std::vector<std::uint8_t>& isFree,
    std::vector<std::uint8_t>& moves) const;

  NurbsPatch Patch;
  ContourMotionSettings Settings;
  ContourConditions Conditions;
  double ElementSize;
  double Extent; ///< L
  double Band;   ///< see bandOf()
  int Samples;   ///< points of the lattice of pieces along a side of an element
  SignedDistance Distance;
  PatchPerimeter Perimeter;
  VelocityExtension Extension;
};
}

#endif
