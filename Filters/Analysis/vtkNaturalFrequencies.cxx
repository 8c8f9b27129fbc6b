#include "vtkNaturalFrequenciesInternals.h"

#include "ElasticAnalysisWriter.h"
#include "FrequencyAnalysisWriter.h"
#include "QuadraticGrid.h"
#include "SolidMeshConverter.h"
#include "StepsOfTime.h"

#include "Analysis/Frequency/FrequencyAnalysis.h"
#include "Analysis/Refinement/QuadraticProblem.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Text.h"

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkObjectFactory.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

vtkStandardNewMacro(vtkNaturalFrequencies);

//------------------------------------------------------------------------------
vtkNaturalFrequencies::vtkNaturalFrequencies() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
  this->SetDefaultArrays();
  this->MaximumIterations = trabecula::FrequencyProblem().maximumIterations;
}

//------------------------------------------------------------------------------
vtkNaturalFrequencies::~vtkNaturalFrequencies() = default;

//------------------------------------------------------------------------------
int vtkNaturalFrequencies::FillOutputPortInformation(int port, vtkInformation* info)
{
  if (port == DEFORMED_SHAPE)
  {
    info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkUnstructuredGrid");
    return 1;
  }
  return this->Superclass::FillOutputPortInformation(port, info);
}

//------------------------------------------------------------------------------
int vtkNaturalFrequencies::RequestInformation(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  std::vector<double> times;
  const int modes = std::clamp(this->NumberOfModes, 1, trabecula::MostModes);
  times.reserve(static_cast<std::size_t>(modes) * static_cast<std::size_t>(this->FramesPerMode));
  for (int i = 0; i < modes * this->FramesPerMode; ++i)
  {
    times.push_back(1.0 + static_cast<double>(i) / this->FramesPerMode);
  }
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    trabecula::filters::listTimes(
      outputVector->GetInformationObject(port), port == SUMMARY ? std::vector<double>() : times);
  }
  return this->Superclass::RequestInformation(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkNaturalFrequencies::RequestUpdateTime(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  trabecula::filters::requestFirstTimes(inputVector, this->GetNumberOfInputPorts());
  return this->Superclass::RequestUpdateTime(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkNaturalFrequencies::RequestUpdateExtent(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  // The time steps of the filter are modes.
  trabecula::filters::requestFirstTimes(inputVector, this->GetNumberOfInputPorts());
  return this->Superclass::RequestUpdateExtent(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
void vtkNaturalFrequencies::Execute(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Superclass::Execute(request, inputVector, outputVector);
  const std::vector<double>& frequencies = this->Internals->Frequencies;
  for (const int port : { int(RESULT), int(DEFORMED_SHAPE) })
  {
    vtkDataSet* output = vtkDataSet::GetData(outputVector, port);
    if (output->GetNumberOfCells() == 0 || frequencies.empty())
    {
      continue;
    }
    const double time = trabecula::filters::requestedTime(outputVector->GetInformationObject(port));
    const double last = static_cast<double>(frequencies.size());
    // Frames are fractions, which may be rounded.
    const double mode = std::clamp(std::floor(time + 1e-6), 1.0, last);
    const auto number = static_cast<std::size_t>(mode) - 1;
    const double phase = time >= 1.0 && time < last + 1.0 ? time - mode : 0.0;
    trabecula::filters::showMode(
      output, number, frequencies[number], std::cos(2.0 * vtkMath::Pi() * phase));
    output->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), time);
    if (port == DEFORMED_SHAPE)
    {
      trabecula::filters::deform(vtkUnstructuredGrid::SafeDownCast(output),
        this->ShownDeflection * output->GetLength(), "ModeShape");
    }
  }
}

//------------------------------------------------------------------------------
vtkSolidAnalysis::Solver vtkNaturalFrequencies::MakeSolver(vtkSmartPointer<vtkDataSet>& solid)
{
  trabecula::Mesh mesh = trabecula::filters::makeMesh(solid);
  const auto problem = std::make_shared<trabecula::FrequencyProblem>(this->MakeProblem(solid));
  problem->structure.mesh = std::move(mesh);
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem->structure.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem->structure.mesh);
    solid = trabecula::filters::makeQuadraticGrid(quadratic, problem->structure.mesh, solid);
    problem->structure = trabecula::quadraticProblem(problem->structure, quadratic);
    if (!problem->pointMasses.empty()) // they remain at their nodes
    {
      problem->pointMasses.resize(problem->structure.mesh.numberOfNodes(), 0.0);
    }
  }

  return [this, solid, problem](trabecula::Parts& parts, trabecula::Observer& observer,
           std::size_t) -> std::optional<Solution>
  {
    auto found = trabecula::analyseFrequencies(*problem, parts, observer);
    if (!found)
    {
      return std::nullopt;
    }
    const auto analysis = std::make_shared<const trabecula::FrequencyAnalysis>(std::move(*found));
    Solution solution;
    solution.Write = [=](vtkDataSet* result, vtkTable* summary)
    {
      trabecula::filters::writeModes(*analysis, solid, result);
      trabecula::filters::writeFrequencies(*analysis, summary);
      return std::vector<vtkSmartPointer<vtkDataObject>>{ trabecula::filters::asGrid(result) };
    };
    solution.Publish = [this, analysis] { this->Describe(*analysis); };
    return solution;
  };
}

//------------------------------------------------------------------------------
void vtkNaturalFrequencies::Describe(const trabecula::FrequencyAnalysis& analysis)
{
  vtkInternals& internals = *this->Internals;
  internals.Frequencies.clear();
  for (const trabecula::VibrationMode& mode : analysis.modes)
  {
    internals.Frequencies.push_back(mode.frequency);
  }
  internals.Mass = analysis.mass;
  internals.RigidMotions = analysis.rigidModes;
  std::string text = "Solved in " + trabecula::countText(analysis.iterations, "iteration") + ", " +
    trabecula::shortText(analysis.solveSeconds) + " s. Frequencies from " +
    trabecula::shortText(internals.Frequencies.front()) + " to " +
    trabecula::shortText(internals.Frequencies.back()) + ".";
  if (analysis.rigidModes > 0)
  {
    text += " Supports leave " + trabecula::countText(analysis.rigidModes, "rigid motion") +
      " free, which " + (analysis.rigidModes == 1 ? "is" : "are") + " not listed.";
  }
  this->SetStatus(text + this->DescribeMaterial());
}
