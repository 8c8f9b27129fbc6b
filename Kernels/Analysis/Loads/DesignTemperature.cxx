#include "Analysis/Loads/DesignTemperature.h"

#include "Analysis/SolveObserver.h"
#include "Analysis/Static/MutualEnergies.h"
#include "Core/Parallel.h"
#include "Element/Elements.h"
#include "Physics/Elasticity.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace detail
{
/// The elements of one type, and what their forces depend on.
struct HeatedElements
{
  std::int64_t count;
  const std::int32_t* numbers;
  ElementEntries mesh;
  const double* points;
  const double* factors;
};

/// Positions of the nodes of an element, in the order of element arrays.
template <class Element>
TRABECULA_FUNCTION void heatedPositions(
  const std::int32_t* nodes, const double* points, double* positions)
{
  for (int a = 0; a < Element::Nodes; ++a)
  {
    for (int c = 0; c < 3; ++c)
    {
      positions[Element::Nodes * c + a] = points[3 * std::int64_t(nodes[a]) + c];
    }
  }
}

/// Forces of elements by their thermal strain, for a modulus of one.
template <class Space, class Element>
void forcesOfTemperature(const Context<Space>& context, const HeatedElements of, double reference,
  const double* temperature, double* forces)
{
  forEach(
    context, of.count, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t e = of.numbers[i];
      const std::int64_t start = of.mesh.elementStarts[e];
      const std::int32_t* nodes = of.mesh.nodes + start;
      double x[3 * Element::Nodes];
      double n[Element::Nodes];
      double g[3 * Element::Nodes];
      double sums[3 * Element::Nodes];
      heatedPositions<Element>(nodes, of.points, x);
      for (int k = 0; k < 3 * Element::Nodes; ++k)
      {
        sums[k] = 0.0;
      }
      TRABECULA_NO_UNROLL
      for (int q = 0; q < Element::QuadraturePoints; ++q)
      {
        Element::shapes(q, n);
        const double volume = Element::gradients(x, q, g);
        double difference = 0.0;
        for (int a = 0; a < Element::Nodes; ++a)
        {
          difference += n[a] * (temperature[nodes[a]] - reference);
        }
        for (int k = 0; k < 3 * Element::Nodes; ++k)
        {
          sums[k] += volume * difference * g[k];
        }
      }
      for (int k = 0; k < 3 * Element::Nodes; ++k)
      {
        forces[3 * start + k] = of.factors[e] * sums[k];
      }
    });
}

/// Derivatives of the work of these forces with respect to the temperatures of the nodes of each
/// element, in the order of connectivity.
template <class Space, class Element>
void workOfTemperature(const Context<Space>& context, const HeatedElements of, const double* moduli,
  const double* u, double* works)
{
  forEach(
    context, of.count, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t e = of.numbers[i];
      const std::int64_t start = of.mesh.elementStarts[e];
      const std::int32_t* nodes = of.mesh.nodes + start;
      double x[3 * Element::Nodes];
      double n[Element::Nodes];
      double g[3 * Element::Nodes];
      double sums[Element::Nodes];
      heatedPositions<Element>(nodes, of.points, x);
      for (int a = 0; a < Element::Nodes; ++a)
      {
        sums[a] = 0.0;
      }
      TRABECULA_NO_UNROLL
      for (int q = 0; q < Element::QuadraturePoints; ++q)
      {
        Element::shapes(q, n);
        const double volume = Element::gradients(x, q, g);
        double divergence = 0.0;
        for (int a = 0; a < Element::Nodes; ++a)
        {
          for (int c = 0; c < 3; ++c)
          {
            divergence += g[3 * a + c] * u[3 * std::int64_t(nodes[a]) + c];
          }
        }
        for (int a = 0; a < Element::Nodes; ++a)
        {
          sums[a] += volume * divergence * n[a];
        }
      }
      for (int a = 0; a < Element::Nodes; ++a)
      {
        works[start + a] = moduli[e] * of.factors[e] * sums[a];
      }
    });
}

template <class Space>
void sumEntriesAtNodes(const Context<Space>& context, std::int64_t count, const ElementEntries mesh,
  const double* values, double* sums)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = mesh.nodeStarts[node]; i < mesh.nodeStarts[node + 1]; ++i)
      {
        sum += values[mesh.entries[i]];
      }
      sums[node] = sum;
    });
}

template <class Space>
void conductivitiesByModuli(const Context<Space>& context, std::int64_t n,
  const ConductivityOfModulus law, double slope, const double* moduli, double* conductivities)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      conductivities[e] = law.ofVoid + slope * (moduli[e] - law.voidModulus);
    });
}
}

template <class Space>
DesignTemperature<Space>::DesignTemperature(std::shared_ptr<AnalysisModel<Space>> conduction,
  const ConductivityOfModulus& law, const std::vector<double>& heat,
  const std::vector<double>& start, const StructuralProblem& structure)
  : Conduction(std::move(conduction)), Law(law), Reference(structure.ofDesign.thermal.reference),
    Points(this->Conduction->context(), structure.mesh.points),
    Heat(this->Conduction->unknowns(), heat), Conductivities(this->Conduction->materialPoints()),
    Temperature(this->Conduction->unknowns(), start), Trial(this->Conduction->unknowns())
{
  const Mesh& mesh = structure.mesh;
  const Context<Space>& context = this->Conduction->context();
  context.requireSinglePart("The temperature of a design");
  for (const CellType type : mesh.allTypes())
  {
    std::vector<std::int32_t> numbers;
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      if (mesh.type(e) == type)
      {
        numbers.push_back(static_cast<std::int32_t>(e));
      }
    }
    this->Groups.push_back({ type, DeviceVector<std::int32_t, Space>(context, numbers) });
  }
  const ThermalStrain& strain = structure.ofDesign.thermal;
  std::vector<double> factors(mesh.numberOfElements());
  for (std::size_t e = 0; e < factors.size(); ++e)
  {
    const double ratio = structure.poissonsRatios.empty() ? structure.material.poissonsRatio
                                                          : structure.poissonsRatios[e];
    factors[e] = volumetricModulus(1.0, ratio) * strain.expansionOf(e);
  }
  this->Factors = DeviceVector<double, Space>(context, factors);
}

template <class Space>
void DesignTemperature<Space>::setModuli(const Vector<Space>& moduli)
{
  moduli.require(this->Conductivities.layout(), "A vector of moduli");
  this->Moduli = &moduli;
  detail::conductivitiesByModuli(moduli.context(), moduli.size(), this->Law, this->Law.slope(),
    moduli.data(), this->Conductivities.data());
  this->Conduction->setModuli(this->Conductivities, this->Law.ofSolid);
}

template <class Space>
void DesignTemperature<Space>::start()
{
  this->Trial.copy(this->Temperature);
}

template <class Space>
void DesignTemperature<Space>::accept()
{
  this->Temperature.swap(this->Trial);
}

template <class Space>
template <class Work>
void DesignTemperature<Space>::forGroups(const DesignForces<Space>& forces, const Work& work) const
{
  for (const Group& group : this->Groups)
  {
    const detail::HeatedElements of = { static_cast<std::int64_t>(group.elements.size()),
      group.elements.data(), forces.entries(), this->Points.data(), this->Factors.data() };
    withElement(group.type, [&](auto traits) { work(of, traits); });
  }
}

template <class Space>
bool DesignTemperature<Space>::solveOne(const NamedSystem<Space>& system,
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  SolveObserver ofThis(
    observer, "", settings.solved, std::max(settings.systems, settings.solved + 1));
  LoadSolveSettings alone = settings;
  alone.systems = 1;
  alone.solved = 0;
  return solveSystems<Space>(*this->Conduction, { system }, alone, summary, ofThis);
}

template <class Space>
bool DesignTemperature<Space>::solve(DesignForces<Space>& forces, const LoadSolveSettings& settings,
  SolveSummary& summary, Observer& observer)
{
  if (!this->solveOne({ this->Heat, &this->Trial, "the temperature" }, settings, summary, observer))
  {
    return false;
  }
  this->forGroups(forces,
    [&](const detail::HeatedElements& of, auto traits)
    {
      detail::forcesOfTemperature<Space, decltype(traits)>(
        this->Heat.context(), of, this->Reference, this->Trial.data(), forces.forcesOfElements());
    });
  return true;
}

template <class Space>
bool DesignTemperature<Space>::solveAdjoint(const DesignForces<Space>& forces,
  const Vector<Space>& byForces, Vector<Space>& adjoint, const LoadSolveSettings& settings,
  Observer& observer)
{
  const Context<Space>& context = this->Heat.context();
  Vector<Space> load(this->Heat.layoutPointer());
  {
    const auto works = context.workspace().template lease<double>(forces.numberOfEntries());
    this->forGroups(forces,
      [&](const detail::HeatedElements& of, auto traits)
      {
        detail::workOfTemperature<Space, decltype(traits)>(
          context, of, this->Moduli->data(), byForces.data(), works.data());
      });
    detail::sumEntriesAtNodes(context, load.size(), forces.entries(), works.data(), load.data());
  }
  SolveSummary summary;
  return this->solveOne({ load, &adjoint, "the adjoint temperature" }, settings, summary, observer);
}

template <class Space>
void DesignTemperature<Space>::addDerivatives(
  const Vector<Space>& adjoint, Vector<Space>& result) const
{
  detail::addMutualEnergies(
    this->Conduction->stiffness(), this->Temperature, adjoint, result, -this->Law.slope());
}

template <class Space>
std::size_t DesignTemperature<Space>::memory(
  std::size_t entries, std::size_t nodes, std::size_t elements)
{
  // With the works of entries, the load of an adjoint and a sum of temperatures, which are leased.
  return (entries + 7 * nodes + 2 * elements) * sizeof(double) + elements * sizeof(std::int32_t);
}

template class DesignTemperature<CompiledSpace>;
}
