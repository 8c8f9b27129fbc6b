#include "Optimization/LevelSet/LevelSetModel.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Design/LevelSet/CutDensity.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Design/LevelSet/LevelSetSensitivities.h"
#include "Design/LevelSet/LevelSetUpdate.h"
#include "Design/LevelSet/Regularization/RegularizedUpdate.h"
#include "Design/LevelSet/SmoothDensity.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace trabecula
{
/// Coefficients of a level set. The references need only remain valid while the model is made.
template <class Space>
class LevelSetTopology : public TopologyDiscretization<Space>
{
public:
  LevelSetTopology(const LevelSetProblem& problem, const TopologyProblem& unknowns,
    std::shared_ptr<LevelSetBounds> bounds)
    : Problem(problem), Unknowns(unknowns), Bounds(std::move(bounds)),
      ControlPoints(problem.patch.numberOfControlPoints())
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(Context<Space>& context) override
  {
    const NurbsPatch& patch = this->Problem.patch;
    std::unique_ptr<IsogeometricOperator<Space>> stiffness =
      makeIsogeometricOperator<Space>(context, patch, this->Problem.material.poissonsRatio,
        this->Problem.density() == LevelSetDensity::Smooth);
    std::unique_ptr<ElasticPreconditioner<Space>> preconditioner;
    if (this->Problem.solver.preconditioner != Preconditioner::Jacobi)
    {
      preconditioner = makeSplineMultigrid<Space>(
        context, patch, *stiffness, this->Unknowns.supports, this->Unknowns.springs);
    }
    return std::make_unique<ElasticModel<Space>>(context, std::move(stiffness),
      std::move(preconditioner), this->Unknowns.supports, this->Unknowns.springs);
  }

  std::int64_t numberOfVariables() const override
  {
    return static_cast<std::int64_t>(this->ControlPoints);
  }

  std::unique_ptr<Parametrization<Space>> makeDesign(
    Context<Space>& context, const double* measures, const double* /*positions*/) override;

  std::unique_ptr<VariableUpdate<Space>> makeUpdate(
    Context<Space>& context, const DesignUpdateSettings& settings) override;

  bool sensitivities(LoadCases<Space>& loads, double* ofObjective, double* ofVolume) override;

  bool convergesByObjective() const override { return true; }
  ConvergenceRule convergence() const override { return this->Problem.convergence(); }

private:
  /// Edge of the square or cube that has the mean measure of an element.
  double meanSize(Context<Space>& context, const double* measures) const;

  const LevelSetProblem& Problem;
  const TopologyProblem& Unknowns;
  std::shared_ptr<LevelSetBounds> Bounds;
  std::size_t ControlPoints;
  const double* Measures = nullptr;
  LevelSetParametrization<Space>* Design = nullptr; ///< owned by the model
  Context<Space>* Computing = nullptr;
  std::optional<LevelSetSensitivities<Space>> Sensitivities; ///< of LevelSetDensity::Cut
};

namespace detail
{
template <class Space>
void sumOfMeasures(std::int64_t n, const double* measures, double* result)
{
  Reducer<Space> reducer;
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t p) {
      Sums<1> sum;
      sum.v[0] = measures[p];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
  Memory<Space>::synchronize(); // before the reducer is released
}
}

template <class Space>
double LevelSetTopology<Space>::meanSize(Context<Space>& context, const double* measures) const
{
  const NurbsPatch& patch = this->Problem.patch;
  const std::size_t elements = patch.numberOfElements();
  const std::size_t perElement = this->Problem.density() == LevelSetDensity::Smooth
    ? static_cast<std::size_t>(patch.functionsPerElement())
    : 1;
  DeviceVector<double, Space> sum(context, 1);
  detail::sumOfMeasures<Space>(
    static_cast<std::int64_t>(elements * perElement), measures, sum.data());
  const double mean = sum.toHost()[0] / static_cast<double>(elements);
  return patch.dimension == 2 ? std::sqrt(mean) : std::cbrt(mean);
}

template <class Space>
std::unique_ptr<Parametrization<Space>> LevelSetTopology<Space>::makeDesign(
  Context<Space>& context, const double* measures, const double* /*positions*/)
{
  const NurbsPatch& patch = this->Problem.patch;
  const LevelSetMethod& method = this->Problem.method;
  const double weakRatio = this->Problem.settings.minimumModulusRatio;
  const double size = this->meanSize(context, measures);
  const std::vector<double> start = startOf<Space>(context, this->Problem);
  *this->Bounds =
    this->Problem.isRegularized() ? boundsOfDistances(patch) : LevelSetBounds::of(start);
  this->Computing = &context;
  this->Measures = measures;
  std::unique_ptr<LevelSetMaterial<Space>> material;
  if (this->Problem.density() == LevelSetDensity::Cut)
  {
    material = std::make_unique<CutDensity<Space>>(
      context, patch, smoothingRadiusOf(this->Problem) / size, weakRatio);
    const bool usesPoints = method.sensitivity == LevelSetSensitivity::Point;
    this->Sensitivities.emplace(context, patch, this->Problem.material.poissonsRatio,
      usesPoints                  ? 0.0
        : method.deltaWidth > 0.0 ? method.deltaWidth
                                  : 2.0 * size);
  }
  else
  {
    material = std::make_unique<SmoothDensity<Space>>(
      context, patch, transitionWidthOf(this->Problem), weakRatio);
  }
  std::vector<std::uint8_t> isDesign(this->ControlPoints, 1);
  for (std::size_t i = 0; i < this->Problem.designRegion.size(); ++i)
  {
    isDesign[i] = this->Problem.designRegion[i] == DesignRegion::Design;
  }
  auto design = std::make_unique<LevelSetParametrization<Space>>(context, std::move(material),
    this->Problem.material.youngsModulus, this->Bounds, isDesign, start);
  this->Design = design.get();
  return design;
}

template <class Space>
std::unique_ptr<VariableUpdate<Space>> LevelSetTopology<Space>::makeUpdate(
  Context<Space>& context, const DesignUpdateSettings& settings)
{
  if (this->Problem.isRegularized())
  {
    ContourMotionSettings motion;
    motion.volumeFraction = this->Problem.settings.volumeFraction;
    motion.moveLimit = settings.moveLimit;
    motion.perimeterWeight = this->Problem.method.perimeterWeight;
    return std::make_unique<RegularizedUpdate<Space>>(context, this->Problem.patch, *this->Design,
      this->Bounds, this->Measures, conditionsOf(this->Problem), motion);
  }
  if (settings.optimizer == Optimizer::OptimalityCriteria)
  {
    return std::make_unique<LevelSetUpdate<Space>>(context, *this->Design, this->Measures,
      LevelSetUpdateSettings{ this->Problem.settings.volumeFraction, settings.moveLimit,
        settings.damping, LevelSetBounds::LeastVariable });
  }
  DesignUpdateSettings asymptotes = settings;
  asymptotes.minimumDensity = LevelSetBounds::LeastVariable;
  return std::make_unique<DesignUpdate<Space>>(context, this->numberOfVariables(), asymptotes);
}

template <class Space>
bool LevelSetTopology<Space>::sensitivities(
  LoadCases<Space>& loads, double* ofObjective, double* ofVolume)
{
  if (!this->Sensitivities)
  {
    return false;
  }
  const auto coefficients =
    this->Computing->workspace().template lease<double>(this->ControlPoints);
  const auto moduli = this->Computing->workspace().template lease<double>(
    static_cast<std::size_t>(this->Design->numberOfMaterialPoints()));
  this->Design->coefficients(coefficients.data());
  this->Design->moduli(moduli.data());
  this->Sensitivities->start(coefficients.data(), ofObjective, ofVolume);
  for (const auto& load : loads)
  {
    this->Sensitivities->add(
      coefficients.data(), moduli.data(), load.displacement.data(), load.weight, ofObjective);
  }
  return true;
}

template <class Space>
std::vector<double> startOf(Context<Space>& context, const LevelSetProblem& problem)
{
  std::vector<double> start = problem.initialDensity;
  if (start.empty())
  {
    const InitialHoles holes = resolved(problem.method.holes, problem.patch);
    start =
      levelSetOfHoles<Space>(context, problem.patch, centresOf(holes, problem.patch), holes.radius);
  }
  const auto ends = std::minmax_element(start.begin(), start.end());
  double least = *ends.first;
  double largest = *ends.second;
  if (problem.isRegularized() && least < 0.0 && largest > 0.0)
  {
    const LevelSetBounds bounds = boundsOfDistances(problem.patch);
    start = SignedDistance(problem.patch, bounds.upper).coefficients(start, 0.0);
    // Holes between the Greville points have vanished.
    least = *std::min_element(start.begin(), start.end());
    largest = *std::max_element(start.begin(), start.end());
  }
  if (problem.isRegularized() && least < 0.0 && largest > 0.0)
  {
    const LevelSetBounds bounds = boundsOfDistances(problem.patch);
    for (double& value : start)
    {
      value = std::clamp(value, bounds.lower, bounds.upper);
    }
    least = bounds.lower;
    largest = bounds.upper;
  }
  for (std::size_t i = 0; i < problem.designRegion.size(); ++i)
  {
    start[i] = problem.designRegion[i] == DesignRegion::Solid ? largest
      : problem.designRegion[i] == DesignRegion::Void         ? least
                                                              : start[i];
  }
  if (!(least < 0.0) || !(largest > 0.0))
  {
    fail("The initial level set is ", largest > 0.0 ? "positive" : "negative or zero",
      " everywhere, from ", least, " to ", largest, ", so that the start is all ",
      largest > 0.0 ? "solid" : "void",
      ": there is no boundary that could move. Give it holes that are larger than the distance of "
      "control points and smaller than the body, or more elements.");
  }
  return start;
}

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel(const LevelSetProblem& problem,
  const TopologyProblem& unknowns, const std::shared_ptr<LevelSetBounds>& bounds,
  const Device& device, Observer& observer)
{
  return makeTopologyModel<Space>(unknowns,
    std::make_unique<LevelSetTopology<Space>>(problem, unknowns, bounds), device, observer);
}

template std::vector<double> startOf<CompiledSpace>(
  Context<CompiledSpace>& context, const LevelSetProblem& problem);
template std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel<CompiledSpace>(
  const LevelSetProblem& problem, const TopologyProblem& unknowns,
  const std::shared_ptr<LevelSetBounds>& bounds, const Device& device, Observer& observer);

#ifndef __CUDACC__
namespace
{
/// The components of the patch's dimension.
template <class T>
std::vector<T> componentsOf(const std::vector<T>& values, int dimension)
{
  std::vector<T> result;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (static_cast<int>(i % 3) < dimension)
    {
      result.push_back(values[i]);
    }
  }
  return result;
}
}

LevelSetBounds boundsOfDistances(const NurbsPatch& patch)
{
  const double most = ContourMotion::bandOf(patch);
  return { -most, most };
}

ContourConditions conditionsOf(const LevelSetProblem& problem)
{
  const std::size_t count = problem.patch.numberOfControlPoints();
  const auto components = static_cast<std::size_t>(problem.patch.dimension);
  ContourConditions conditions;
  conditions.isLoaded.assign(count, 0);
  conditions.isHeld.assign(count, 0);
  const auto mark = [&](const auto& values, std::vector<std::uint8_t>& marks)
  {
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      if (values[i] != 0 && i % 3 < components)
      {
        marks[i / 3] = 1;
      }
    }
  };
  for (const LoadCase& load : problem.loadCases)
  {
    mark(load.forces, conditions.isLoaded);
  }
  mark(problem.springs, conditions.isLoaded);
  mark(problem.outputWeights, conditions.isLoaded);
  mark(problem.supports, conditions.isHeld);
  return conditions;
}

TopologyProblem problemOfUnknowns(const LevelSetProblem& problem)
{
  const int dimension = problem.patch.dimension;
  TopologyProblem unknowns;
  unknowns.material = problem.material;
  unknowns.solver = problem.solver;
  unknowns.settings = problem.settings;
  unknowns.supports = componentsOf(problem.supports, dimension);
  unknowns.springs = componentsOf(problem.springs, dimension);
  unknowns.outputWeights = componentsOf(problem.outputWeights, dimension);
  for (const LoadCase& load : problem.loadCases)
  {
    unknowns.loadCases.push_back({ load.name, load.weight, componentsOf(load.forces, dimension) });
  }
  const int perElement =
    problem.density() == LevelSetDensity::Smooth ? problem.patch.functionsPerElement() : 1;
  for (const std::int32_t region : problem.volumeRegion)
  {
    unknowns.volumeRegion.insert(
      unknowns.volumeRegion.end(), static_cast<std::size_t>(perElement), region);
  }
  return unknowns;
}
#endif
}
