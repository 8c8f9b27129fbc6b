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

/// The displacement at a point.
TRABECULA_FUNCTION void displacementAt(
  const ShapeListsView& shapes, const double* u, std::int64_t q, double* v)
{
  v[0] = v[1] = v[2] = 0.0;
  for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
  {
    const double* un = u + 3 * std::int64_t(shapes.node[e]);
    for (int c = 0; c < 3; ++c)
    {
      v[c] += shapes.values[e] * un[c];
    }
  }
}

/// Stresses times a factor, six entries in the order XX, YY, ZZ, XY, YZ, XZ; returns the product
/// with the gradient, twice the energy.
TRABECULA_FUNCTION double stressOf(
  const double* h, const hex8::UnitMaterial& material, double factor, double* s)
{
  const double pressure = material.lambda * (h[0] + h[4] + h[8]);
  const double xy = h[1] + h[3];
  const double yz = h[5] + h[7];
  const double xz = h[2] + h[6];
  s[0] = factor * (2.0 * material.mu * h[0] + pressure);
  s[1] = factor * (2.0 * material.mu * h[4] + pressure);
  s[2] = factor * (2.0 * material.mu * h[8] + pressure);
  s[3] = factor * material.mu * xy;
  s[4] = factor * material.mu * yz;
  s[5] = factor * material.mu * xz;
  return s[0] * h[0] + s[1] * h[4] + s[2] * h[8] + s[3] * xy + s[4] * yz + s[5] * xz;
}

/// f += s g, s as of stressOf().
TRABECULA_FUNCTION void addForce(const double* s, const double* g, double* f)
{
  f[0] += s[0] * g[0] + s[3] * g[1] + s[5] * g[2];
  f[1] += s[3] * g[0] + s[1] * g[1] + s[4] * g[2];
  f[2] += s[5] * g[0] + s[4] * g[1] + s[2] * g[2];
}

/// The traction of stresses on a surface with a normal.
TRABECULA_FUNCTION void tractionOf(const double* s, const double* n, double* t)
{
  t[0] = t[1] = t[2] = 0.0;
  addForce(s, n, t);
}
}
}

#endif
