#include "Analysis/Stress/StressRecovery.h"

#include "Analysis/Stress/ElementValues.h"
#include "Analysis/Stress/IsotropicStress.h"
#include "Analysis/Stress/ThermalStress.h"
#include "Core/Execution/ZeroVector.h"
#include "Element/Elements.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace trabecula
{
namespace
{
constexpr int MostPoints = 8;
using Stress = std::array<double, 6>;

/// Returns the number of points from which stresses are extrapolated to the nodes.
template <class Element>
constexpr int pointsOf()
{
  return Element::Nodes == Element::Corners ? 1 : Element::Corners;
}

template <class Element>
void place(int point, double* p)
{
  Element::centre(p);
  if constexpr (pointsOf<Element>() == 4)
  {
    Element::quadraturePoint(point, p);
  }
  else if constexpr (pointsOf<Element>() == 8)
  {
    Hex8Shape::node(point, p);
    std::for_each(p, p + 3, [](double& c) { c *= hex8::GaussPoint; });
  }
}

/// Returns the weights of the values at these points in the value of the interpolating polynomial
/// at a node.
template <class Element>
std::array<double, MostPoints> continuation(int node)
{
  std::array<double, MostPoints> weights = { 1.0 };
  double p[3];
  Element::node(node, p);
  if constexpr (pointsOf<Element>() == 4)
  {
    // The barycentric coordinate of a corner is b at its own point, and a at the others.
    double a[3];
    Element::quadraturePoint(0, a);
    const double b = 1.0 - 3.0 * a[0];
    const double l[4] = { 1.0 - p[0] - p[1] - p[2], p[0], p[1], p[2] };
    for (std::size_t i = 0; i < 4; ++i)
    {
      weights[i] = (l[i] - a[0]) / (b - a[0]);
    }
  }
  else if constexpr (pointsOf<Element>() == 8)
  {
    std::for_each(p, p + 3, [](double& c) { c /= hex8::GaussPoint; });
    Hex8Shape::shapesAt(p, weights.data());
  }
  return weights;
}

/// The data from which stresses of one element are computed.
template <class Element>
struct ElementState
{
  double position[3 * Element::Nodes];
  double displacement[3 * Element::Nodes];
  ElasticMaterial material;
  ThermalStress<Element> thermal;

  ElementState(const Mesh& mesh, std::size_t e, const std::vector<double>& u,
    const ElasticMaterial& ofElement, const ThermalStrain* strain)
    : material(ofElement), thermal(mesh, e, ofElement, strain)
  {
    elementValues<Element>(mesh, e, mesh.points, this->position);
    elementValues<Element>(mesh, e, u, this->displacement);
  }

  Stress stressAt(const double* p) const
  {
    double h[9];
    Stress stress;
    Element::gradientAt(this->position, this->displacement, p, h);
    stressOfGradient(h, this->material, stress.data());
    this->thermal.subtractAt(p, stress.data());
    return stress;
  }
};

/// Stresses at the nodes of an element, node after node.
template <class Element>
void stressesAtNodes(const ElementState<Element>& state, StressRecovery recovery, Stress* stresses)
{
  double p[3];
  if (recovery == StressRecovery::Direct)
  {
    for (int a = 0; a < Element::Nodes; ++a)
    {
      Element::node(a, p);
      stresses[a] = state.stressAt(p);
    }
    return;
  }
  Stress sampled[MostPoints];
  for (int i = 0; i < pointsOf<Element>(); ++i)
  {
    place<Element>(i, p);
    sampled[i] = state.stressAt(p);
  }
  for (int a = 0; a < Element::Nodes; ++a)
  {
    const std::array<double, MostPoints> weights = continuation<Element>(a);
    stresses[a] = {};
    for (int i = 0; i < pointsOf<Element>(); ++i)
    {
      for (std::size_t k = 0; k < 6; ++k)
      {
        stresses[a][k] += weights[std::size_t(i)] * sampled[i][k];
      }
    }
  }
}

/// A range of nodes, and the range of elements that contains the elements around them.
struct NodeRange
{
  static constexpr std::size_t Nodes = 256;

  std::int32_t first = std::numeric_limits<std::int32_t>::max();
  std::int32_t last = -1;
};

std::vector<NodeRange> rangesOfNodes(const NodeElements& around, std::size_t nodes)
{
  std::vector<NodeRange> ranges((nodes + NodeRange::Nodes - 1) / NodeRange::Nodes);
#pragma omp parallel for schedule(static)
  for (std::size_t r = 0; r < ranges.size(); ++r)
  {
    const std::size_t end = std::min(nodes, NodeRange::Nodes * (r + 1));
    for (std::size_t n = NodeRange::Nodes * r; n < end; ++n)
    {
      if (around.starts[n] < around.starts[n + 1])
      {
        const auto first = static_cast<std::size_t>(around.starts[n]);
        const auto last = static_cast<std::size_t>(around.starts[n + 1]) - 1;
        ranges[r].first = std::min(ranges[r].first, around.elements[first]);
        ranges[r].last = std::max(ranges[r].last, around.elements[last]);
      }
    }
  }
  return ranges;
}

/// Adds the stresses of elements from begin to end at a node.
/// @param stresses of these elements, node after node
void addStresses(const Mesh& mesh, const NodeElements& around, std::size_t node, std::size_t begin,
  std::size_t end, const Stress* stresses, double* result)
{
  const std::int32_t* first = around.elements.data() + around.starts[node];
  const std::int32_t* last = around.elements.data() + around.starts[node + 1];
  for (const std::int32_t* e = std::lower_bound(first, last, std::int64_t(begin));
       e != last && std::size_t(*e) < end; ++e)
  {
    const std::uint8_t corner = around.corners[std::size_t(e - around.elements.data())];
    const Stress& stress = stresses[mesh.offset(std::size_t(*e)) - mesh.offset(begin) + corner];
    for (std::size_t k = 0; k < 6; ++k)
    {
      result[k] += stress[k] / double(last - first);
    }
  }
}
}

std::vector<double> nodalStresses(const Mesh& mesh, const ElementMaterials& materials,
  const std::vector<double>& displacement, StressRecovery recovery, const ThermalStrain* thermal)
{
  return nodalStresses(mesh, findNodeElements(mesh), materials, displacement, recovery, thermal);
}

std::vector<double> nodalStresses(const Mesh& mesh, const NodeElements& around,
  const ElementMaterials& materials, const std::vector<double>& displacement,
  StressRecovery recovery, const ThermalStrain* thermal)
{
  const std::size_t nodes = mesh.numberOfNodes();
  const std::size_t elements = mesh.numberOfElements();
  const std::vector<NodeRange> ranges = rangesOfNodes(around, nodes);
  // Elements are processed in blocks, as their nodal stresses take up to a kilobyte each.
  auto result = zeroVector<double>(6 * nodes);
  constexpr std::size_t block = 65536;
  std::vector<Stress> stresses = zeroVector<Stress>(mesh.offset(std::min(block, elements)));
  for (std::size_t begin = 0; begin < elements; begin += block)
  {
    const std::size_t end = std::min(begin + block, elements);
    stresses.resize(mesh.offset(end) - mesh.offset(begin));
#pragma omp parallel for schedule(static)
    for (std::size_t e = begin; e < end; ++e)
    {
      withElement(mesh.type(e),
        [&](auto traits)
        {
          const ElementState<decltype(traits)> state(
            mesh, e, displacement, materials.of(e), thermal);
          stressesAtNodes(state, recovery, &stresses[mesh.offset(e) - mesh.offset(begin)]);
        });
    }
#pragma omp parallel for schedule(dynamic, 16)
    for (std::size_t r = 0; r < ranges.size(); ++r)
    {
      if (ranges[r].last < std::int64_t(begin) || ranges[r].first >= std::int64_t(end))
      {
        continue;
      }
      const std::size_t behind = std::min(nodes, NodeRange::Nodes * (r + 1));
      for (std::size_t n = NodeRange::Nodes * r; n < behind; ++n)
      {
        addStresses(mesh, around, n, begin, end, stresses.data(), &result[6 * n]);
      }
    }
  }
  return result;
}

std::vector<double> vonMisesStresses(const std::vector<double>& stress)
{
  auto result = zeroVector<double>(stress.size() / 6);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < result.size(); ++i)
  {
    result[i] = vonMisesStress(&stress[6 * i]);
  }
  return result;
}
}
