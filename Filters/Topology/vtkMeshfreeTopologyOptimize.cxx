#include "vtkMeshfreeTopologyOptimize.h"

#include "MeshfreeInputConverter.h"
#include "ShownIterate.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Loads/DesignLoads.h"
#include "Optimization/Meshfree/MeshfreeConditions.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/Meshfree/MeshfreeValidation.h"

#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace
{
constexpr int CellsPort = 0;
constexpr int NodesPort = 1;
constexpr int DefaultMaximumIterations = 100;
}

static_assert(static_cast<int>(trabecula::MeshfreeProduct::Auto) ==
      vtkMeshfreeTopologyOptimize::AUTOMATIC_OPERATOR &&
    static_cast<int>(trabecula::MeshfreeProduct::Assembled) ==
      vtkMeshfreeTopologyOptimize::ASSEMBLED &&
    static_cast<int>(trabecula::MeshfreeProduct::MatrixFree) ==
      vtkMeshfreeTopologyOptimize::MATRIX_FREE &&
    static_cast<int>(trabecula::MeshfreeProduct::LatticeTable) ==
      vtkMeshfreeTopologyOptimize::LATTICE_TABLE,
  "The library numbers products as the filter does.");

vtkStandardNewMacro(vtkMeshfreeTopologyOptimize);

//------------------------------------------------------------------------------
vtkMeshfreeTopologyOptimize::vtkMeshfreeTopologyOptimize()
{
  this->SetNumberOfInputPorts(2);
  this->MaximumIterations = DefaultMaximumIterations;
  this->FilterType = NO_FILTER;
  this->SetInputArrayToProcess(
    DESIGN_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "DesignRegion");
  this->SetInputArrayToProcess(
    POINT_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "PointRegion");
}

//------------------------------------------------------------------------------
vtkMeshfreeTopologyOptimize::~vtkMeshfreeTopologyOptimize() = default;

//------------------------------------------------------------------------------
void vtkMeshfreeTopologyOptimize::SetNodesConnection(vtkAlgorithmOutput* output)
{
  this->SetInputConnection(NodesPort, output);
}
void vtkMeshfreeTopologyOptimize::ClearNodes()
{
  this->SetNodesConnection(nullptr);
}

//------------------------------------------------------------------------------
int vtkMeshfreeTopologyOptimize::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == CellsPort)
  {
    return this->Superclass::FillInputPortInformation(port, info);
  }
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkMeshfreeTopologyOptimize::GetNameOfInput(int port, int)
{
  return port == NodesPort ? "Nodes" : "";
}

//------------------------------------------------------------------------------
void vtkMeshfreeTopologyOptimize::TakeInputs(vtkInformationVector** inputVector)
{
  trabecula::filters::requireBackgroundCells(vtkDataSet::GetData(inputVector[CellsPort]));
  vtkDataSet* nodes = vtkDataSet::GetData(inputVector[NodesPort]);
  this->Nodes = nullptr;
  if (nodes)
  {
    // The nodes are kept, because a live run may be set up again after its input has changed.
    this->Nodes.TakeReference(nodes->NewInstance());
    this->Nodes->ShallowCopy(nodes);
  }
}

//------------------------------------------------------------------------------
bool vtkMeshfreeTopologyOptimize::HasResponse(const trabecula::ResponseDescription& kind)
{
  return kind.isOfStructures && trabecula::isOfMeshfreeBodies(kind);
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkMeshfreeTopologyOptimize::MakeProblem(
  const trabecula::filters::ResultGeometry& input)
{
  trabecula::MeshfreeProblem problem;
  this->SetDensitySettings(problem.structure, problem.design);
  this->SetChosenMaterial(problem.structure, problem.design);
  problem.method.supportScale = this->SupportScale;
  problem.method.penaltyFactor = this->PenaltyFactor;
  problem.method.gaussPoints = this->GaussPoints;
  problem.method.consistentIntegration = this->ConsistentIntegration;
  problem.method.product = static_cast<trabecula::MeshfreeProduct>(this->Operator);
  this->ReadLoadsOfDesign(input.solid(), problem.structure);
  trabecula::filters::TopologyArrays arrays = this->GetArrays(problem.design);
  arrays.forcesAreOptional = problem.structure.ofDesign.areSome();
  trabecula::filters::readMeshfreeInput(input.solid(), this->Nodes, arrays, problem);
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
  description->temperatureArray = this->GetInputArrayName(TEMPERATURE);
  description->pointMassArray = this->GetInputArrayName(POINT_MASS);
  trabecula::addWeightOfPoints(problem.structure);
  description->conditions = trabecula::meshfreeConditions(problem);
  setup.input = description;
  setup.input->geometry = input;
  const std::vector<double> volumes = trabecula::elementVolumes(problem.structure.mesh);
  setup.input->solid =
    this->GetDesignMaterial(std::accumulate(volumes.begin(), volumes.end(), 0.0));
  setup.task = std::make_unique<trabecula::MeshfreeTask>(std::move(problem));
  return setup;
}

//------------------------------------------------------------------------------
void vtkMeshfreeTopologyOptimize::SetSupportScale(double scale)
{
  this->SetParameter(this->SupportScale, scale);
}
void vtkMeshfreeTopologyOptimize::SetPenaltyFactor(double factor)
{
  this->SetParameter(this->PenaltyFactor, factor);
}
void vtkMeshfreeTopologyOptimize::SetGaussPoints(int points)
{
  this->SetParameter(this->GaussPoints, points);
}
void vtkMeshfreeTopologyOptimize::SetConsistentIntegration(bool consistent)
{
  this->SetParameter(this->ConsistentIntegration, consistent);
}
void vtkMeshfreeTopologyOptimize::SetOperator(int type)
{
  this->SetParameter(this->Operator, std::clamp(type, int(AUTOMATIC_OPERATOR), int(LATTICE_TABLE)));
}

//------------------------------------------------------------------------------
void vtkMeshfreeTopologyOptimize::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "SupportScale: " << this->SupportScale << "\n";
  os << indent << "PenaltyFactor: " << this->PenaltyFactor << "\n";
  os << indent << "GaussPoints: " << this->GaussPoints << "\n";
  os << indent << "ConsistentIntegration: " << this->ConsistentIntegration << "\n";
  os << indent << "Operator: " << this->Operator << "\n";
}
