#ifndef TRABECULA_OPERATOR_MESHFREE_POINTSTRESS_H
#define TRABECULA_OPERATOR_MESHFREE_POINTSTRESS_H

// Pure functions at one point of lists of shape functions.

#include "Element/Hex8.h"
#include "Operator/Meshfree/ShapeLists.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// du_c/dx_k at a point, entry 3 c + k.
TRABECULA_FUNCTION void gradientAt(
  const ShapeListsView& shapes, const double* u, std::int64_t q, double* h)
{
  for (int i = 0; i < 9; ++i)
  {
    h[i] = 0.0;
  }
  for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
  {
    const double* un = u + 3 * std::int64_t(shapes.node[e]);
    const double* g = shapes.gradients + 3 * e;
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      for (int k = 0; k < 3; ++k)
      {
        h[3 * c + k] += un[c] * g[k];
      }
    }
  }
}

/// f += s g, s as of LinearElasticity::stressOf().
TRABECULA_FUNCTION void addForce(const double* s, const double* g, double* f)
{
  f[0] += s[0] * g[0] + s[3] * g[1] + s[5] * g[2];
  f[1] += s[3] * g[0] + s[1] * g[1] + s[4] * g[2];
  f[2] += s[5] * g[0] + s[4] * g[1] + s[2] * g[2];
}
}
}

#endif
