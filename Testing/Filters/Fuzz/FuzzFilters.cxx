#include "FuzzFilters.h"

#include "FuzzOutcome.h"
#include "FuzzSettings.h"
#include "vtkBodyAnalysis.h"
#include "vtkCompareTopologies.h"
#include "vtkDesignRegion.h"
#include "vtkElasticAnalysis.h"
#include "vtkHeatConduction.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkNaturalFrequencies.h"
#include "vtkThermalCondition.h"
#include "vtkTopologyOptimize.h"
#include "vtkTopologySurface.h"
#include "vtkVoxelMicroFe.h"

#include "vtkAlgorithmOutput.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkTrivialProducer.h"

#include <functional>
#include <iterator>
#include <vector>

namespace trabecula::testing
{
namespace
{
using Filter = vtkSmartPointer<vtkAlgorithm>;

void setCondition(vtkRegionCondition* filter, FuzzRandom& random)
{
  constexpr double rarely = 0.1;
  filter->SetRegion(random.chance(0.6) ? 0 : random.between(0, 10));
  for (int face = random.between(0, 3); face > 0; --face)
  {
    filter->AddFace(random.between(-1, 8));
  }
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

Filter makeThermal(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkThermalCondition>::New();
  setCondition(filter, random);
  filter->SetKind(random.between(0, 4));
  maybe(random, 0.2, [&](double v) { filter->SetTemperature(v); });
  maybe(random, 0.2, [&](double v) { filter->SetHeatFlow(v); });
  maybe(random, 0.2, [&](double v) { filter->SetHeatFlux(v); });
  maybe(random, 0.2, [&](double v) { filter->SetFilmCoefficient(v); });
  maybe(random, 0.2, [&](double v) { filter->SetAmbientTemperature(v); });
  maybe(random, 0.2, [&](double v) { filter->SetHeatSource(v); });
  return filter;
}

Filter makeHeat(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkHeatConduction>::New();
  setDevice(filter, random);
  maybe(random, 0.1, [&](double v) { filter->SetConductivity(v); });
  maybe(random, 0.1, [&](double v) { filter->SetSolverTolerance(v); });
  return filter;
}

Filter makeFrequencies(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkNaturalFrequencies>::New();
  setDevice(filter, random);
  maybe(random, 0.1, [&](double v) { filter->SetYoungsModulus(v); });
  maybe(random, 0.1, [&](double v) { filter->SetPoissonsRatio(v); });
  maybe(random, 0.1, [&](double v) { filter->SetMassDensity(v); });
  maybe(random, 0.1, [&](double v) { filter->SetSolverTolerance(v); });
  maybe(random, 0.1, [&](double) { filter->SetMass(vtkNaturalFrequencies::LUMPED); });
  maybe(random, 0.1, [&](double) { filter->SetMakeQuadratic(true); });
  filter->SetNumberOfModes(random.between(-1, 52));
  filter->SetFramesPerMode(random.between(-1, 9));
  filter->SetMaximumIterations(20);
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
  maybe(random, 0.2, [&](double v) { filter->SetThermalExpansion(v); });
  maybe(random, 0.1, [&](double v) { filter->SetReferenceTemperature(v); });
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
  filter->SetDecimate(random.chance(0.3));
  maybe(random, 0.1, [&](double v) { filter->SetLargestDeviation(v); });
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
  filter->SetCommonAnalysis(random.chance(0.5));
  return filter;
}

Filter makeComparison(FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkCompareTopologies>::New();
  setDevice(filter, random);
  filter->SetAnalyseBodies(random.chance(0.8));
  filter->SetBodyResolution(random.choose(std::array<int, 4>{ 0, 3, 4, 12 }));
  maybe(random, 0.2, [&](double v) { filter->SetLoadRadius(v); });
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
  maybe(random, 0.3, [&](double) { filter->SetResultGeometry(random.between(1, 2)); });
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
  { "HeatConduction", makeHeat }, { "NaturalFrequencies", makeFrequencies },
  { "TopologySurface", makeSurface }, { "BodyAnalysis", makeBody },
  { "CompareTopologies", makeComparison }, { "VoxelMicroFe", makeMicroFe },
  { "MechanicalSupport", makeSupport }, { "MechanicalLoad", makeLoad },
  { "DesignRegion", makeRegion }, { "ThermalCondition", makeThermal } };
constexpr std::size_t Conditions = 4; ///< the last kinds, which may precede others

/// Makes a chain that ends in one kind of filter; it is the same for the same random numbers.
std::vector<Filter> makeChain(const FuzzInput& input, FuzzRandom& random, std::string& description)
{
  const Kind& last = Kinds[random.index(std::size(Kinds))];
  std::vector<Filter> chain;
  vtkNew<vtkTrivialProducer> producer;
  producer->SetOutput(input.data);
  vtkAlgorithmOutput* from = producer->GetOutputPort();
  for (int before = random.chance(0.25) ? random.between(1, 2) : 0; before > 0; --before)
  {
    const Kind& kind = Kinds[std::size(Kinds) - 1 - random.index(Conditions)];
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
      chain[i]->IsA("vtkSolidAnalysis") || chain[i]->IsA("vtkOptimizationAlgorithm");
    const FuzzOutcome outcome = updated(chain[i], isAnalysis);
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
    if (!(updated(repeated[i], isAnalysis) == outcome))
    {
      return "another outcome of the same case: " + outcome.text;
    }
  }
  return "";
}
}
