#include "vtkElasticAnalysisInternals.h"

#include "ElasticAnalysisWriter.h"
#include "QuadraticGrid.h"
#include "SolidMeshConverter.h"

#include "Analysis/Refinement/QuadraticProblem.h"
#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Text.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace
{
/// The largest displacement is shown as this fraction of the diagonal of the bounding box.
constexpr double ShownDisplacement = 0.1;
}

vtkStandardNewMacro(vtkElasticAnalysis);

//------------------------------------------------------------------------------
vtkElasticAnalysis::vtkElasticAnalysis() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
  this->SetDefaultArrays();
}

//------------------------------------------------------------------------------
vtkElasticAnalysis::~vtkElasticAnalysis() = default;

//------------------------------------------------------------------------------
int vtkElasticAnalysis::FillOutputPortInformation(int port, vtkInformation* info)
{
  if (port == DEFORMED_SHAPE)
  {
    info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkUnstructuredGrid");
    return 1;
  }
  return this->Superclass::FillOutputPortInformation(port, info);
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::Execute(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Superclass::Execute(request, inputVector, outputVector);
  vtkUnstructuredGrid* shape = vtkUnstructuredGrid::GetData(outputVector, DEFORMED_SHAPE);
  if (shape->GetNumberOfCells() > 0)
  {
    const double scale = this->AutomaticDeformationScale
      ? trabecula::filters::deformationScale(shape, ShownDisplacement)
      : this->DeformationScale;
    trabecula::filters::deform(shape, scale);
    this->Internals->DeformationScaleUsed = scale;
  }
}

//------------------------------------------------------------------------------
vtkSolidAnalysis::Solver vtkElasticAnalysis::MakeSolver(vtkSmartPointer<vtkDataSet>& solid)
{
  trabecula::Mesh mesh = trabecula::filters::makeMesh(solid);
  trabecula::filters::StructureArrays arrays;
  const auto problem = std::make_shared<trabecula::StaticProblem>(this->MakeProblem(solid, arrays));
  problem->structure.mesh = std::move(mesh);
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem->structure.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem->structure.mesh);
    const auto grid =
      trabecula::filters::makeQuadraticGrid(quadratic, problem->structure.mesh, solid);
    problem->structure = trabecula::quadraticProblem(problem->structure, quadratic);
    trabecula::filters::setStructure(grid, arrays, problem->structure);
    this->ReadTemperature(grid, *problem);
    solid = grid;
  }
  trabecula::resolveRigidFaces(problem->structure);

  return [this, solid, problem, file = this->MatrixFile, density = this->GetMassDensityInUse()](
           trabecula::Parts& parts, trabecula::Observer& observer,
           std::size_t) -> std::optional<Solution>
  {
    auto found = trabecula::analyseStatic(*problem, parts, observer);
    if (!found)
    {
      return std::nullopt;
    }
    const auto analysis = std::make_shared<const trabecula::StaticAnalysis>(std::move(*found));
    const auto failure = std::make_shared<std::exception_ptr>();
    Solution solution;
    solution.Write = [=](vtkDataSet* result, vtkTable* summary)
    {
      trabecula::filters::writeElasticAnalysis(*analysis, solid, result);
      trabecula::filters::writeElasticSummary(*analysis, *problem, density, summary);
      try
      {
        if (!file.empty())
        {
          trabecula::writeStiffnessMatrix(file, *problem);
        }
      }
      catch (...)
      {
        *failure = std::current_exception(); // results remain valid if the file cannot be written
      }
      return std::vector<vtkSmartPointer<vtkDataObject>>{ trabecula::filters::asGrid(result) };
    };
    solution.Publish = [this, analysis, failure, density, hasYield = problem->yieldStress > 0.0]
    {
      this->Describe(*analysis, hasYield, density);
      if (*failure)
      {
        std::rethrow_exception(*failure);
      }
    };
    return solution;
  };
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::Describe(
  const trabecula::StaticAnalysis& analysis, bool hasYieldStress, double massDensity)
{
  using trabecula::shortText;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const trabecula::StaticSummary& found = analysis.loadCases.front().summary;
  vtkInternals& internals = *this->Internals;
  internals.Compliance = found.compliance;
  internals.LargestDisplacement = found.displacement.value;
  internals.LargestStress = found.vonMisesStress.value;
  internals.RelativeError = found.relativeError;
  internals.SafetyFactor = hasYieldStress ? found.safetyFactor : unknown;
  internals.Mass = massDensity > 0.0 ? massDensity * analysis.volume : unknown;
  std::string status = "Solved in " + trabecula::countText(analysis.solverIterations, "iteration") +
    ", " + shortText(analysis.solveSeconds + analysis.fieldsSeconds) +
    " s. Estimated error of stresses: " + shortText(100.0 * found.relativeError) + " %.";
  if (hasYieldStress)
  {
    // It is smallest where the stress is largest.
    const std::array<double, 3>& place = found.vonMisesStress.place;
    status += " Smallest safety factor: " + shortText(found.safetyFactor) + " at " +
      this->WithUnit(
        shortText(place[0]) + ", " + shortText(place[1]) + ", " + shortText(place[2]), "length") +
      ".";
  }
  this->SetStatus(status + this->DescribeMass(internals.Mass) + this->DescribeMaterial());
}
