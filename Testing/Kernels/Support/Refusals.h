#ifndef TRABECULA_TESTING_KERNELS_REFUSALS_H
#define TRABECULA_TESTING_KERNELS_REFUSALS_H

#include "Support/Problems.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace trabecula::testing
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double Infinity = std::numeric_limits<double>::infinity();

/// Returns the message with which a problem is refused; empty if it is accepted.
std::string refusal(const TopologyProblem& problem);

/// Returns the same for an analysis.
std::string refusalOf(const StructuralProblem& problem);

/// Expects a sentence that contains all of the words.
void expectMessage(const std::string& message, const std::vector<std::string>& words);

/// Returns a problem without faults, to which tests add one.
TopologyProblem good();

/// Expects the words in the refusal of the good problem after a change.
void expectRefusal(
  const std::function<void(TopologyProblem&)>& change, const std::vector<std::string>& words);

/// Returns a mesh of points without elements.
inline Mesh loosePoints(const std::vector<double>& points)
{
  Mesh mesh;
  mesh.points = points;
  return mesh;
}

/// Adds the nodes and elements of a second mesh; the new nodes have no supports and no forces.
void append(TopologyProblem& problem, const Mesh& other);
}

#endif
