#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTFIELDS_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTFIELDS_H

#include "Analysis/StructureOnGrid.h"
#include "Optimization/Method/TopologyFields.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula
{
/// TopologyFields of ElementTopology.
class ElementFields : public TopologyFields
{
public:
  /// @param onGrid the numbering of the model, if it is that of a voxel grid; else null
  ElementFields(const StructuralProblem& structure, std::unique_ptr<const StructureOnGrid> onGrid);

  std::vector<double> displacement(std::vector<double> ofModel) const override;
  std::vector<double> variables(std::vector<double> ofModel) const override
  {
    return this->elements(std::move(ofModel));
  }
  std::vector<double> gradient(std::vector<double> ofModel) const override
  {
    return this->elements(std::move(ofModel));
  }
  std::vector<double> elements(std::vector<double> ofModel) const override;
  void save(OptimizationState& state, const StateFields& fields) const override;
  void restore(OptimizationState& state, const StateFields& fields) override;

protected:
  std::vector<FieldDescription> ownFields() const override;
  std::vector<double> ownField(std::size_t index, const Model& model) const override;

private:
  std::unique_ptr<const StructureOnGrid> OnGrid;
  std::size_t Nodes; ///< of the structure
  bool HasTemperature;
};
}

#endif
