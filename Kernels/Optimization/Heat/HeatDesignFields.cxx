#include "Optimization/Heat/HeatDesignFields.h"

namespace trabecula
{
std::vector<double> HeatDesignFields::displacement(std::vector<double> ofModel) const
{
  for (double& temperature : ofModel)
  {
    temperature += this->Reference;
  }
  return ofModel;
}

std::vector<FieldDescription> HeatDesignFields::ownFields() const
{
  return { { "Density", FieldSupport::Elements, 1 },
    { "HeatDissipationDensity", FieldSupport::Elements, 1 } };
}

std::vector<double> HeatDesignFields::ownField(std::size_t index, const Model& model) const
{
  return index == 0 ? model.density() : model.strainEnergyDensity();
}
}
