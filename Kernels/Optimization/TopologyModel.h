#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYMODEL_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYMODEL_H

#include "Analysis/LoadCases.h"
#include "Core/Error.h"
#include "Core/Vectors/Vector.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Parametrization.h"
#include "Design/Response/Response.h"
#include "Design/Stage/StageSettings.h"
#include "Optimization/ConvergenceRule.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyProblem.h"
#include "Optimization/TopologyState.h"

#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/// The optimizer's state in one execution space.
class TopologyOptimizer::Model
{
public:
  virtual ~Model() = default;
  virtual StepStatus step(Observer& observer) = 0;
  /// Fields are in the order of the model's design variables, material points and nodes, which for
  /// elements are its elements and nodes.
  virtual OptimizationState state() const = 0;
  /// The fields that states have.
  virtual StateFields stateFields() const = 0;
  /// @throws Error if the state does not have the fields; then nothing is changed
  virtual void restore(const OptimizationState& state) = 0;
  /// Returns the density at material points.
  virtual std::vector<double> density() const = 0;
  /// The design variables, after the density filter if there is one.
  virtual std::vector<double> filteredVariables() const = 0;
  virtual std::vector<double> displacement(std::size_t loadCase) const = 0;
  virtual std::vector<double> strainEnergyDensity() const = 0;
  /// Returns the temperature of nodes, if it is solved with the design; else nothing.
  virtual std::vector<double> temperature() const { return {}; }
  virtual std::vector<double> sensitivity() const = 0;
  /// Returns the gradient of the objective with respect to the design variables.
  virtual std::vector<double> gradient() const = 0;

  IterationRecord record; ///< of the last iterate; of iteration -1 before the first
  /// Latest iterates, the last one among them, with the volume of SettledVolume, if the method has
  /// one.
  int settledIterates = 0;
  PhaseTimes phases;
  double densityChangeTolerance = 0.0;
  std::size_t deviceMemory = 0;
  std::size_t peakDeviceMemory = 0;
};

/// The interface between the loop of a density optimization, which owns it, and a discretization.
template <class Space>
class TopologyDiscretization
{
public:
  virtual ~TopologyDiscretization() = default;
  /// To be called first.
  virtual std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) = 0;
  /// See ResponseInput::onUnknowns; null where points of conditions are nodes.
  virtual std::function<std::vector<double>(const std::vector<double>&)> onUnknowns() const
  {
    return nullptr;
  }
  /// Sets the forces of load cases that depend on the design; none by default.
  virtual void setDesignForces(LoadCases<Space>& /*loads*/, const ElasticModel<Space>& /*model*/) {}
  /// @param measures, positions of the material points, see StiffnessOperator::geometry(); measures
  /// remain valid
  virtual std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) = 0;
  /// Makes means over the material points within a radius, equal but for their measures.
  /// @param measures, positions of the material points; measures remain valid
  virtual NeighbourFilter<Space> makeMean(
    const Vector<Space>& measures, const Vector<Space>& positions, double radius)
  {
    return NeighbourFilter<Space>(
      measures.layoutPointer(), positions, &measures, radius, nullptr, {}, NeighbourWeights::Equal);
  }
  /// Makes the conduction of the elements, see ResponseInput. @throws Error without elements
  virtual CornerConduction<Space> makeConduction(const ElasticModel<Space>& /*model*/)
  {
    throw Error("The conduction of elements needs a mesh of elements.");
  }
  /// Filter and stages of the design; none by default.
  virtual ChainSettings chain() const { return {}; }
  /// One per material point, by which measures are multiplied before makeDesign(); empty means 1.
  /// Asked for while the model is made.
  virtual const std::vector<double>& solidFractions() const
  {
    static const std::vector<double> none;
    return none;
  }
  /// Called after makeDesign(). @param variables layout of the design variables
  virtual std::unique_ptr<VariableUpdate<Space>> makeUpdate(
    const LayoutPointer<Space>& variables, const DesignUpdateSettings& settings)
  {
    return std::make_unique<DesignUpdate<Space>>(variables, settings);
  }

  /// Sensitivities of a method that are no derivatives of its responses, at the accepted iterate:
  /// of the objective and of the volume, with the layout of the design variables.
  /// @return false if there are none, and derivatives are to be taken
  virtual bool sensitivities(
    LoadCases<Space>& /*loads*/, Vector<Space>& /*ofObjective*/, Vector<Space>& /*ofVolume*/)
  {
    return false;
  }
  /// Whether a run has converged when the objective changes little, relatively, rather than the
  /// variables.
  virtual bool convergesByObjective() const { return false; }
  /// Asked for while the model is made.
  virtual ConvergenceRule convergence() const { return {}; }
};

/**
 * Builds the model of a problem that has been validated, in a context.
 *
 * Conditions and design are in terms of the discretization: conditions and output weights have one
 * entry per unknown, regions one per material point. They, and what the discretization refers to,
 * need only remain valid while the model is made.
 */
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(const Context<Space>& context,
  const ElasticConditions& conditions, const DesignProblem& design,
  std::unique_ptr<TopologyDiscretization<Space>> discretization, Observer& observer);
}

#endif
