#ifndef TRABECULA_OPTIMIZATION_METHOD_TOPOLOGYFIELDS_H
#define TRABECULA_OPTIMIZATION_METHOD_TOPOLOGYFIELDS_H

#include "Analysis/StructuralProblem.h"
#include "Optimization/Optimization.h"
#include "Optimization/TopologyModel.h"
#include "Optimization/TopologyState.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Fields and states of a method in the terms of its problem: a model numbers design variables,
 * material points and unknowns by its discretization. Refers neither to the problem nor to the
 * model.
 *
 * The fields are those of the method and then that of the solution, as Displacement, or
 * Displacement_<load case> if there are several.
 */
class TopologyFields
{
public:
  using Model = TopologyOptimizer::Model;

  explicit TopologyFields(const std::vector<LoadCase>& loadCases);
  virtual ~TopologyFields();
  TopologyFields(const TopologyFields&) = delete;
  TopologyFields& operator=(const TopologyFields&) = delete;

  /// See Optimization::fields() and Optimization::field().
  std::vector<FieldDescription> descriptions() const;
  std::vector<double> values(std::size_t index, const Model& model) const;
  std::size_t loadCases() const { return this->LoadCaseNames.size(); }

  // The following functions convert values from the numbering of the model.

  /// @return 3 per node
  virtual std::vector<double> displacement(std::vector<double> ofModel) const { return ofModel; }
  /// Converts values of design variables, or derivatives with respect to them.
  virtual std::vector<double> variables(std::vector<double> ofModel) const { return ofModel; }
  virtual std::vector<double> gradient(std::vector<double> ofModel) const { return ofModel; }
  /// Converts values of material points to fields of elements, if elements are the material points.
  virtual std::vector<double> elements(std::vector<double> ofModel) const { return ofModel; }

  /// Converts a state of the model to the numbering of the problem, and adds the data of the
  /// method.
  virtual void save(OptimizationState& /*state*/, const StateFields& /*fields*/) const {}
  /// Converts a state to the numbering of the model, before the model is restored, which computes
  /// densities from variables.
  /// @param state that has the fields
  virtual void restore(OptimizationState& /*state*/, const StateFields& /*fields*/) {}

protected:
  /// The fields of the method, the design first.
  virtual std::vector<FieldDescription> ownFields() const = 0;
  virtual std::vector<double> ownField(std::size_t index, const Model& model) const = 0;
  /// The field of the solution of a load case.
  virtual FieldDescription solution() const { return { "Displacement", FieldSupport::Nodes, 3 }; }

private:
  std::vector<std::string> LoadCaseNames;
};

/// The parts of an optimization that a TopologyMethod makes for its problem.
struct TopologyParts
{
  std::unique_ptr<TopologyOptimizer::Model> model;
  std::unique_ptr<TopologyFields> fields;
};
}

#endif
