#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETFIELDS_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETFIELDS_H

#include "Core/Context.h"
#include "Design/LevelSet/CutDensity.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Mesh/Nurbs/NurbsPatch.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/Method/TopologyFields.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// TopologyFields of LevelSetTopology.
class LevelSetFields : public TopologyFields
{
public:
  /// @param bounds of the coefficients, shared with the model
  LevelSetFields(const LevelSetProblem& problem, std::shared_ptr<LevelSetBounds> bounds,
    std::shared_ptr<const Context<HostSpace>> onHost);

  /// Coefficients, with a third component that is zero in two dimensions.
  std::vector<double> displacement(std::vector<double> ofModel) const override;
  /// Coefficients of the level set from variables between 0 and 1.
  std::vector<double> variables(std::vector<double> ofModel) const override;
  std::vector<double> gradient(std::vector<double> ofModel) const override;
  void save(OptimizationState& state, const StateFields& fields) const override;
  void restore(OptimizationState& state, const StateFields& fields) override;

protected:
  std::vector<FieldDescription> ownFields() const override;
  std::vector<double> ownField(std::size_t index, const Model& model) const override;

private:
  /// Densities of elements as they are analysed.
  std::vector<double> density(const Model& model) const;
  /// Means of elements from values of material points.
  std::vector<double> ofElements(std::vector<double> values) const;

  int Dimension;
  std::shared_ptr<LevelSetBounds> Bounds;
  NurbsPatch Patch;                     ///< if Gauss points are the material points
  mutable std::vector<double> Measures; ///< of these; computed when they are first needed
  std::size_t PerElement = 1;           ///< material points
  std::shared_ptr<const Context<HostSpace>> OnHost;
  std::unique_ptr<CutDensity<HostSpace>> Smoothing; ///< if elements are the material points
};
}

#endif
