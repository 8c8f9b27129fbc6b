#include "Design/LevelSet/Regularization/RegularizedUpdate.h"

#include "Core/Parallel.h"

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

namespace detail
{
template <class Space>
double sumOf(Context<Space>& context, std::int64_t n, const double* values)
{
  DeviceVector<double, Space> ones(context, static_cast<std::size_t>(n));
  double* data = ones.data();
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { data[i] = 1.0; });
  return context.dot(n, values, data);
}
}

template <class Space>
RegularizedUpdate<Space>::RegularizedUpdate(Context<Space>& context, const NurbsPatch& patch,
  Parametrization<Space>& parametrization, std::shared_ptr<const LevelSetBounds> bounds,
  const double* measures, const ContourConditions& conditions,
  const ContourMotionSettings& settings)
  : Computing(&context), Design(&parametrization), Bounds(std::move(bounds)), Measures(measures),
    Work(std::make_unique<Parts>(patch, settings, conditions,
      detail::sumOf<Space>(context, parametrization.numberOfMaterialPoints(), measures)))
{
}

template <class Space>
RegularizedUpdate<Space>::~RegularizedUpdate() = default;

template <class Space>
double RegularizedUpdate<Space>::volumeOf(const std::vector<double>& coefficients, double* next)
{
  std::vector<double> variables(coefficients.size());
  for (std::size_t i = 0; i < variables.size(); ++i)
  {
    variables[i] =
      std::clamp(this->Bounds->variable(coefficients[i]), LevelSetBounds::LeastVariable, 1.0);
  }
  Memory<Space>::copyFromHost(next, variables.data(), variables.size() * sizeof(double));
  this->Design->evaluateTrial();
  return this->Computing->dot(
           this->Design->numberOfMaterialPoints(), this->Measures, this->Design->nextDensity()) /
    this->Work->total;
}

template <class Space>
double RegularizedUpdate<Space>::update(const double* x, const std::uint8_t* isDesign,
  const double* dc, const std::vector<LinearizedConstraint>& constraints, double* next)
{
  const auto n = static_cast<std::size_t>(this->Design->numberOfVariables());
  const double range = this->Bounds->upper - this->Bounds->lower;
  std::vector<double> before(n);
  std::vector<double> ofCompliance(n);
  std::vector<double> ofVolume(n);
  std::vector<std::uint8_t> isFree(n);
  Memory<Space>::copyToHost(before.data(), x, n * sizeof(double));
  Memory<Space>::copyToHost(ofCompliance.data(), dc, n * sizeof(double));
  Memory<Space>::copyToHost(ofVolume.data(), constraints.front().gradient, n * sizeof(double));
  Memory<Space>::copyToHost(isFree.data(), isDesign, n);
  const double scale = this->Work->total / range;
  for (std::size_t i = 0; i < n; ++i)
  {
    before[i] = this->Bounds->coefficient(before[i]);
    ofCompliance[i] /= range;
    ofVolume[i] *= scale;
  }
  const double volume = this->Computing->dot(this->Design->numberOfMaterialPoints(), this->Measures,
                          this->Design->density()) /
    this->Work->total;
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
