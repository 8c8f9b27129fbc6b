#include "Optimization/LevelSet/LevelSetModel.h"

#include "Core/Vectors/Sum.h"
#include "Design/LevelSet/CutDensity.h"
#include "Design/LevelSet/LevelSetSensitivities.h"
#include "Design/LevelSet/LevelSetUpdate.h"
#include "Design/LevelSet/LinkedValues.h"
#include "Design/LevelSet/Regularization/RegularizedUpdate.h"
#include "Design/LevelSet/SmoothDensity.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Operator/Mass/PatchMass.h"
#include "Optimization/LevelSet/SolidElements.h"
#include "Optimization/LevelSet/Start/LevelSetStart.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/SinglePreconditioner.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace trabecula
{
/// The discretization of coefficients of a level set. The references need only remain valid while
/// the model is made.
template <class Space>
class DiscretizationOfPatch : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfPatch(const LevelSetProblem& problem, const ElasticConditions& unknowns,
    const LinkedDesign& linked, const std::vector<double>& start,
    std::shared_ptr<LevelSetBounds> bounds)
    : Problem(problem), Unknowns(unknowns), Linked(linked), Start(start), Bounds(std::move(bounds)),
      ControlPoints(problem.patch.numberOfControlPoints())
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    const NurbsPatch& patch = this->Problem.patch;
    const bool perGaussPoint = this->Problem.density() == LevelSetDensity::Smooth;
    std::unique_ptr<IsogeometricOperator<Space>> stiffness =
      makeIsogeometricOperator<Space>(layoutsOf(context, patch, perGaussPoint), patch,
        this->Problem.conditions.material.poissonsRatio, perGaussPoint);
    IsogeometricOperator<Space>& K = *stiffness;
    auto model =
      std::make_unique<ElasticModel<Space>>(std::move(stiffness), this->Unknowns.springs);
    if (needMass(this->Problem.design.settings))
    {
      model->setMass(std::make_unique<PatchMass<Space>>(layoutsOf(context, patch, true), patch));
    }
    if (this->Problem.conditions.solver.preconditioner == Preconditioner::Jacobi)
    {
      setDiagonalPreconditioner(*model, this->Unknowns.supports);
      return model;
    }
    setSinglePreconditioner<Space>(*model, "multigrid of splines",
      [&]
      { return makeSplineMultigrid(patch, K, this->Unknowns.supports, this->Unknowns.springs); });
    return model;
  }

  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& /*positions*/) override;

  std::unique_ptr<VariableUpdate<Space>> makeUpdate(
    const LayoutPointer<Space>& variables, const DesignUpdateSettings& settings) override;

  bool sensitivities(
    LoadCases<Space>& loads, Vector<Space>& ofObjective, Vector<Space>& ofVolume) override;

  bool convergesByObjective() const override { return true; }
  ConvergenceRule convergence() const override { return this->Problem.convergence(); }

private:
  /// Returns the edge of the square or cube that has the mean measure of an element.
  double meanSize(const Vector<Space>& measures) const;

  const LevelSetProblem& Problem;
  const ElasticConditions& Unknowns;
  const LinkedDesign& Linked;
  const std::vector<double>& Start;
  std::shared_ptr<LevelSetBounds> Bounds;
  std::size_t ControlPoints;
  const Vector<Space>* Measures = nullptr;                   ///< owned by the model
  LevelSetParametrization<Space>* Design = nullptr;          ///< owned by the model
  std::optional<LevelSetSensitivities<Space>> Sensitivities; ///< used with LevelSetDensity::Cut
};

template <class Space>
double DiscretizationOfPatch<Space>::meanSize(const Vector<Space>& measures) const
{
  const NurbsPatch& patch = this->Problem.patch;
  const double mean = detail::sumOf(measures.context(), measures.ownedSize(), measures.data()) /
    static_cast<double>(patch.numberOfElements());
  return patch.dimension == 2 ? std::sqrt(mean) : std::cbrt(mean);
}

template <class Space>
std::unique_ptr<Parametrization<Space>> DiscretizationOfPatch<Space>::makeDesign(
  const Vector<Space>& measures, const Vector<Space>& /*positions*/)
{
  const Context<Space>& context = measures.context();
  const NurbsPatch& patch = this->Problem.patch;
  const LevelSetMethod& method = this->Problem.method;
  const double weakRatio = this->Problem.design.settings.minimumModulusRatio;
  const double size = this->meanSize(measures);
  const std::vector<double>& start = this->Start;
  *this->Bounds = boundsOf(this->Problem, start);
  this->Measures = &measures;
  std::unique_ptr<LevelSetMaterial<Space>> material;
  if (this->Problem.density() == LevelSetDensity::Cut)
  {
    material = std::make_unique<CutDensity<Space>>(
      context, patch, smoothingRadiusOf(this->Problem) / size, weakRatio);
    const bool usesPoints = method.sensitivity == LevelSetSensitivity::Point;
    this->Sensitivities.emplace(context, patch, this->Problem.conditions.material.poissonsRatio,
      usesPoints                  ? 0.0
        : method.deltaWidth > 0.0 ? method.deltaWidth
                                  : 2.0 * size);
  }
  else
  {
    material = std::make_unique<SmoothDensity<Space>>(
      context, patch, transitionWidthOf(this->Problem), weakRatio);
  }
  std::unique_ptr<const CoefficientMap<Space>> map;
  if (!this->Linked.links.empty())
  {
    map = std::make_unique<const CoefficientMap<Space>>(context, this->Linked.links);
  }
  auto design = std::make_unique<LevelSetParametrization<Space>>(context, std::move(material),
    this->Problem.conditions.material.youngsModulus, this->Bounds,
    freeCoefficients(this->Linked, this->ControlPoints), start, std::move(map));
  this->Design = design.get();
  return design;
}

template <class Space>
std::unique_ptr<VariableUpdate<Space>> DiscretizationOfPatch<Space>::makeUpdate(
  const LayoutPointer<Space>& variables, const DesignUpdateSettings& settings)
{
  if (this->Problem.isRegularized())
  {
    ContourMotionSettings motion;
    motion.volumeFraction = this->Problem.design.settings.volumeFraction;
    motion.moveLimit = settings.moveLimit;
    motion.perimeterWeight = this->Problem.method.perimeterWeight;
    return std::make_unique<RegularizedUpdate<Space>>(this->Problem.patch, *this->Design,
      this->Bounds, *this->Measures, conditionsOf(this->Problem, this->Linked.links), motion);
  }
  if (settings.optimizer == Optimizer::OptimalityCriteria)
  {
    return std::make_unique<LevelSetUpdate<Space>>(*this->Design, *this->Measures,
      LevelSetUpdateSettings{ this->Problem.design.settings.volumeFraction, settings.moveLimit,
        settings.damping, LevelSetBounds::LeastVariable });
  }
  DesignUpdateSettings asymptotes = settings;
  asymptotes.minimumDensity = LevelSetBounds::LeastVariable;
  return std::make_unique<DesignUpdate<Space>>(variables, asymptotes);
}

template <class Space>
bool DiscretizationOfPatch<Space>::sensitivities(
  LoadCases<Space>& loads, Vector<Space>& ofObjective, Vector<Space>& ofVolume)
{
  if (!this->Sensitivities)
  {
    return false;
  }
  LeasedVector<Space> coefficients(this->Design->variables().layoutPointer());
  LeasedVector<Space> moduli(this->Design->density().layoutPointer());
  this->Design->coefficients(coefficients);
  this->Design->moduli(moduli);
  this->Sensitivities->start(coefficients, ofObjective, ofVolume);
  for (const auto& load : loads)
  {
    this->Sensitivities->add(coefficients, moduli, load.displacement, load.weight, ofObjective);
  }
  this->Design->linkGradient(ofObjective);
  this->Design->linkGradient(ofVolume);
  return true;
}

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel(const Context<Space>& context,
  const LevelSetProblem& problem, const ElasticConditions& unknowns, const DesignProblem& design,
  const LinkedDesign& linked, const std::vector<double>& start,
  const std::shared_ptr<LevelSetBounds>& bounds, Observer& observer)
{
  return makeTopologyModel<Space>(context, unknowns, design,
    std::make_unique<DiscretizationOfPatch<Space>>(problem, unknowns, linked, start, bounds),
    observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const LevelSetProblem& problem,
  const ElasticConditions& unknowns, const DesignProblem& design, const LinkedDesign& linked,
  const std::vector<double>& start, const std::shared_ptr<LevelSetBounds>& bounds,
  Observer& observer);

#ifndef __CUDACC__
namespace
{
/// Returns the components in the dimension of the patch.
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

ContourConditions conditionsOf(const LevelSetProblem& problem, const CoefficientLinks& links)
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
  for (const LoadCase& load : problem.conditions.loadCases)
  {
    mark(load.forces, conditions.isLoaded);
  }
  mark(problem.conditions.springs, conditions.isLoaded);
  mark(problem.design.outputWeights, conditions.isLoaded);
  mark(problem.conditions.supports, conditions.isHeld);
  // Images of a piece that is loaded are kept with it.
  linkMarks(links, conditions.isLoaded);
  return conditions;
}

ElasticConditions conditionsOfUnknowns(const LevelSetProblem& problem)
{
  const int dimension = problem.patch.dimension;
  ElasticConditions unknowns; // prescribed displacements are zero
  unknowns.material = problem.conditions.material;
  unknowns.solver = problem.conditions.solver;
  unknowns.supports = componentsOf(problem.conditions.supports, dimension);
  unknowns.springs = componentsOf(problem.conditions.springs, dimension);
  for (const LoadCase& load : problem.conditions.loadCases)
  {
    unknowns.loadCases.push_back({ load.name, load.weight, componentsOf(load.forces, dimension) });
  }
  return unknowns;
}

DesignProblem designOfMaterialPoints(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start)
{
  DesignProblem design;
  design.settings = problem.design.settings;
  design.outputWeights = componentsOf(problem.design.outputWeights, problem.patch.dimension);
  design.pointRegion = componentsOf(problem.design.pointRegion, problem.patch.dimension);
  const auto perElement = static_cast<std::size_t>(
    problem.density() == LevelSetDensity::Smooth ? problem.patch.functionsPerElement() : 1);
  for (const std::int32_t region : problem.design.volumeRegion)
  {
    design.volumeRegion.insert(design.volumeRegion.end(), perElement, region);
  }
  if (!linked.region.empty())
  {
    const CoefficientRange range = rangeOfCoefficients(context, problem, linked, start);
    for (const DesignRegion region : regionsOfElements(problem.patch, range.lowest, range.highest))
    {
      design.designRegion.insert(design.designRegion.end(), perElement, region);
    }
  }
  return design;
}
#endif
}
