#include "FuzzFilters.h"

#include "TopologyTestInput.h"
#include "vtkBodyAnalysis.h"
#include "vtkCompareTopologies.h"
#include "vtkDesignRegion.h"
#include "vtkElasticAnalysis.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkTopologySurface.h"
#include "vtkVoxelMicroFe.h"

#include "vtkAlgorithmOutput.h"
#include "vtkCellData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkTrivialProducer.h"

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula::testing
{
namespace
{
using Filter = vtkSmartPointer<vtkAlgorithm>;

/// Sets some properties to odd values: random decides which.
template <class Setter>
void maybe(FuzzRandom& random, double chance, const Setter& set)
{
  const double value = random.oddNumber(); // drawn in any case
  if (random.chance(chance) && random.isOdd())
  {
    set(value);
  }
}

void setDevice(vtkDeviceAlgorithm* filter, FuzzRandom& random)
{
  filter->SetDevice(vtkDeviceAlgorithm::HOST);
  maybe(random, 0.05, [&](double) { filter->SetMemoryLimit(random.between(-1, 1)); });
}

void setOptimization(vtkDensityOptimizationAlgorithm* filter, FuzzRandom& random)
{
  constexpr double rarely = 0.06;
  setDevice(filter, random);
  filter->SetMaximumIterations(random.between(0, 2));
  filter->SetSolverMaximumIterations(200);
  maybe(random, rarely,
    [&](double)
    {
      filter->SetMaximumIterations(random.choose(std::array<int, 2>{ -1, VTK_INT_MAX }));
      filter->SetSolverMaximumIterations(random.between(-1, 1));
    });
  maybe(random, rarely, [&](double v) { filter->SetYoungsModulus(v); });
  maybe(random, rarely, [&](double v) { filter->SetPoissonsRatio(v); });
  maybe(random, rarely, [&](double v) { filter->SetVolumeFraction(v); });
  maybe(random, rarely, [&](double v) { filter->SetPenalization(v); });
  maybe(random, rarely, [&](double v) { filter->SetMinimumDensity(v); });
  maybe(random, rarely, [&](double v) { filter->SetMinimumModulusRatio(v); });
  maybe(random, rarely, [&](double v) { filter->SetFilterRadius(v); });
  maybe(random, rarely, [&](double v) { filter->SetMoveLimit(v); });
  maybe(random, rarely, [&](double v) { filter->SetDamping(v); });
  maybe(random, rarely, [&](double v) { filter->SetSolverTolerance(v); });
  maybe(random, rarely, [&](double) { filter->SetObjective(random.between(-1, 3)); });
  maybe(random, rarely, [&](double) { filter->SetOptimizer(random.between(-1, 2)); });
  maybe(random, rarely, [&](double) { filter->SetFilterType(random.between(-1, 3)); });
  maybe(random, rarely, [&](double) { filter->SetInterpolation(random.between(-1, 2)); });
  maybe(random, rarely, [&](double) { filter->SetPreconditioner(random.between(-1, 5)); });
  maybe(random, rarely,
    [&](double v)
    {
      filter->SetConstraint(random.between(0, 2));
      filter->SetConstraintBound(v);
    });
}

void setCondition(vtkMechanicalCondition* filter, FuzzRandom& random)
{
  constexpr double rarely = 0.1;
  filter->SetRegion(random.chance(0.6) ? 0 : random.between(0, 7));
  filter->SetSide(random.between(0, 5));
  maybe(random, rarely, [&](double v) { filter->SetSphereRadius(v); });
  maybe(random, rarely, [&](double v) { filter->SetCylinderRadius(v); });
  maybe(random, rarely, [&](double v) { filter->SetTolerance(v); });
  maybe(random, rarely, [&](double v) { filter->SetPatchAngle(v); });
  maybe(random, rarely, [&](double v) { filter->SetPlaneNormal(v, 0.0, 1.0); });
  maybe(random, rarely, [&](double v) { filter->SetFacing(v, 0.0, 0.0); });
}

Filter makeSupport(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkMechanicalSupport>::New();
  setCondition(filter, random);
  maybe(random, 0.1, [&](double v) { filter->SetDisplacement(v, 0.0, 0.0); });
  return filter;
}

Filter makeLoad(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkMechanicalLoad>::New();
  setCondition(filter, random);
  filter->SetLoadType(random.between(0, 3));
  maybe(random, 0.2, [&](double v) { filter->SetForce(0.0, v, 1.0); });
  maybe(random, 0.2, [&](double v) { filter->SetPressure(v); });
  maybe(random, 0.1,
    [&](double) {
      filter->SetLoadCase(random.choose(std::array<int, 2>{ 2, VTK_INT_MAX }));
    });
  return filter;
}

Filter makeRegion(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkDesignRegion>::New();
  setCondition(filter, random);
  filter->SetKind(random.between(0, 2));
  return filter;
}

Filter makeTopology(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkTopologyOptimize>::New();
  setOptimization(filter, random);
  maybe(random, 0.1, [&](double) { filter->SetStrategy(random.between(-1, 9)); });
  maybe(random, 0.1, [&](double) { filter->SetMakeQuadratic(true); });
  maybe(random, 0.2, [&](double) { filter->SetResultGeometry(1); });
  return filter;
}

Filter makeMeshfree(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkMeshfreeTopologyOptimize>::New();
  setOptimization(filter, random);
  maybe(random, 0.1, [&](double v) { filter->SetSupportScale(v); });
  maybe(random, 0.1, [&](double v) { filter->SetPenaltyFactor(v); });
  maybe(random, 0.1, [&](double) { filter->SetGaussPoints(random.between(-1, 6)); });
  maybe(random, 0.2, [&](double) { filter->SetConsistentIntegration(true); });
  return filter;
}

Filter makeElastic(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkElasticAnalysis>::New();
  setDevice(filter, random);
  maybe(random, 0.1, [&](double v) { filter->SetYoungsModulus(v); });
  maybe(random, 0.1, [&](double v) { filter->SetPoissonsRatio(v); });
  maybe(random, 0.1, [&](double v) { filter->SetYieldStress(v); });
  maybe(random, 0.1, [&](double v) { filter->SetBodyForce(0.0, v, 0.0); });
  maybe(random, 0.1, [&](double v) { filter->SetSolverTolerance(v); });
  maybe(random, 0.1, [&](double) { filter->SetMakeQuadratic(true); });
  maybe(random, 0.1, [&](double) { filter->SetStrategy(random.between(-1, 9)); });
  return filter;
}

Filter makeSurface(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkTopologySurface>::New();
  filter->SetThresholdBy(random.between(0, 2));
  filter->SetKeep(random.between(0, 2));
  maybe(random, 0.1, [&](double v) { filter->SetVolumeFraction(v); });
  maybe(random, 0.1, [&](double v) { filter->SetThreshold(v); });
  maybe(random, 0.1, [&](double v) { filter->SetPassBand(v); });
  maybe(random, 0.1, [&](double v) { filter->SetMinimumPieceShare(v); });
  maybe(random, 0.1, [&](double) { filter->SetSmoothingIterations(random.between(-2, 3)); });
  return filter;
}

Filter makeBody(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkBodyAnalysis>::New();
  setDevice(filter, random);
  filter->SetRefinement(random.between(1, 2));
  filter->SetSamples(random.between(1, 3));
  maybe(random, 0.1, [&](double v) { filter->SetYoungsModulus(v); });
  maybe(random, 0.1, [&](double v) { filter->SetSolverTolerance(v); });
  return filter;
}

Filter makeComparison(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkCompareTopologies>::New();
  filter->SetResolution(random.choose(std::array<int, 3>{ 2, 8, 20 }));
  maybe(random, 0.2,
    [&](double) {
      filter->SetResolution(random.choose(std::array<int, 2>{ -1, VTK_INT_MAX }));
    });
  filter->SetAlwaysResample(random.chance(0.3));
  maybe(random, 0.1, [&](double v) { filter->SetThreshold(v); });
  return filter;
}

Filter makeMicroFe(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkVoxelMicroFe>::New();
  setDevice(filter, random);
  filter->SetTest(random.between(0, 7));
  filter->SetAxis(random.between(0, 2));
  filter->SetMaterial(random.chance(0.7) ? 0 : random.between(0, 5));
  filter->SetParts(random.between(0, 2));
  filter->SetMaximumIterations(200);
  maybe(random, 0.2,
    [&](double)
    {
      filter->SetTest(random.between(-1, 9));
      filter->SetAxis(random.between(-1, 3));
      filter->SetMaterial(random.between(-1, 7));
      filter->SetMaximumIterations(random.between(-1, 1));
    });
  maybe(random, 0.1, [&](double v) { filter->SetYoungsModulus(v); });
  maybe(random, 0.1, [&](double v) { filter->SetLowerThreshold(v); });
  maybe(random, 0.1, [&](double v) { filter->SetPoissonsRatio(v); });
  maybe(random, 0.1, [&](double v) { filter->SetStrain(v); });
  maybe(random, 0.1, [&](double v) { filter->SetTolerance(v); });
  maybe(random, 0.1, [&](double v) { filter->SetCriticalVolume(v); });
  return filter;
}

struct Kind
{
  const char* name;
  Filter (*make)(FuzzRandom&);
};

constexpr Kind Kinds[] = { { "TopologyOptimize", makeTopology },
  { "MeshfreeTopologyOptimize", makeMeshfree }, { "ElasticAnalysis", makeElastic },
  { "TopologySurface", makeSurface }, { "MechanicalSupport", makeSupport },
  { "MechanicalLoad", makeLoad }, { "DesignRegion", makeRegion }, { "BodyAnalysis", makeBody },
  { "CompareTopologies", makeComparison }, { "VoxelMicroFe", makeMicroFe } };

/// What a filter did, to be compared bit for bit: messages without addresses, and fields.
struct Outcome
{
  int errors = 0;
  std::string text;
  std::vector<double> values;
  bool hasBadField = false;

  bool operator==(const Outcome& other) const
  {
    return this->errors == other.errors && this->text == other.text &&
      this->values.size() == other.values.size() &&
      std::equal(this->values.begin(), this->values.end(), other.values.begin(),
        [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  }
};

void takeFields(vtkDataSetAttributes* attributes, bool isAnalysis, Outcome& outcome)
{
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = attributes->GetArray(i);
    for (vtkIdType v = 0; array && v < array->GetNumberOfTuples(); ++v)
    {
      for (int c = 0; c < array->GetNumberOfComponents(); ++c)
      {
        outcome.values.push_back(array->GetComponent(v, c));
        const std::string name = array->GetName() ? array->GetName() : "";
        outcome.hasBadField = outcome.hasBadField ||
          (isAnalysis && (name == "Displacement" || name == "StrainEnergyDensity") &&
            !std::isfinite(outcome.values.back()));
      }
    }
  }
}

Outcome update(vtkAlgorithm* filter, bool isAnalysis)
{
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  for (int port = 0; port < filter->GetNumberOfOutputPorts(); ++port)
  {
    filter->Update(port);
  }
  Outcome outcome;
  outcome.errors = errors.count();
  outcome.text = errors.text();
  const std::size_t address = outcome.text.find("): ");
  outcome.text = address == std::string::npos ? outcome.text : outcome.text.substr(address);
  if (auto* data = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0)))
  {
    takeFields(data->GetPointData(), isAnalysis, outcome);
    takeFields(data->GetCellData(), isAnalysis, outcome);
    outcome.values.push_back(static_cast<double>(data->GetNumberOfPoints()));
  }
  return outcome;
}

/// A chain that ends in one kind of filter; the same for the same random numbers.
std::vector<Filter> makeChain(const FuzzInput& input, FuzzRandom& random, std::string& description)
{
  const Kind& last = Kinds[random.index(std::size(Kinds))];
  std::vector<Filter> chain;
  vtkNew<vtkTrivialProducer> producer;
  producer->SetOutput(input.data);
  vtkAlgorithmOutput* from = producer->GetOutputPort();
  for (int before = random.chance(0.25) ? random.between(1, 2) : 0; before > 0; --before)
  {
    const Kind& kind = Kinds[4 + random.index(3)];
    chain.push_back(kind.make(random));
    chain.back()->SetInputConnection(0, from);
    from = chain.back()->GetOutputPort(0);
    description += std::string(" ") + kind.name;
  }
  Filter filter = last.make(random);
  description += std::string(" ") + last.name;
  const std::string name = last.name;
  if (name == "CompareTopologies")
  {
    vtkNew<vtkTrivialProducer> other;
    other->SetOutput(makeFuzzInput(random).data);
    filter->AddInputConnection(0, other->GetOutputPort());
    filter->AddInputConnection(0, from);
  }
  else
  {
    filter->SetInputConnection(0, from);
  }
  if (name == "BodyAnalysis")
  {
    const FuzzInput surface = makeFuzzSurface(random);
    vtkNew<vtkTrivialProducer> other;
    other->SetOutput(surface.data);
    filter->SetInputConnection(1, other->GetOutputPort());
  }
  chain.push_back(filter);
  return chain;
}
}

std::string runFuzzCase(const FuzzInput& input, FuzzRandom& random, std::string& description,
  const std::function<void(const std::string&)>& announce)
{
  FuzzRandom again = random;
  const std::vector<Filter> chain = makeChain(input, random, description);
  announce(description);
  if (!vtkImageData::SafeDownCast(input.data) && chain.back()->IsA("vtkVoxelMicroFe"))
  {
    return ""; // the executive refuses it
  }
  std::string nothing;
  const std::vector<Filter> repeated = makeChain(input, again, nothing);
  for (std::size_t i = 0; i < chain.size(); ++i)
  {
    const bool isAnalysis =
      chain[i]->IsA("vtkElasticAnalysis") || chain[i]->IsA("vtkOptimizationAlgorithm");
    const Outcome outcome = update(chain[i], isAnalysis);
    description += outcome.errors == 0 ? " [taken]" : " [refused" + outcome.text + "]";
    if (outcome.errors > 1)
    {
      return std::to_string(outcome.errors) + " errors, the last: " + outcome.text;
    }
    if (i == 0 && input.isDamaged && outcome.errors == 0)
    {
      return "a damaged input was taken";
    }
    if (outcome.hasBadField)
    {
      return "a result that is no number";
    }
    if (!(update(repeated[i], isAnalysis) == outcome))
    {
      return "another outcome of the same case: " + outcome.text;
    }
  }
  return "";
}
}
