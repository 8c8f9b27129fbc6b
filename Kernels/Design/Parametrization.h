#ifndef TRABECULA_DESIGN_PARAMETRIZATION_H
#define TRABECULA_DESIGN_PARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/Stage/Stage.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Map from design variables to densities and Young's moduli at material points, with its transposed
 * derivative: filters, interpolation and fixed variables, independent of responses.
 *
 * It has two sets of variables: the accepted ones, which are those of the present iterate, and the
 * trial variables of the next, until accept().
 */
template <class Space>
class Parametrization
{
public:
  virtual ~Parametrization() = default;

  /// The accepted variables; their layout is that of all vectors of variables.
  virtual const Vector<Space>& variables() const = 0;
  /// Flags of the variables: 0 where a variable is fixed.
  virtual const Vector<Space, std::uint8_t>& freeVariables() const = 0;
  /// The next variables, to be written before evaluateTrial(), except fixed ones.
  virtual Vector<Space>& trialVariables() = 0;
  /// Whether densities are linear in the variables, so that volumes have constant derivatives.
  virtual bool isDensityLinear() const { return true; }
  /// Determines what belongs to the next design besides its variables; see Stage. To be called
  /// before evaluateTrial(), for iteration 0 too.
  virtual void startDesign(int /*iteration*/, double /*change*/) {}
  /// Gives the next design the parameters of the accepted one, until startDesign() is called.
  virtual void keepDesign() {}
  /// Computes the densities of the next variables.
  virtual void evaluateTrial() = 0;
  virtual void accept() = 0;
  /// Whether a run may end with the accepted design, which is that of an iteration; see Stage.
  virtual bool mayConverge(int /*iteration*/) const { return true; }
  /// Values of the accepted design in the history, in the order of stageColumns().
  virtual std::vector<double> columnValues() const { return {}; }

  /// Densities of the next variables, at the material points.
  virtual const Vector<Space>& nextDensity() const = 0;
  virtual void trialModuli(Vector<Space>& moduli) const = 0;
  /// Densities of the accepted variables; their layout is that of all vectors of material points.
  virtual const Vector<Space>& density() const = 0;
  virtual void moduli(Vector<Space>& moduli) const = 0;

  ///@{
  /// The densities whose volumes are bounded, which are those above unless a design is evaluated as
  /// several densities: then volumes of others than density() are bounded, for a bound that is
  /// multiplied by the ratio of both volumes at a design for which renewsBounds() is true.
  /// @param excess of the volume of density() over its bound, relative to it
  virtual bool boundsOtherDensity() const { return false; }
  virtual bool renewsBounds(double /*excess*/) const { return false; }
  virtual const Vector<Space>& boundedDensity() const { return this->density(); }
  virtual void pullBackBoundedDensity(const Vector<Space>& values, Vector<Space>& gradient)
  {
    this->pullBackDensity(values, gradient);
  }
  ///@}

  ///@{
  /// The designs that are analysed, as parametrizations by the same variables whose densities,
  /// moduli and derivatives are theirs: this one, unless a design is analysed as several densities,
  /// of which one is shown. Then the worst value of them is that of a response, unless it depends
  /// on density() alone.
  virtual std::size_t realizations() const { return 1; }
  virtual Parametrization& realization(std::size_t /*number*/) { return *this; }
  virtual std::size_t shownRealization() const { return 0; }
  ///@}

  /// Derivatives with respect to the accepted variables from those with respect to moduli, given as
  /// factor * values at the material points.
  virtual void pullBackModuli(
    double factor, const Vector<Space>& values, Vector<Space>& gradient) = 0;
  /// Derivatives with respect to the accepted variables from those with respect to densities.
  virtual void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) = 0;
  /// Derivatives with respect to the accepted densities from those with respect to moduli, one per
  /// material point, unfiltered: factor * E'(rho) * values.
  virtual void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const = 0;

  ///@{
  /// For checkpoints, besides the variables: the densities that stages make of them, or empty if
  /// there are none, and the state of stages.
  virtual std::vector<double> filteredDensity() const { return {}; }
  virtual NamedValues stageState() const { return {}; }
  ///@}
  /// Restores the accepted variables, filteredDensity() and stageState().
  virtual void restore(const std::vector<double>& variables,
    const std::vector<double>& filteredDensity, const NamedValues& stageState) = 0;

  ///@{
  /// Bytes that it has allocated in contexts other than that of its vectors, and their maximum.
  virtual std::size_t separateMemory() const { return 0; }
  virtual std::size_t separatePeak() const { return 0; }
  ///@}
};
}

#endif
