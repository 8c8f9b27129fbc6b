#include "Operator/Meshfree/ConstraintTerm.h"

#include "Core/Error.h"
#include "Core/Teams.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// The force M v of a constrained point; node i receives Phi_i times this force.
struct PointReaction
{
  double force[3];
};

struct ConstraintView
{
  ShapeListsView shapes;
  const double* stiffness;

  /// Returns the force M v for the displacement v of a point, with the diagonal stiffness M of the
  /// penalty.
  TRABECULA_FUNCTION PointReaction reaction(std::int64_t q, const double* v) const
  {
    PointReaction result = {};
    for (int c = 0; c < 3; ++c)
    {
      result.force[c] = this->stiffness[3 * q + c] * v[c];
    }
    return result;
  }
};

#ifdef __CUDACC__
constexpr int ConstraintLanes = 32;
#else
constexpr int ConstraintLanes = 1;
#endif

/// Adds the partial sums of the threads of a team: value i of a lane is at sums[ConstraintLanes * i
/// + lane], and the totals replace the values of lane 0.
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

/// Computes the reactions, with one team per constrained point.
struct ComputeReaction
{
  ConstraintView term;
  const double* u;
  PointReaction* reactions;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t q, const Team& team, char* scratch) const
  {
    auto* sums = reinterpret_cast<double*>(scratch);
    const ShapeListsView& shapes = this->term.shapes;
    team.each(ConstraintLanes,
      [&](int lane)
      {
        double sum[3] = {};
        for (std::int64_t e = shapes.starts[q] + lane; e < shapes.starts[q + 1];
             e += ConstraintLanes)
        {
          const double* un = this->u + 3 * std::int64_t(shapes.node[e]);
          for (int c = 0; c < 3; ++c)
          {
            sum[c] += shapes.values[e] * un[c];
          }
        }
        for (int c = 0; c < 3; ++c)
        {
          sums[ConstraintLanes * c + lane] = sum[c];
        }
      });
    addLanes(team, 3, sums);
    team.each(1,
      [&](int)
      {
        const double v[3] = { sums[0], sums[ConstraintLanes], sums[2 * ConstraintLanes] };
        this->reactions[q] = this->term.reaction(q, v);
      });
  }
};

template <class Space>
void computeConstraintForces(const Context<Space>& context, const ConstraintView term,
  const double* displacements, PointReaction* reactions)
{
  forEach(
    context, term.shapes.points,
    TRABECULA_LAMBDA(std::int64_t q) { reactions[q] = term.reaction(q, displacements + 3 * q); });
}

/// Adds the reactions to the forces of nodes, with one team per node whose domain of influence
/// contains constrained points.
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

/// Returns the nodes whose domains of influence contain points of the lists.
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
        for (int c = 0; c < 3; ++c)
        {
          diagonal[3 * node + c] += term.stiffness[3 * q + c] * value * value;
        }
      }
    });
}
}

template <class Space>
ConstraintTerm<Space>::ConstraintTerm(
  const Context<Space>& context, const NodeCloud<Space>& cloud, const ConstrainedPoints& points)
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
}

template <class Space>
void ConstraintTerm<Space>::add(const double* x, double* y) const
{
  if (this->isEmpty())
  {
    return;
  }
  const detail::ConstraintView term = { this->Shapes.view(), this->Stiffness.data() };
  const Context<Space>& context = *this->Computing;
  auto* reactions = reinterpret_cast<detail::PointReaction*>(this->Reactions.data());
  const detail::ComputeReaction compute = { term, x, reactions };
  forEachTeam<32>(
    context, term.shapes.points, 3 * sizeof(double) * detail::ConstraintLanes, compute);
  detail::gatherReactions(context, term, this->Nodes, reactions, y);
}

template <class Space>
void ConstraintTerm<Space>::addDiagonal(double* d) const
{
  if (!this->isEmpty())
  {
    detail::addConstraintDiagonal(
      *this->Computing, detail::ConstraintView{ this->Shapes.view(), this->Stiffness.data() }, d);
  }
}

template <class Space>
double ConstraintTerm<Space>::energy(const Vector<Space>& a, const Vector<Space>& b) const
{
  // Other parts may have constrained points even if this one has none.
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
  const detail::ConstraintView term = { this->Shapes.view(), this->Stiffness.data() };
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
