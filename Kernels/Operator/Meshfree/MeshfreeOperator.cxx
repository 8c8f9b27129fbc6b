#include "Operator/Meshfree/MeshfreeOperator.h"

#include "Core/Parallel.h"
#include "Operator/Meshfree/PointStress.h"

namespace trabecula
{
namespace detail
{
/// Computes stresses at points, multiplied by the weights of the points.
template <class Space>
void computeStresses(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const double* moduli, const Elasticity material, const double* u,
  double* stresses)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double h[9];
      gradientAt(shapes, u, q, h);
      material.stressOf(h, moduli[q] * weights[q], stresses + 6 * q);
    });
}

/// Computes forces of nodes from weighted stresses at points.
template <class Space>
void gatherForces(const Context<Space>& context, const ShapeListsView shapes,
  const double* stresses, double* forces)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double f[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        addForce(stresses + 6 * std::int64_t(shapes.pointOf[i]),
          shapes.gradients + 3 * shapes.entries[i], f);
      }
      for (int c = 0; c < 3; ++c)
      {
        forces[3 * node + c] = f[c];
      }
    });
}

template <class Space>
void computeDiagonal(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const double* moduli, const Elasticity material, double* diagonal)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double d[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const double* g = shapes.gradients + 3 * shapes.entries[i];
        const std::int32_t q = shapes.pointOf[i];
        const double scale = moduli[q] * weights[q];
        const double shear = scale * material.mu * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        for (int c = 0; c < 3; ++c)
        {
          d[c] += shear + scale * (material.lambda + material.mu) * g[c] * g[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        diagonal[3 * node + c] = d[c];
      }
    });
}

template <class Space>
void addPointEnergies(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, const Elasticity material, const double* u, double factor,
  double* energies)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double h[9];
      double s[6];
      gradientAt(shapes, u, q, h);
      energies[q] += factor * material.stressOf(h, weights[q], s);
    });
}

template <class Space>
void writeGradients(
  const Context<Space>& context, const ShapeListsView shapes, const double* u, double* gradients)
{
  forEach(
    context, shapes.points,
    TRABECULA_LAMBDA(std::int64_t q) { gradientAt(shapes, u, q, gradients + 9 * q); });
}

/// forces += the transpose of writeGradients() times s.
template <class Space>
void addTransposed(
  const Context<Space>& context, const ShapeListsView shapes, const double* s, double* forces)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double f[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const double* at = s + 9 * std::int64_t(shapes.pointOf[i]);
        const double* g = shapes.gradients + 3 * shapes.entries[i];
        for (int c = 0; c < 3; ++c)
        {
          f[c] += at[3 * c] * g[0] + at[3 * c + 1] * g[1] + at[3 * c + 2] * g[2];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        forces[3 * node + c] += f[c];
      }
    });
}
}

template <class Space>
MeshfreeOperator<Space>::MeshfreeOperator(const OperatorLayouts<Space>& layouts,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : MeshfreeOperator(layouts, discretization, poissonsRatio, true)
{
}

template <class Space>
MeshfreeOperator<Space>::MeshfreeOperator(const OperatorLayouts<Space>& layouts,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio, bool products)
  : StiffnessOperator<Space>(layouts), Discretization(&discretization),
    Material(unitElasticity(poissonsRatio)),
    Stresses(layouts.context(), products ? 6 * discretization.weights.size() : 0)
{
}

template <class Space>
void MeshfreeOperator<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  const Context<Space>& context = this->context();
  const ShapeListsView shapes = this->Discretization->shapes.view();
  detail::computeStresses(context, shapes, this->Discretization->weights.data(), this->Moduli,
    this->Material, x.data(), this->Stresses.data());
  detail::gatherForces(context, shapes, this->Stresses.data(), y.data());
  this->Discretization->constraints.add(x.data(), y.data());
}

template <class Space>
void MeshfreeOperator<Space>::computeDiagonal(double* d)
{
  detail::computeDiagonal(this->context(), this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Moduli, this->Material, d);
  this->Discretization->constraints.addDiagonal(d);
}

template <class Space>
void MeshfreeOperator<Space>::addEnergies(const double* u, double weight, double* energies)
{
  detail::addPointEnergies(this->context(), this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Material, u, weight, energies);
}

template <class Space>
void MeshfreeOperator<Space>::computeGeometry(double* measures, double* positions)
{
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  this->context().copy(measures, d.weights.data(), d.weights.bytes());
  this->context().copy(positions, d.places.data(), d.places.bytes());
}

template <class Space>
void MeshfreeOperator<Space>::computeGradients(const double* u, double* gradients)
{
  detail::writeGradients(this->context(), this->Discretization->shapes.view(), u, gradients);
}

template <class Space>
void MeshfreeOperator<Space>::addGradientsTransposed(const double* s, double* f)
{
  detail::addTransposed(this->context(), this->Discretization->shapes.view(), s, f);
}

template class MeshfreeOperator<CompiledSpace>;
}
