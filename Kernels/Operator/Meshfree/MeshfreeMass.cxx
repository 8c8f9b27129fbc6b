#include "Operator/Meshfree/MeshfreeMass.h"

#include "Core/Error.h"
#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Computes the displacement at a point, the sum of Phi_i u_i.
TRABECULA_FUNCTION void displacementAt(
  const ShapeListsView& shapes, const double* u, std::int64_t q, double* at)
{
  at[0] = at[1] = at[2] = 0.0;
  for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
  {
    const double* ofNode = u + 3 * std::int64_t(shapes.node[e]);
    for (int c = 0; c < 3; ++c)
    {
      at[c] += shapes.values[e] * ofNode[c];
    }
  }
}

/// Computes displacements at points, multiplied by the masses of the points.
template <class Space>
void momentaOfPoints(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const double* densities, const double* u, double* momenta)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double at[3];
      displacementAt(shapes, u, q, at);
      for (int c = 0; c < 3; ++c)
      {
        momenta[3 * q + c] = weights[q] * densities[q] * at[c];
      }
    });
}

template <class Space>
void gatherMomenta(
  const Context<Space>& context, const ShapeListsView shapes, const double* momenta, double* result)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const double* ofPoint = momenta + 3 * std::int64_t(shapes.pointOf[i]);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += shapes.values[shapes.entries[i]] * ofPoint[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        result[3 * node + c] = sum[c];
      }
    });
}

template <class Space>
void diagonalOfMass(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const double* densities, double* diagonal)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const double value = shapes.values[shapes.entries[i]];
        const std::int32_t q = shapes.pointOf[i];
        sum += weights[q] * densities[q] * value * value;
      }
      for (int c = 0; c < 3; ++c)
      {
        diagonal[3 * node + c] = sum;
      }
    });
}

template <class Space>
void addMassEnergies(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const double* u, double factor, double* energies)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double at[3];
      displacementAt(shapes, u, q, at);
      energies[q] += factor * weights[q] * (at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    });
}
}

template <class Space>
MeshfreeMass<Space>::MeshfreeMass(
  const OperatorLayouts<Space>& layouts, const MeshfreeDiscretization<Space>& discretization)
  : StiffnessOperator<Space>(layouts), Discretization(&discretization),
    Momenta(layouts.context(), 3 * discretization.weights.size())
{
}

template <class Space>
void MeshfreeMass<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  const ShapeListsView shapes = this->Discretization->shapes.view();
  detail::momentaOfPoints(this->context(), shapes, this->Discretization->weights.data(),
    this->Densities, x.data(), this->Momenta.data());
  detail::gatherMomenta(this->context(), shapes, this->Momenta.data(), y.data());
}

template <class Space>
void MeshfreeMass<Space>::computeDiagonal(double* d)
{
  detail::diagonalOfMass(this->context(), this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Densities, d);
}

template <class Space>
void MeshfreeMass<Space>::addEnergies(const double* u, double weight, double* energies)
{
  detail::addMassEnergies(this->context(), this->Discretization->shapes.view(),
    this->Discretization->weights.data(), u, weight, energies);
}

template <class Space>
void MeshfreeMass<Space>::computeGeometry(double* measures, double* positions)
{
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  this->context().copy(measures, d.weights.data(), d.weights.bytes());
  this->context().copy(positions, d.places.data(), d.places.bytes());
}

template <class Space>
void MeshfreeMass<Space>::computeGradients(const double* /*u*/, double* /*gradients*/)
{
  throw Error("The mass of nodes without elements has no gradients.");
}

template <class Space>
void MeshfreeMass<Space>::addGradientsTransposed(const double* /*s*/, double* /*f*/)
{
  throw Error("The mass of nodes without elements has no gradients.");
}

template class MeshfreeMass<CompiledSpace>;
}
