#include "Analysis/ElasticStresses.h"

#include "Core/Parallel.h"
#include "Physics/Elasticity.h"

namespace trabecula
{
namespace detail
{
/// Computes stresses from displacement gradients.
/// @param ratios Poisson's ratio at each point; null to use that of the material
template <class Space>
void stressesFromGradients(const Context<Space>& context, std::int64_t n, const double* gradients,
  const ElasticMaterial& material, const double* ratios, double* stress, double* vonMises)
{
  const double modulus = material.youngsModulus;
  const double common = material.poissonsRatio;
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      double s[6];
      elasticityOf(modulus, ratios ? ratios[p] : common).stressOf(gradients + 9 * p, 1.0, s);
      for (int i = 0; i < 6; ++i)
      {
        stress[6 * p + i] = s[i];
      }
      if (vonMises)
      {
        vonMises[p] = vonMisesStress(s);
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
