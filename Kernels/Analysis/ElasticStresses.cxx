#include "Analysis/ElasticStresses.h"

#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
TRABECULA_FUNCTION double vonMisesOf(const double* s)
{
  const double xy = s[0] - s[1];
  const double yz = s[1] - s[2];
  const double zx = s[2] - s[0];
  return std::sqrt(
    0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

/// Stresses from displacement gradients.
/// @param ratios Poisson's ratio at each point; null where it is the material's
template <class Space>
void stressesFromGradients(const Context<Space>& context, std::int64_t n, const double* gradients,
  const ElasticMaterial& material, const double* ratios, double* stress, double* vonMises)
{
  const double modulus = material.youngsModulus;
  const double common = material.poissonsRatio;
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      const double* g = gradients + 9 * p;
      const double nu = ratios ? ratios[p] : common;
      const double mu = modulus / (2.0 * (1.0 + nu));
      const double lambda = 2.0 * mu * nu / (1.0 - 2.0 * nu);
      double s[6];
      const double pressure = lambda * (g[0] + g[4] + g[8]);
      for (int i = 0; i < 3; ++i)
      {
        s[i] = 2.0 * mu * g[4 * i] + pressure;
      }
      s[3] = mu * (g[1] + g[3]);
      s[4] = mu * (g[5] + g[7]);
      s[5] = mu * (g[2] + g[6]);
      for (int i = 0; i < 6; ++i)
      {
        stress[6 * p + i] = s[i];
      }
      if (vonMises)
      {
        vonMises[p] = vonMisesOf(s);
      }
    });
}
}

template <class Space>
void elasticStresses(StiffnessOperator<Space>& stiffness, const Vector<Space>& u,
  const ElasticMaterial& material, const DeviceVector<double, Space>& ratios, Vector<Space>& stress,
  Vector<Space>* vonMises)
{
  const LayoutPointer<Space>& points = stiffness.materialPointsPointer();
  stress.require(*points->withComponents(6), "A vector of stresses");
  if (vonMises)
  {
    vonMises->require(*points, "A vector of von Mises stresses");
  }
  LeasedVector<Space> gradients(points->withComponents(9));
  stiffness.displacementGradients(u, gradients);
  detail::stressesFromGradients<Space>(stiffness.context(), points->count(), gradients.data(),
    material, ratios.size() > 0 ? ratios.data() : nullptr, stress.data(),
    vonMises ? vonMises->data() : nullptr);
}

template void elasticStresses(StiffnessOperator<CompiledSpace>& stiffness,
  const Vector<CompiledSpace>& u, const ElasticMaterial& material,
  const DeviceVector<double, CompiledSpace>& ratios, Vector<CompiledSpace>& stress,
  Vector<CompiledSpace>* vonMises);
}
