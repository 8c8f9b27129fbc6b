#include "Design/Stage/Filter/NodalHelmholtz.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Design/Filter/CornerShares.h"
#include "Operator/Conduction/ConductionOperator.h"

#include <algorithm>

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

/// Cuts values of nodes off at the ends of [lowest, 1], and marks where.
template <class Space>
void cutOffNodes(
  const Context<Space>& context, std::int64_t n, double lowest, double* y, std::uint8_t* isCut)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      isCut[i] = y[i] < lowest || y[i] > 1.0;
      y[i] = y[i] < lowest ? lowest : (y[i] > 1.0 ? 1.0 : y[i]);
    });
}

/// The masses of nodes, integrals of their shape functions.
inline std::vector<double> massesOfNodes(const Mesh& linear, const CornerShares& shares)
{
  std::vector<double> masses(linear.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < linear.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; a < linear.nodesOf(e); ++a)
    {
      masses[static_cast<std::size_t>(linear.element(e)[a])] += shares.shares.empty()
        ? shares.volumes[e] / static_cast<double>(shares.corners)
        : shares.shares[e * shares.corners + a];
    }
  }
  return masses;
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
  this->Conduction = makeConductionOperator(layouts, linear);
  constexpr double squareOfRadiusOverLength = 12.0;
  const double conductivity = this->Radius * this->Radius / squareOfRadiusOverLength;
  this->Conductivities = Vector<Space>(
    layouts.materialPoints, std::vector<double>(linear.numberOfElements(), conductivity));
  this->Conduction->setModuli(this->Conductivities);
  this->System.emplace(*this->Conduction, masses);
  this->Preconditioner.emplace(*this->Conduction, *this->System, std::vector<std::uint8_t>());
  this->Preconditioner->update(this->Conductivities, conductivity);
  this->Nodes = layouts.unknowns;
  this->Solver.emplace(this->Nodes);
}

template <class Space>
void NodalHelmholtz<Space>::solve(const Vector<Space>& b, Vector<Space>& y)
{
  constexpr double tolerance = 1e-11;
  constexpr int most = 20000;
  Observer silent;
  const SolverReport report = this->Solver->solve(
    *this->System, *this->Preconditioner, RightHandSide<Space>(b), y, tolerance, most, silent);
  if (!report.converged)
  {
    fail("The Helmholtz filter has a residual of ", report.residual, " after ", report.iterations,
      " iterations. Choose a smaller Filter Radius than ", this->Radius,
      ", or the Filter Type Density.");
  }
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
    detail::cutOffNodes(context, n, this->Lowest, y.data(), this->NextIsCut.data());
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
