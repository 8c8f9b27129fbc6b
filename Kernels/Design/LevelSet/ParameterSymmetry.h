#ifndef TRABECULA_DESIGN_LEVELSET_PARAMETERSYMMETRY_H
#define TRABECULA_DESIGN_LEVELSET_PARAMETERSYMMETRY_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/// A map of the parameters of a patch to themselves that exchanges and reverses directions.
struct ParameterSymmetry
{
  std::array<std::size_t, 3> to = { 0, 1, 2 }; ///< the direction that each becomes
  std::array<bool, 3> isReversed = {};

  std::size_t operator()(std::size_t point, const std::array<int, 3>& counts) const
  {
    std::array<int, 3> image{};
    auto rest = static_cast<int>(point);
    for (std::size_t k = 0; k < 3; ++k)
    {
      const int at = rest % counts[k];
      rest /= counts[k];
      image[this->to[k]] = this->isReversed[k] ? counts[k] - 1 - at : at;
    }
    const int number = image[0] + counts[0] * (image[1] + counts[1] * image[2]);
    return static_cast<std::size_t>(number);
  }
};

/// Returns the symmetries of degrees and knots.
std::vector<ParameterSymmetry> parameterSymmetries(const NurbsPatch& patch);
}

#endif
