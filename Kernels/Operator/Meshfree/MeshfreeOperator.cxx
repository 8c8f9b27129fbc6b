#include "Operator/Meshfree/MeshfreeOperator.h"

#include "Core/Parallel.h"
#include "Operator/Meshfree/PointStress.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void computeStresses(const ShapeListsView shapes, const double* weights, const double* moduli,
  const hex8::UnitMaterial material, const double* u, double* stresses)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double h[9];
      gradientAt(shapes, u, q, h);
      stressOf(h, material, moduli[q] * weights[q], stresses + 6 * q);
    });
}

template <class Space>
void gatherForces(const ShapeListsView shapes, const double* stresses, double* forces)
{
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
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
void computeDiagonal(const ShapeListsView shapes, const double* weights, const double* moduli,
  const hex8::UnitMaterial material, double* diagonal)
{
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
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
void addPointEnergies(const ShapeListsView shapes, const double* weights,
  const hex8::UnitMaterial material, const double* u, double factor, double* energies)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double h[9];
      double s[6];
      gradientAt(shapes, u, q, h);
      energies[q] += factor * stressOf(h, material, weights[q], s);
    });
}

template <class Space>
void writeGradients(const ShapeListsView shapes, const double* u, double* gradients)
{
  forEach<Space>(
    shapes.points,
    TRABECULA_LAMBDA(std::int64_t q) { gradientAt(shapes, u, q, gradients + 9 * q); });
}
}

template <class Space>
MeshfreeOperator<Space>::MeshfreeOperator(Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : MeshfreeOperator(context, discretization, poissonsRatio, true)
{
}

template <class Space>
MeshfreeOperator<Space>::MeshfreeOperator(Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio, bool products)
  : Computing(&context), Discretization(&discretization),
    Material(hex8::unitMaterial(poissonsRatio)),
    Stresses(context, products ? 6 * discretization.weights.size() : 0)
{
}

template <class Space>
void MeshfreeOperator<Space>::apply(const double* x, double* y)
{
  const ShapeListsView shapes = this->Discretization->shapes.view();
  detail::computeStresses<Space>(shapes, this->Discretization->weights.data(), this->Moduli,
    this->Material, x, this->Stresses.data());
  detail::gatherForces<Space>(shapes, this->Stresses.data(), y);
  this->Discretization->held.add(x, y);
}

template <class Space>
void MeshfreeOperator<Space>::diagonal(double* d)
{
  detail::computeDiagonal<Space>(this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Moduli, this->Material, d);
  this->Discretization->held.addDiagonal(d);
}

template <class Space>
void MeshfreeOperator<Space>::addUnitEnergies(const double* u, double weight, double* energies)
{
  detail::addPointEnergies<Space>(this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Material, u, weight, energies);
}

template <class Space>
void MeshfreeOperator<Space>::geometry(double* measures, double* positions)
{
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  Memory<Space>::copy(measures, d.weights.data(), d.weights.bytes());
  Memory<Space>::copy(positions, d.places.data(), d.places.bytes());
}

template <class Space>
void MeshfreeOperator<Space>::displacementGradients(const double* u, double* gradients)
{
  detail::writeGradients<Space>(this->Discretization->shapes.view(), u, gradients);
}

template class MeshfreeOperator<CompiledSpace>;
}
