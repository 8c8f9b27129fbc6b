#include "Optimization/Elements/ElementFields.h"

#include <utility>

namespace trabecula
{
ElementFields::ElementFields(
  const std::vector<LoadCase>& loadCases, std::unique_ptr<const StructureOnGrid> onGrid)
  : TopologyFields(loadCases), OnGrid(std::move(onGrid))
{
}

std::vector<double> ElementFields::displacement(std::vector<double> ofModel) const
{
  // Of several processes, only the first has values.
  return this->OnGrid && !ofModel.empty() ? this->OnGrid->displacement(ofModel) : ofModel;
}

std::vector<double> ElementFields::elements(std::vector<double> ofModel) const
{
  return this->OnGrid && !ofModel.empty() ? this->OnGrid->elementField(ofModel) : ofModel;
}

void ElementFields::save(OptimizationState& state, const StateFields& fields) const
{
  if (this->OnGrid)
  {
    renumberState(state, fields,
      [&](Entity entity, const std::vector<double>& values)
      {
        return entity == Entity::Node ? this->OnGrid->displacement(values)
                                      : this->OnGrid->elementField(values);
      });
  }
}

void ElementFields::restore(OptimizationState& state, const StateFields& fields)
{
  if (this->OnGrid)
  {
    renumberState(state, fields,
      [&](Entity entity, const std::vector<double>& values)
      {
        return entity == Entity::Node ? this->OnGrid->nodesOnGrid(values)
                                      : this->OnGrid->elementsOnGrid(values);
      });
  }
}

std::vector<FieldDescription> ElementFields::ownFields() const
{
  return { { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 } };
}

std::vector<double> ElementFields::ownField(std::size_t index, const Model& model) const
{
  return this->elements(index == 0 ? model.density() : model.strainEnergyDensity());
}
}
