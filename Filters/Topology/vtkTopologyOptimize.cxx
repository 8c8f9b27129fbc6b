#include "vtkTopologyOptimize.h"

#include "QuadraticGrid.h"
#include "ShownIterate.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Analysis/StructuralValidation.h"
#include "Optimization/Elements/QuadraticTopology.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/TopologyTask.h"

#include "vtkObjectFactory.h"
#include "vtkUnstructuredGrid.h"

#include <memory>
#include <utility>

vtkStandardNewMacro(vtkTopologyOptimize);

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetSettings(
  trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design)
{
  this->Superclass::SetSettings(conditions, design);
  conditions.solver.strategy = static_cast<trabecula::Strategy>(this->Strategy);
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkTopologyOptimize::MakeProblem(
  const trabecula::filters::ResultGeometry& input)
{
  trabecula::TopologyProblem problem;
  this->SetSettings(problem, problem);
  const trabecula::filters::TopologyArrays arrays = this->GetArrays(problem);
  trabecula::filters::readTopologyInput(input.solid(), arrays, problem, problem);
  this->SetAutomaticRadius(problem.settings, problem.mesh);
  trabecula::filters::RunSetup setup;
  const auto description = std::make_shared<trabecula::filters::TopologyRunDescription>(
    trabecula::filters::describe(problem));
  setup.input = description;
  setup.input->geometry = input;
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem.mesh);
    const auto grid = trabecula::filters::makeQuadraticGrid(quadratic, problem.mesh, input.solid());
    problem = trabecula::quadraticProblem(problem, quadratic);
    trabecula::filters::setStructure(grid, arrays, problem);
    trabecula::filters::setPointVectors(grid, arrays.outputWeights, problem.outputWeights);
    setup.input->geometry = trabecula::filters::ResultGeometry(grid);
  }
  description->conditions =
    trabecula::DesignConditions(problem, trabecula::pointsOfElements(problem.mesh));
  setup.task = std::make_unique<trabecula::TopologyTask>(std::move(problem));
  return setup;
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
  os << indent << "MakeQuadratic: " << this->MakeQuadratic << "\n";
}
