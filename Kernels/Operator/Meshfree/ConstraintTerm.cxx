#include "Operator/Meshfree/ConstraintTerm.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Operator/Meshfree/PointStress.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// What a constrained point exerts on the nodes: node i has force Phi_i + stress grad Phi_i.
struct PointReaction
{
  double force[3];
  double stress[6];
};

/// Null pointers where there are no Nitsche terms.
struct ConstraintView
{
  ShapeListsView shapes;
  const double* stiffness;
  const double* fluxWeights;
  const double* normals;
  Elasticity solid;

  /// Of displacements v at a point with tractions t: the rows of K_0, or (without t) the forces by
  /// which the point is kept at v.
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
      this->solid.stressOf(gap, 1.0, result.stress);
    }
    return result;
  }
};

#ifdef __CUDACC__
constexpr int ConstraintLanes = 32;
#else
constexpr int ConstraintLanes = 1;
#endif

/// Adds up what the threads of a team have summed of so many values: value i of lane at
/// sums[ConstraintLanes * i + lane]; the totals are in those of lane 0.
template <class Team>
TRABECULA_FUNCTION void addLanes(const Team& team, int values, double* sums)
{
  team.each(values,
    [&](int i)
    {
      double total = 0.0;
      for (int lane = 0; lane < ConstraintLanes; ++lane)
      {
        total += sums[ConstraintLanes * i + lane];
      }
      sums[ConstraintLanes * i] = total;
    });
}

/// A team a constrained point.
struct ComputeReaction
{
  ConstraintView term;
  const double* u;
  PointReaction* reactions;

  /// The displacement at the point, with Nitsche's terms the gradient after it.
  static constexpr int MostValues = 12;
  int values() const { return this->term.fluxWeights ? MostValues : 3; }
  std::size_t bytes() const { return sizeof(double) * ConstraintLanes * this->values(); }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t q, const Team& team, char* scratch) const
  {
    auto* sums = reinterpret_cast<double*>(scratch);
    const ShapeListsView& shapes = this->term.shapes;
    const bool hasFlux = this->term.fluxWeights != nullptr;
    const int count = hasFlux ? MostValues : 3;
    team.each(ConstraintLanes,
      [&](int lane)
      {
        double sum[MostValues] = {};
        for (std::int64_t e = shapes.starts[q] + lane; e < shapes.starts[q + 1];
             e += ConstraintLanes)
        {
          const double* un = this->u + 3 * std::int64_t(shapes.node[e]);
          for (int c = 0; c < 3; ++c)
          {
            sum[c] += shapes.values[e] * un[c];
            for (int k = 0; k < 3 && hasFlux; ++k)
            {
              sum[3 + 3 * c + k] += un[c] * shapes.gradients[3 * e + k];
            }
          }
        }
        for (int i = 0; i < count; ++i)
        {
          sums[ConstraintLanes * i + lane] = sum[i];
        }
      });
    addLanes(team, count, sums);
    team.each(1,
      [&](int)
      {
        double total[MostValues] = {};
        for (int i = 0; i < count; ++i)
        {
          total[i] = sums[ConstraintLanes * i];
        }
        double t[3] = { 0.0, 0.0, 0.0 };
        if (hasFlux)
        {
          double s[6];
          this->term.solid.stressOf(total + 3, 1.0, s);
          tractionOf(s, this->term.normals + 3 * q, t);
        }
        this->reactions[q] = this->term.reaction(q, total, t);
      });
  }
};

template <class Space>
void computeConstraintForces(const Context<Space>& context, const ConstraintView term,
  const double* displacements, PointReaction* reactions)
{
  forEach(
    context, term.shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      reactions[q] = term.reaction(q, displacements + 3 * q, nullptr);
    });
}

/// A team a node that reaches constrained points.
struct GatherReaction
{
  ConstraintView term;
  const std::int32_t* nodes;
  const PointReaction* reactions;
  double* forces;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* scratch) const
  {
    auto* sums = reinterpret_cast<double*>(scratch);
    const ShapeListsView& shapes = this->term.shapes;
    const std::int64_t node = this->nodes[item];
    team.each(ConstraintLanes,
      [&](int lane)
      {
        double f[3] = { 0.0, 0.0, 0.0 };
        for (std::int64_t i = shapes.nodeStarts[node] + lane; i < shapes.nodeStarts[node + 1];
             i += ConstraintLanes)
        {
          const std::int64_t e = shapes.entries[i];
          const PointReaction& reaction = this->reactions[shapes.pointOf[i]];
          for (int c = 0; c < 3; ++c)
          {
            f[c] += shapes.values[e] * reaction.force[c];
          }
          if (this->term.fluxWeights)
          {
            addForce(reaction.stress, shapes.gradients + 3 * e, f);
          }
        }
        for (int c = 0; c < 3; ++c)
        {
          sums[ConstraintLanes * c + lane] = f[c];
        }
      });
    addLanes(team, 3, sums);
    team.each(3, [&](int c) { this->forces[3 * node + c] += sums[ConstraintLanes * c]; });
  }
};

template <class Space>
void gatherReactions(const Context<Space>& context, const ConstraintView& term,
  const DeviceVector<std::int32_t, Space>& nodes, const PointReaction* reactions, double* forces)
{
  forEachTeam<32>(context, static_cast<std::int64_t>(nodes.size()),
    3 * sizeof(double) * ConstraintLanes, GatherReaction{ term, nodes.data(), reactions, forces });
}

/// Nodes that reach points of lists.
template <class Space>
std::vector<std::int32_t> nodesInReach(const Context<Space>& context, const ShapeListsView& shapes)
{
  std::vector<std::int64_t> starts(static_cast<std::size_t>(shapes.nodes) + 1);
  context.copyToHost(starts.data(), shapes.nodeStarts, starts.size() * sizeof(std::int64_t));
  std::vector<std::int32_t> nodes;
  for (std::size_t node = 0; node + 1 < starts.size(); ++node)
  {
    if (starts[node + 1] > starts[node])
    {
      nodes.push_back(static_cast<std::int32_t>(node));
    }
  }
  return nodes;
}

template <class Space>
void addConstraintDiagonal(
  const Context<Space>& context, const ConstraintView term, double* diagonal)
{
  forEach(
    context, term.shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      const ShapeListsView& shapes = term.shapes;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const std::int64_t q = shapes.pointOf[i];
        const double value = shapes.values[shapes.entries[i]];
        const double* g = shapes.gradients + 3 * shapes.entries[i];
        for (int c = 0; c < 3; ++c)
        {
          double entry = term.stiffness[3 * q + c] * value * value;
          if (term.fluxWeights)
          {
            const double* n = term.normals + 3 * q;
            const double flux = (term.solid.lambda + term.solid.mu) * g[c] * n[c] +
              term.solid.mu * (g[0] * n[0] + g[1] * n[1] + g[2] * n[2]);
            entry -= 2.0 * term.fluxWeights[3 * q + c] * value * flux;
          }
          diagonal[3 * node + c] += entry;
        }
      }
    });
}

template <class Space>
ConstraintView viewOf(const ShapeLists<Space>& shapes, const DeviceVector<double, Space>& stiffness,
  const DeviceVector<double, Space>& fluxWeights, const DeviceVector<double, Space>& normals,
  const Elasticity& solid)
{
  return { shapes.view(), stiffness.data(), fluxWeights.size() > 0 ? fluxWeights.data() : nullptr,
    normals.data(), solid };
}
}

template <class Space>
ConstraintTerm<Space>::ConstraintTerm(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const ConstrainedPoints& points, double poissonsRatio)
  : Computing(&context)
{
  if (points.size() == 0)
  {
    return;
  }
  this->Shapes = ShapeLists<Space>(context, cloud, points.places, { "held point" });
  this->Nodes =
    DeviceVector<std::int32_t, Space>(context, detail::nodesInReach(context, this->Shapes.view()));
  this->Stiffness = DeviceVector<double, Space>(context, points.stiffness);
  this->Reactions = DeviceVector<double, Space>(
    context, points.size() * sizeof(detail::PointReaction) / sizeof(double));
  if (!points.flux.weights.empty())
  {
    this->FluxWeights = DeviceVector<double, Space>(context, points.flux.weights);
    this->Normals = DeviceVector<double, Space>(context, points.flux.normals);
    this->Solid = unitElasticity(poissonsRatio);
    this->Solid.lambda *= points.flux.modulus;
    this->Solid.mu *= points.flux.modulus;
  }
}

template <class Space>
void ConstraintTerm<Space>::add(const double* x, double* y) const
{
  if (this->isEmpty())
  {
    return;
  }
  const detail::ConstraintView term =
    detail::viewOf(this->Shapes, this->Stiffness, this->FluxWeights, this->Normals, this->Solid);
  const Context<Space>& context = *this->Computing;
  auto* reactions = reinterpret_cast<detail::PointReaction*>(this->Reactions.data());
  const detail::ComputeReaction compute = { term, x, reactions };
  forEachTeam<32>(context, term.shapes.points, compute.bytes(), compute);
  detail::gatherReactions(context, term, this->Nodes, reactions, y);
}

template <class Space>
void ConstraintTerm<Space>::addDiagonal(double* d) const
{
  if (!this->isEmpty())
  {
    detail::addConstraintDiagonal(*this->Computing,
      detail::viewOf(this->Shapes, this->Stiffness, this->FluxWeights, this->Normals, this->Solid),
      d);
  }
}

template <class Space>
double ConstraintTerm<Space>::energy(const Vector<Space>& a, const Vector<Space>& b) const
{
  // Other parts may have constrained points.
  if (this->isEmpty() && !this->Computing->isDistributed())
  {
    return 0.0;
  }
  a.require(b.layout(), "A vector of displacements");
  b.updateGhosts();
  LeasedVector<Space> product(b.layoutPointer());
  product.zero();
  this->add(b.data(), product.data());
  return dot(a, product);
}

template <class Space>
void ConstraintTerm<Space>::addForces(
  const std::vector<double>& displacements, Vector<Space>& f) const
{
  if (this->isEmpty())
  {
    return;
  }
  const Context<Space>& context = *this->Computing;
  const detail::ConstraintView term =
    detail::viewOf(this->Shapes, this->Stiffness, this->FluxWeights, this->Normals, this->Solid);
  if (f.size() != 3 * term.shapes.nodes)
  {
    throw Error("Forces of constrained points have 3 components of each of " +
      std::to_string(term.shapes.nodes) + " nodes, but are added to a vector with " +
      std::to_string(f.size()) + " entries.");
  }
  const DeviceVector<double, Space> given(context, displacements);
  DeviceVector<detail::PointReaction, Space> reactions(
    context, static_cast<std::size_t>(term.shapes.points));
  detail::computeConstraintForces(context, term, given.data(), reactions.data());
  detail::gatherReactions(context, term, this->Nodes, reactions.data(), f.data());
}

template class ConstraintTerm<CompiledSpace>;
}
