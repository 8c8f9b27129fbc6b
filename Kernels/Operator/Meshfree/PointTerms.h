#ifndef TRABECULA_OPERATOR_MESHFREE_POINTTERMS_H
#define TRABECULA_OPERATOR_MESHFREE_POINTTERMS_H

#include "Operator/Meshfree/ShapeLists.h"
#include "Physics/Elasticity.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// What the blocks of a matrix are summed from.
struct PointTerms
{
  ShapeListsView shapes;
  const double* weights;
  const double* moduli;
  Elasticity material;

  /// The block of a sum S of w E grad Phi_i grad Phi_j^T.
  TRABECULA_FUNCTION void writeBlock(const double* sum, double* block) const
  {
    const double trace = this->material.traceOf(sum);
    for (int i = 0; i < 3; ++i)
    {
      for (int j = 0; j < 3; ++j)
      {
        block[3 * i + j] = this->material.blockOf(sum, trace, i, j);
      }
    }
  }
};

/// The place of the last of count > 0 ascending nodes that is not greater than a node, or 0.
TRABECULA_FUNCTION int placeAmong(const std::int32_t* row, int count, std::int32_t node)
{
  int low = 0;
  int n = count;
  while (n > 1)
  {
    const int half = n / 2;
    low = row[low + half] <= node ? low + half : low;
    n -= half;
  }
  return low;
}
}
}

#endif
