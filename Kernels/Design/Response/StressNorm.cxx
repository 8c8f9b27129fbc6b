#include "Design/Response/StressNorm.h"

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <algorithm>
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

/// Computes stresses[stride p] = rho^1/2 m at points of positive weight, and 0 elsewhere.
template <class Space>
void relaxedStresses(const Context<Space>& context, std::int64_t n, const Elasticity& law,
  double modulus, const double* gradients, const double* density, const double* weights,
  std::int64_t stride, double* stresses)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      double s[6];
      double derivative[9];
      law.stressOf(gradients + 9 * p, modulus, s);
      const double mises = vonMisesWithDerivative(s, derivative);
      stresses[stride * p] = weights[p] > 0.0 ? sqrt(fmax(0.0, density[p])) * mises : 0.0;
    });
}

template <class Space>
double largestStress(const Context<Space>& context, std::int64_t n, const double* stresses)
{
  return context.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return stresses[i]; }, Maximum());
}

/// Returns (sum of weights times stresses^P)^(1/P). Stresses are scaled by the largest one, so that
/// powers do not overflow.
template <class Space>
double meanStress(const Context<Space>& context, std::int64_t n, std::int64_t stride,
  double exponent, double largest, const double* weights, const double* stresses)
{
  if (!(largest > 0.0))
  {
    return largest;
  }
  const Sums<1> sum = context.reduce(
    n * stride, Sums<1>(),
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> term;
      term.v[0] = weights[i / stride] * pow(stresses[i] / largest, exponent);
      return term;
    },
    AddSums());
  return largest * pow(sum.v[0], 1.0 / exponent);
}

/// Replaces displacement gradients by the derivatives of PM with respect to these.
template <class Space>
void derivativesByGradients(const Context<Space>& context, std::int64_t n, const Elasticity& law,
  double modulus, double exponent, double norm, const double* weights, const double* density,
  std::int64_t stride, const double* stresses, double* gradients)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      double* h = gradients + 9 * p;
      double s[6];
      double derivative[9];
      law.stressOf(h, modulus, s);
      vonMisesWithDerivative(s, derivative);
      const double w =
        norm > 0.0 ? weights[p] * pow(stresses[stride * p] / norm, exponent - 1.0) : 0.0;
      // The elasticity tensor is symmetric.
      const double factor = modulus * w * sqrt(fmax(0.0, density[p]));
      const double shared = law.sharedOf(derivative);
      for (int i = 0; i < 3; ++i)
      {
        law.rowOf(i, derivative, shared, factor, h + 3 * i);
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

/// Computes energies[p] += v.(K_p u) for moduli of one from quadratic forms: 4 s v.(K_p u) is the
/// form of u + s v minus that of u - s v. The scale s = |u| / |v| avoids loss of either vector by
/// rounding.
template <class Space>
void addMutualEnergies(StiffnessOperator<Space>& stiffness, const Vector<Space>& u,
  const Vector<Space>& v, Vector<Space>& energies)
{
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  if (!(uu > 0.0) || !(vv > 0.0))
  {
    return;
  }
  const double s = std::sqrt(uu / vv);
  LeasedVector<Space> combined(u.layoutPointer());
  for (const double sign : { 1.0, -1.0 })
  {
    combined.copy(u);
    addScaled(u.context(), u.ownedSize(), sign * s, v.data(), combined.data());
    stiffness.addUnitEnergies(combined, sign * 0.25 / s, energies);
  }
}

/// Returns the suffix by which the names of columns and states of several stresses differ.
inline std::string suffixOf(const ResponseSettings& settings)
{
  std::string suffix = settings.region ? "_" + std::to_string(*settings.region) : std::string();
  for (const std::string& load : settings.loadCases)
  {
    suffix += "_" + load;
  }
  const double exponent = settings.parameter("Exponent", DefaultStressExponent);
  return suffix + (exponent == DefaultStressExponent ? "" : "_P" + shortText(exponent));
}

/// Returns for each material point whether it is included in the mean.
inline std::vector<std::uint8_t> pointsOfStress(
  const ResponseProblem& problem, const ResponseSettings& settings, std::size_t points)
{
  // If variables do not belong to elements, all points count as designed.
  const bool isDesigned = problem.designed.size() == points;
  std::vector<std::uint8_t> isInside(points, 1);
  for (std::size_t p = 0; p < points; ++p)
  {
    if (settings.region)
    {
      isInside[p] = problem.regions[p] == *settings.region;
    }
    else if (isDesigned)
    {
      isInside[p] = problem.designed[p] == DesignRegion::Design;
    }
  }
  return isInside;
}
}

template <class Space>
StressNorm<Space>::StressNorm(const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Suffix(detail::suffixOf(settings)),
    Exponent(settings.parameter("Exponent", detail::DefaultStressExponent)),
    Modulus(input.problem.structure.material.youngsModulus),
    Law(unitElasticity(input.problem.structure.material.poissonsRatio)),
    Energies(input.model.materialPoints()), Explicit(input.model.materialPoints()),
    TrialExplicit(input.model.materialPoints())
{
  const std::vector<LoadCase>& loads = input.problem.structure.loadCases;
  const std::vector<std::string>& chosen = settings.loadCases;
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), loads[i].name) != chosen.end())
    {
      this->Loads.push_back(i);
      this->Systems.push_back(
        std::make_unique<AdjointSystem<Space>>(input.model.unknowns(), "the largest stress"));
    }
  }
  std::vector<double> weights = input.measures.toHost();
  const std::vector<std::uint8_t> isInside =
    detail::pointsOfStress(input.problem, settings, weights.size());
  const auto owned = static_cast<std::size_t>(input.measures.ownedSize());
  double total = 0.0;
  for (std::size_t p = 0; p < weights.size(); ++p)
  {
    weights[p] = isInside[p] ? weights[p] : 0.0;
    total += p < owned ? weights[p] : 0.0;
  }
  input.measures.context().sumOverParts(&total, 1);
  for (double& weight : weights)
  {
    weight /= total * static_cast<double>(this->Loads.size());
  }
  this->Weights = Vector<Space>(input.measures.layoutPointer(), weights);
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
    detail::relaxedStresses(context, points->owned(), this->Law, this->Modulus, gradients.data(),
      trial.density.data(), this->Weights.data(), stride, stresses.data() + i);
  }
  Measures& measures = this->Trial;
  measures.largest = detail::largestStress(context, points->owned() * stride, stresses.data());
  measures.norm = detail::meanStress(context, points->owned(), stride, this->Exponent,
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
    detail::derivativesByGradients(context, points->owned(), this->Law, this->Modulus,
      this->Exponent, measures.norm, this->Weights.data(), trial.density.data(), stride,
      stresses.data() + i, gradients.data());
    this->Systems[i]->load.zero();
    stiffness.addTransposedGradients(gradients, this->Systems[i]->load);
  }
}

template <class Space>
double StressNorm<Space>::evaluate(const SolvedDesign<Space>& design)
{
  this->Norm = this->Trial.norm;
  this->Explicit.copy(this->TrialExplicit);
  this->Energies.zero();
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    detail::addMutualEnergies(design.model.stiffness(), design.displacement(this->Loads[i]),
      this->Systems[i]->solution, this->Energies);
  }
  const double largest = this->Trial.largest;
  const double ratio = this->Norm > 0.0 ? largest / this->Norm : 1.0;
  this->Scale = this->LastScale > 0.0 ? 0.5 * (this->LastScale + ratio) : ratio;
  return largest;
}

template <class Space>
void StressNorm<Space>::derivativesToDensity(
  const Parametrization<Space>& design, Vector<Space>& result) const
{
  design.derivativesToDensity(-this->LastScale, this->Energies, result);
  detail::addScaled(
    result.context(), result.ownedSize(), this->LastScale, this->Explicit.data(), result.data());
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
  return { { "stressScale" + this->Suffix, &this->LastScale },
    { "stressNorm" + this->Suffix, &this->Norm } };
}

template class StressNorm<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription largestStressDescription()
{
  ResponseDescription description;
  description.name = "LargestStress";
  description.label = "Largest Stress";
  description.vanishesWithMaterial = true;
  description.isOfLevelSets = false;
  description.takesRegion = true;
  description.takesLoadCases = true;
  description.parameters = { "Exponent" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  {
    const std::string suffix = detail::suffixOf(settings);
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
      "elements: at surfaces, and where it is singular, the stress is larger. Analyse the finished "
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
