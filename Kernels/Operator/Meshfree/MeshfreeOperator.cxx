#include "Operator/Meshfree/MeshfreeOperator.h"

#include "Core/Error.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <string>

namespace trabecula
{
namespace detail
{
/// du_c/dx_k at a point, entry 3 c + k.
TRABECULA_FUNCTION void gradientAt(
  const ShapeListsView& shapes, const double* u, std::int64_t q, double* h)
{
  for (int i = 0; i < 9; ++i)
  {
    h[i] = 0.0;
  }
  for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
  {
    const double* un = u + 3 * std::int64_t(shapes.node[e]);
    const double* g = shapes.gradients + 3 * e;
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      for (int k = 0; k < 3; ++k)
      {
        h[3 * c + k] += un[c] * g[k];
      }
    }
  }
}

/// Stresses times a factor, six entries in the order XX, YY, ZZ, XY, YZ, XZ; returns the product
/// with the gradient, twice the energy.
TRABECULA_FUNCTION double stressOf(
  const double* h, const hex8::UnitMaterial& material, double factor, double* s)
{
  const double pressure = material.lambda * (h[0] + h[4] + h[8]);
  const double xy = h[1] + h[3];
  const double yz = h[5] + h[7];
  const double xz = h[2] + h[6];
  s[0] = factor * (2.0 * material.mu * h[0] + pressure);
  s[1] = factor * (2.0 * material.mu * h[4] + pressure);
  s[2] = factor * (2.0 * material.mu * h[8] + pressure);
  s[3] = factor * material.mu * xy;
  s[4] = factor * material.mu * yz;
  s[5] = factor * material.mu * xz;
  return s[0] * h[0] + s[1] * h[4] + s[2] * h[8] + s[3] * xy + s[4] * yz + s[5] * xz;
}

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

/// Values at points of a penalty, times their weights.
template <class Space>
void computeHeld(
  const ShapeListsView shapes, const double* weights, const double* u, double* values)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double v[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        const double* un = u + 3 * std::int64_t(shapes.node[e]);
        for (int c = 0; c < 3; ++c)
        {
          v[c] += shapes.values[e] * un[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        values[3 * q + c] = weights[3 * q + c] * v[c];
      }
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
        const double* g = shapes.gradients + 3 * shapes.entries[i];
        const double* s = stresses + 6 * std::int64_t(shapes.pointOf[i]);
        f[0] += s[0] * g[0] + s[3] * g[1] + s[5] * g[2];
        f[1] += s[3] * g[0] + s[1] * g[1] + s[4] * g[2];
        f[2] += s[5] * g[0] + s[4] * g[1] + s[2] * g[2];
      }
      for (int c = 0; c < 3; ++c)
      {
        forces[3 * node + c] = f[c];
      }
    });
}

template <class Space>
void addHeld(const ShapeListsView shapes, const double* values, double* forces)
{
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const double shape = shapes.values[shapes.entries[i]];
        const double* v = values + 3 * std::int64_t(shapes.pointOf[i]);
        for (int c = 0; c < 3; ++c)
        {
          forces[3 * node + c] += shape * v[c];
        }
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
void addHeldDiagonal(const ShapeListsView shapes, const double* weights, double* diagonal)
{
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const double shape = shapes.values[shapes.entries[i]];
        const double* w = weights + 3 * std::int64_t(shapes.pointOf[i]);
        for (int c = 0; c < 3; ++c)
        {
          diagonal[3 * node + c] += shape * shape * w[c];
        }
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
MeshfreeOperator<Space>::MeshfreeOperator(Context<Space>& context, const NodeCloud<Space>& cloud,
  const IntegrationPoints& points, double poissonsRatio, const HeldFaces& held)
  : Computing(&context), Nodes(cloud.nodes()), Shapes(context, cloud, points.places),
    Places(context, points.places), Weights(context, points.weights),
    Material(hex8::unitMaterial(poissonsRatio))
{
  std::vector<std::int64_t> starts(static_cast<std::size_t>(this->Nodes) + 1);
  Memory<Space>::copyToHost(
    starts.data(), this->Shapes.view().nodeStarts, starts.size() * sizeof(std::int64_t));
  const auto alone = std::adjacent_find(starts.begin(), starts.end());
  if (alone != starts.end())
  {
    throw Error("Node " + std::to_string(alone - starts.begin()) +
      " reaches no integration point. Take out nodes outside of the cells, or raise Support "
      "Scale.");
  }
  if (held.points.weights.empty())
  {
    return;
  }
  this->HeldShapes = std::make_unique<ShapeLists<Space>>(context, cloud, held.points.places);
  std::vector<double> weights(held.components.size());
  for (std::size_t i = 0; i < weights.size(); ++i)
  {
    weights[i] = held.components[i] ? held.penalty * held.points.weights[i / 3] : 0.0;
  }
  this->HeldWeights = DeviceVector<double, Space>(context, weights);
}

template <class Space>
void MeshfreeOperator<Space>::apply(const double* x, double* y)
{
  const ShapeListsView shapes = this->Shapes.view();
  {
    const auto stresses = this->Computing->workspace().template lease<double>(
      6 * static_cast<std::size_t>(shapes.points));
    detail::computeStresses<Space>(
      shapes, this->Weights.data(), this->Moduli, this->Material, x, stresses.data());
    detail::gatherForces<Space>(shapes, stresses.data(), y);
  }
  if (this->HeldShapes)
  {
    const ShapeListsView held = this->HeldShapes->view();
    const auto values = this->Computing->workspace().template lease<double>(
      3 * static_cast<std::size_t>(held.points));
    detail::computeHeld<Space>(held, this->HeldWeights.data(), x, values.data());
    detail::addHeld<Space>(held, values.data(), y);
  }
}

template <class Space>
void MeshfreeOperator<Space>::diagonal(double* d)
{
  detail::computeDiagonal<Space>(
    this->Shapes.view(), this->Weights.data(), this->Moduli, this->Material, d);
  if (this->HeldShapes)
  {
    detail::addHeldDiagonal<Space>(this->HeldShapes->view(), this->HeldWeights.data(), d);
  }
}

template <class Space>
void MeshfreeOperator<Space>::addUnitEnergies(const double* u, double weight, double* energies)
{
  detail::addPointEnergies<Space>(
    this->Shapes.view(), this->Weights.data(), this->Material, u, weight, energies);
}

template <class Space>
void MeshfreeOperator<Space>::geometry(double* measures, double* positions)
{
  Memory<Space>::copy(measures, this->Weights.data(), this->Weights.bytes());
  Memory<Space>::copy(positions, this->Places.data(), this->Places.bytes());
}

template <class Space>
void MeshfreeOperator<Space>::displacementGradients(const double* u, double* gradients)
{
  detail::writeGradients<Space>(this->Shapes.view(), u, gradients);
}

template class MeshfreeOperator<CompiledSpace>;
}
