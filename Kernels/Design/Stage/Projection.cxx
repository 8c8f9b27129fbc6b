#include "Design/Stage/Projection.h"

#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// The projection of one density and its derivatives.
struct SmoothStep
{
  double beta;
  double eta;
  double lowest;

  TRABECULA_FUNCTION double relative(double x) const
  {
    return (x - this->lowest) / (1.0 - this->lowest);
  }
  TRABECULA_FUNCTION double width() const
  {
    return tanh(this->beta * this->eta) + tanh(this->beta * (1.0 - this->eta));
  }
  /// Returns the value relative to the range of densities; u is relative to the same range.
  TRABECULA_FUNCTION double ofRelative(double u) const
  {
    return (tanh(this->beta * this->eta) + tanh(this->beta * (u - this->eta))) / this->width();
  }
  TRABECULA_FUNCTION double value(double x) const
  {
    return this->lowest + (1.0 - this->lowest) * this->ofRelative(this->relative(x));
  }
  TRABECULA_FUNCTION double slope(double x) const
  {
    const double c = cosh(this->beta * (this->relative(x) - this->eta));
    return this->beta / (c * c) / this->width();
  }
  /// Returns the derivative of ofRelative() with respect to eta, which is negative inside of the
  /// range.
  TRABECULA_FUNCTION double toThreshold(double u) const
  {
    const double c = cosh(this->beta * (u - this->eta));
    return -this->beta * sinh(this->beta * u) * sinh(this->beta * (1.0 - u)) / sinh(this->beta) /
      (c * c);
  }
};

template <class Space>
void projectDensities(
  const Context<Space>& context, std::int64_t n, const SmoothStep step, const double* x, double* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { y[i] = step.value(x[i]); });
}

/// Returns sums over design sites of v (y - x) and of its derivative with respect to eta.
template <class Space>
Sums<2> volumeGain(const Context<Space>& context, std::int64_t n, const SmoothStep step,
  const double* volumes, const std::uint8_t* isDesign, const double* x)
{
  return context.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      if (isDesign[i])
      {
        const double u = step.relative(x[i]);
        sum.v[0] = volumes[i] * (step.ofRelative(u) - u);
        sum.v[1] = volumes[i] * step.toThreshold(u);
      }
      return sum;
    },
    AddSums());
}

/// Returns sums over design sites of g dy/d(eta) and of v dy/d(eta).
template <class Space>
Sums<2> thresholdSums(const Context<Space>& context, std::int64_t n, const SmoothStep step,
  const double* volumes, const std::uint8_t* isDesign, const double* x, const double* g)
{
  return context.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      if (isDesign[i])
      {
        const double slope = step.toThreshold(step.relative(x[i]));
        sum.v[0] = g[i] * slope;
        sum.v[1] = volumes[i] * slope;
      }
      return sum;
    },
    AddSums());
}

/// Computes result = slope g + share v (1 - slope), where the second term is added on design sites
/// only. Null volumes stand for zeros.
template <class Space>
void projectTransposed(const Context<Space>& context, std::int64_t n, const SmoothStep step,
  double share, const double* volumes, const std::uint8_t* isDesign, const double* x,
  const double* g, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double slope = step.slope(x[i]);
      const double ofThreshold = volumes && isDesign[i] ? share * volumes[i] * (1.0 - slope) : 0.0;
      result[i] = slope * g[i] + ofThreshold;
    });
}
}

template <class Space>
void Projection<Space>::startDesign(int iteration, double change)
{
  this->Next.sharpness = this->Accepted.sharpness.next(this->Settings.rule(), iteration, change);
}

template <class Space>
double Projection<Space>::findThreshold(const Vector<Space>& x, double sharpness) const
{
  // Newton's method is safeguarded by a bracket, and ends when steps are below rounding.
  constexpr int most = 100;
  constexpr double rounding = 0x1p-54;
  double low = 0.0;
  double high = 1.0;
  double eta = 0.5;
  for (int i = 0; i < most && high - low > rounding; ++i)
  {
    const Sums<2> sums = detail::volumeGain(x.context(), x.ownedSize(),
      detail::SmoothStep{ sharpness, eta, this->Lowest }, this->Volumes, this->IsDesign, x.data());
    const double gain = sums.v[0];
    if (gain == 0.0)
    {
      break;
    }
    (gain > 0.0 ? low : high) = eta;
    double next = eta - gain / sums.v[1];
    if (!(next > low && next < high))
    {
      next = 0.5 * (low + high);
    }
    if (std::abs(next - eta) <= rounding)
    {
      break;
    }
    eta = next;
  }
  return eta;
}

template <class Space>
void Projection<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  const double sharpness = this->Next.sharpness.value;
  this->Next.threshold =
    this->keepsVolume() ? this->findThreshold(x, sharpness) : this->Settings.threshold;
  detail::projectDensities(x.context(), x.ownedSize(),
    detail::SmoothStep{ sharpness, this->Next.threshold, this->Lowest }, x.data(), y.data());
}

template <class Space>
void Projection<Space>::backward(
  const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  const Context<Space>& context = x.context();
  const std::int64_t n = x.ownedSize();
  const detail::SmoothStep step{ this->sharpness(), this->Accepted.threshold, this->Lowest };
  double share = 0.0;
  if (this->keepsVolume())
  {
    // Since the volume is constant, d(eta)/dx = -v (slope - 1) / sum v dy/d(eta).
    const Sums<2> sums = detail::thresholdSums(
      context, n, step, this->Volumes, this->IsDesign, x.data(), ofOutput.data());
    share = sums.v[1] != 0.0 ? sums.v[0] / sums.v[1] : 0.0;
  }
  detail::projectTransposed(context, n, step, share, this->keepsVolume() ? this->Volumes : nullptr,
    this->IsDesign, x.data(), ofOutput.data(), ofInput.data());
}

template <class Space>
NamedValues Projection<Space>::state() const
{
  return { { "projectionSharpness", this->sharpness() },
    { "projectionSince", this->Accepted.sharpness.since } };
}

template <class Space>
void Projection<Space>::restore(const NamedValues& state)
{
  this->Next.sharpness = { valueOr(state, "projectionSharpness", 1.0),
    static_cast<int>(valueOr(state, "projectionSince", 0.0)) };
  this->Accepted.sharpness = this->Next.sharpness;
}

template class Projection<CompiledSpace>;

#ifndef __CUDACC__
std::vector<StageSetting> ProjectionKind::settings()
{
  using Stages = StageSettings;
  constexpr double largest = 256.0;
  constexpr double mostDesigns = 1e6;
  return {
    { "Projection", "Projection",
      [](const Stages& s) { return static_cast<double>(s.projection.mode); },
      [](Stages& s, double value)
      { s.projection.mode = static_cast<ProjectionMode>(static_cast<int>(value)); },
      0.0, 2.0, false, { "Off", "On", "Volume-Preserving" } },
    { "ProjectionSharpness", "Projection Sharpness",
      [](const Stages& s) { return s.projection.largestSharpness; },
      [](Stages& s, double value) { s.projection.largestSharpness = value; }, 1.0, largest },
    { "ProjectionInterval", "Projection Interval",
      [](const Stages& s) { return static_cast<double>(s.projection.doublingInterval); },
      [](Stages& s, double value) { s.projection.doublingInterval = static_cast<int>(value); }, 1.0,
      mostDesigns, true },
    { "ProjectionChange", "Projection Change",
      [](const Stages& s) { return s.projection.doublingChange; },
      [](Stages& s, double value) { s.projection.doublingChange = value; }, 0.0, 1.0 },
  };
}
#endif
}
