#include "Core/Error.h"
#include "Element/Elements.h"
#include "Operator/Elements/UnitMaterials.h"
#include "Solver/RigidBody/CoarseEntries.h"
#include "Solver/RigidBody/NodeAggregates.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/SymmetricInverse.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

namespace trabecula
{
namespace detail
{
/// Adds the contributions of the listed elements to the lower triangle in fixed point.
template <class Space, class Element>
void addCoarseEntries(const Context<Space>& context, std::int64_t elements,
  const CoarseLayout& layout, const double* moduli, const UnitMaterials& materials,
  std::int64_t rows, double fixedPoint, std::int64_t* matrix);

/// Returns the trace of an element's stiffness for a modulus of one.
template <class Element>
double traceOf(const Mesh& mesh, const PoissonsRatios& ratios, std::size_t e)
{
  constexpr int N = Element::Nodes;
  double x[3 * N];
  double d[3 * N];
  const std::int32_t* nodes = mesh.element(e);
  for (int j = 0; j < 3 * N; ++j)
  {
    x[j] = mesh.points[3 * std::size_t(nodes[j % N]) + j / N];
  }
  Element::diagonal(x, unitElasticity(ratios.of(e)), d);
  return std::accumulate(d, d + 3 * N, 0.0);
}

/// Returns the largest sum over the elements of an aggregate of an element's trace times the
/// squared motions of its nodes. It bounds the diagonal entries for a modulus of one.
inline double boundEntries(const Mesh& mesh, const PoissonsRatios& ratios,
  const std::vector<std::int32_t>& elements, const std::vector<std::int32_t>& aggregateOf,
  const std::vector<float>& offsets, std::size_t aggregates)
{
  std::vector<double> traces(elements.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < elements.size(); ++i)
  {
    const auto e = static_cast<std::size_t>(elements[i]);
    traces[i] = withElement(
      mesh.type(e), [&](auto element) { return traceOf<decltype(element)>(mesh, ratios, e); });
  }
  std::vector<double> bounds(aggregates, 0.0);
  for (std::size_t i = 0; i < elements.size(); ++i)
  {
    const auto e = static_cast<std::size_t>(elements[i]);
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      const std::int32_t node = mesh.element(e)[a];
      const float* offset = offsets.data() + 3 * std::size_t(node);
      bounds[aggregateOf[node]] += traces[i] *
        std::max(1.0F, offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    }
  }
  return *std::max_element(bounds.begin(), bounds.end());
}
}

template <class Space>
RigidBodyCoarseSpace<Space>::RigidBodyCoarseSpace(const Context<Space>& context, const Mesh& mesh,
  const std::vector<std::uint8_t>& supports, const PoissonsRatios& ratios, std::size_t aggregates,
  const std::vector<double>& springs)
  : Computing(&context), CommonRatio(ratios.common),
    Rows((6 * static_cast<std::int64_t>(aggregates) + InverseTile - 1) / InverseTile * InverseTile),
    Inverse(context, static_cast<std::size_t>(this->Rows * this->Rows)),
    Restricted(context, static_cast<std::size_t>(this->Rows)),
    Values(context, static_cast<std::size_t>(this->Rows))
{
  context.requireSinglePart("A coarse space of rigid-body modes");
  this->Restricted.zero();
  if (ratios.varies())
  {
    this->Ratios = DeviceVector<double, Space>(context, ratios.each);
  }
  const Placement placement = this->place(mesh.points, supports, aggregates);
  const std::vector<std::int32_t>& aggregateOf = placement.aggregateOf;

  std::vector<std::int32_t> elements;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* corner = mesh.element(e);
    bool strained = false;
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      const std::size_t i = 3 * std::size_t(corner[a]);
      strained = strained || aggregateOf[corner[a]] != aggregateOf[corner[0]] || supports[i] ||
        supports[i + 1] || supports[i + 2];
    }
    if (strained)
    {
      elements.push_back(static_cast<std::int32_t>(e));
    }
  }
  this->groupElements(mesh, elements);
  this->LargestEntry =
    detail::boundEntries(mesh, ratios, elements, aggregateOf, placement.offsets, aggregates);
  this->placeSprings(springs, supports, aggregateOf, placement.offsets, placement.centres);
}

template <class Space>
RigidBodyCoarseSpace<Space>::RigidBodyCoarseSpace(const Context<Space>& context,
  const std::vector<double>& points, std::unique_ptr<CoarseTerms<Space>> terms,
  std::size_t aggregates)
  : Computing(&context),
    Rows((6 * static_cast<std::int64_t>(aggregates) + InverseTile - 1) / InverseTile * InverseTile),
    Terms(std::move(terms)), Inverse(context, static_cast<std::size_t>(this->Rows * this->Rows)),
    Restricted(context, static_cast<std::size_t>(this->Rows)),
    Values(context, static_cast<std::size_t>(this->Rows))
{
  context.requireSinglePart("A coarse space of rigid-body modes");
  this->Restricted.zero();
  const Placement placement =
    this->place(points, std::vector<std::uint8_t>(points.size(), 0), aggregates);
  const typename CoarseTerms<Space>::Bounds bounds =
    this->Terms->bounds(placement.aggregateOf, placement.offsets, aggregates);
  this->LargestEntry = bounds.linear;
  this->LargestSpring = bounds.constant;
}

template <class Space>
typename RigidBodyCoarseSpace<Space>::Placement RigidBodyCoarseSpace<Space>::place(
  const std::vector<double>& points, const std::vector<std::uint8_t>& supports,
  std::size_t aggregates)
{
  const NodeAggregates parts = bisectNodes(points, aggregates);
  Placement placement;
  placement.aggregateOf.resize(points.size() / 3);
  placement.offsets.resize(points.size());
  placement.centres.resize(4 * aggregates);
#pragma omp parallel for schedule(static)
  for (std::size_t p = 0; p < aggregates; ++p)
  {
    const std::int32_t* begin = parts.nodes.data() + parts.starts[p];
    const std::int32_t* end = parts.nodes.data() + parts.starts[p + 1];
    placeAggregate(
      points, supports, begin, end, placement.offsets.data(), placement.centres.data() + 4 * p);
    for (const std::int32_t* node = begin; node != end; ++node)
    {
      placement.aggregateOf[*node] = static_cast<std::int32_t>(p);
    }
  }
  std::vector<std::uint8_t> free(supports.size());
  std::transform(supports.begin(), supports.end(), free.begin(),
    [](std::uint8_t support) { return static_cast<std::uint8_t>(support == 0); });
  const Context<Space>& context = *this->Computing;
  this->AggregateOf = DeviceVector<std::int32_t, Space>(context, placement.aggregateOf);
  this->Offsets = DeviceVector<float, Space>(context, placement.offsets);
  this->Centres = DeviceVector<double, Space>(context, placement.centres);
  this->Nodes = DeviceVector<std::int32_t, Space>(context, parts.nodes);
  this->Starts = DeviceVector<std::int32_t, Space>(context, parts.starts);
  this->Free = DeviceVector<std::uint8_t, Space>(context, free);
  return placement;
}

template <class Space>
void RigidBodyCoarseSpace<Space>::groupElements(
  const Mesh& mesh, const std::vector<std::int32_t>& elements)
{
  for (const CellType type : mesh.allTypes())
  {
    std::vector<std::int32_t> listed;
    std::vector<std::int32_t> connectivity;
    for (const std::int32_t e : elements)
    {
      const std::int32_t* nodes = mesh.element(std::size_t(e));
      if (mesh.type(std::size_t(e)) == type)
      {
        listed.push_back(e);
        connectivity.insert(connectivity.end(), nodes, nodes + mesh.nodesOf(std::size_t(e)));
      }
    }
    this->Groups.push_back({ type, DeviceVector<std::int32_t, Space>(*this->Computing, listed),
      DeviceVector<std::int32_t, Space>(*this->Computing, connectivity) });
  }
}

template <class Space>
void RigidBodyCoarseSpace<Space>::placeSprings(const std::vector<double>& springs,
  const std::vector<std::uint8_t>& supports, const std::vector<std::int32_t>& aggregateOf,
  const std::vector<float>& offsets, const std::vector<double>& centres)
{
  std::map<std::int64_t, double> entries;
  for (std::size_t i = 0; i < springs.size(); ++i)
  {
    if (!(springs[i] > 0.0) || supports[i])
    {
      continue;
    }
    const std::int64_t aggregate = aggregateOf[i / 3];
    const float* x = offsets.data() + i / 3 * 3;
    const std::size_t c = i % 3;
    double motion[6] = {}; // displacement of this unknown in the modes of the aggregate
    motion[c] = 1.0;
    if (centres[4 * static_cast<std::size_t>(aggregate) + 3] > 0.0)
    {
      motion[3 + (c + 1) % 3] = x[(c + 2) % 3];
      motion[3 + (c + 2) % 3] = -x[(c + 1) % 3];
    }
    for (std::int64_t row = 0; row < 6; ++row)
    {
      for (std::int64_t column = 0; column <= row; ++column)
      {
        const double value = springs[i] * motion[row] * motion[column];
        if (value != 0.0)
        {
          entries[(6 * aggregate + row) * this->Rows + 6 * aggregate + column] += value;
        }
      }
    }
  }
  std::vector<std::int64_t> at;
  std::vector<double> values;
  for (const auto& [entry, value] : entries)
  {
    at.push_back(entry);
    values.push_back(value);
    this->LargestSpring = std::max(this->LargestSpring, std::abs(value));
  }
  if (!at.empty())
  {
    this->SpringEntries = DeviceVector<std::int64_t, Space>(*this->Computing, at);
    this->SpringValues = DeviceVector<double, Space>(*this->Computing, values);
  }
}

template <class Space>
detail::CoarseLayout RigidBodyCoarseSpace<Space>::layout(const Group* group) const
{
  return { this->AggregateOf.data(), this->Offsets.data(), this->Centres.data(),
    group ? group->Elements.data() : nullptr, group ? group->Connectivity.data() : nullptr,
    this->Free.data() };
}

template <class Space>
bool RigidBodyCoarseSpace<Space>::update(const Vector<Space>& moduli, double largestModulus)
{
  const Context<Space>& context = *this->Computing;
  // All entries and partial sums are below 2^61.
  this->Scale = this->LargestEntry * largestModulus + this->LargestSpring;
  const double fixedPoint = std::ldexp(1.0, 61);
  const auto bytes = static_cast<std::size_t>(this->Rows * this->Rows) * sizeof(double);
  const auto lease =
    context.workspace().template lease<double>(static_cast<std::size_t>(this->Rows * this->Rows));
  void* scratch = lease.data();
  context.zero(scratch, bytes);
  if (this->Terms)
  {
    this->Terms->add(this->layout(nullptr), moduli.data(), this->Rows, fixedPoint / this->Scale,
      static_cast<std::int64_t*>(scratch));
  }
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto element)
      {
        detail::addCoarseEntries<Space, decltype(element)>(context,
          static_cast<std::int64_t>(group.Elements.size()), this->layout(&group), moduli.data(),
          { unitElasticity(this->CommonRatio),
            this->Ratios.size() > 0 ? this->Ratios.data() : nullptr },
          this->Rows, fixedPoint / this->Scale, static_cast<std::int64_t*>(scratch));
      });
  }
  detail::addSpringEntries(context, static_cast<std::int64_t>(this->SpringEntries.size()),
    this->SpringEntries.data(), this->SpringValues.data(), fixedPoint / this->Scale,
    static_cast<std::int64_t*>(scratch));
  detail::fromFixedPoint(context, this->Rows, 1.0 / fixedPoint, scratch);
  return invertSymmetric(context, this->Rows, static_cast<double*>(scratch), this->Inverse.data());
}

template <class Space>
void RigidBodyCoarseSpace<Space>::solve(const Vector<Space>& r)
{
  if (r.size() != static_cast<std::int64_t>(this->Offsets.size()))
  {
    throw Error("A coarse space of " + std::to_string(this->AggregateOf.size()) +
      " nodes is given a residual of " + (r.empty() ? "no entries" : r.layout().text()) + ".");
  }
  this->solveFor(r.data());
}

template <class Space>
std::size_t RigidBodyCoarseSpace<Space>::memory(const Mesh& mesh, std::size_t aggregates)
{
  const std::size_t nodes = mesh.numberOfNodes();
  // About a third of the elements have nodes of several aggregates, and more in small meshes.
  const std::size_t listed =
    std::max(9 * nodes, mesh.numberOfElements() + mesh.connectivity.size());
  return memory(nodes, aggregates) + listed * sizeof(std::int32_t) / 2;
}

template <class Space>
std::size_t RigidBodyCoarseSpace<Space>::memory(std::size_t nodes, std::size_t aggregates)
{
  const auto rows = 6 * aggregates + static_cast<std::size_t>(InverseTile);
  return nodes * (5 * sizeof(std::int32_t) + 3) + rows * rows * (sizeof(double) + sizeof(float)) +
    rows * (2 + 2 * static_cast<std::size_t>(InverseTile)) * sizeof(double);
}
}
