#include "vtkIsogeometricLevelSet.h"

#include "ControlNetConverter.h"
#include "LevelSetOutputWriter.h"
#include "ResultGeometry.h"
#include "ShownIterate.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/Validation/Conflicts.h"
#include "Optimization/Verdict/JudgePatch.h"

#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkStructuredGrid.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace
{
constexpr int DefaultMaximumIterations = 100;
constexpr double DefaultVolumeFraction = 0.5;
constexpr double DefaultMoveLimit = 0.05;
constexpr double DefaultWeakRatio = 1e-4;
constexpr double DefaultSolverTolerance = 1e-8;
}

static_assert(static_cast<int>(trabecula::LevelSetDensity::Auto) ==
      vtkIsogeometricLevelSet::AUTOMATIC_DENSITY &&
    static_cast<int>(trabecula::LevelSetDensity::Cut) == vtkIsogeometricLevelSet::CUT &&
    static_cast<int>(trabecula::LevelSetDensity::Smooth) == vtkIsogeometricLevelSet::SMOOTH &&
    static_cast<int>(trabecula::LevelSetSensitivity::Point) == vtkIsogeometricLevelSet::POINT &&
    static_cast<int>(trabecula::LevelSetSensitivity::Integral) ==
      vtkIsogeometricLevelSet::INTEGRAL &&
    static_cast<int>(trabecula::LevelSetScheme::Regularized) ==
      vtkIsogeometricLevelSet::REGULARIZED &&
    static_cast<int>(trabecula::LevelSetScheme::Paper) == vtkIsogeometricLevelSet::PAPER,
  "The library numbers schemes, densities and sensitivities as the filter does.");

vtkStandardNewMacro(vtkIsogeometricLevelSet);

//------------------------------------------------------------------------------
vtkIsogeometricLevelSet::vtkIsogeometricLevelSet()
{
  this->SetNumberOfOutputPorts(5);
  this->MaximumIterations = DefaultMaximumIterations;
  this->SetVolumeFraction(DefaultVolumeFraction);
  this->SetMoveLimit(DefaultMoveLimit);
  this->SetMinimumModulusRatio(DefaultWeakRatio);
  this->SetSolverTolerance(DefaultSolverTolerance);
  this->SetInputArrayToProcess(
    INITIAL_LEVEL_SET, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "None");
  this->SetInputArrayToProcess(
    DESIGN_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "DesignRegion");
  this->SetInputArrayToProcess(
    POINT_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "PointRegion");
}

//------------------------------------------------------------------------------
vtkIsogeometricLevelSet::~vtkIsogeometricLevelSet() = default;

//------------------------------------------------------------------------------
int vtkIsogeometricLevelSet::FillInputPortInformation(int, vtkInformation* info)
{
  info->Remove(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE());
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkStructuredGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkIsogeometricLevelSet::FillOutputPortInformation(int port, vtkInformation* info)
{
  if (port == BOUNDARY || port == MOVING_BOUNDARY)
  {
    info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkPolyData");
    return 1;
  }
  return this->Superclass::FillOutputPortInformation(port, info);
}

//------------------------------------------------------------------------------
void vtkIsogeometricLevelSet::TakeInputs(vtkInformationVector** inputVector)
{
  // The input is kept, because a live run may be set up again after it has changed.
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  if (!input || input->GetNumberOfPoints() == 0)
  {
    throw trabecula::Error(
      "The input has no points. Connect a control net, for example that of the "
      "source NURBS Patch, or image data.");
  }
  this->Net.TakeReference(input->NewInstance());
  this->Net->ShallowCopy(input);
}

//------------------------------------------------------------------------------
trabecula::filters::ResultGeometry vtkIsogeometricLevelSet::MakeGeometry(vtkDataSet*)
{
  return {}; // the geometry is that of the patch
}

//------------------------------------------------------------------------------
bool vtkIsogeometricLevelSet::HasTimes(int port)
{
  return port == MOVING_BOUNDARY || this->Superclass::HasTimes(port);
}

//------------------------------------------------------------------------------
bool vtkIsogeometricLevelSet::HasResponse(const trabecula::ResponseDescription& kind)
{
  return this->Superclass::HasResponse(kind) && kind.isOfLevelSets;
}

//------------------------------------------------------------------------------
void vtkIsogeometricLevelSet::SetSettings(
  trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design)
{
  this->Superclass::SetSettings(conditions, design);
  design.settings.densityChangeTolerance = this->ObjectiveChangeTolerance;
}

//------------------------------------------------------------------------------
std::vector<trabecula::Setting> vtkIsogeometricLevelSet::GetSettings()
{
  trabecula::LevelSetProblem problem;
  this->SetSettings(problem.conditions, problem.design);
  return trabecula::settingsOf(problem.conditions, problem.design.settings);
}

//------------------------------------------------------------------------------
void vtkIsogeometricLevelSet::SetMethod(trabecula::LevelSetProblem& problem)
{
  this->SetSettings(problem.conditions, problem.design);
  this->SetStages(problem.stages);
  trabecula::LevelSetMethod& method = problem.method;
  method.scheme = static_cast<trabecula::LevelSetScheme>(this->Scheme);
  method.perimeterWeight = this->PerimeterWeight;
  method.density = static_cast<trabecula::LevelSetDensity>(this->DensityModel);
  method.sensitivity = static_cast<trabecula::LevelSetSensitivity>(this->Sensitivity);
  method.holes.rows = this->HoleRows;
  method.holes.perRow = this->HolesPerRow;
  method.holes.layers = this->HoleLayers;
  method.holes.staggered = this->StaggeredHoles;
  method.holes.radius = this->HoleRadius;
  method.smoothingRadius = this->SmoothingRadius;
  method.transitionWidth = this->TransitionWidth;
  method.deltaWidth = this->DeltaWidth;
}

//------------------------------------------------------------------------------
std::vector<std::string> vtkIsogeometricLevelSet::FindConflicts()
{
  trabecula::LevelSetProblem problem;
  this->SetMethod(problem);
  std::vector<std::string> conflicts = trabecula::responseConflicts(problem);
  const bool isNet = this->GetNumberOfInputConnections(0) > 0 &&
    vtkStructuredGrid::SafeDownCast(this->GetInputDataObject(0, 0));
  this->AddMissingArrays(problem.design, conflicts, isNet);
  return conflicts;
}

//------------------------------------------------------------------------------
std::vector<std::string> vtkIsogeometricLevelSet::FindStageConflicts()
{
  trabecula::LevelSetProblem problem;
  this->SetMethod(problem);
  return trabecula::stageConflicts(problem);
}

//------------------------------------------------------------------------------
double vtkIsogeometricLevelSet::GetConvergenceTolerance()
{
  return this->ObjectiveChangeTolerance;
}

//------------------------------------------------------------------------------
trabecula::filters::LevelSetArrays vtkIsogeometricLevelSet::GetLevelSetArrays(
  const trabecula::DesignProblem& design)
{
  trabecula::filters::LevelSetArrays arrays;
  static_cast<trabecula::filters::TopologyArrays&>(arrays) = this->GetArrays(design);
  arrays.levelSet = this->GetInputArrayName(INITIAL_LEVEL_SET);
  if (trabecula::hasPointRegion(design.settings))
  {
    arrays.pointRegion = this->GetInputArrayName(POINT_REGION);
  }
  return arrays;
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkIsogeometricLevelSet::MakeProblem(
  const trabecula::filters::ResultGeometry&)
{
  trabecula::LevelSetProblem problem;
  this->SetMethod(problem);
  this->SetChosenMaterial(problem.conditions, problem.design);
  const trabecula::filters::LevelSetArrays arrays = this->GetLevelSetArrays(problem.design);
  if (vtkImageData* image = vtkImageData::SafeDownCast(this->Net))
  {
    if (!arrays.levelSet.empty())
    {
      throw trabecula::Error(
        "The initial level set is read from control nets, and the input is image "
        "data. Choose None as Initial Level Set, or take a NURBS Patch.");
    }
    const trabecula::filters::ImageNet net =
      trabecula::filters::controlNetOf(image, this->Degree, arrays);
    if (!net.note.empty())
    {
      this->ReportWarning(net.note);
    }
    trabecula::filters::readLevelSetInput(net, this->Degree, arrays, problem);
  }
  else
  {
    trabecula::filters::readLevelSetInput(
      vtkStructuredGrid::SafeDownCast(this->Net), this->Degree, arrays, problem);
  }
  trabecula::filters::RunSetup setup;
  auto run = std::make_shared<trabecula::filters::LevelSetRunDescription>();
  static_cast<trabecula::filters::TopologyRunDescription&>(*run) =
    trabecula::filters::describe(problem.conditions, problem.design);
  run->patch = problem.patch;
  run->solid = this->GetDesignMaterial(trabecula::measureOf(problem.patch));
  run->conditions = trabecula::patchConditions(problem);
  run->pointConditions = trabecula::filters::conditionsOf(problem);
  setup.input = run;
  setup.task = std::make_unique<trabecula::LevelSetTask>(std::move(problem));
  return setup;
}

//------------------------------------------------------------------------------
trabecula::DesignVerdict vtkIsogeometricLevelSet::JudgeMaterial(
  const trabecula::filters::ShownIterate& shown)
{
  const auto& run = static_cast<const trabecula::filters::LevelSetRunDescription&>(*shown.input);
  return trabecula::judgePatch(run.conditions, run.patch, shown.iterate->field("LevelSet"));
}

//------------------------------------------------------------------------------
void vtkIsogeometricLevelSet::WriteResults(
  int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown)
{
  const auto& run = static_cast<const trabecula::filters::LevelSetRunDescription&>(*shown.input);
  if (port == BOUNDARY || port == MOVING_BOUNDARY)
  {
    trabecula::filters::writeBoundary(vtkPolyData::SafeDownCast(output), run, *shown.iterate);
  }
  else if (port == CONVERGENCE)
  {
    this->Superclass::WriteResults(port, output, shown);
  }
  else
  {
    trabecula::filters::writeLevelSet(
      vtkUnstructuredGrid::SafeDownCast(output), run, *shown.iterate);
  }
}

//------------------------------------------------------------------------------
void vtkIsogeometricLevelSet::SetScheme(int scheme)
{
  this->SetParameter(this->Scheme, std::clamp(scheme, int(REGULARIZED), int(PAPER)));
}
void vtkIsogeometricLevelSet::SetPerimeterWeight(double weight)
{
  this->SetParameter(this->PerimeterWeight, weight);
}
void vtkIsogeometricLevelSet::SetDensityModel(int model)
{
  this->SetParameter(this->DensityModel, std::clamp(model, int(AUTOMATIC_DENSITY), int(SMOOTH)));
}
void vtkIsogeometricLevelSet::SetSensitivity(int sensitivity)
{
  this->SetParameter(this->Sensitivity, std::clamp(sensitivity, int(POINT), int(INTEGRAL)));
}
void vtkIsogeometricLevelSet::SetHoleRows(int rows)
{
  this->SetParameter(this->HoleRows, rows);
}
void vtkIsogeometricLevelSet::SetHolesPerRow(int holes)
{
  this->SetParameter(this->HolesPerRow, holes);
}
void vtkIsogeometricLevelSet::SetHoleLayers(int layers)
{
  this->SetParameter(this->HoleLayers, layers);
}
void vtkIsogeometricLevelSet::SetStaggeredHoles(bool staggered)
{
  this->SetParameter(this->StaggeredHoles, staggered);
}
void vtkIsogeometricLevelSet::SetHoleRadius(double radius)
{
  this->SetParameter(this->HoleRadius, radius);
}
void vtkIsogeometricLevelSet::SetSmoothingRadius(double radius)
{
  this->SetParameter(this->SmoothingRadius, radius);
}
void vtkIsogeometricLevelSet::SetTransitionWidth(double width)
{
  this->SetParameter(this->TransitionWidth, width);
}
void vtkIsogeometricLevelSet::SetDeltaWidth(double width)
{
  this->SetParameter(this->DeltaWidth, width);
}
void vtkIsogeometricLevelSet::SetObjectiveChangeTolerance(double tolerance)
{
  this->SetParameter(this->ObjectiveChangeTolerance, tolerance);
}
void vtkIsogeometricLevelSet::SetDegree(int degree)
{
  this->SetParameter(this->Degree, degree);
}

//------------------------------------------------------------------------------
void vtkIsogeometricLevelSet::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Scheme: " << this->Scheme << "\n";
  os << indent << "PerimeterWeight: " << this->PerimeterWeight << "\n";
  os << indent << "DensityModel: " << this->DensityModel << "\n";
  os << indent << "Sensitivity: " << this->Sensitivity << "\n";
  os << indent << "HoleRows: " << this->HoleRows << "\n";
  os << indent << "HolesPerRow: " << this->HolesPerRow << "\n";
  os << indent << "HoleLayers: " << this->HoleLayers << "\n";
  os << indent << "StaggeredHoles: " << this->StaggeredHoles << "\n";
  os << indent << "HoleRadius: " << this->HoleRadius << "\n";
  os << indent << "SmoothingRadius: " << this->SmoothingRadius << "\n";
  os << indent << "TransitionWidth: " << this->TransitionWidth << "\n";
  os << indent << "DeltaWidth: " << this->DeltaWidth << "\n";
  os << indent << "ObjectiveChangeTolerance: " << this->ObjectiveChangeTolerance << "\n";
  os << indent << "Degree: " << this->Degree << "\n";
}
