#include "Design/Optimizer/ExactVolumeUpdate.h"

#include "Core/Parallel.h"
#include "Core/Vectors/Sum.h"

#include <cmath>
#include <limits>
#include <utility>

namespace trabecula
{
template <class Space>
ExactVolumeUpdate<Space>::ExactVolumeUpdate(std::unique_ptr<VariableUpdate<Space>> update,
  Parametrization<Space>& design, const Vector<Space>& measures)
  : Update(std::move(update)), Design(&design), Measures(&measures),
    Total(detail::sumOf(measures.context(), measures.ownedSize(), measures.data()))
{
}

template <class Space>
double ExactVolumeUpdate<Space>::update(const Vector<Space>& x,
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& dc,
  const std::vector<LinearizedConstraint<Space>>& constraints, Vector<Space>& next)
{
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  LinearizedConstraint<Space> volume = constraints.front();
  const double given = volume.excess;
  const double bound = dot(*this->Measures, this->Design->density()) / this->Total - given;
  this->Design->keepDesign();
  // The excess decreases with the shift. Its root is found by the rule of false position with a
  // bracket; the excess of an end that stays is halved (the Illinois algorithm).
  double low = unknown;
  double high = unknown;
  double ofLow = 0.0;
  double ofHigh = 0.0;
  double shift = 0.0;
  double step = 1.0;
  double previous = unknown;
  double change = 0.0;
  for (int i = 0; i < MostUpdates; ++i)
  {
    volume.excess = given + shift;
    change = this->Update->update(x, isDesign, dc, { volume }, next);
    this->Design->evaluateTrial();
    const double excess = dot(*this->Measures, this->Design->nextDensity()) / this->Total - bound;
    const bool isLimited = excess == previous; // move limits prevent a further change
    if (std::abs(excess) <= Tolerance || isLimited)
    {
      break;
    }
    const bool staysOnItsSide = previous * excess > 0.0;
    (excess > 0.0 ? low : high) = shift;
    (excess > 0.0 ? ofLow : ofHigh) = excess;
    if (std::isnan(low) || std::isnan(high))
    {
      shift += step * excess;
      step *= 2.0;
    }
    else
    {
      double& ofOther = excess > 0.0 ? ofHigh : ofLow;
      ofOther *= staysOnItsSide ? 0.5 : 1.0;
      shift = (low * ofHigh - high * ofLow) / (ofHigh - ofLow);
    }
    previous = excess;
  }
  return change;
}

template class ExactVolumeUpdate<CompiledSpace>;
}
