#ifndef TRABECULA_OPTIMIZATION_VERDICT_JUDGEBODY_H
#define TRABECULA_OPTIMIZATION_VERDICT_JUDGEBODY_H

#include "Core/Device.h"
#include "Core/Observer.h"
#include "Optimization/TopologyProblem.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace trabecula
{
/// Sets what an optimization minimizes and bounds so that it has these constraints: the volume
/// fraction is that of the whole mesh among them, and is minimized where there is none.
void setConstraints(
  OptimizationSettings& settings, const std::vector<ResponseConstraint>& constraints);

/**
 * Judges the constraints of a design on a body that was made of it, by analysing the body: the
 * responses are those of an optimization whose densities are the shares of elements inside of the
 * body, with moduli proportional to them and no stages.
 *
 * @param body conditions on the mesh of the body
 * @param design the objective and constraints, and the regions and output weights of this mesh
 * @param solid the share of each element that is inside of the body, 0 to 1
 * @param fractions the share of each element that could be solid in the design, which volumes are
 * related to; may be empty
 * @param voidShare Young's modulus of void over that of the solid
 * @return a verdict for each of constraintsOf(); nothing if stopped
 * @throws Error if the body lacks what a response needs
 */
std::optional<std::vector<BoundVerdict>> judgeBody(const StructuralProblem& body,
  const DesignProblem& design, const std::vector<double>& solid,
  const std::vector<double>& fractions, double voidShare, const Device& device,
  std::size_t memoryLimit, Observer& observer);
}

#endif
