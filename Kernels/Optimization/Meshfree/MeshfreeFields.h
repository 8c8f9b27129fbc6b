#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEFIELDS_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEFIELDS_H

#include "Analysis/Meshfree/MeshfreeStructure.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Method/TopologyFields.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace trabecula
{
/// TopologyFields of MeshfreeTopology.
class MeshfreeFields : public TopologyFields
{
public:
  MeshfreeFields(const MeshfreeProblem& problem, HostCloud cloud, IntegrationPoints points);

  std::vector<double> displacement(std::vector<double> ofModel) const override
  {
    return this->atPoints(ofModel, 3);
  }

protected:
  std::vector<FieldDescription> ownFields() const override;
  std::vector<double> ownField(std::size_t index, const Model& model) const override;

private:
  /// Values at the points of the mesh.
  std::vector<double> atPoints(const std::vector<double>& ofNodes, std::size_t components) const;

  bool HasOwnNodes;
  std::vector<double> MeshPoints;
  HostCloud Cloud;
  IntegrationPoints Points;
  mutable std::optional<MeshfreeInterpolation> Interpolation; ///< made when it is first asked for
};
}

#endif
