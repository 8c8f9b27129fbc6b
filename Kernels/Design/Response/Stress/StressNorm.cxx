#include "Design/Response/Stress/StressNorm.h"

#include "Analysis/Static/MutualEnergies.h"
#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace trabecula
{
namespace detail
{
constexpr double DefaultStressExponent = 8.0;

/// Returns the von Mises stress of the components XX, YY, ZZ, XY, YZ, XZ of a stress, and computes
/// its derivative with respect to these as a symmetric tensor with nine entries.
TRABECULA_FUNCTION double vonMisesWithDerivative(const double* s, double* derivative)
{
  const double mean = (s[0] + s[1] + s[2]) / 3.0;
  const double d[3] = { s[0] - mean, s[1] - mean, s[2] - mean };
  const double square = 1.5 * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) +
    3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
  const double mises = sqrt(square);
  const double factor = mises > 0.0 ? 1.5 / mises : 0.0;
  derivative[0] = factor * d[0];
  derivative[4] = factor * d[1];
  derivative[8] = factor * d[2];
  derivative[1] = derivative[3] = factor * s[3];
  derivative[5] = derivative[7] = factor * s[4];
  derivative[2] = derivative[6] = factor * s[5];
  return mises;
}

/// The law of stresses at material points, for a modulus of one, and the von Mises stress.
struct StressLaw
{
  Elasticity law;
  bool isPlane; ///< without stress across the plane

  /// Returns the von Mises stress of a displacement gradient, and its derivative with respect to
  /// the stress.
  TRABECULA_FUNCTION double misesOf(
    const double* gradient, double modulus, double* derivative) const
  {
    double s[6];
    this->law.stressOf(gradient, modulus, s);
    s[2] = this->isPlane ? 0.0 : s[2];
    const double mises = vonMisesWithDerivative(s, derivative);
    derivative[8] = this->isPlane ? 0.0 : derivative[8];
    return mises;
  }
};

/// Computes stresses[stride p] = rho^1/2 m at points of positive weight, and 0 elsewhere.
template <class Space>
void relaxedStresses(const Context<Space>& context, std::int64_t n, const StressLaw law,
  double modulus, const double* gradients, const double* density, const double* weights,
  std::int64_t stride, double* stresses)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      double derivative[9];
      const double mises = law.misesOf(gradients + 9 * p, modulus, derivative);
      stresses[stride * p] = weights[p] > 0.0 ? sqrt(fmax(0.0, density[p])) * mises : 0.0;
    });
}

/// Replaces displacement gradients by the derivatives of PM with respect to these.
template <class Space>
void derivativesByGradients(const Context<Space>& context, std::int64_t n, const StressLaw law,
  double modulus, double exponent, double norm, const double* weights, const double* density,
  std::int64_t stride, const double* stresses, double* gradients)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      double* h = gradients + 9 * p;
      double derivative[9];
      law.misesOf(h, modulus, derivative);
      const double w =
        norm > 0.0 ? weights[p] * pow(stresses[stride * p] / norm, exponent - 1.0) : 0.0;
      // The elasticity tensor is symmetric.
      const double factor = modulus * w * sqrt(fmax(0.0, density[p]));
      const double shared = law.law.sharedOf(derivative);
      for (int i = 0; i < 3; ++i)
      {
        law.law.rowOf(i, derivative, shared, factor, h + 3 * i);
      }
    });
}

/// Computes derivatives of PM with respect to densities at fixed displacements.
template <class Space>
void derivativesByDensities(const Context<Space>& context, std::int64_t n, double exponent,
  double norm, const double* weights, const double* density, std::int64_t stride,
  const double* stresses, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      double sum = 0.0;
      for (std::int64_t l = 0; l < stride; ++l)
      {
        const double a = stresses[stride * p + l];
        sum += norm > 0.0 ? weights[p] * pow(a / norm, exponent - 1.0) * a : 0.0;
      }
      result[p] = density[p] > 0.0 ? 0.5 * sum / density[p] : 0.0;
    });
}

/// Computes target += factor * values.
template <class Space>
void addScaled(const Context<Space>& context, std::int64_t n, double factor, const double* values,
  double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] += factor * values[i]; });
}

/// Returns the suffix by which the names of columns and states of several stresses differ.
inline std::string suffixOfStress(const ResponseSettings& settings)
{
  const double exponent = settings.parameter("Exponent", DefaultStressExponent);
  return suffixOf(settings) + (exponent == DefaultStressExponent ? "" : "_P" + shortText(exponent));
}
}

template <class Space>
StressNorm<Space>::StressNorm(const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Suffix(detail::suffixOfStress(settings)),
    Exponent(settings.parameter("Exponent", detail::DefaultStressExponent)),
    Modulus(input.problem.structure.material.youngsModulus),
    IsPlane(input.model.unknowns()->components() == 2),
    Law{ unitLame<double>(this->IsPlane ? 2 : 3, input.problem.structure.material.poissonsRatio) },
    Loads(loadCasesOf(settings, input.problem)), Energies(input.model.materialPoints()),
    Explicit(input.model.materialPoints()), TrialExplicit(input.model.materialPoints())
{
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Systems.push_back(
      std::make_unique<AdjointSystem<Space>>(input.model.unknowns(), "the largest stress"));
  }
  this->Weights = sharesIn(settings.region, input, this->Loads.size());
  this->Energies.zero();
  this->Explicit.zero();
}

template <class Space>
std::vector<AdjointSystem<Space>*> StressNorm<Space>::adjoints()
{
  std::vector<AdjointSystem<Space>*> systems;
  for (const auto& system : this->Systems)
  {
    systems.push_back(system.get());
  }
  return systems;
}

template <class Space>
void StressNorm<Space>::computeAdjointLoads(const SolvedDesign<Space>& trial)
{
  const LayoutPointer<Space>& points = this->Weights.layoutPointer();
  const Context<Space>& context = points->context();
  StiffnessOperator<Space>& stiffness = trial.model.stiffness();
  const std::size_t loads = this->Loads.size();
  const auto stride = static_cast<std::int64_t>(loads);
  LeasedVector<Space> stresses(points->withComponents(static_cast<int>(stride)));
  LeasedVector<Space> gradients(points->withComponents(9));
  for (std::size_t i = 0; i < loads; ++i)
  {
    stiffness.displacementGradients(trial.displacement(this->Loads[i]), gradients);
    detail::relaxedStresses(context, points->owned(), detail::StressLaw{ this->Law, this->IsPlane },
      this->Modulus, gradients.data(), trial.density.data(), this->Weights.data(), stride,
      stresses.data() + i);
  }
  Measures& measures = this->Trial;
  measures.largest = detail::largestOf(context, points->owned() * stride, stresses.data());
  measures.norm = detail::powerMean(context, points->owned(), stride, this->Exponent,
    measures.largest, this->Weights.data(), stresses.data());
  detail::derivativesByDensities(context, points->owned(), this->Exponent, measures.norm,
    this->Weights.data(), trial.density.data(), stride, stresses.data(),
    this->TrialExplicit.data());
  for (std::size_t i = loads; i-- > 0;)
  {
    // The gradients of the last load case are already in memory.
    if (i + 1 < loads)
    {
      stiffness.displacementGradients(trial.displacement(this->Loads[i]), gradients);
    }
    detail::derivativesByGradients(context, points->owned(),
      detail::StressLaw{ this->Law, this->IsPlane }, this->Modulus, this->Exponent, measures.norm,
      this->Weights.data(), trial.density.data(), stride, stresses.data() + i, gradients.data());
    this->Systems[i]->load.zero();
    stiffness.addTransposedGradients(gradients, this->Systems[i]->load);
  }
}

template <class Space>
double StressNorm<Space>::evaluate(const SolvedDesign<Space>& design)
{
  this->Explicit.copy(this->TrialExplicit);
  this->Energies.zero();
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    detail::addMutualEnergies(design.model.stiffness(), design.displacement(this->Loads[i]),
      this->Systems[i]->solution, this->Energies);
  }
  this->Mean.set(this->Trial.norm, this->Trial.largest);
  return this->Trial.largest;
}

template <class Space>
void StressNorm<Space>::addDerivativesByForces(
  const SolvedDesign<Space>& design, std::size_t /*term*/, Vector<Space>& result) const
{
  for (const auto& system : this->Systems)
  {
    trabecula::addScaled(1.0, system->solutionOf(design.isTrial), result);
  }
}

template <class Space>
void StressNorm<Space>::derivativesToDensity(
  const Parametrization<Space>& design, Vector<Space>& result) const
{
  design.derivativesToDensity(-this->Mean.lastScale, this->Energies, result);
  detail::addScaled(result.context(), result.ownedSize(), this->Mean.lastScale,
    this->Explicit.data(), result.data());
}

template <class Space>
NamedVectors<Space> StressNorm<Space>::stateVectors()
{
  NamedVectors<Space> vectors = { { "stressEnergies" + this->Suffix, &this->Energies },
    { "stressDensityDerivatives" + this->Suffix, &this->Explicit } };
  for (std::size_t i = 0; i < this->Systems.size(); ++i)
  {
    vectors.emplace_back(
      "stressAdjoint" + std::to_string(i) + this->Suffix, &this->Systems[i]->solution);
  }
  return vectors;
}

template <class Space>
NamedScalars StressNorm<Space>::stateScalars()
{
  return { { "stressScale" + this->Suffix, &this->Mean.lastScale },
    { "stressNorm" + this->Suffix, &this->Mean.norm } };
}

template class StressNorm<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription largestStressDescription()
{
  ResponseDescription description;
  description.name = "LargestStress";
  description.label = "Largest Stress";
  description.unit = "force per area";
  description.takesLowerBound = false;
  description.vanishesWithMaterial = true;
  description.hasLoadsOfDesign = true;
  description.takesRegion = true;
  description.takesLoadCases = true;
  description.parameters = { "Exponent" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    const std::string suffix = detail::suffixOfStress(settings);
    return std::vector<std::string>{ "LargestStress" + suffix, "ScaledStressNorm" + suffix,
      "StressNorm" + suffix };
  };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    requireInside("The exponent of the largest stress",
      settings.parameter("Exponent", detail::DefaultStressExponent), 1.0, true, 100.0, true);
    if (settings.region)
    {
      checkRegion(problem, *settings.region, "The largest stress of");
    }
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    requireInside("The bound on the largest stress", constraint.bound, 0.0, false,
      std::numeric_limits<double>::infinity(), false);
    requireScale("The bound on the largest stress", constraint.bound);
  };
  description.warnings = [](const ResponseProblem& problem, const ResponseSettings& settings)
  {
    std::vector<std::string> warnings = {
      "The largest stress is that at the centres of elements, or at integration points without "
      "elements and of patches: at surfaces, and where it is singular, the stress is larger. "
      "Analyse the finished "
      "design."
    };
    const std::size_t points = problem.designed.size();
    for (std::size_t p = 0; settings.region && points == problem.regions.size() && p < points; ++p)
    {
      if (problem.designed[p] == DesignRegion::Design && problem.regions[p] != *settings.region)
      {
        warnings.push_back("Only the stress of region " + std::to_string(*settings.region) +
          " counts: designs may be cut through elsewhere.");
        break;
      }
    }
    return warnings;
  };
  description.memory = [](const ResponseSizes& sizes)
  {
    // These are the adjoint systems with a vector of energies for each, and the gradients and
    // stresses of the points.
    return ((3 * sizes.loadCases + 1) * sizes.unknowns +
             (13 + sizes.loadCases) * sizes.materialPoints) *
      sizeof(double);
  };
  return description;
}
#endif
}
