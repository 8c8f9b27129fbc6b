#ifndef TRABECULA_TESTING_KERNELS_OPERATOR_ASSEMBLED_ASSEMBLEDOPERATORTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_OPERATOR_ASSEMBLED_ASSEMBLEDOPERATORTESTINPUT_H

#include "Operator/Assembled/AssembledCases.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

namespace trabecula::testing
{
constexpr double PoissonsRatio = 0.3;

/// Relative rounding error of sums of up to some hundred terms, none of which is much larger than
/// the largest entry.
constexpr double Rounding = 1e-13;
}

#endif
