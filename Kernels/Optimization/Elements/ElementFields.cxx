#include "Optimization/Elements/ElementFields.h"

#include <utility>

namespace trabecula
{
ElementFields::ElementFields(
  const StructuralProblem& structure, std::unique_ptr<const StructureOnGrid> onGrid)
  : TopologyFields(structure.loadCases), OnGrid(std::move(onGrid)),
    Nodes(structure.mesh.numberOfNodes()), HasTemperature(structure.ofDesign.heat.isPresent())
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
        if (entity != Entity::Node)
        {
          return this->OnGrid->elementField(values);
        }
        const auto ofGrid = static_cast<std::size_t>(this->OnGrid->grid().numberOfNodes());
        return values.size() == ofGrid ? this->OnGrid->nodeField(values)
                                       : this->OnGrid->displacement(values);
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
        return entity == Entity::Node
          ? this->OnGrid->nodesOnGrid(values, values.size() / this->Nodes)
          : this->OnGrid->elementsOnGrid(values);
      });
  }
}

std::vector<FieldDescription> ElementFields::ownFields() const
{
  std::vector<FieldDescription> fields = { { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 } };
  if (this->HasTemperature)
  {
    fields.push_back({ "Temperature", FieldSupport::Nodes, 1 });
  }
  return fields;
}

std::vector<double> ElementFields::ownField(std::size_t index, const Model& model) const
{
  if (index == 2)
  {
    std::vector<double> temperature = model.temperature();
    return this->OnGrid ? this->OnGrid->nodeField(temperature) : temperature;
  }
  return this->elements(index == 0 ? model.density() : model.strainEnergyDensity());
}
}
