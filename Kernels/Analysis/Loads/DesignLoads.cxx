#include "Analysis/Loads/DesignLoads.h"

#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Static/ThermalLoad.h"
#include "Analysis/Stress/ThermalStress.h"
#include "Element/Elements.h"

#include <cstddef>
#include <utility>

namespace trabecula
{
namespace
{
/// Natural coordinates of the centre.
template <class Element>
void centreOf(double* p)
{
  for (int c = 0; c < 3; ++c)
  {
    p[c] = Element::Corners == 4 ? 0.25 : 0.0;
  }
}

void add(std::vector<double>& forces, const std::vector<double>& added)
{
  for (std::size_t i = 0; i < forces.size(); ++i)
  {
    forces[i] += added[i];
  }
}

/// Returns the forces of the thermal strain, 3 per node.
std::vector<double> thermalForcesOf(
  const StructuralProblem& structure, const std::vector<double>& shares)
{
  const Mesh& mesh = structure.mesh;
  const ElementForces perModulus = thermalForcesOfElements(
    mesh, structure.material.poissonsRatio, structure.poissonsRatios, structure.ofDesign.thermal);
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const double modulus = shares[e] * structure.material.youngsModulus;
    const double* ofElement = perModulus.data() + 3 * mesh.offset(e);
    for (std::size_t i = 0; i < 3 * mesh.nodesOf(e); ++i)
    {
      forces[3 * static_cast<std::size_t>(mesh.element(e)[i / 3]) + i % 3] +=
        modulus * ofElement[i];
    }
  }
  return forces;
}
}

void addCaseOfDesign(StructuralProblem& structure)
{
  if (structure.loadCases.empty())
  {
    LoadCase added;
    added.name = structure.ofDesign.hasThermalStrain() && !structure.ofDesign.hasWeight()
      ? "Thermal expansion"
      : "Weight";
    added.forces.assign(structure.mesh.points.size(), 0.0);
    structure.loadCases.push_back(std::move(added));
  }
}

std::vector<double> onThreeComponents(const std::vector<double>& masses)
{
  std::vector<double> result;
  result.reserve(3 * masses.size());
  for (const double mass : masses)
  {
    result.insert(result.end(), 3, mass);
  }
  return result;
}

void addWeightOfPoints(StructuralProblem& structure)
{
  const std::array<double, 3>& acceleration = structure.ofDesign.ofPoints;
  const std::vector<double>& masses = structure.pointMasses;
  if (!structure.ofDesign.hasWeightOfPoints())
  {
    return;
  }
  weightPerVolume(1.0, acceleration); // checks the acceleration
  checkPointMasses(masses, structure.mesh.numberOfNodes());
  for (LoadCase& load : structure.loadCases)
  {
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
      load.forces[i] += masses[i] * acceleration[i % 3];
    }
  }
}

StructuralProblem withLoadsOfDesign(const StructuralProblem& structure,
  const std::vector<double>& solid, const std::vector<double>& shares)
{
  StructuralProblem result = structure;
  const LoadsOfDesign& given = structure.ofDesign;
  std::vector<double> forces(structure.mesh.points.size(), 0.0);
  if (given.hasWeight())
  {
    add(forces, forcesOfBodyForce(structure.mesh, given.weight, solid));
  }
  if (given.thermal.isPresent())
  {
    add(forces, thermalForcesOf(structure, shares));
  }
  for (LoadCase& load : result.loadCases)
  {
    add(load.forces, forces);
  }
  result.ofDesign = {};
  return result;
}

void subtractThermalStress(ElasticAnalysis& analysis, const StructuralProblem& structure)
{
  const ThermalStrain& strain = structure.ofDesign.thermal;
  for (std::size_t e = 0; strain.isPresent() && e < structure.mesh.numberOfElements(); ++e)
  {
    ElasticMaterial material = structure.material;
    if (!structure.poissonsRatios.empty())
    {
      material.poissonsRatio = structure.poissonsRatios[e];
    }
    withElement(structure.mesh.type(e),
      [&](auto traits)
      {
        using Element = decltype(traits);
        double centre[3];
        centreOf<Element>(centre);
        const ThermalStress<Element> thermal(structure.mesh, e, material, &strain);
        for (ElasticLoadCase& load : analysis.loadCases)
        {
          thermal.subtractAt(centre, &load.stress[6 * e]);
        }
      });
  }
}
}
