#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_RIGID_RIGIDTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_RIGID_RIGIDTESTINPUT_H

#include "Analysis/Static/StaticAnalysisTestInput.h"

#include <cstddef>
#include <cstdint>

namespace trabecula::testing
{
/// Gives the points of a plane the number of a face.
inline void makeRigid(
  StructuralProblem& structure, std::size_t axis, double place, std::int32_t number)
{
  structure.rigid.numbers.resize(structure.mesh.points.size(), 0);
  for (std::size_t i = 0; i < structure.mesh.points.size(); ++i)
  {
    if (isAt(structure.mesh.points[i / 3 * 3 + axis], place))
    {
      structure.rigid.numbers[i] = number;
    }
  }
}
}

#endif
