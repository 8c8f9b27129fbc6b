#include "Analysis/Static/StaticAnalysis.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Loads/SurfaceLoads.h"
#include "Analysis/Static/Reactions.h"
#include "Analysis/Static/StaticValidation.h"
#include "Analysis/Static/ThermalLoad.h"
#include "Analysis/Stress/IsotropicStress.h"
#include "Analysis/Stress/StressError.h"
#include "Analysis/Stress/ThermalStress.h"
#include "Analysis/StructuralValidation.h"
#include "Analysis/StructuralWarnings.h"
#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/Error.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "Element/Elements.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// Whether loadedStructure() changes a structure.
bool isChanged(const StaticProblem& problem)
{
  const std::vector<LoadCase>& loads = problem.structure.loadCases;
  return !problem.moduli.empty() || problem.bodyForce != std::array<double, 3>{} ||
    problem.thermalStrain.isPresent() || loads.empty() ||
    std::any_of(
      loads.begin(), loads.end(), [](const LoadCase& load) { return load.weight != 1.0; });
}

/// Forces that act in every load case; empty if there are none.
std::vector<double> commonForces(const StaticProblem& problem)
{
  const StructuralProblem& structure = problem.structure;
  std::vector<double> forces;
  if (problem.bodyForce != std::array<double, 3>{})
  {
    forces = forcesOfBodyForce(structure.mesh, problem.bodyForce, problem.solidFractions);
  }
  if (problem.thermalStrain.isPresent())
  {
    const ElementMaterials materials = { structure.material, problem.moduli,
      structure.poissonsRatios };
    const std::vector<double> thermal =
      thermalForces(structure.mesh, materials, problem.thermalStrain);
    forces.resize(thermal.size(), 0.0);
    std::transform(
      thermal.begin(), thermal.end(), forces.begin(), forces.begin(), std::plus<double>());
  }
  return forces;
}

/// Name of the load case that has only common forces and prescribed displacements.
const char* nameWithoutLoads(const StaticProblem& problem)
{
  return problem.bodyForce != std::array<double, 3>{} ? "Body force"
    : problem.thermalStrain.isPresent()               ? "Thermal expansion"
                                                      : "Prescribed displacement";
}

/// The structure with the common forces in its load cases, and the largest modulus as its
/// material's.
StructuralProblem loadedStructure(const StaticProblem& problem)
{
  StructuralProblem structure = problem.structure;
  if (!problem.moduli.empty())
  {
    structure.material.youngsModulus =
      *std::max_element(problem.moduli.begin(), problem.moduli.end());
  }
  structure.hasGivenStrain = problem.thermalStrain.isPresent();
  const std::vector<double> forces = commonForces(problem);
  if (structure.loadCases.empty() && (!forces.empty() || supportsMove(structure)))
  {
    structure.loadCases.push_back(
      { nameWithoutLoads(problem), 1.0, std::vector<double>(structure.mesh.points.size(), 0.0) });
  }
  for (LoadCase& load : structure.loadCases)
  {
    // Arrays of wrong sizes are refused later.
    std::transform(forces.begin(),
      forces.begin() + static_cast<std::ptrdiff_t>(std::min(forces.size(), load.forces.size())),
      load.forces.begin(), load.forces.begin(), std::plus<double>());
  }
  for (LoadCase& load : structure.loadCases)
  {
    load.weight = 1.0;
  }
  return structure;
}

/// The largest magnitude of a vector field, or the largest value of a scalar field, and its node.
Peak peakOf(const Mesh& mesh, const std::vector<double>& field, std::size_t components)
{
  Peak peak;
  std::size_t node = 0;
  peak.value = -1.0;
  const std::size_t count = field.size() / components;
#pragma omp parallel
  {
    double largest = -1.0;
    std::size_t first = 0;
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < count; ++i)
    {
      const double* v = &field[components * i];
      const double value =
        components == 1 ? v[0] : std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      if (value > largest)
      {
        largest = value;
        first = i;
      }
    }
#pragma omp critical
    if (largest > peak.value || (largest == peak.value && first < node))
    {
      peak.value = largest;
      node = first;
    }
  }
  std::copy_n(&mesh.points[3 * node], 3, peak.place.begin());
  return peak;
}

double sumOfLengths(const std::vector<double>& forces)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < forces.size(); i += 3)
  {
    const double square =
      forces[i] * forces[i] + forces[i + 1] * forces[i + 1] + forces[i + 2] * forces[i + 2];
    sum += square != 0.0 ? std::sqrt(square) : 0.0; // most squares are zero
  }
  return sum;
}

/// Subtracts the thermal part from stresses at the centres of elements, which are D eps on entry.
void subtractThermalStress(
  const StaticProblem& problem, const ElementMaterials& materials, StaticLoadCase& result)
{
  const Mesh& mesh = problem.structure.mesh;
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < elements; ++i)
  {
    const auto e = static_cast<std::size_t>(i);
    withElement(mesh.type(e),
      [&](auto traits)
      {
        using Element = decltype(traits);
        double p[3];
        Element::centre(p);
        ThermalStress<Element>(mesh, e, materials.of(e), &problem.thermalStrain)
          .subtractAt(p, &result.stress[6 * e]);
      });
  }
}

/// Sets fields of elements from the stresses at their centres.
void setElementFields(const StaticProblem& problem, StaticLoadCase& result)
{
  const Mesh& mesh = problem.structure.mesh;
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  result.vonMisesStress = zeroVector<double>(mesh.numberOfElements());
  result.principalStress = zeroVector<double>(3 * mesh.numberOfElements());
  result.safetyFactor.resize(problem.yieldStress > 0.0 ? mesh.numberOfElements() : 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < elements; ++i)
  {
    const auto e = static_cast<std::size_t>(i);
    const double* stress = &result.stress[6 * e];
    const std::array<double, 3> principal = principalStresses(stress);
    std::copy(principal.begin(), principal.end(), &result.principalStress[3 * e]);
    result.vonMisesStress[e] = vonMisesStress(stress);
    if (problem.yieldStress > 0.0)
    {
      double largest = result.vonMisesStress[e];
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        largest = std::max(
          largest, result.nodalVonMisesStress[static_cast<std::size_t>(mesh.element(e)[a])]);
      }
      result.safetyFactor[e] = safetyFactorOf(problem.yieldStress, largest);
    }
  }
}

void summarize(const StaticProblem& problem, const std::vector<double>& forces,
  const ElementEnergies& energies, StaticLoadCase& result)
{
  const Mesh& mesh = problem.structure.mesh;
  StaticSummary& summary = result.summary;
  if (supportsMove(problem.structure))
  {
    summary.compliance =
      std::inner_product(forces.begin(), forces.end(), result.displacement.begin(), 0.0);
  }
  summary.strainEnergy = std::inner_product(
    energies.volumes.begin(), energies.volumes.end(), energies.strain.begin(), 0.0);
  summary.displacement = peakOf(mesh, result.displacement, 3);
  summary.vonMisesStress = peakOf(mesh, result.nodalVonMisesStress, 1);
  summary.load = resultantOf(mesh.points, forces).force;
  summary.reaction = resultantOf(mesh.points, result.reaction).force;
  double square = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    const double sum = summary.load[c] + summary.reaction[c];
    square += sum * sum;
  }
  const double all = sumOfLengths(forces) + sumOfLengths(result.reaction);
  summary.imbalance = all > 0.0 ? std::sqrt(square) / all : 0.0;
  summary.relativeError = relativeError(energies);
  summary.safetyFactor = problem.yieldStress > 0.0
    ? safetyFactorOf(problem.yieldStress, summary.vonMisesStress.value)
    : 0.0;
}

/// Computes all results of a load case that follow from its displacements.
void setFields(const StaticProblem& problem, const StructuralProblem& structure,
  const NodeElements& around, const ElementMaterials& materials, const std::vector<double>& forces,
  StaticLoadCase& result)
{
  const Mesh& mesh = structure.mesh;
  result.reaction = reactionForces(structure, around, materials, result.displacement, forces);
  if (problem.thermalStrain.isPresent())
  {
    subtractThermalStress(problem, materials, result);
  }
  result.nodalStress = nodalStresses(
    mesh, around, materials, result.displacement, problem.recovery, &problem.thermalStrain);
  result.nodalVonMisesStress = vonMisesStresses(result.nodalStress);
  setElementFields(problem, result);
  ElementEnergies energies = estimateStressError(
    mesh, materials, result.displacement, result.nodalStress, &problem.thermalStrain);
  summarize(problem, forces, energies, result);
  result.stressError = zeroVector<double>(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < result.stressError.size(); ++e)
  {
    result.stressError[e] =
      std::sqrt(2.0 * materials.of(e).youngsModulus * std::max(energies.error[e], 0.0));
  }
  result.strainEnergyDensity = std::move(energies.strain);
}
}

double safetyFactorOf(double yieldStress, double stress)
{
  return stress * LargestSafetyFactor > yieldStress ? yieldStress / stress : LargestSafetyFactor;
}

void setSolidFractions(StaticProblem& problem, const std::vector<double>& fractions)
{
  if (fractions.empty())
  {
    return;
  }
  if (problem.moduli.empty())
  {
    problem.moduli.assign(fractions.size(), problem.structure.material.youngsModulus);
  }
  if (problem.moduli.size() != fractions.size())
  {
    throw Error("There are " + countText(std::int64_t(fractions.size()), "solid fraction") +
      ", but " + countText(std::int64_t(problem.moduli.size()), "Young's modulus") +
      ". Give one of each for each element.");
  }
  for (std::size_t e = 0; e < fractions.size(); ++e)
  {
    if (!(fractions[e] > 0.0 && fractions[e] <= 1.0))
    {
      throw Error("Solid fraction is " + shortText(fractions[e]) + " in element " +
        std::to_string(e) + "; it must be above 0 and at most 1. Leave out or hide empty cells.");
    }
    problem.moduli[e] *= fractions[e];
  }
  problem.solidFractions = fractions;
}

std::optional<StaticAnalysis> analyseStatic(
  const StaticProblem& problem, const Device& device, Observer& observer, std::size_t memoryLimit)
{
  return analyseStatic(problem, std::vector<Device>{ device }, observer, memoryLimit);
}

std::optional<StaticAnalysis> analyseStatic(const StaticProblem& problem,
  const std::vector<Device>& devices, Observer& observer, std::size_t memoryLimit)
{
  ThreadParts parts(limitedTo(devices, memoryLimit));
  return analyseStatic(problem, parts, observer);
}

std::optional<StaticAnalysis> analyseStatic(
  const StaticProblem& problem, Parts& parts, Observer& observer)
{
  const Timer solving;
  std::optional<StructuralProblem> changed;
  std::vector<double> shares;
  std::optional<ElasticAnalysis> solution;
  parts.together(
    [&]
    {
      checkMesh(problem.structure.mesh);
      checkStatic(problem);
      changed = isChanged(problem) ? std::make_optional(loadedStructure(problem)) : std::nullopt;
      const StructuralProblem& loaded = changed ? *changed : problem.structure;
      const double largest = loaded.material.youngsModulus;
      shares.assign(loaded.mesh.numberOfElements(), 1.0);
      std::transform(problem.moduli.begin(), problem.moduli.end(), shares.begin(),
        [largest](double modulus) { return modulus / largest; });
      solution = analyseElastic(loaded, shares, parts, observer);
    });
  const StructuralProblem& structure = changed ? *changed : problem.structure;
  if (!solution)
  {
    return std::nullopt;
  }
  StaticAnalysis analysis;
  analysis.solveSeconds = solving.seconds();
  analysis.solverIterations = solution->solverIterations;
  analysis.residual = solution->residual;
  if (parts.first() > 0)
  {
    return analysis;
  }
  const std::vector<double>& volumes = solution->volumes;
  const std::vector<double>& solid = problem.solidFractions;
  analysis.volume = solid.empty()
    ? std::accumulate(volumes.begin(), volumes.end(), 0.0)
    : std::inner_product(volumes.begin(), volumes.end(), solid.begin(), 0.0);

  const Timer fields;
  observer.progress(1.0, "Computing stresses");
  const ElementMaterials materials = { structure.material, problem.moduli,
    structure.poissonsRatios };
  const NodeElements around = findNodeElements(structure.mesh);
  for (std::size_t i = 0; i < solution->loadCases.size(); ++i)
  {
    ElasticLoadCase& load = solution->loadCases[i];
    StaticLoadCase& result = analysis.loadCases.emplace_back();
    result.name = load.name;
    // 2 f.u - u.K u has the same value as f.u, and an error of second order in that of u.
    result.summary.compliance = load.compliance;
    result.displacement = std::move(load.displacement);
    result.stress = std::move(load.stress);
#pragma omp parallel for schedule(static)
    for (std::size_t e = 0; e < shares.size(); ++e)
    {
      // The stress was computed with the largest modulus.
      std::transform(&result.stress[6 * e], &result.stress[6 * e] + 6, &result.stress[6 * e],
        [&](double stress) { return stress * shares[e]; });
    }
    setFields(problem, structure, around, materials, structure.loadCases[i].forces, result);
  }
  for (const std::string& warning : warningsOf(problem.structure))
  {
    observer.message(warning);
  }
  analysis.fieldsSeconds = fields.seconds();
  return analysis;
}
}
