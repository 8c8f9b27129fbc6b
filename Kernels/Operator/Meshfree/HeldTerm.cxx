#include "Operator/Meshfree/HeldTerm.h"

#include "Core/Parallel.h"
#include "Operator/Meshfree/PointStress.h"

namespace trabecula
{
namespace detail
{
/// What a held point exerts on the nodes: node i has force Phi_i + stress grad Phi_i.
struct PointReaction
{
  double force[3];
  double stress[6];
};

/// Null pointers where there are no Nitsche terms.
struct HeldView
{
  ShapeListsView shapes;
  const double* stiffness;
  const double* fluxWeights;
  const double* normals;
  hex8::UnitMaterial solid;

  /// Of displacements v at a point with tractions t: the rows of K_0 for held displacements v, or
  /// (without t) the forces by which they are held at v.
  TRABECULA_FUNCTION PointReaction reaction(std::int64_t q, const double* v, const double* t) const
  {
    PointReaction result = {};
    for (int c = 0; c < 3; ++c)
    {
      result.force[c] = this->stiffness[3 * q + c] * v[c];
    }
    if (this->fluxWeights)
    {
      const double* n = this->normals + 3 * q;
      double gap[9];
      for (int c = 0; c < 3; ++c)
      {
        const double weight = this->fluxWeights[3 * q + c];
        result.force[c] -= t ? weight * t[c] : 0.0;
        for (int k = 0; k < 3; ++k)
        {
          gap[3 * c + k] = -weight * v[c] * n[k];
        }
      }
      stressOf(gap, this->solid, 1.0, result.stress);
    }
    return result;
  }
};

template <class Space>
void computeReactions(const HeldView held, const double* u, PointReaction* reactions)
{
  forEach<Space>(
    held.shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double v[3];
      double t[3] = { 0.0, 0.0, 0.0 };
      displacementAt(held.shapes, u, q, v);
      if (held.fluxWeights)
      {
        double h[9];
        double s[6];
        gradientAt(held.shapes, u, q, h);
        stressOf(h, held.solid, 1.0, s);
        tractionOf(s, held.normals + 3 * q, t);
      }
      reactions[q] = held.reaction(q, v, t);
    });
}

template <class Space>
void computeHoldingForces(
  const HeldView held, const double* displacements, PointReaction* reactions)
{
  forEach<Space>(
    held.shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      reactions[q] = held.reaction(q, displacements + 3 * q, nullptr);
    });
}

template <class Space>
void gatherReactions(const HeldView held, const PointReaction* reactions, double* forces)
{
  forEach<Space>(
    held.shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      const ShapeListsView& shapes = held.shapes;
      double f[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const std::int64_t e = shapes.entries[i];
        const PointReaction& reaction = reactions[shapes.pointOf[i]];
        for (int c = 0; c < 3; ++c)
        {
          f[c] += shapes.values[e] * reaction.force[c];
        }
        if (held.fluxWeights)
        {
          addForce(reaction.stress, shapes.gradients + 3 * e, f);
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        forces[3 * node + c] += f[c];
      }
    });
}

template <class Space>
void addHeldDiagonal(const HeldView held, double* diagonal)
{
  forEach<Space>(
    held.shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      const ShapeListsView& shapes = held.shapes;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const std::int64_t q = shapes.pointOf[i];
        const double value = shapes.values[shapes.entries[i]];
        const double* g = shapes.gradients + 3 * shapes.entries[i];
        for (int c = 0; c < 3; ++c)
        {
          double entry = held.stiffness[3 * q + c] * value * value;
          if (held.fluxWeights)
          {
            const double* n = held.normals + 3 * q;
            const double flux = (held.solid.lambda + held.solid.mu) * g[c] * n[c] +
              held.solid.mu * (g[0] * n[0] + g[1] * n[1] + g[2] * n[2]);
            entry -= 2.0 * held.fluxWeights[3 * q + c] * value * flux;
          }
          diagonal[3 * node + c] += entry;
        }
      }
    });
}

template <class Space>
HeldView viewOf(const ShapeLists<Space>& shapes, const DeviceVector<double, Space>& stiffness,
  const DeviceVector<double, Space>& fluxWeights, const DeviceVector<double, Space>& normals,
  const hex8::UnitMaterial& solid)
{
  return { shapes.view(), stiffness.data(), fluxWeights.size() > 0 ? fluxWeights.data() : nullptr,
    normals.data(), solid };
}
}

template <class Space>
HeldTerm<Space>::HeldTerm(Context<Space>& context, const NodeCloud<Space>& cloud,
  const HeldPoints& points, double poissonsRatio)
{
  if (points.size() == 0)
  {
    return;
  }
  this->Shapes = ShapeLists<Space>(context, cloud, points.places, { "held point" });
  this->Stiffness = DeviceVector<double, Space>(context, points.stiffness);
  this->Reactions = DeviceVector<double, Space>(
    context, points.size() * sizeof(detail::PointReaction) / sizeof(double));
  if (!points.flux.weights.empty())
  {
    this->FluxWeights = DeviceVector<double, Space>(context, points.flux.weights);
    this->Normals = DeviceVector<double, Space>(context, points.flux.normals);
    this->Solid = hex8::unitMaterial(poissonsRatio);
    this->Solid.lambda *= points.flux.modulus;
    this->Solid.mu *= points.flux.modulus;
  }
}

template <class Space>
void HeldTerm<Space>::add(const double* x, double* y) const
{
  if (this->isEmpty())
  {
    return;
  }
  const detail::HeldView held =
    detail::viewOf(this->Shapes, this->Stiffness, this->FluxWeights, this->Normals, this->Solid);
  auto* reactions = reinterpret_cast<detail::PointReaction*>(this->Reactions.data());
  detail::computeReactions<Space>(held, x, reactions);
  detail::gatherReactions<Space>(held, reactions, y);
}

template <class Space>
void HeldTerm<Space>::addDiagonal(double* d) const
{
  if (!this->isEmpty())
  {
    detail::addHeldDiagonal<Space>(
      detail::viewOf(this->Shapes, this->Stiffness, this->FluxWeights, this->Normals, this->Solid),
      d);
  }
}

template <class Space>
double HeldTerm<Space>::energy(Context<Space>& context, const double* a, const double* b) const
{
  if (this->isEmpty())
  {
    return 0.0;
  }
  const std::int64_t unknowns = 3 * this->Shapes.view().nodes;
  const auto product = context.workspace().template lease<double>(std::size_t(unknowns));
  Memory<Space>::zero(product.data(), static_cast<std::size_t>(unknowns) * sizeof(double));
  this->add(b, product.data());
  return context.dot(unknowns, a, product.data());
}

template <class Space>
void HeldTerm<Space>::addForces(
  Context<Space>& context, const std::vector<double>& displacements, double* f) const
{
  if (this->isEmpty())
  {
    return;
  }
  const detail::HeldView held =
    detail::viewOf(this->Shapes, this->Stiffness, this->FluxWeights, this->Normals, this->Solid);
  const DeviceVector<double, Space> given(context, displacements);
  DeviceVector<detail::PointReaction, Space> reactions(
    context, static_cast<std::size_t>(held.shapes.points));
  detail::computeHoldingForces<Space>(held, given.data(), reactions.data());
  detail::gatherReactions<Space>(held, reactions.data(), f);
}

template class HeldTerm<CompiledSpace>;
}
