#ifndef TRABECULA_DESIGN_PARAMETRIZATION_H
#define TRABECULA_DESIGN_PARAMETRIZATION_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Map from design variables to densities and Young's moduli at material points, with its transposed
 * derivative: filters, interpolation and fixed variables, independent of responses.
 *
 * It holds two sets of variables: the accepted ones, those of the present iterate, and the next,
 * trial variables until accept(). All arrays are in memory of the space.
 */
template <class Space>
class Parametrization
{
public:
  virtual ~Parametrization() = default;

  virtual std::int64_t numberOfVariables() const = 0;
  virtual std::int64_t numberOfMaterialPoints() const = 0;

  /// The accepted variables.
  virtual const double* variables() const = 0;
  /// 0 where a variable is fixed.
  virtual const std::uint8_t* freeVariables() const = 0;
  /// To be written before evaluateTrial(), except fixed variables.
  virtual double* trialVariables() = 0;
  /// Whether densities are linear in the variables, so that volumes have constant derivatives.
  virtual bool isDensityLinear() const { return true; }
  /// Computes the densities of the next variables.
  virtual void evaluateTrial() = 0;
  virtual void accept() = 0;

  /// Of the next variables, one per material point.
  virtual const double* nextDensity() const = 0;
  virtual void trialModuli(double* moduli) const = 0;
  /// Of the accepted variables.
  virtual const double* density() const = 0;
  virtual void moduli(double* moduli) const = 0;

  /// Derivatives with respect to the accepted variables from those with respect to moduli, given as
  /// factor * values, one per material point.
  virtual void pullBackModuli(double factor, const double* values, double* gradient) = 0;
  /// The same from derivatives with respect to densities.
  virtual void pullBackDensity(const double* values, double* gradient) = 0;
  /// Derivatives with respect to the accepted densities from those with respect to moduli, one per
  /// material point, unfiltered: factor * E'(rho) * values.
  virtual void derivativesToDensity(double factor, const double* values, double* result) const = 0;

  /// For checkpoints, besides the variables: the filtered density, or empty if there is none.
  virtual std::vector<double> filteredDensity() const { return {}; }
  /// Restores the accepted variables and filteredDensity().
  virtual void restore(
    const std::vector<double>& variables, const std::vector<double>& filteredDensity) = 0;
};
}

#endif
