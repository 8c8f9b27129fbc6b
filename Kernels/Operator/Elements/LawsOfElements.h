#ifndef TRABECULA_OPERATOR_ELEMENTS_LAWSOFELEMENTS_H
#define TRABECULA_OPERATOR_ELEMENTS_LAWSOFELEMENTS_H

#include "Core/Context.h"
#include "Element/MassElement.h"
#include "Operator/Elements/ElementHostKernels.h"
#include "Operator/Elements/UnitMaterials.h"
#include "Operator/PoissonsRatios.h"
#include "Physics/Conduction.h"
#include "Physics/Elasticity.h"
#include "Physics/Mass.h"

#include <cstdint>
#include <type_traits>

namespace trabecula
{
namespace detail
{
/**
 * The law of each element, for a coefficient of one, as kernels see it: of(number in the mesh).
 *
 * On the host, multiply() gives the forces of a group by vector instructions (see
 * ElementHostKernels), or returns false where there is no such loop.
 */
template <class Law>
struct LawsOfElements;

template <>
struct LawsOfElements<Elasticity> : UnitMaterials
{
  double commonRatio; ///< Poisson's, unless ratios vary

  bool multiply(ElementHostGroup group, const double* moduli, const double* x, double* forces) const
  {
    group.poissonsRatio = this->commonRatio;
    return !this->ratios && elementHostKernels().multiply(group, moduli, x, forces);
  }
};

template <>
struct LawsOfElements<Conduction>
{
  TRABECULA_FUNCTION Conduction of(std::int64_t /*element*/) const { return {}; }

  bool multiply(const ElementHostGroup& group, const double* conductivities, const double* x,
    double* flows) const
  {
    return elementHostKernels().conduct(group, conductivities, x, flows);
  }
};

template <>
struct LawsOfElements<Mass>
{
  Mass law;

  TRABECULA_FUNCTION Mass of(std::int64_t /*element*/) const { return this->law; }

  bool multiply(
    const ElementHostGroup& group, const double* densities, const double* x, double* forces) const
  {
    return elementHostKernels().accelerate(group, this->law.isLumped, densities, x, forces);
  }
};

/// The element whose products are those of a law.
template <class Law, class Element>
using ElementOf = std::conditional_t<Law::OfGradients, Element, MassElement<Element>>;

/// Parameters of a law besides its coefficients, in memory of a space, made from those on the host.
template <class Space, class Law>
class LawParameters;

template <class Space>
class LawParameters<Space, Elasticity>
{
public:
  using OfHost = PoissonsRatios;

  LawParameters(const Context<Space>& context, const PoissonsRatios& ratios) : Common(ratios.common)
  {
    if (ratios.varies())
    {
      this->Ratios = DeviceVector<double, Space>(context, ratios.each);
    }
  }
  LawsOfElements<Elasticity> view() const
  {
    return { { unitElasticity(this->Common),
               this->Ratios.size() > 0 ? this->Ratios.data() : nullptr },
      this->Common };
  }

private:
  double Common;
  DeviceVector<double, Space> Ratios; ///< Poisson's, of each element if they vary
};

template <class Space>
class LawParameters<Space, Conduction>
{
public:
  /// Conduction has coefficients alone.
  struct OfHost
  {
  };

  LawParameters(const Context<Space>& /*context*/, const OfHost& /*nothing*/) {}
  LawsOfElements<Conduction> view() const { return {}; }
};

template <class Space>
class LawParameters<Space, Mass>
{
public:
  using OfHost = Mass;

  LawParameters(const Context<Space>& /*context*/, const Mass& law) : Law(law) {}
  LawsOfElements<Mass> view() const { return { this->Law }; }

private:
  Mass Law;
};
}
}

#endif
