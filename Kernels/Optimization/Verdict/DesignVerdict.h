#ifndef TRABECULA_OPTIMIZATION_VERDICT_DESIGNVERDICT_H
#define TRABECULA_OPTIMIZATION_VERDICT_DESIGNVERDICT_H

#include "Design/Response/ResponseSettings.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// A bound of a problem and the value that a design has.
struct BoundVerdict
{
  /// Excess over a bound, relative to it, that is the accuracy of an optimizer and no fault.
  static constexpr double Tolerance = 0.005;

  std::string column; ///< of the history, such as "VolumeFraction"
  double value = 0.0;
  double bound = 0.0;
  BoundSense sense = BoundSense::AtMost;

  /// (value - bound) / |bound|, with the opposite sign for a bound below; 0 or less where the bound
  /// is met.
  double excess() const;
  bool isMet() const { return this->excess() <= Tolerance; }
};

/// Returns a sentence on a value and its bound: "The compliance is 12.3, 2.5 % above its bound 12."
std::string sentenceOf(const BoundVerdict& bound);

/// How far the material of a design carries a load to the supports.
struct LoadVerdict
{
  /// Share of a load that must be carried; the rest is that of nodes at the rim of a loaded region.
  static constexpr double LeastCarried = 0.99;

  std::string name;        ///< of the load case, or "Output" for the output of a mechanism
  double onMaterial = 0.0; ///< share of the sum of lengths of its forces that acts on material
  double carried = 0.0;    ///< share that acts on material connected to a support

  bool isCarried() const { return this->carried >= LeastCarried; }
};

/// How much of the material is connected to a place to which all of it is to be.
struct ConnectionVerdict
{
  std::string place;       ///< in words
  double looseShare = 0.0; ///< of the volume of the material that is not connected to it
};

/**
 * What a design is, as found from the design itself: whether it meets the bounds of its problem,
 * whether its material carries the loads to the supports, and how definite it is.
 *
 * Material are elements with a density of at least the threshold, at which they have the volume of
 * the densities as the surface of a design has by default; pieces are connected through faces.
 */
struct DesignVerdict
{
  /// Share of the material in loose pieces above which they are a fault; less is that of single
  /// elements near the threshold.
  static constexpr double MostLoose = 0.001;
  /// Increase of the objective over that of a feasible start that is a fault, relative.
  static constexpr double MostIncrease = 1e-6;

  std::vector<BoundVerdict> bounds;
  std::vector<LoadVerdict> loads;
  std::vector<ConnectionVerdict> connections;
  /// Of what stages count, see StageColumn: a sentence for each that is not 0.
  std::vector<std::string> countedFaults;
  /// Whether the loads are heat, and the supports are fixed temperatures and films.
  bool isOfHeat = false;
  double threshold = 0.5;
  std::size_t pieces = 0;
  std::size_t loosePieces = 0; ///< pieces without a support
  double looseShare = 0.0;     ///< their share of the volume of the material
  /// 4 sum v rho (1 - rho) / sum v over the elements (Sigmund 2007), 0 to 1.
  double greyness = 0.0;
  /// (objective - objective of the start) / |objective of the start|; 0 if the start is not known
  /// or does not meet the bounds.
  double increase = 0.0;
  double change = 0.0;    ///< of the design in the last iteration
  double tolerance = 0.0; ///< of convergence on the change; 0 means never
  bool isSettled = true;  ///< ConvergenceRule::isSettled()
  std::string unfinished; ///< ConvergenceRule::unfinished()
  int iteration = 0;

  bool isConverged() const
  {
    return this->iteration > 0 && this->tolerance > 0.0 && this->change < this->tolerance &&
      this->isSettled;
  }
  double largestExcess() const;
  /// A sentence for each fault; empty for a sound design.
  std::vector<std::string> faults() const;
  /// The same as one text.
  std::string faultText() const;
  /// Returns remarks for the user other than faults: that there are none, greyness, convergence.
  std::string remarkText() const;
  /// Returns why the run has not converged; empty if it has.
  std::string convergenceText() const;
  /// The whole verdict, faults first.
  std::string text() const;
};
}

#endif
