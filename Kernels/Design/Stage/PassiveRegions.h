#ifndef TRABECULA_DESIGN_STAGE_PASSIVEREGIONS_H
#define TRABECULA_DESIGN_STAGE_PASSIVEREGIONS_H

#include "Core/Vectors/Vector.h"

#include <cstdint>

namespace trabecula
{
/// density = fixed where isDesign is 0: the last step of each chain of stages.
template <class Space>
void setPassive(
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& fixed, Vector<Space>& density);

/// Its transposed derivative: result = derivatives, and 0 where isDesign is 0.
template <class Space>
void clearPassive(const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& derivatives,
  Vector<Space>& result);
}

#endif
