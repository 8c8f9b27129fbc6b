#include "Analysis/Heat/HeatFields.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Heat/HeatLoads.h"
#include "Analysis/Stress/ElementValues.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Execution/ZeroVector.h"
#include "Element/Elements.h"
#include "Mesh/NodeElements.h"
#include "Operator/Conduction/FilmMatrix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace trabecula
{
namespace
{
/// The data from which the heat flow in one element is computed.
template <class Element>
struct ConductingElement
{
  double position[3 * Element::Nodes];
  double temperature[Element::Nodes];
  double conductivity;

  ConductingElement(
    const HeatProblem& problem, std::size_t e, const std::vector<double>& temperatures)
    : conductivity(problem.conductivityOf(e))
  {
    elementValues<Element>(problem.mesh, e, problem.mesh.points, this->position);
    for (int a = 0; a < Element::Nodes; ++a)
    {
      this->temperature[a] = temperatures[static_cast<std::size_t>(problem.mesh.element(e)[a])];
    }
  }

  /// Computes k grad T from gradients of the shape functions.
  void inflow(const double* g, double* flux) const
  {
    flux[0] = flux[1] = flux[2] = 0.0;
    for (int i = 0; i < 3 * Element::Nodes; ++i)
    {
      flux[i % 3] += this->conductivity * this->temperature[i / 3] * g[i];
    }
  }

  void inflowAt(const double* p, double* flux) const
  {
    double g[3 * Element::Nodes];
    Element::gradientsAt(this->position, p, g);
    this->inflow(g, flux);
  }

  /// Returns the heat that flows from a node into the element, the integral of grad N_a . k grad T.
  double heatFrom(int node) const
  {
    double heat = 0.0;
    for (int q = 0; q < Element::QuadraturePoints; ++q)
    {
      double g[3 * Element::Nodes];
      double flux[3];
      const double volume = Element::gradients(this->position, q, g);
      this->inflow(g, flux);
      heat +=
        volume * (flux[0] * g[3 * node] + flux[1] * g[3 * node + 1] + flux[2] * g[3 * node + 2]);
    }
    return heat;
  }
};

/// Computes fluxes at the centres of elements, and their means at nodes.
void setFluxes(const HeatProblem& problem, const NodeElements& around, HeatAnalysis& analysis)
{
  const Mesh& mesh = problem.mesh;
  const std::size_t elements = mesh.numberOfElements();
  const std::size_t nodes = mesh.numberOfNodes();
  analysis.heatFlux = zeroVector<double>(3 * elements);
  analysis.nodalHeatFlux = zeroVector<double>(3 * nodes);
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < elements; ++e)
  {
    withElement(mesh.type(e),
      [&](auto traits)
      {
        using Element = decltype(traits);
        double p[3];
        double flux[3];
        Element::centre(p);
        ConductingElement<Element>(problem, e, analysis.temperature).inflowAt(p, flux);
        std::transform(flux, flux + 3, &analysis.heatFlux[3 * e], std::negate<double>());
      });
  }
#pragma omp parallel for schedule(dynamic, 1024)
  for (std::size_t node = 0; node < nodes; ++node)
  {
    const std::int64_t count = around.starts[node + 1] - around.starts[node];
    for (std::int64_t k = around.starts[node]; k < around.starts[node + 1]; ++k)
    {
      const auto e = static_cast<std::size_t>(around.elements[static_cast<std::size_t>(k)]);
      const int corner = around.corners[static_cast<std::size_t>(k)];
      withElement(mesh.type(e),
        [&](auto traits)
        {
          using Element = decltype(traits);
          double p[3];
          double flux[3];
          Element::node(corner, p);
          ConductingElement<Element>(problem, e, analysis.temperature).inflowAt(p, flux);
          for (std::size_t c = 0; c < 3; ++c)
          {
            analysis.nodalHeatFlux[3 * node + c] -= flux[c] / double(count);
          }
        });
    }
  }
}

/// Returns the heat that flows from fixed nodes into the elements; zero at other nodes.
std::vector<double> heatFromFixedNodes(
  const HeatProblem& problem, const NodeElements& around, const std::vector<double>& temperature)
{
  const Mesh& mesh = problem.mesh;
  const std::size_t nodes = mesh.numberOfNodes();
  auto heat = zeroVector<double>(nodes);
#pragma omp parallel for schedule(dynamic, 1024)
  for (std::size_t node = 0; node < nodes; ++node)
  {
    for (std::int64_t k = around.starts[node]; problem.fixed[node] && k < around.starts[node + 1];
         ++k)
    {
      const auto e = static_cast<std::size_t>(around.elements[static_cast<std::size_t>(k)]);
      const int corner = around.corners[static_cast<std::size_t>(k)];
      withElement(mesh.type(e),
        [&](auto traits) {
          heat[node] +=
            ConductingElement<decltype(traits)>(problem, e, temperature).heatFrom(corner);
        });
    }
  }
  return heat;
}

Peak peakAt(const Mesh& mesh, std::size_t node, double value)
{
  Peak peak;
  peak.value = value;
  std::copy_n(&mesh.points[3 * node], 3, peak.place.begin());
  return peak;
}

/// Finds the extremes over the nodes that belong to elements.
void setPeaks(const Mesh& mesh, HeatAnalysis& analysis)
{
  const std::vector<std::uint8_t> used = nodesInElements(mesh);
  std::size_t highest = mesh.numberOfNodes();
  std::size_t lowest = highest;
  std::size_t steepest = highest;
  const std::vector<double>& T = analysis.temperature;
  const auto square = [&](std::size_t node)
  {
    const double* q = &analysis.nodalHeatFlux[3 * node];
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  };
  for (std::size_t i = 0; i < used.size(); ++i)
  {
    if (used[i])
    {
      highest = highest == used.size() || T[i] > T[highest] ? i : highest;
      lowest = lowest == used.size() || T[i] < T[lowest] ? i : lowest;
      steepest = steepest == used.size() || square(i) > square(steepest) ? i : steepest;
    }
  }
  analysis.summary.highestTemperature = peakAt(mesh, highest, T[highest]);
  analysis.summary.lowestTemperature = peakAt(mesh, lowest, T[lowest]);
  analysis.summary.heatFlux = peakAt(mesh, steepest, std::sqrt(square(steepest)));
}
}

void setFields(const HeatProblem& problem, const HostMatrix& films, HeatAnalysis& analysis)
{
  const Mesh& mesh = problem.mesh;
  const std::size_t nodes = mesh.numberOfNodes();
  const NodeElements around = findNodeElements(mesh);
  setFluxes(problem, around, analysis);
  setPeaks(mesh, analysis);

  // Flows at fixed nodes follow from the heat balance there, and flows through films from
  // temperatures.
  const std::vector<double> conducted = heatFromFixedNodes(problem, around, analysis.temperature);
  const std::vector<double> sources = flowsOfSources(problem);
  std::vector<double> throughFilms(nodes, 0.0);
  if (films.rows() > 0)
  {
    std::vector<double> differences(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      differences[i] = (problem.ambientTemperature.empty() ? 0.0 : problem.ambientTemperature[i]) -
        analysis.temperature[i];
    }
    throughFilms = multiply(films, differences);
  }
  HeatSummary& summary = analysis.summary;
  analysis.reaction = zeroVector<double>(nodes);
  double all = 0.0;
  for (std::size_t i = 0; i < nodes; ++i)
  {
    const double flow = problem.heatFlow.empty() ? 0.0 : problem.heatFlow[i];
    const double load = sources[i] + flow;
    const double held = problem.fixed[i] ? conducted[i] - load - throughFilms[i] : 0.0;
    analysis.reaction[i] = held + throughFilms[i];
    summary.sources += sources[i];
    summary.heatFlow += flow;
    summary.films += throughFilms[i];
    summary.fixed += held;
    summary.thermalCompliance += load * analysis.temperature[i];
    all += std::abs(sources[i]) + std::abs(flow) + std::abs(throughFilms[i]) + std::abs(held);
  }
  const double left = summary.sources + summary.heatFlow + summary.films + summary.fixed;
  summary.imbalance = all > 0.0 ? std::abs(left) / all : 0.0;
  const std::vector<double> volumes = solidVolumes(mesh, problem.solidFractions);
  analysis.volume = std::accumulate(volumes.begin(), volumes.end(), 0.0);
}
}
