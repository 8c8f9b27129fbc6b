#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSE_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSE_H

#include "Analysis/LoadCases.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Optimizer/VariableUpdate.h"
#include "Design/Parametrization.h"
#include "Design/Response/AdjointSystem.h"
#include "Design/Response/ResponseList.h"
#include "Mesh/Mesh.h"
#include "Operator/StiffnessOperator.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// A design with its analysis as input of responses: solutions, moduli and densities, those of the
/// accepted iterate or of one that is tried.
template <class Space>
struct SolvedDesign
{
  ElasticModel<Space>& model;
  LoadCases<Space>& loads;
  const Vector<Space>& moduli; ///< at the material points
  const Vector<Space>& density;
  bool isTrial = false;

  /// Returns the displacement of a load case.
  const Vector<Space>& displacement(std::size_t load) const
  {
    return this->isTrial ? this->loads.trial(load) : this->loads[load].displacement;
  }
};

/// The conduction of heat by linear elements on the corners of a mesh, for responses that solve a
/// problem of their own.
template <class Space>
struct CornerConduction
{
  Mesh mesh; ///< of the corners, with all nodes; those in the middle of edges are in no element
  /// With one unknown for each node; its material points are the elements.
  std::unique_ptr<StiffnessOperator<Space>> conduction;
  ///@{
  /// If the elements are not the material points of the model: number of these in each element, one
  /// element after another, and the supports of the nodes, three of each. Else 0 and empty.
  int pointsPerElement = 0;
  std::vector<std::uint8_t> supports = {};
  ///@}
};

/// The input of the constructor of a response, after which the problem need not remain valid.
template <class Space>
struct ResponseInput
{
  const ResponseProblem& problem;
  ElasticModel<Space>& model;
  const Vector<Space>& measures; ///< of the material points, length cubed
  /// Derivatives of densities that are linear in the variables may be computed once.
  Parametrization<Space>& design;
  const Vector<Space>& positions; ///< of the material points, three components, length
  /// Makes means of densities over the material points within a radius, with their measures as
  /// weights. Responses that call it tell the radius in their description.
  std::function<NeighbourFilter<Space>(double radius)> makeMean;
  /// Returns the weights of unknowns in a sum of displacements of points, three for each, from
  /// those of the points; not given where points are the nodes of unknowns.
  std::function<std::vector<double>(const std::vector<double>& ofPoints)> onUnknowns = nullptr;
  /// Makes the conduction of the elements. Responses that call it say so in their description.
  std::function<CornerConduction<Space>()> makeConduction;
  /// Layout of the temperature that is solved with the design; null without one.
  LayoutPointer<Space> temperatures = nullptr;
};

/// The measures of the material points, 0 outside of a region.
template <class Space>
Vector<Space> measuresIn(const std::optional<int>& region, const ResponseInput<Space>& input)
{
  std::vector<double> values = input.measures.toHost();
  for (std::size_t p = 0; region && p < values.size(); ++p)
  {
    values[p] = input.problem.regions[p] == *region ? values[p] : 0.0;
  }
  return Vector<Space>(input.measures.layoutPointer(), values);
}

/// Part of the state of a response that checkpoints keep, under names that are its own.
template <class Space>
using NamedVectors = std::vector<std::pair<std::string, Vector<Space>*>>;
using NamedScalars = std::vector<std::pair<std::string, double*>>;

/**
 * The shares of material points in a mean by volume over all that is designed, or over a region;
 * 0 elsewhere.
 *
 * @param values that each point has
 */
template <class Space>
Vector<Space> sharesIn(
  const std::optional<int>& region, const ResponseInput<Space>& input, std::size_t values = 1)
{
  std::vector<double> shares = input.measures.toHost();
  // If variables do not belong to elements, all points count as designed.
  const std::vector<DesignRegion>& designed = input.problem.designed;
  const bool isDesigned = designed.size() == shares.size();
  const auto owned = static_cast<std::size_t>(input.measures.ownedSize());
  double total = 0.0;
  for (std::size_t p = 0; p < shares.size(); ++p)
  {
    const bool isInside = region ? input.problem.regions[p] == *region
                                 : !isDesigned || designed[p] == DesignRegion::Design;
    shares[p] = isInside ? shares[p] : 0.0;
    total += p < owned ? shares[p] : 0.0;
  }
  input.measures.context().sumOverParts(&total, 1);
  for (double& share : shares)
  {
    share /= total * static_cast<double>(values);
  }
  return Vector<Space>(input.measures.layoutPointer(), shares);
}

/**
 * A function of a design and its analysis that can be minimized or bounded: a value, its gradient
 * and, if it needs them, adjoint systems K v = l, at most one for each load case.
 *
 * For each design that it tries, the loop calls computeAdjointLoads() and isAccurate(), as often as
 * it solves, and for an accepted one evaluate(), accept(), then gradients. The last
 * computeAdjointLoads() before evaluate() has the accepted design and its solutions, so that what
 * it computes of them need not be computed again.
 */
template <class Space>
class Response
{
public:
  virtual ~Response() = default;

  /// The adjoint systems, the same ones in every call; none if the gradient needs no adjoint
  /// solution.
  virtual std::vector<AdjointSystem<Space>*> adjoints() { return {}; }
  /// Sets the loads of the adjoint systems from the trial solutions of the load cases. This is not
  /// needed for loads that do not depend on these.
  virtual void computeAdjointLoads(const SolvedDesign<Space>& /*trial*/) {}
  /// Solves what the response solves itself for the trial design, such as an eigenproblem; called
  /// once, after the load cases and adjoint systems. @return false if stopped
  virtual bool solve(const SolvedDesign<Space>& /*trial*/, const LoadSolveSettings& /*settings*/,
    Observer& /*observer*/)
  {
    return true;
  }
  /// Number of systems that solve() solves, for progress.
  virtual std::size_t furtherSystems() const { return 0; }
  /// Whether the trial solutions are accurate enough for the value; if not, all are improved.
  virtual bool isAccurate(const SolvedDesign<Space>& /*trial*/) { return true; }

  /// The value at the accepted iterate; also computes the data for gradients. May be called again
  /// for the same iterate, with the same result.
  virtual double evaluate(const SolvedDesign<Space>& design) = 0;
  /// The columns of the history after that of the value, of the last evaluated iterate; see
  /// ResponseDescription::columns.
  virtual std::vector<double> furtherColumns() const { return {}; }
  /// Called once for each accepted iterate, after its last evaluate(): updates what the next
  /// iterate depends on.
  virtual void accept() {}

  /// Derivatives with respect to the accepted densities, unfiltered, one for each material point.
  virtual void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const = 0;
  /// Derivatives with respect to the accepted design variables.
  virtual void gradient(Parametrization<Space>& design, Vector<Space>& result)
  {
    LeasedVector<Space> ofDensity(design.density().layoutPointer());
    this->derivativesToDensity(design, ofDensity);
    design.pullBackDensity(ofDensity, result);
  }
  ///@{
  /// Terms the largest of which is the value: an objective is minimized by a bound on all of them,
  /// which the method of moving asymptotes lowers, as its own gradient jumps. No terms: the value
  /// is minimized by its gradient. See ResponseDescription::terms.
  virtual std::size_t numberOfTerms() const { return 0; }
  /// Computes the gradient of a term of the accepted design. @return its value
  virtual double linearizeTerm(
    std::size_t /*term*/, Parametrization<Space>& design, Vector<Space>& result)
  {
    this->gradient(design, result);
    return 0.0;
  }
  /// The term that is the value.
  virtual std::size_t termOfValue() const { return 0; }
  ///@}
  ///@{
  /**
   * Adds the derivatives of the value, or of one of several terms, by forces that act in all load
   * cases, at fixed moduli: the adjoint solutions, summed over load cases. By these the derivatives
   * of loads that depend on the design are added, see ResponseWithLoads; responses give them whose
   * description says hasLoadsOfDesign.
   *
   * @param design solved with the adjoint systems, a trial one or the accepted one
   */
  virtual void addDerivativesByForces(
    const SolvedDesign<Space>& /*design*/, std::size_t /*term*/, Vector<Space>& /*result*/) const
  {
  }
  /// The factor of these in gradients.
  virtual double scaleOfGradient() const { return 1.0; }
  ///@}
  /// The gradient up to a positive factor if it is the same for all iterates; else null.
  virtual const Vector<Space>* constantGradient() const { return nullptr; }

  /**
   * value <= bound, linearized at the accepted design.
   *
   * @param value at the accepted design, also of one that was restored
   * @param gradient memory for the gradient; empty if there is a constantGradient()
   */
  virtual LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient)
  {
    this->gradient(design, gradient);
    const double scale = bound != 0.0 ? std::abs(bound) : std::abs(value);
    return { value - bound, &gradient, scale > 0.0 ? scale : 1.0 };
  }

  /// Weighted sum over load cases of u.(K_p u) for moduli of one at each material point, if the
  /// response has computed it; else null.
  virtual const Vector<Space>* unitEnergies() const { return nullptr; }

  ///@{
  /// State between iterates, which is saved and written to from outside. Entities of vectors follow
  /// from their layouts.
  virtual NamedVectors<Space> stateVectors() { return {}; }
  virtual NamedScalars stateScalars() { return {}; }
  ///@}
};
}

#endif
