#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNFIELDS_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNFIELDS_H

#include "Optimization/Method/TopologyFields.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// TopologyFields of HeatTopology.
class HeatDesignFields : public TopologyFields
{
public:
  /// @param reference temperature that the model's are counted from
  HeatDesignFields(const std::vector<LoadCase>& loadCases, double reference)
    : TopologyFields(loadCases), Reference(reference)
  {
  }

  /// Returns the temperatures.
  std::vector<double> displacement(std::vector<double> ofModel) const override;

protected:
  std::vector<FieldDescription> ownFields() const override;
  std::vector<double> ownField(std::size_t index, const Model& model) const override;
  FieldDescription solution() const override { return { "Temperature", FieldSupport::Nodes, 1 }; }

private:
  double Reference;
};
}

#endif
