#include "Solver/RigidBody/PointCoarseTerms.h"

#include "Core/Teams.h"
#include "Operator/Meshfree/PointStress.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Adds a value atomically to a sum in fixed point; the result does not depend on the order of
/// additions.
TRABECULA_FUNCTION void addFixed(std::int64_t* sum, double value)
{
  const auto added = static_cast<std::int64_t>(value);
#if defined(__CUDA_ARCH__)
  // In two's complement, unsigned addition is correct for negative numbers, too.
  atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(added));
#elif !defined(__CUDACC__)
#pragma omp atomic
  *sum += added;
#endif
}

/// The strain term at integration points: factors are gradients of shape functions, and the
/// response to a displacement gradient is the stress times the volume of the point.
struct StrainLaw
{
  static constexpr int Width = 3;
  /// A rigid motion of all nodes of a point causes no strain there.
  static constexpr bool RigidMotionsCount = false;

  const double* gradients;
  const double* weights;
  const double* moduli;
  Elasticity material;

  TRABECULA_FUNCTION const double* factors(std::int64_t entry) const
  {
    return this->gradients + 3 * entry;
  }

  TRABECULA_FUNCTION void respond(std::int64_t q, const double* h, double* t) const
  {
    double s[6];
    this->material.stressOf(h, this->moduli[q] * this->weights[q], s);
    t[0] = s[0];
    t[1] = t[3] = s[3];
    t[2] = t[6] = s[5];
    t[4] = s[1];
    t[5] = t[7] = s[4];
    t[8] = s[2];
  }
};

/// The constraint term at points: factors are values of shape functions, and the response to a
/// displacement is the penalty force.
struct ConstraintLaw
{
  static constexpr int Width = 1;
  static constexpr bool RigidMotionsCount = true;

  const double* values;
  const double* stiffness;

  TRABECULA_FUNCTION const double* factors(std::int64_t entry) const
  {
    return this->values + entry;
  }

  TRABECULA_FUNCTION void respond(std::int64_t q, const double* h, double* t) const
  {
    for (int c = 0; c < 3; ++c)
    {
      t[c] = this->stiffness[3 * q + c] * h[c];
    }
  }
};

/**
 * Computes the contributions of a point to the coarse matrix. They depend on an aggregate only by
 * the sums over its nodes near the point of the factors g of displacements (gradients or values of
 * shape functions) and of x g, with the offsets x of the nodes.
 */
template <class Law>
struct PointEntries
{
  static constexpr int Width = Law::Width;

  ShapeListsView shapes;
  CoarseLayout layout;
  Law law;
  std::int64_t rows;
  double fixedPoint;
  std::int64_t* matrix;

  /// Returns the bytes of scratch memory for a number of entries of a point: a count, 4 x Width
  /// sums and the first entry of each aggregate, and the aggregate of each entry.
  static std::size_t bytes(std::size_t most)
  {
    return sizeof(double) + most * (4 * Width * sizeof(double) + 2 * sizeof(std::int32_t));
  }

  /// Computes h[c][w] at a point for a mode of an aggregate: the sum of the displacements in
  /// direction c times the factors w.
  TRABECULA_FUNCTION static void measure(const double* sums, int mode, double* h)
  {
    for (int i = 0; i < 3 * Width; ++i)
    {
      h[i] = 0.0;
    }
    if (mode < 3)
    {
      for (int w = 0; w < Width; ++w)
      {
        h[mode * Width + w] = sums[w];
      }
      return;
    }
    const int next = (mode + 1) % 3;
    const int last = (mode + 2) % 3;
    for (int w = 0; w < Width; ++w)
    {
      h[last * Width + w] = sums[(1 + next) * Width + w];
      h[next * Width + w] = -sums[(1 + last) * Width + w];
    }
  }

  /// Returns the work of t = respond(h) in a mode of an aggregate.
  TRABECULA_FUNCTION static double work(const double* sums, int mode, const double* t)
  {
    double sum = 0.0;
    const int next = (mode + 1) % 3;
    const int last = (mode + 2) % 3;
    for (int w = 0; w < Width; ++w)
    {
      sum += mode < 3 ? t[mode * Width + w] * sums[w]
                      : t[last * Width + w] * sums[(1 + next) * Width + w] -
          t[next * Width + w] * sums[(1 + last) * Width + w];
    }
    return sum;
  }

  TRABECULA_FUNCTION int modesOf(std::int32_t aggregate) const
  {
    return this->layout.centres[4 * std::int64_t(aggregate) + 3] > 0.0 ? 6 : 3;
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t q, const Team& team, char* scratch) const
  {
    const std::int64_t begin = this->shapes.starts[q];
    const int entries = static_cast<int>(this->shapes.starts[q + 1] - begin);
    const std::int32_t* nodes = this->shapes.node + begin;
    auto* sums = reinterpret_cast<double*>(scratch + sizeof(double));
    auto* firsts = reinterpret_cast<std::int32_t*>(sums + 4 * Width * entries);
    std::int32_t* aggregates = firsts + entries;
    auto* number = reinterpret_cast<std::int32_t*>(scratch);
    team.each(entries, [&](int e) { aggregates[e] = this->layout.aggregateOf[nodes[e]]; });
    team.each(1,
      [&](int)
      {
        int count = 0;
        for (int e = 0; e < entries; ++e)
        {
          int known = 0;
          while (known < count && aggregates[firsts[known]] != aggregates[e])
          {
            ++known;
          }
          if (known == count)
          {
            firsts[count++] = e;
          }
        }
        *number = count;
      });
    const int count = *number;
    if (count == 1 && !Law::RigidMotionsCount)
    {
      return;
    }
    team.each(count,
      [&](int a)
      {
        double sum[4 * Width] = {};
        for (int e = firsts[a]; e < entries; ++e)
        {
          if (aggregates[e] != aggregates[firsts[a]])
          {
            continue;
          }
          const double* g = this->law.factors(begin + e);
          const float* x = this->layout.offsets + 3 * std::int64_t(nodes[e]);
          for (int w = 0; w < Width; ++w)
          {
            sum[w] += g[w];
            for (int c = 0; c < 3; ++c)
            {
              sum[(1 + c) * Width + w] += x[c] * g[w];
            }
          }
        }
        for (int i = 0; i < 4 * Width; ++i)
        {
          sums[4 * Width * a + i] = sum[i];
        }
      });
    team.each(6 * count,
      [&](int i)
      {
        const std::int32_t source = aggregates[firsts[i / 6]];
        const int mode = i % 6;
        if (mode >= this->modesOf(source))
        {
          return;
        }
        double h[3 * Width];
        double t[3 * Width];
        measure(sums + 4 * Width * (i / 6), mode, h);
        this->law.respond(q, h, t);
        const std::int64_t column = 6 * std::int64_t(source) + mode;
        for (int other = 0; other < count; ++other)
        {
          const std::int32_t target = aggregates[firsts[other]];
          const int modes = target < source ? 0 : this->modesOf(target);
          for (int k = target == source ? mode : 0; k < modes; ++k)
          {
            addFixed(this->matrix + (6 * std::int64_t(target) + k) * this->rows + column,
              work(sums + 4 * Width * other, k, t) * this->fixedPoint);
          }
        }
      });
  }
};

/// Returns the largest number of entries of a point.
inline std::size_t mostEntries(const std::vector<std::int64_t>& starts)
{
  std::int64_t most = 0;
  for (std::size_t q = 0; q + 1 < starts.size(); ++q)
  {
    most = std::max(most, starts[q + 1] - starts[q]);
  }
  return static_cast<std::size_t>(most);
}

template <class Space>
std::size_t mostEntries(const Context<Space>& context, const ShapeListsView& shapes)
{
  std::vector<std::int64_t> starts(static_cast<std::size_t>(shapes.points) + 1);
  context.copyToHost(starts.data(), shapes.starts, starts.size() * sizeof(std::int64_t));
  return mostEntries(starts);
}

template <class Space, class Law>
void addEntries(const Context<Space>& context, const PointEntries<Law>& entries, std::size_t most)
{
  forEachTeam<32>(context, entries.shapes.points, PointEntries<Law>::bytes(most), entries);
}

/// Computes the traces of the stiffness of points for moduli of one, and their sums over the points
/// of each node.
template <class Space>
void sumTraces(const Context<Space>& context, const ShapeListsView shapes, const double* weights,
  double factor, double* traces, double* ofNodes)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t t = 3 * shapes.starts[q]; t < 3 * shapes.starts[q + 1]; ++t)
      {
        sum += shapes.gradients[t] * shapes.gradients[t];
      }
      traces[q] = factor * weights[q] * sum;
    });
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += traces[shapes.pointOf[i]];
      }
      ofNodes[node] = sum;
    });
}

/// Computes the same for constrained points.
template <class Space>
void sumConstraintTraces(const Context<Space>& context, const ShapeListsView shapes,
  const double* stiffness, double* traces, double* ofNodes)
{
  forEach(
    context, shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        sum += shapes.values[e] * shapes.values[e];
      }
      traces[q] = sum * (stiffness[3 * q] + stiffness[3 * q + 1] + stiffness[3 * q + 2]);
    });
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += traces[shapes.pointOf[i]];
      }
      ofNodes[node] = sum;
    });
}

/// Returns the largest sum over an aggregate of the traces of points times the squared motions of
/// their nodes, which bounds entries and partial sums.
inline double largestSum(const std::vector<double>& ofNodes,
  const std::vector<std::int32_t>& aggregateOf, const std::vector<float>& offsets,
  std::size_t aggregates)
{
  std::vector<double> sums(aggregates, 0.0);
  for (std::size_t node = 0; node < ofNodes.size(); ++node)
  {
    const float* x = offsets.data() + 3 * node;
    sums[static_cast<std::size_t>(aggregateOf[node])] +=
      ofNodes[node] * std::max(1.0F, x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }
  return *std::max_element(sums.begin(), sums.end());
}
}

template <class Space>
PointCoarseTerms<Space>::PointCoarseTerms(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : Computing(&context), Discretization(&discretization), Material(unitElasticity(poissonsRatio)),
    MostEntries(detail::mostEntries(context, discretization.shapes.view()))
{
  if (!discretization.constraints.isEmpty())
  {
    this->MostConstraintEntries =
      detail::mostEntries(context, discretization.constraints.shapes().view());
  }
}

template <class Space>
typename CoarseTerms<Space>::Bounds PointCoarseTerms<Space>::bounds(
  const std::vector<std::int32_t>& aggregateOf, const std::vector<float>& offsets,
  std::size_t aggregates) const
{
  const Context<Space>& context = *this->Computing;
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  DeviceVector<double, Space> ofNodes(context, aggregateOf.size());
  DeviceVector<double, Space> traces(context, d.weights.size());
  detail::sumTraces(context, d.shapes.view(), d.weights.data(),
    this->Material.lambda + 4.0 * this->Material.mu, traces.data(), ofNodes.data());
  typename CoarseTerms<Space>::Bounds bounds = {
    detail::largestSum(ofNodes.toHost(), aggregateOf, offsets, aggregates), 0.0
  };
  if (!d.constraints.isEmpty())
  {
    const ShapeListsView constrained = d.constraints.shapes().view();
    DeviceVector<double, Space> constraintTraces(
      context, static_cast<std::size_t>(constrained.points));
    detail::sumConstraintTraces(
      context, constrained, d.constraints.stiffness(), constraintTraces.data(), ofNodes.data());
    bounds.constant = detail::largestSum(ofNodes.toHost(), aggregateOf, offsets, aggregates);
  }
  return bounds;
}

template <class Space>
void PointCoarseTerms<Space>::add(const detail::CoarseLayout& layout, const double* moduli,
  std::int64_t rows, double fixedPoint, std::int64_t* matrix)
{
  const Context<Space>& context = *this->Computing;
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  const ShapeListsView shapes = d.shapes.view();
  detail::addEntries(context,
    detail::PointEntries<detail::StrainLaw>{ shapes, layout,
      { shapes.gradients, d.weights.data(), moduli, this->Material }, rows, fixedPoint, matrix },
    this->MostEntries);
  if (!d.constraints.isEmpty())
  {
    const ShapeListsView constrained = d.constraints.shapes().view();
    detail::addEntries(context,
      detail::PointEntries<detail::ConstraintLaw>{ constrained, layout,
        { constrained.values, d.constraints.stiffness() }, rows, fixedPoint, matrix },
      this->MostConstraintEntries);
  }
}

template class PointCoarseTerms<CompiledSpace>;
}
