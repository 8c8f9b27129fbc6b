#include "Optimization/Method/TopologyFields.h"

namespace trabecula
{
TopologyFields::TopologyFields(const std::vector<LoadCase>& loadCases)
{
  for (const LoadCase& load : loadCases)
  {
    this->LoadCaseNames.push_back(load.name);
  }
}

TopologyFields::~TopologyFields() = default;

std::vector<FieldDescription> TopologyFields::descriptions() const
{
  std::vector<FieldDescription> fields = this->ownFields();
  const bool several = this->LoadCaseNames.size() > 1;
  for (const std::string& name : this->LoadCaseNames)
  {
    fields.push_back(this->solution());
    fields.back().name += several ? "_" + name : "";
  }
  return fields;
}

std::vector<double> TopologyFields::values(std::size_t index, const Model& model) const
{
  const std::size_t firstDisplacement = this->ownFields().size();
  return index < firstDisplacement
    ? this->ownField(index, model)
    : this->displacement(model.displacement(index - firstDisplacement));
}
}
