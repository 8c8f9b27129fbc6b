#ifndef TRABECULA_DESIGN_RESPONSE_ADJOINTSYSTEM_H
#define TRABECULA_DESIGN_RESPONSE_ADJOINTSYSTEM_H

#include "Core/Vectors/Vector.h"

#include <string>
#include <utility>

namespace trabecula
{
/**
 * A system K v = l of a response, with all supports at zero. The solution for a trial design starts
 * from the accepted solution, and replaces it when the design is accepted.
 */
template <class Space>
struct AdjointSystem
{
  /// @param unknowns layout of displacements, or of temperatures
  /// @param words name of the system in messages, as in "the output"
  AdjointSystem(const LayoutPointer<Space>& unknowns, std::string words)
    : what(std::move(words)), load(unknowns), solution(unknowns), trial(unknowns)
  {
    this->load.zero();
    this->solution.zero();
  }

  const Vector<Space>& solutionOf(bool isTrial) const
  {
    return isTrial ? this->trial : this->solution;
  }
  void start() { this->trial.copy(this->solution); }
  void accept() { this->solution.swap(this->trial); }

  std::string what;
  Vector<Space> load;     ///< l; values on constrained unknowns are ignored
  Vector<Space> solution; ///< accepted; zero before the first
  Vector<Space> trial;
};
}

#endif
