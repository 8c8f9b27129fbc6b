#ifndef TRABECULA_ANALYSIS_BODY_SPREADCONDITIONS_H
#define TRABECULA_ANALYSIS_BODY_SPREADCONDITIONS_H

#include "Analysis/Body/BodyLoads.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Observer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// A load case of a design, transferred to the nodes of its body.
struct SpreadLoad
{
  std::vector<double> forces;  ///< carried by the body, 3 per node of its mesh
  bool isWidened = false;      ///< whether some force acts on solid beyond the radius
  double size = 0.0;           ///< sum of the magnitudes of the design's nodal forces
  double detachedSize = 0.0;   ///< the same of forces that the body does not carry
  Position firstDetached = {}; ///< point of the first of these
  bool isFirstLoose = false;   ///< whether it acts on a piece without support; else on no solid

  double detachedPart() const { return this->size > 0.0 ? this->detachedSize / this->size : 0.0; }
  /// A sentence about the forces that the body does not carry. @param name of the load case
  std::string detachedText(const std::string& name) const;
};

/// Forces and springs of a design, transferred to the nodes of its body.
struct SpreadConditions
{
  std::vector<SpreadLoad> loads; ///< one for each load case
  std::vector<double> springs;   ///< 3 per node of the body's mesh; empty if there is none
  std::int64_t lostSprings = 0;  ///< number of points with springs but without solid around
};

/**
 * Spreads the forces and springs of a design over the nodes of its body's mesh; see BodyLoads. The
 * result does not depend on the number of threads.
 *
 * @param radius length
 * @return nothing if the observer asks to stop
 */
std::optional<SpreadConditions> spreadConditions(
  const StructuralProblem& design, const BodyVoxels& body, double radius, Observer& observer);
}

#endif
