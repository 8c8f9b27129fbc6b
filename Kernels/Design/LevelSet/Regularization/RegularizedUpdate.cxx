#include "Design/LevelSet/Regularization/RegularizedUpdate.h"

#include "Core/Vectors/Sum.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
template <class Space>
struct RegularizedUpdate<Space>::Parts
{
  Parts(const NurbsPatch& patch, const ContourMotionSettings& given,
    const ContourConditions& conditions, double measure)
    : motion(patch, given, conditions), settings(given), total(measure)
  {
  }

  ContourMotion motion;
  ContourMotionSettings settings;
  double total; ///< of the measures
};

template <class Space>
RegularizedUpdate<Space>::RegularizedUpdate(const NurbsPatch& patch,
  Parametrization<Space>& parametrization, std::shared_ptr<const LevelSetBounds> bounds,
  const Vector<Space>& measures, const ContourConditions& conditions,
  const ContourMotionSettings& settings)
  : Design(&parametrization), Bounds(std::move(bounds)), Measures(&measures),
    Work(std::make_unique<Parts>(patch, settings, conditions,
      detail::sumOf(measures.context(), measures.ownedSize(), measures.data())))
{
  measures.require(parametrization.density().layout(), "A vector of measures");
}

template <class Space>
RegularizedUpdate<Space>::~RegularizedUpdate() = default;

template <class Space>
double RegularizedUpdate<Space>::volumeOf(
  const std::vector<double>& coefficients, Vector<Space>& next)
{
  std::vector<double> variables(coefficients.size());
  for (std::size_t i = 0; i < variables.size(); ++i)
  {
    variables[i] =
      std::clamp(this->Bounds->variable(coefficients[i]), LevelSetBounds::LeastVariable, 1.0);
  }
  next.assign(variables);
  this->Design->evaluateTrial();
  return dot(*this->Measures, this->Design->nextDensity()) / this->Work->total;
}

template <class Space>
double RegularizedUpdate<Space>::update(const Vector<Space>& x,
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& dc,
  const std::vector<LinearizedConstraint<Space>>& constraints, Vector<Space>& next)
{
  const Vector<Space>& dv = *constraints.front().gradient;
  const Layout<Space>& layout = this->Design->variables().layout();
  x.require(layout, "A vector of design variables");
  isDesign.require(layout, "A mask of design variables");
  dc.require(layout, "A gradient of the objective");
  dv.require(layout, "A gradient of the volume");
  next.require(layout, "A vector of design variables");
  const auto n = static_cast<std::size_t>(layout.size());
  const double range = this->Bounds->upper - this->Bounds->lower;
  std::vector<double> before = x.toHost();
  std::vector<double> ofCompliance = dc.toHost();
  std::vector<double> ofVolume = dv.toHost();
  const std::vector<std::uint8_t> isFree = isDesign.toHost();
  const double scale = this->Work->total / range;
  for (std::size_t i = 0; i < n; ++i)
  {
    before[i] = this->Bounds->coefficient(before[i]);
    ofCompliance[i] /= range;
    ofVolume[i] *= scale;
  }
  const double volume = dot(*this->Measures, this->Design->density()) / this->Work->total;
  const ContourMotionSettings& settings = this->Work->settings;
  const double target =
    std::clamp(settings.volumeFraction, volume - settings.volumeStep, volume + settings.volumeStep);
  const std::vector<double> coefficients =
    this->Work->motion.next(before, isFree, ofCompliance, ofVolume, target,
      [&](const std::vector<double>& trial) { return this->volumeOf(trial, next); });
  double change = 0.0;
  for (std::size_t i = 0; i < n; ++i)
  {
    change = std::max(change, std::abs(coefficients[i] - before[i]) / range);
  }
  this->volumeOf(coefficients, next);
  return change;
}

template class RegularizedUpdate<CompiledSpace>;
}
