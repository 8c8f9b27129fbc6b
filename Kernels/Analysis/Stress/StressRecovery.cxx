#include "Analysis/Stress/StressRecovery.h"

#include "Element/Elements.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
constexpr int MostPoints = 8;
using Stress = std::array<double, 6>;

/// The points from which stresses are continued to the nodes.
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

/// Weights at a node of the values at these points: those of the polynomial through them.
template <class Element>
std::array<double, MostPoints> continuation(int node)
{
  std::array<double, MostPoints> weights = { 1.0 };
  double p[3];
  Element::node(node, p);
  if constexpr (pointsOf<Element>() == 4)
  {
    // Barycentric coordinates are b at their own point, a at the other ones.
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

/// Everything that stresses of one element are computed from.
template <class Element>
struct ElementState
{
  double position[3 * Element::Nodes];
  double displacement[3 * Element::Nodes];
  double lambda;
  double mu;

  ElementState(const Mesh& mesh, std::size_t e, const std::vector<double>& u, double modulus,
    double poissonsRatio)
    : lambda(modulus * hex8::unitMaterial(poissonsRatio).lambda),
      mu(modulus * hex8::unitMaterial(poissonsRatio).mu)
  {
    const std::int32_t* nodes = mesh.element(e);
    for (int a = 0; a < Element::Nodes; ++a)
    {
      for (int c = 0; c < 3; ++c)
      {
        const std::size_t i = 3 * std::size_t(nodes[a]) + std::size_t(c);
        this->position[Element::Nodes * c + a] = mesh.points[i];
        this->displacement[Element::Nodes * c + a] = u[i];
      }
    }
  }

  Stress stressAt(const double* p) const
  {
    double h[9];
    Element::gradientAt(this->position, this->displacement, p, h);
    const double pressure = this->lambda * (h[0] + h[4] + h[8]);
    return { 2.0 * this->mu * h[0] + pressure, 2.0 * this->mu * h[4] + pressure,
      2.0 * this->mu * h[8] + pressure, this->mu * (h[1] + h[3]), this->mu * (h[5] + h[7]),
      this->mu * (h[2] + h[6]) };
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

double modulusOf(
  const ElasticMaterial& material, const std::vector<double>& moduli, std::size_t element)
{
  return moduli.empty() ? material.youngsModulus : moduli[element];
}

/// Square of the energy norm of a stress: s . D^-1 s.
double complementaryEnergy(const Stress& s, double modulus, double poissonsRatio)
{
  const double trace = s[0] + s[1] + s[2];
  const double squares =
    s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + 2.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
  return ((1.0 + poissonsRatio) * squares - poissonsRatio * trace * trace) / modulus;
}

template <class Element>
double errorOf(const ElementState<Element>& state, const std::int32_t* nodes,
  const std::vector<double>& nodal, double modulus, double poissonsRatio)
{
  double error = 0.0;
  for (int q = 0; q < Element::QuadraturePoints; ++q)
  {
    double p[3];
    double n[Element::Nodes];
    double g[3 * Element::Nodes];
    Element::quadraturePoint(q, p);
    Element::shapes(q, n);
    Stress difference = state.stressAt(p);
    for (int a = 0; a < Element::Nodes; ++a)
    {
      for (std::size_t k = 0; k < 6; ++k)
      {
        difference[k] -= n[a] * nodal[6 * std::size_t(nodes[a]) + k];
      }
    }
    error += Element::gradients(state.position, q, g) *
      complementaryEnergy(difference, modulus, poissonsRatio);
  }
  return std::sqrt(error);
}
}

std::vector<double> nodalStresses(const Mesh& mesh, const ElasticMaterial& material,
  const std::vector<double>& moduli, const std::vector<double>& displacement,
  StressRecovery recovery)
{
  const std::size_t nodes = mesh.numberOfNodes();
  const std::size_t elements = mesh.numberOfElements();
  const NodeElements around = findNodeElements(mesh);
  // In blocks, as the stresses at the nodes of an element take up to a kilobyte.
  std::vector<double> result(6 * nodes, 0.0);
  constexpr std::size_t block = 65536;
  std::vector<Stress> stresses;
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
            mesh, e, displacement, modulusOf(material, moduli, e), material.poissonsRatio);
          stressesAtNodes(state, recovery, &stresses[mesh.offset(e) - mesh.offset(begin)]);
        });
    }
#pragma omp parallel for schedule(static)
    for (std::size_t n = 0; n < nodes; ++n)
    {
      const std::int32_t* first = around.elements.data() + around.starts[n];
      const std::int32_t* last = around.elements.data() + around.starts[n + 1];
      for (const std::int32_t* e = std::lower_bound(first, last, std::int64_t(begin));
           e != last && std::size_t(*e) < end; ++e)
      {
        const std::uint8_t corner = around.corners[std::size_t(e - around.elements.data())];
        const Stress& stress = stresses[mesh.offset(std::size_t(*e)) - mesh.offset(begin) + corner];
        for (std::size_t k = 0; k < 6; ++k)
        {
          result[6 * n + k] += stress[k] / double(last - first);
        }
      }
    }
  }
  return result;
}

std::vector<double> stressErrors(const Mesh& mesh, const ElasticMaterial& material,
  const std::vector<double>& moduli, const std::vector<double>& displacement,
  const std::vector<double>& nodal)
{
  std::vector<double> errors(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < errors.size(); ++e)
  {
    const double modulus = modulusOf(material, moduli, e);
    withElement(mesh.type(e),
      [&](auto traits)
      {
        const ElementState<decltype(traits)> state(
          mesh, e, displacement, modulus, material.poissonsRatio);
        errors[e] = errorOf(state, mesh.element(e), nodal, modulus, material.poissonsRatio);
      });
  }
  return errors;
}

std::vector<double> vonMisesStresses(const std::vector<double>& stress)
{
  std::vector<double> result(stress.size() / 6);
  for (std::size_t i = 0; i < result.size(); ++i)
  {
    const double* s = &stress[6 * i];
    const double xy = s[0] - s[1];
    const double yz = s[1] - s[2];
    const double zx = s[2] - s[0];
    result[i] = std::sqrt(
      0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
  }
  return result;
}
}
