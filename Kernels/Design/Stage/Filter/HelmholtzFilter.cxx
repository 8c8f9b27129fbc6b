#include "Design/Stage/Filter/HelmholtzFilter.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Design/Filter/CornerShares.h"
#include "Design/Stage/Filter/HelmholtzEquation.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace trabecula
{
namespace detail
{
/// Arrays of a HelmholtzFilter.
struct CornerTables
{
  int corners;
  const std::int32_t* cornerNodes;
  const double* volumes;
  const double* shares; ///< null if they are equal
  const std::int64_t* starts;
  const std::int32_t* elements;
  const std::uint8_t* places;

  TRABECULA_FUNCTION double share(std::int64_t element, int place) const
  {
    return this->shares ? this->shares[element * this->corners + place]
                        : this->volumes[element] / this->corners;
  }
};

/// Computes b_a = sum_e T_ae x_e, and the mean of x around each node. Elements that are cut are
/// left out, and values divided by their volume, for the transpose.
template <class Space>
void distributeToNodes(const Context<Space>& context, std::int64_t nodes, const CornerTables tables,
  bool isTransposed, const std::uint8_t* isCut, const double* x, double* b, double* mean)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t a) {
      double sum = 0.0;
      double total = 0.0;
      for (std::int64_t i = tables.starts[a]; i < tables.starts[a + 1]; ++i)
      {
        const std::int64_t e = tables.elements[i];
        const double share = tables.share(e, tables.places[i]);
        const double value = isCut && isCut[e] ? 0.0 : x[e];
        sum += share * (isTransposed ? value / tables.volumes[e] : value);
        total += share;
      }
      b[a] = sum;
      mean[a] = total > 0.0 ? sum / total : 0.0;
    });
}

/// Computes y_e = sum_a T_ae a_a, over the volume unless it is the transpose.
template <class Space>
void collectFromNodes(const Context<Space>& context, std::int64_t elements,
  const CornerTables tables, bool isTransposed, const double* a, double* y)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      double sum = 0.0;
      for (int place = 0; place < tables.corners; ++place)
      {
        const std::int32_t node = tables.cornerNodes[e * tables.corners + place];
        sum += node >= 0 ? tables.share(e, place) * a[node] : 0.0;
      }
      y[e] = isTransposed ? sum : sum / tables.volumes[e];
    });
}
}

template <class Space>
HelmholtzFilter<Space>::HelmholtzFilter(
  const ChainSettings& settings, const DesignSites<Space>& sites)
  : Lowest(settings.lowestDensity), Radius(settings.filterRadius)
{
  if (!sites.mesh)
  {
    fail("The Filter Type Helmholtz needs densities of cells. Choose the Filter Type Density.");
  }
  const Context<Space>& context = sites.positions.context();
  const Mesh linear = meshOfCorners(*sites.mesh);
  this->Nodes = sites.nodes
    ? sites.nodes
    : makeLayout(context, Entity::Node, static_cast<std::int64_t>(linear.numberOfNodes()), 1);
  const CornerShares shares = cornerShares(linear, sites.grid != nullptr);
  this->MayLeaveRange = context.any(shares.hasObtuseElements);
  this->Corners = static_cast<int>(shares.corners);
  this->Volumes = DeviceVector<double, Space>(context, shares.volumes);
  this->Shares = DeviceVector<double, Space>(context, shares.shares);
  if (this->MayLeaveRange)
  {
    this->IsCut = DeviceVector<std::uint8_t, Space>(context, shares.volumes.size());
    this->NextIsCut = DeviceVector<std::uint8_t, Space>(context, shares.volumes.size());
    this->IsCut.zero();
    this->NextIsCut.zero();
  }

  std::vector<std::int32_t> cornerNodes(shares.volumes.size() * shares.corners, -1);
  for (std::size_t e = 0; e < linear.numberOfElements(); ++e)
  {
    std::copy_n(linear.element(e), linear.nodesOf(e),
      cornerNodes.begin() + static_cast<std::ptrdiff_t>(e * shares.corners));
  }
  this->CornerNodes = DeviceVector<std::int32_t, Space>(context, cornerNodes);
  const NodeElements around = findNodeElements(linear);
  this->Starts = DeviceVector<std::int64_t, Space>(context, around.starts);
  this->Elements = DeviceVector<std::int32_t, Space>(context, around.elements);
  this->Places = DeviceVector<std::uint8_t, Space>(context, around.corners);

  if (sites.grid && !context.isDistributed() && fillsBox(*sites.grid))
  {
    this->Exact.emplace(this->Nodes, *sites.grid, detail::squaredLength(this->Radius));
  }
  else
  {
    this->prepareIteration(sites, linear, shares);
  }
}

template <class Space>
void HelmholtzFilter<Space>::prepareIteration(
  const DesignSites<Space>& sites, const Mesh& linear, const CornerShares& shares)
{
  const std::vector<double> masses = detail::massesOfNodes(linear, shares);
  const OperatorLayouts<Space> layouts{ this->Nodes,
    makeLayout(this->Nodes->context(), Entity::MaterialPoint, sites.volumes.layout().count(), 1,
      sites.volumes.layout().halo()) };
  std::array<double, 2> sums = { shares.traceOfLaplacian,
    std::accumulate(shares.volumes.begin(), shares.volumes.end(), 0.0) };
  this->Nodes->context().sumOverParts(sums.data(), sums.size());
  this->Iteration = std::make_unique<HelmholtzIteration<Space>>(layouts,
    HelmholtzProblem{
      linear, sites.grid, masses, detail::squaredLength(this->Radius), sums[0] / sums[1] });
}

template <class Space>
detail::CornerTables HelmholtzFilter<Space>::tables() const
{
  return { this->Corners, this->CornerNodes.data(), this->Volumes.data(), this->Shares.data(),
    this->Starts.data(), this->Elements.data(), this->Places.data() };
}

template <class Space>
void HelmholtzFilter<Space>::solve(const Vector<Space>& b, Vector<Space>& y)
{
  if (this->Exact)
  {
    this->Exact->solve(b, y);
    return;
  }
  detail::requireConverged(this->Iteration->solve(b, y), this->Radius);
}

template <class Space>
void HelmholtzFilter<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  const Context<Space>& context = this->Nodes->context();
  LeasedVector<Space> b(this->Nodes);
  LeasedVector<Space> nodal(this->Nodes);
  x.updateGhosts();
  detail::distributeToNodes(context, this->Nodes->owned(), this->tables(), false, nullptr, x.data(),
    b.data(), nodal.data());
  this->solve(b, nodal);
  detail::collectFromNodes(context, y.ownedSize(), this->tables(), false, nodal.data(), y.data());
  if (this->MayLeaveRange)
  {
    detail::cutOff(context, y.ownedSize(), this->Lowest, y.data(), this->NextIsCut.data());
  }
}

template <class Space>
void HelmholtzFilter<Space>::backward(
  const Vector<Space>& /*x*/, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  const Context<Space>& context = this->Nodes->context();
  LeasedVector<Space> b(this->Nodes);
  LeasedVector<Space> nodal(this->Nodes);
  ofOutput.updateGhosts();
  detail::distributeToNodes(context, this->Nodes->owned(), this->tables(), true,
    this->MayLeaveRange ? this->IsCut.data() : nullptr, ofOutput.data(), b.data(), nodal.data());
  this->solve(b, nodal);
  detail::collectFromNodes(
    context, ofInput.ownedSize(), this->tables(), true, nodal.data(), ofInput.data());
}

template class HelmholtzFilter<CompiledSpace>;

#ifndef __CUDACC__
std::size_t helmholtzFilterMemory(const Mesh& mesh, double radius, const HelmholtzSites& sites)
{
  const Mesh linear = meshOfCorners(mesh);
  const std::size_t nodes = mesh.numberOfNodes();
  const std::size_t elements = mesh.numberOfElements();
  const std::size_t corners = linear.isMixed() ? 8 : linear.nodesPerElement();
  const double squaredLength = detail::squaredLength(radius);
  const std::size_t solution = sites.fillBox(elements)
    ? boxHelmholtzMemory(sites.box)
    : helmholtzIterationMemory(
        linear, cornerShares(linear, false), squaredLength, sites.box, sites.isPart);
  // Two vectors of nodes are in the workspace.
  return solution + 2 * nodes * sizeof(double) + (nodes + 1) * sizeof(std::int64_t) +
    elements * (corners * (sizeof(double) + 2 * sizeof(std::int32_t) + 1) + 2 * sizeof(double) + 2);
}
#endif
}
