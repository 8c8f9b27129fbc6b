#include "Design/NodalDensity.h"

#include "Core/Parallel.h"
#include "Design/ReadOnlyView.h"

namespace trabecula
{
namespace detail
{
/// Computes rho_q = sum of Phi_i rho_i.
template <class Space>
void densitiesAtPoints(
  const Context<Space>& context, const ShapeListsView shapes, const double* nodal, double* density)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        sum += shapes.values[e] * nodal[shapes.node[e]];
      }
      density[q] = sum;
    });
}

/// Computes gradient_i = sum of Phi_i derivatives_q over the points in the support of a node.
template <class Space>
void gatherDerivatives(const Context<Space>& context, const ShapeListsView shapes,
  const double* derivatives, double* gradient)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += shapes.values[shapes.entries[i]] * derivatives[shapes.pointOf[i]];
      }
      gradient[node] = sum;
    });
}
}

template <class Space>
NodalDensity<Space>::NodalDensity(
  const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization)
  : Discretization(&discretization), Points(layoutsOf(context, discretization).materialPoints),
    Nodes(makeLayout(
      context, Entity::Variable, static_cast<std::int64_t>(discretization.volumes.size()), 1))
{
}

template <class Space>
void NodalDensity<Space>::interpolate(const Vector<Space>& ofSites, Vector<Space>& ofPoints) const
{
  ofSites.require(*this->Nodes, "A vector of densities of nodes");
  ofPoints.require(*this->Points, "A vector of densities at points");
  detail::densitiesAtPoints(
    ofPoints.context(), this->Discretization->shapes.view(), ofSites.data(), ofPoints.data());
}

template <class Space>
void NodalDensity<Space>::gather(const Vector<Space>& ofPoints, Vector<Space>& ofSites) const
{
  ofPoints.require(*this->Points, "A vector of derivatives with respect to densities at points");
  ofSites.require(*this->Nodes, "A vector of derivatives with respect to densities of nodes");
  detail::gatherDerivatives(
    ofPoints.context(), this->Discretization->shapes.view(), ofPoints.data(), ofSites.data());
}

template <class Space>
Vector<Space> NodalDensity<Space>::volumes() const
{
  return readOnlyView(this->Nodes, this->Discretization->volumes.data());
}

template <class Space>
Vector<Space> NodalDensity<Space>::positions() const
{
  return readOnlyView(this->Nodes->withComponents(3), this->Discretization->nodes.data());
}

template class NodalDensity<CompiledSpace>;
}
