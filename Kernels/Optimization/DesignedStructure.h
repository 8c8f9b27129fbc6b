#ifndef TRABECULA_OPTIMIZATION_DESIGNEDSTRUCTURE_H
#define TRABECULA_OPTIMIZATION_DESIGNEDSTRUCTURE_H

#include "Analysis/StructuralProblem.h"
#include "Optimization/TopologyProblem.h"

#include <type_traits>

namespace trabecula
{
/// A structure on a mesh with the design on it, by reference: what checks of structures with a
/// design take. Any problem that has both parts converts to it.
struct DesignedStructure
{
  DesignedStructure(const StructuralProblem& ofStructure, const DesignProblem& ofDesign)
    : structure(ofStructure), design(ofDesign)
  {
  }
  template <class Problem,
    class = std::enable_if_t<std::is_convertible_v<const Problem&, const StructuralProblem&> &&
      std::is_convertible_v<const Problem&, const DesignProblem&>>>
  DesignedStructure(const Problem& problem) : structure(problem), design(problem)
  {
  }

  const StructuralProblem& structure;
  const DesignProblem& design;
};

/// The same of conditions on any discretization: in a problem for its points, and in a model, where
/// conditions and output weights have one entry per unknown, and regions and solid fractions one
/// per material point.
struct DesignedConditions
{
  DesignedConditions(const ElasticConditions& ofStructure, const DesignProblem& ofDesign)
    : conditions(ofStructure), design(ofDesign)
  {
  }
  DesignedConditions(const DesignedStructure& problem)
    : conditions(problem.structure), design(problem.design)
  {
  }
  template <class Problem,
    class = std::enable_if_t<std::is_convertible_v<const Problem&, const ElasticConditions&> &&
      std::is_convertible_v<const Problem&, const DesignProblem&>>>
  DesignedConditions(const Problem& problem) : conditions(problem), design(problem)
  {
  }

  const ElasticConditions& conditions;
  const DesignProblem& design;
};
}

#endif
