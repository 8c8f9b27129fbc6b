#include "Design/Response/WorstCompliance.h"

#include "Analysis/Loads/DesignForces.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace detail
{
constexpr double DefaultWorstExponent = 10.0;

/// Returns the end of the names of columns and states.
inline std::string suffixOfWorst(const ResponseSettings& settings)
{
  const double exponent = settings.parameter("Exponent", DefaultWorstExponent);
  return suffixOf(settings) + (exponent == DefaultWorstExponent ? "" : "_P" + shortText(exponent));
}
}

template <class Space>
WorstCompliance<Space>::WorstCompliance(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
  : Suffix(detail::suffixOfWorst(settings)),
    Exponent(settings.parameter("Exponent", detail::DefaultWorstExponent)),
    Loads(loadCasesOf(settings, input.problem)), Energies(input.model.materialPoints())
{
  this->Energies.zero();
  this->Values.resize(this->Loads.size(), 0.0);
  for (std::size_t i = 0; this->hasTerms() && i < this->Loads.size(); ++i)
  {
    this->EnergiesOfLoads.emplace_back(input.model.materialPoints());
    this->EnergiesOfLoads.back().zero();
  }
}

template <class Space>
double WorstCompliance<Space>::evaluate(const SolvedDesign<Space>& design)
{
  LeasedVector<Space> energies(this->Energies.layoutPointer());
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    std::vector<double> one(design.loads.size(), 0.0);
    one[this->Loads[i]] = 1.0;
    Vector<Space>& ofThis = this->hasTerms() ? this->EnergiesOfLoads[i] : energies;
    this->Values[i] = std::max(0.0, design.loads.compliance(design.moduli, one, ofThis));
  }
  if (this->hasTerms())
  {
    const std::size_t largest = this->termOfValue();
    this->Energies.copy(this->EnergiesOfLoads[largest]);
    return this->Values[largest];
  }
  std::vector<double> ofThese;
  const double worst = this->worstOf(this->Values, ofThese);
  std::vector<double> weights(design.loads.size(), 0.0);
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    weights[this->Loads[i]] = ofThese[i];
  }
  design.loads.compliance(design.moduli, weights, this->Energies);
  return worst;
}

template <class Space>
double WorstCompliance<Space>::worstOf(
  const std::vector<double>& values, std::vector<double>& weights) const
{
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (const double value : values)
  {
    sum += largest > 0.0 ? std::pow(value / largest, this->Exponent) : 0.0;
  }
  const double worst = largest * std::pow(sum, 1.0 / this->Exponent);
  for (const double value : values)
  {
    weights.push_back(worst > 0.0 ? std::pow(value / worst, this->Exponent - 1.0) : 0.0);
  }
  return worst;
}

template <class Space>
void WorstCompliance<Space>::addDerivativesByForces(
  const SolvedDesign<Space>& design, std::size_t term, Vector<Space>& result) const
{
  if (this->hasTerms())
  {
    addScaled(2.0, design.displacement(this->Loads[term]), result);
    return;
  }
  std::vector<double> values = this->Values;
  for (std::size_t i = 0; design.isTrial && i < values.size(); ++i)
  {
    const std::size_t load = this->Loads[i];
    values[i] =
      std::max(0.0, design.loads.compliance(load, design.displacement(load), design.moduli));
  }
  std::vector<double> weights;
  this->worstOf(values, weights);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    addScaled(2.0 * weights[i], design.displacement(this->Loads[i]), result);
  }
}

template <class Space>
NamedVectors<Space> WorstCompliance<Space>::stateVectors()
{
  NamedVectors<Space> vectors = { { "worstEnergies" + this->Suffix, &this->Energies } };
  for (std::size_t i = 0; i < this->EnergiesOfLoads.size(); ++i)
  {
    vectors.emplace_back(
      "worstEnergies" + std::to_string(i) + this->Suffix, &this->EnergiesOfLoads[i]);
  }
  return vectors;
}

template <class Space>
NamedScalars WorstCompliance<Space>::stateScalars()
{
  NamedScalars scalars;
  for (std::size_t i = 0; i < this->EnergiesOfLoads.size(); ++i)
  {
    scalars.emplace_back("worstValue" + std::to_string(i) + this->Suffix, &this->Values[i]);
  }
  return scalars;
}

template class WorstCompliance<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription worstComplianceDescription()
{
  ResponseDescription description;
  description.name = "WorstCompliance";
  description.label = "Worst Compliance";
  description.unit = "force times length";
  description.takesLowerBound = false;
  description.hasLoadsOfDesign = true;
  description.takesLoadCases = true;
  description.parameters = { "Exponent" };
  description.columns = [](const ResponseSettings& settings, const ResponseProblem&)
  { return std::vector<std::string>{ "WorstCompliance" + detail::suffixOfWorst(settings) }; };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    const double exponent = settings.parameter("Exponent", detail::DefaultWorstExponent);
    if (exponent != 0.0) // the largest itself
    {
      requireInside("The exponent of the worst compliance", exponent, 1.0, true, 100.0, true);
    }
    if (supportsMove(problem.structure))
    {
      fail("The worst compliance is minimized or bounded, but supports are displaced: then the "
           "compliance of a load case may be negative. Load the structure by forces.");
    }
  };
  description.terms = [](const ResponseSettings& settings, const ResponseProblem& problem)
  {
    return settings.parameter("Exponent", detail::DefaultWorstExponent) == 0.0
      ? loadCasesOf(settings, problem).size()
      : 0;
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    if (constraint.response.parameter("Exponent", detail::DefaultWorstExponent) == 0.0)
    {
      fail(
        "The worst compliance is bounded with the exponent 0, for which its gradient jumps. Give "
        "an exponent, or bound the compliance of each load case.");
    }
    requireInside("The bound on the worst compliance", constraint.bound, 0.0, false,
      std::numeric_limits<double>::infinity(), false);
    requireScale("The bound on the worst compliance", constraint.bound);
  };
  description.memory = [](const ResponseSizes& sizes)
  { return (2 + sizes.loadCases) * sizes.materialPoints * sizeof(double); };
  return description;
}
#endif
}
