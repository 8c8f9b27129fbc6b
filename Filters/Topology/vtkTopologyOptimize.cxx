#include "vtkTopologyOptimize.h"

#include "HeatInputConverter.h"
#include "QuadraticGrid.h"
#include "ShownIterate.h"
#include "SolidMeshConverter.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Loads/DesignLoads.h"
#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Optimization/Elements/QuadraticTopology.h"
#include "Optimization/Heat/HeatTask.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/TopologyTask.h"

#include "vtkDataSet.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace
{
constexpr const char* DefaultTemperature = "Temperature";

double volumeOf(const trabecula::Mesh& mesh, const std::vector<double>& solidFractions)
{
  const std::vector<double> volumes = trabecula::solidVolumes(mesh, solidFractions);
  return std::accumulate(volumes.begin(), volumes.end(), 0.0);
}
}

vtkStandardNewMacro(vtkTopologyOptimize);

//------------------------------------------------------------------------------
vtkTopologyOptimize::vtkTopologyOptimize()
{
  trabecula::filters::setDefaultHeatArrays(*this, FIRST_OF_HEAT);
  static_assert(TEMPERATURE == FIRST_OF_HEAT + trabecula::filters::HeatInputArrays);
  this->SetInputArrayToProcess(
    POINT_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "PointRegion");
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetSettings(
  trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design)
{
  this->Superclass::SetSettings(conditions, design);
  conditions.solver.strategy = static_cast<trabecula::Strategy>(this->Strategy);
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::HasResponse(const trabecula::ResponseDescription&)
{
  return true;
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkTopologyOptimize::MakeProblem(
  const trabecula::filters::ResultGeometry& input)
{
  return this->GetObjective() == THERMAL_COMPLIANCE ? this->MakeConductor(input)
                                                    : this->MakeStructure(input);
}

//------------------------------------------------------------------------------
trabecula::filters::HeatArrays vtkTopologyOptimize::GetHeatArrays()
{
  trabecula::filters::HeatArrays arrays = trabecula::filters::heatArrays(
    [this](int i) { return this->GetInputArrayName(FIRST_OF_HEAT + i); });
  arrays.solidFraction.clear(); // the fractions belong to the design
  return arrays;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::ReadHeatOfDesign(
  vtkDataSet* solid, trabecula::ElasticConditions& structure)
{
  if (!this->SolveTemperature)
  {
    return;
  }
  if (this->GetThermalExpansion() == 0.0)
  {
    throw trabecula::Error("Solve Temperature is on, but Thermal Expansion is 0, so that the "
                           "temperature has no effect. Give a Thermal Expansion, or switch "
                           "Solve Temperature off.");
  }
  trabecula::DesignHeat& heat = structure.ofDesign.heat;
  heat = trabecula::filters::readHeatOfDesign(solid, this->GetHeatArrays());
  heat.conductivity = this->OfMaterial("Conductivity", this->Conductivity);
  heat.leastRatio = this->MinimumConductivityRatio;
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkTopologyOptimize::MakeStructure(
  const trabecula::filters::ResultGeometry& input)
{
  trabecula::TopologyProblem problem;
  this->SetDensitySettings(problem.structure, problem.design);
  this->SetChosenMaterial(problem.structure, problem.design);
  trabecula::filters::TopologyArrays arrays = this->GetArrays(problem.design);
  const trabecula::LoadsOfDesign& ofDesign = problem.structure.ofDesign;
  this->ReadLoadsOfDesign(input.solid(), problem.structure, !this->SolveTemperature);
  this->ReadHeatOfDesign(input.solid(), problem.structure);
  arrays.forcesAreOptional = ofDesign.areSome();
  trabecula::filters::readTopologyInput(
    input.solid(), arrays, problem.structure, problem.design, problem.solidFractions);
  this->CompleteLoadsOfDesign(problem.structure, problem.design);
  if (trabecula::hasPointRegion(problem.design.settings))
  {
    problem.design.pointRegion =
      trabecula::filters::readPointRegion(input.solid(), this->GetInputArrayName(POINT_REGION));
  }
  this->SetAutomaticRadius(problem.design.densities, problem.structure.mesh);
  trabecula::filters::RunSetup setup;
  const auto description = std::make_shared<trabecula::filters::TopologyRunDescription>(
    trabecula::filters::describe(problem.structure, problem.design));
  description->temperatureArray =
    this->SolveTemperature ? DefaultTemperature : this->GetInputArrayName(TEMPERATURE);
  description->pointMassArray = this->GetInputArrayName(POINT_MASS);
  setup.input = description;
  setup.input->geometry = input;
  setup.input->solid =
    this->GetDesignMaterial(volumeOf(problem.structure.mesh, problem.solidFractions));
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem.structure.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem.structure.mesh);
    const auto grid = trabecula::filters::makeQuadraticGrid(
      quadratic, problem.structure.mesh, input.solid(), description->pointMassArray);
    problem = trabecula::quadraticProblem(problem, quadratic);
    trabecula::filters::setStructure(grid, arrays, problem.structure);
    trabecula::filters::setHeat(grid, this->GetHeatArrays(), problem.structure.ofDesign.heat);
    trabecula::filters::setPointVectors(grid, arrays.outputWeights, problem.design.outputWeights);
    setup.input->geometry = trabecula::filters::ResultGeometry(grid);
  }
  trabecula::addWeightOfPoints(problem.structure);
  trabecula::resolveRigidFaces(problem.structure);
  description->conditions = trabecula::elementConditions(problem);
  setup.task = std::make_unique<trabecula::TopologyTask>(std::move(problem));
  return setup;
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkTopologyOptimize::MakeConductor(
  const trabecula::filters::ResultGeometry& input)
{
  trabecula::HeatDesignProblem problem;
  trabecula::HeatProblem& heat = problem.heat;
  trabecula::ElasticConditions ofStructure; // used for the settings of the solver
  this->SetDensitySettings(ofStructure, problem.design);
  trabecula::checkPhysics(problem.design.settings, true);
  if (this->MakeQuadratic)
  {
    throw trabecula::Error("Make Quadratic is on, which adds nodes to structures and not to bodies "
                           "that conduct heat. Switch it off; a mesh of quadratic cells can be the "
                           "input.");
  }
  heat.solver = ofStructure.solver;
  heat.conductivity = this->OfMaterial("Conductivity", this->Conductivity);
  vtkDataSet* solid = input.solid();
  const trabecula::filters::TopologyArrays ofDesign = this->GetArrays(problem.design);
  trabecula::filters::readHeat(solid, this->GetHeatArrays(), heat);
  trabecula::filters::readDesign(solid, ofDesign, problem.design, heat.solidFractions);
  heat.mesh = trabecula::filters::makeMesh(solid);
  this->SetAutomaticRadius(problem.design.densities, heat.mesh);
  trabecula::filters::RunSetup setup;
  const auto description = std::make_shared<trabecula::filters::TopologyRunDescription>(
    trabecula::filters::describe(problem));
  description->geometry = input;
  description->solid = this->GetDesignMaterial(volumeOf(heat.mesh, heat.solidFractions));
  description->conditions = trabecula::heatConditions(problem);
  setup.input = description;
  setup.conditions = "fixed temperatures and heat flows";
  if (solid->GetPointData()->HasArray(ofDesign.supports.c_str()))
  {
    setup.note = "Supports and forces have no effect on the thermal compliance.";
  }
  setup.task = std::make_unique<trabecula::HeatTask>(std::move(problem));
  return setup;
}

//------------------------------------------------------------------------------
double vtkTopologyOptimize::GetThermalCompliance()
{
  return this->GetLastValue("ThermalCompliance");
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetConductivity(double conductivity)
{
  this->SetParameter(this->Conductivity, conductivity);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetSolveTemperature(bool solve)
{
  this->SetParameter(this->SolveTemperature, solve);
}
void vtkTopologyOptimize::SetMinimumConductivityRatio(double ratio)
{
  this->SetParameter(this->MinimumConductivityRatio, ratio);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetStrategy(int strategy)
{
  this->SetParameter(this->Strategy, strategy);
}
void vtkTopologyOptimize::SetMakeQuadratic(bool make)
{
  this->SetParameter(this->MakeQuadratic, make);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Conductivity: " << this->Conductivity << "\n";
  os << indent << "SolveTemperature: " << this->SolveTemperature << "\n";
  os << indent << "MinimumConductivityRatio: " << this->MinimumConductivityRatio << "\n";
  os << indent << "MakeQuadratic: " << this->MakeQuadratic << "\n";
}
