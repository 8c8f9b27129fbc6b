#ifndef TRABECULA_ANALYSIS_PARTS_MAPPEDSTRUCTURE_H
#define TRABECULA_ANALYSIS_PARTS_MAPPEDSTRUCTURE_H

#include "Analysis/StructuralProblem.h"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trabecula
{
/**
 * A copy of conditions for other points, such as those of a part or in another order. All arrays
 * pass through here: a member that is added to these structs must be added to the bindings below,
 * else they do not compile.
 *
 * @param ofPoints returns the array for the other points from one with three entries per point; an
 * empty array means a default and must remain empty
 */
template <class OfPoints>
ElasticConditions mapConditions(const ElasticConditions& original, const OfPoints& ofPoints)
{
  const auto& [material, supports, prescribedDisplacement, loadCases, springs, solver, pointMasses,
    hasGivenStrain, ofDesign, rigid] = original;
  ElasticConditions mapped;
  mapped.material = material;
  mapped.supports = ofPoints(supports);
  mapped.prescribedDisplacement = ofPoints(prescribedDisplacement);
  for (const LoadCase& load : loadCases)
  {
    const auto& [name, weight, forces] = load;
    mapped.loadCases.push_back({ name, weight, ofPoints(forces) });
  }
  mapped.springs = ofPoints(springs);
  mapped.solver = solver;
  mapped.pointMasses = ofPoints(pointMasses);
  mapped.hasGivenStrain = hasGivenStrain;
  mapped.ofDesign = ofDesign;
  mapped.rigid.numbers = ofPoints(rigid.numbers);
  mapped.rigid.motions = rigid.motions;
  // Values of points are mapped as the first of three components.
  const auto mapValues = [&ofPoints](auto& values)
  {
    auto vectors = std::decay_t<decltype(values)>(3 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      vectors[3 * i] = values[i];
    }
    vectors = ofPoints(vectors);
    values.resize(vectors.size() / 3);
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      values[i] = vectors[3 * i];
    }
  };
  mapValues(mapped.ofDesign.thermal.temperature);
  DesignHeat& heat = mapped.ofDesign.heat;
  mapValues(heat.fixed);
  for (std::vector<double>* values : { &heat.prescribedTemperature, &heat.heatFlow,
         &heat.filmCoefficient, &heat.ambientTemperature })
  {
    mapValues(*values);
  }
  return mapped;
}

/// A copy of a structure for another mesh. @param ofNodes as ofPoints above
/// @param ofElements the same for arrays with one entry per element
template <class OfNodes, class OfElements>
StructuralProblem mapStructure(const StructuralProblem& original, Mesh mesh, const OfNodes& ofNodes,
  const OfElements& ofElements)
{
  // Bindings cannot name members of a derived class together with those of its base.
  static_assert(sizeof(StructuralProblem) ==
      sizeof(ElasticConditions) + sizeof(Mesh) + sizeof(std::vector<double>),
    "Arrays of a structure that are added must be mapped here.");
  StructuralProblem mapped;
  static_cast<ElasticConditions&>(mapped) = mapConditions(original, ofNodes);
  mapped.mesh = std::move(mesh);
  mapped.poissonsRatios = ofElements(original.poissonsRatios);
  mapped.ofDesign.thermal.expansions = ofElements(original.ofDesign.thermal.expansions);
  mapped.ofDesign.heat.heatSource = ofElements(original.ofDesign.heat.heatSource);
  return mapped;
}
}

#endif
