#include "Analysis/StressRecovery.h"

#include "Analysis/Static/ElementValues.h"
#include "Analysis/Static/IsotropicStress.h"
#include "Element/Elements.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Points that stresses are extrapolated from, and the functions that are one at a point of these
/// and zero at the others.
template <class Element>
struct RecoveryPoints
{
  static constexpr int Count = 1;
  static void point(int /*i*/, double* p) { Element::centre(p); }
  static double weight(int /*i*/, const double* /*at*/) { return 1.0; }
};
template <>
struct RecoveryPoints<Tet10Element>
{
  static constexpr int Count = 4;
  static void point(int i, double* p) { Tet10Element::quadraturePoint(i, p); }
  static double weight(int i, const double* at)
  {
    double p[3];
    point(0, p);
    const double a = p[0];
    const double coordinate = i == 0 ? 1.0 - at[0] - at[1] - at[2] : at[i - 1];
    return (coordinate - a) / (1.0 - 4.0 * a);
  }
};
template <>
struct RecoveryPoints<Hex20Element>
{
  static constexpr int Count = 8;
  static void point(int i, double* p) { Hex8Element::quadraturePoint(i, p); }
  static double weight(int i, const double* at)
  {
    double p[3];
    point(i, p);
    double product = 1.0;
    for (int k = 0; k < 3; ++k)
    {
      product *= 0.5 * (1.0 + at[k] / p[k]);
    }
    return product;
  }
};

/// Stresses of one element at its nodes, 6 per node.
template <class Element>
void nodalStresses(const double* x, const double* u, double modulus, double poissonsRatio,
  StressRecovery recovery, double* stresses)
{
  using Points = RecoveryPoints<Element>;
  double p[3];
  double h[9];
  double sampled[6 * Points::Count] = {};
  for (int i = 0; recovery == StressRecovery::Extrapolated && i < Points::Count; ++i)
  {
    Points::point(i, p);
    Element::gradientAt(x, u, p, h);
    stressOfGradient(h, modulus, poissonsRatio, sampled + 6 * i);
  }
  for (int a = 0; a < Element::Nodes; ++a)
  {
    double* stress = stresses + 6 * a;
    Element::node(a, p);
    if (recovery == StressRecovery::Direct)
    {
      Element::gradientAt(x, u, p, h);
      stressOfGradient(h, modulus, poissonsRatio, stress);
      continue;
    }
    for (int k = 0; k < 6; ++k)
    {
      stress[k] = 0.0;
      for (int i = 0; i < Points::Count; ++i)
      {
        stress[k] += Points::weight(i, p) * sampled[6 * i + k];
      }
    }
  }
}
}

std::vector<double> recoverStresses(const Mesh& mesh, const std::vector<double>& moduli,
  double poissonsRatio, const std::vector<double>& displacement, StressRecovery recovery)
{
  std::vector<double> stresses(6 * mesh.numberOfNodes(), 0.0);
  std::vector<std::int32_t> counts(mesh.numberOfNodes(), 0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    withElement(mesh.type(e),
      [&](auto traits)
      {
        using Element = decltype(traits);
        double x[3 * Element::Nodes];
        double u[3 * Element::Nodes];
        double found[6 * Element::Nodes];
        elementValues<Element>(mesh, e, mesh.points, x);
        elementValues<Element>(mesh, e, displacement, u);
        nodalStresses<Element>(x, u, moduli[e], poissonsRatio, recovery, found);
        for (int a = 0; a < Element::Nodes; ++a)
        {
          const auto node = static_cast<std::size_t>(mesh.element(e)[a]);
          ++counts[node];
          for (std::size_t k = 0; k < 6; ++k)
          {
            stresses[6 * node + k] += found[6 * std::size_t(a) + k];
          }
        }
      });
  }
  for (std::size_t i = 0; i < stresses.size(); ++i)
  {
    stresses[i] = counts[i / 6] > 0 ? stresses[i] / counts[i / 6] : 0.0;
  }
  return stresses;
}
}
