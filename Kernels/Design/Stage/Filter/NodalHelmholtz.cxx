#include "Design/Stage/Filter/NodalHelmholtz.h"

#include "Design/Stage/Filter/HelmholtzEquation.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace detail
{
/// Computes target = factors times source. Sites that are cut are left out.
template <class Space>
void weighNodes(const Context<Space>& context, std::int64_t n, const double* factors,
  const std::uint8_t* isCut, const double* source, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double value = isCut && isCut[i] ? 0.0 : source[i];
      target[i] = factors ? factors[i] * value : value;
    });
}

/// Computes target = source over masses.
template <class Space>
void divideByMasses(const Context<Space>& context, std::int64_t n, const double* masses,
  const double* source, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = source[i] / masses[i]; });
}

inline void requireCellsAtNodes(const std::vector<double>& masses)
{
  const auto alone =
    std::find_if(masses.begin(), masses.end(), [](double mass) { return !(mass > 0.0); });
  if (alone != masses.end())
  {
    fail("The Filter Type Helmholtz solves an equation on the cells, but point ",
      alone - masses.begin(),
      " is in no cell. Remove points without cells, or choose the Filter Type Density.");
  }
}
}

template <class Space>
NodalHelmholtz<Space>::NodalHelmholtz(
  const ChainSettings& settings, const DesignSites<Space>& sites)
  : Lowest(settings.lowestDensity), Radius(settings.filterRadius),
    Nodes(sites.volumes.layoutPointer())
{
  const Context<Space>& context = sites.positions.context();
  context.requireSinglePart("A Helmholtz filter of densities of nodes");
  if (!sites.cells ||
    static_cast<std::int64_t>(sites.cells->numberOfNodes()) != this->Nodes->count())
  {
    fail("The Filter Type Helmholtz solves an equation on the cells, whose points must be the "
         "nodes. Choose the Filter Type Density, or leave the input Nodes out.");
  }
  const Mesh linear = meshOfCorners(*sites.cells);
  const CornerShares shares = cornerShares(linear, false);
  const std::vector<double> masses = detail::massesOfNodes(linear, shares);
  detail::requireCellsAtNodes(masses);
  this->MayLeaveRange = shares.hasObtuseElements;
  if (this->MayLeaveRange)
  {
    this->IsCut = DeviceVector<std::uint8_t, Space>(context, masses.size());
    this->NextIsCut = DeviceVector<std::uint8_t, Space>(context, masses.size());
    this->IsCut.zero();
    this->NextIsCut.zero();
  }
  this->Masses = DeviceVector<double, Space>(context, masses);

  const OperatorLayouts<Space> layouts{ makeLayout(context, Entity::Node, this->Nodes->count(), 1),
    makeLayout(
      context, Entity::MaterialPoint, static_cast<std::int64_t>(linear.numberOfElements()), 1) };
  const double volume = std::accumulate(shares.volumes.begin(), shares.volumes.end(), 0.0);
  this->Nodes = layouts.unknowns;
  this->Iteration = std::make_unique<HelmholtzIteration<Space>>(layouts,
    HelmholtzProblem{ linear, nullptr, masses, detail::squaredLength(this->Radius),
      shares.traceOfLaplacian / volume });
}

template <class Space>
void NodalHelmholtz<Space>::solve(const Vector<Space>& b, Vector<Space>& y)
{
  detail::requireConverged(this->Iteration->solve(b, y), this->Radius);
}

template <class Space>
void NodalHelmholtz<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  const Context<Space>& context = this->Nodes->context();
  const std::int64_t n = this->Nodes->count();
  LeasedVector<Space> b(this->Nodes);
  LeasedVector<Space> nodal(this->Nodes);
  detail::weighNodes(context, n, this->Masses.data(), nullptr, x.data(), b.data());
  detail::weighNodes(context, n, nullptr, nullptr, x.data(), nodal.data());
  this->solve(b, nodal);
  detail::weighNodes(context, n, nullptr, nullptr, nodal.data(), y.data());
  if (this->MayLeaveRange)
  {
    detail::cutOff(context, n, this->Lowest, y.data(), this->NextIsCut.data());
  }
}

template <class Space>
void NodalHelmholtz<Space>::backward(
  const Vector<Space>& /*x*/, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  const Context<Space>& context = this->Nodes->context();
  const std::int64_t n = this->Nodes->count();
  LeasedVector<Space> b(this->Nodes);
  LeasedVector<Space> nodal(this->Nodes);
  detail::weighNodes(context, n, nullptr, this->MayLeaveRange ? this->IsCut.data() : nullptr,
    ofOutput.data(), b.data());
  detail::divideByMasses(context, n, this->Masses.data(), b.data(), nodal.data());
  this->solve(b, nodal);
  detail::weighNodes(context, n, this->Masses.data(), nullptr, nodal.data(), ofInput.data());
}

template class NodalHelmholtz<CompiledSpace>;
}
